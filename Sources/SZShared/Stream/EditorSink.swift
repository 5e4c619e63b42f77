/// Takes the tokens of a stream and hands the strings that are selected to a converter.
struct EditorSink<Converter: StringConverter, Selector: StringSelector>: TokenSink {
  var converter: Converter
  var selector: Selector
  var writer: EditWriter
  let convertsNames: Bool
  private var containers = ContainerBits()

  init(_ converter: Converter, _ selector: Selector, _ writer: EditWriter, convertsNames: Bool) {
    self.converter = converter
    self.selector = selector
    self.writer = writer
    self.convertsNames = convertsNames
  }

  @inline(__always) mutating func open(_ kind: ContainerKind, at offset: Int) throws(JSONError) -> Int {
    selector.open(kind)
    containers.push(kind)
    return offset + 1
  }

  @inline(__always) mutating func close(at offset: Int) throws(JSONError) -> ContainerKind? {
    selector.close()
    return containers.pop()
  }

  @inline(__always) mutating func name(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    if selector.name(writer.bytes, range, escaped: escaped), convertsNames {
      try converter.convert(writer.bytes, range, escaped: escaped, isName: true, &writer)
    }
  }

  @inline(__always) mutating func string(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    if selector.value() {
      try converter.convert(writer.bytes, range, escaped: escaped, isName: false, &writer)
    }
  }

  @inline(__always) mutating func number(_ range: Range<Int>) throws(JSONError) { _ = selector.value() }

  @inline(__always) mutating func literal(_ literal: Literal, _ range: Range<Int>) throws(JSONError) {
    _ = selector.value()
  }
}
