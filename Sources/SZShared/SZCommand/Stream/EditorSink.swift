internal import SZJSON

/// Takes the tokens of a stream and hands the strings that are selected to a converter.
struct EditorSink<Converter: StringConverter, Selector: StringSelector>: TokenSink {
  var converter: Converter
  var selector: Selector
  var writer: EditWriter
  let convertsNames: Bool
  private var containers = ContainerBits()
  /// Nil where no two names can become equal.
  private var names: NameGuard?

  init(_ converter: Converter, _ selector: Selector, _ writer: EditWriter, convertsNames: Bool) {
    self.converter = converter
    self.selector = selector
    self.writer = writer
    self.convertsNames = convertsNames
    names = convertsNames && converter.mayJoin ? NameGuard() : nil
  }

  mutating func beginText() {
    selector.beginText()
    names?.beginText()
  }

  /// Forgets the containers of a text that was given up.
  mutating func abandonText() { containers = ContainerBits() }

  @inline(__always) mutating func open(_ kind: ContainerKind, at offset: Int) throws(JSONError)
    -> Int
  {
    selector.open(kind)
    containers.push(kind)
    names?.open()
    return offset + 1
  }

  @inline(__always) mutating func close(at offset: Int) throws(JSONError) -> ContainerKind? {
    selector.close()
    names?.close()
    return containers.pop()
  }

  @inline(__always) mutating func name(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    let isSelected = selector.name(writer.bytes, range, escaped: escaped) && convertsNames
    if names != nil { return try guardedName(range, escaped: escaped, isSelected: isSelected) }
    if isSelected {
      try converter.convert(writer.bytes, range, escaped: escaped, isName: true, &writer)
    }
  }

  @inline(__always) mutating func takeString(at start: Int) -> Int {
    converter.take(writer.bytes, at: start, &selector, &writer)
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

  /// Converts a name, and takes it back when another member of the object has got it already.
  @inline(never) private mutating func guardedName(
    _ range: Range<Int>, escaped: Bool, isSelected: Bool
  ) throws(JSONError) {
    let old = JSONString.decoded(writer.bytes, range)
    var new = old
    writer.beginCapture(at: range.lowerBound, room: range.count)
    if isSelected {
      let changes = writer.changeCount
      try converter.convert(writer.bytes, range, escaped: escaped, isName: true, &writer)
      if writer.changeCount != changes {
        let token = SourceBytes(writer.captured(to: range.upperBound))
        new = JSONString.decoded(token.view, 0..<token.count)
      }
    }
    if names?.admit(new, from: old) == false {
      writer.undoCapture()
      throw JSONError(.joinedName(String(decoding: new, as: UTF8.self)), at: range.lowerBound)
    }
    writer.endCapture()
  }
}
