/// Writes JSON without white space: commas and colons come by themselves, and what is written stands together.
///
/// Whoever wants a ``Value`` rather than text asks for one in the beginning: then the tape is written along with the text, and
/// nothing is read back.
public struct JSONWriter {
  public private(set) var text: [UInt8] = []
  /// Whether the next value or name stands behind another one.
  private var needsComma = false
  private let makesValue: Bool
  /// The words of the tape, in the form that ``Document`` describes.
  private var words: [UInt64] = []
  /// Where the words of the open containers are.
  private var open: [Int] = []

  public init() { makesValue = false }

  private init(makesValue: Bool) {
    self.makesValue = makesValue
    // Such values are mostly entities.
    text.reserveCapacity(256)
    words.reserveCapacity(32)
  }

  /// A writer that is asked for its ``value`` in the end.
  public static var ofValue: JSONWriter { JSONWriter(makesValue: true) }

  /// The value that `write` writes: just one. Linear.
  public static func value(_ write: (inout JSONWriter) -> Void) -> Value {
    var writer = JSONWriter.ofValue
    write(&writer)
    return writer.value
  }

  /// The value that has been written, in a document of its own.
  public var value: Value {
    let document = Document(source: SourceBytes(text), hashing: nil, tape: Tape(words))
    return Value(document, document.root)
  }

  // MARK: Containers

  public mutating func beginObject() { begin(.object) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(.array) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func begin(_ kind: Document.Kind) {
    separate()
    if makesValue {
      open.append(words.count)
      words += [word(kind, at: text.count), 0, 0]
    }
    text.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    text.append(bracket)
    needsComma = true
    guard makesValue, let first = open.popLast() else { return }
    let start = Int(truncatingIfNeeded: words[first] &>> 20 & Document.Word.offsetMask)
    let length = UInt64(truncatingIfNeeded: text.count - start)
    words[first] |= length & Document.Word.lengthMask
    words[first + 1] = UInt64(truncatingIfNeeded: words.count) &<< Document.Word.endShift | length &>> 20
  }

  // MARK: Names

  /// The name of the member whose value comes next, as it stands in a document.
  public mutating func name(_ name: Value) {
    separate()
    token(name.document.kind(name.node), name.document.bytes, name.document.range(name.node))
    colon()
  }

  /// That name from its characters, UTF-8 or WTF-8.
  public mutating func name(_ characters: [UInt8]) {
    separate()
    token(JSONString.token(characters))
    colon()
  }

  /// One of the program's own names, with nothing in it that needs an escape.
  public mutating func name(_ name: String) {
    separate()
    let start = text.count
    text.append(UInt8(ascii: "\""))
    text += name.utf8
    text.append(UInt8(ascii: "\""))
    note(.string, from: start)
    colon()
  }

  private mutating func colon() {
    text.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Values

  public mutating func append(_ value: Value) {
    separate()
    if !makesValue {
      value.appendCompact(to: &text)
    } else if value.kind.isContainer {
      copy(value.document, value.node)
    } else {
      token(value.kind, value.document.bytes, value.document.range(value.node))
    }
    needsComma = true
  }

  public mutating func append(_ values: some Sequence<Value>) { for value in values { append(value) } }

  /// A string of these characters, UTF-8 or WTF-8.
  public mutating func append(string characters: some Sequence<UInt8>) {
    separate()
    token(JSONString.token(Array(characters)))
    needsComma = true
  }

  public mutating func append(_ number: Int) {
    separate()
    let start = text.count
    Decimal.append(number, to: &text)
    note(.number, from: start)
    needsComma = true
  }

  /// A number by its text.
  public mutating func append(number: [UInt8]) {
    separate()
    let start = text.count
    text += number
    note(.number, from: start)
    needsComma = true
  }

  /// A number or a string as it is to stand there.
  public mutating func append(token: [UInt8]) {
    if token.first != UInt8(ascii: "\"") { return append(number: token) }
    separate()
    self.token(token)
    needsComma = true
  }

  public mutating func append(_ flag: Bool) {
    separate()
    let start = text.count
    text += (flag ? "true" : "false").utf8
    note(flag ? .true : .false, from: start)
    needsComma = true
  }

  public mutating func appendNull() {
    separate()
    let start = text.count
    text += "null".utf8
    note(.null, from: start)
    needsComma = true
  }

  /// Leaves the last values to `write`, which appends them without white space, commas between them and none in front.
  public mutating func append(_ write: (inout [UInt8]) -> Void) {
    assert(!makesValue)
    separate()
    write(&text)
    needsComma = true
  }

  // MARK: Parts

  @inline(__always) private mutating func separate() {
    if needsComma { text.append(UInt8(ascii: ",")) }
  }

  private mutating func token(_ token: [UInt8]) {
    let start = text.count
    text += token
    note(token.contains(UInt8(ascii: "\\")) ? .escapedString : .string, from: start)
  }

  private mutating func token(_ kind: Document.Kind, _ bytes: ByteView, _ range: Range<Int>) {
    let start = text.count
    bytes.append(range, to: &text)
    note(kind, from: start)
  }

  /// Adds the words of a scalar that begins at `start` and ends with the text.
  private mutating func note(_ kind: Document.Kind, from start: Int) {
    if !makesValue { return }
    let length = UInt64(truncatingIfNeeded: text.count - start)
    if length < Document.Word.lengthMask {
      words.append(word(kind, at: start) | length)
    } else {
      words += [word(kind, at: start) | Document.Word.lengthMask, length]
    }
  }

  private func word(_ kind: Document.Kind, at offset: Int) -> UInt64 {
    UInt64(kind.rawValue) &<< 60 | UInt64(truncatingIfNeeded: offset) &<< 20
  }

  /// Copies a container node by node, without recursion.
  private mutating func copy(_ document: Document, _ root: Document.Node) {
    needsComma = false
    var ends: [(node: Document.Node, isObject: Bool)] = []
    var node = root
    // Of an object, whether the name of the next member comes next.
    var isName = false
    repeat {
      let kind = document.kind(node)
      if kind.isContainer {
        begin(kind)
        ends.append((document.end(node), kind == .object))
        node = document.firstChild(node)
        isName = kind == .object
      } else {
        separate()
        token(kind, document.bytes, document.range(node))
        node = document.next(node)
        needsComma = true
        if isName { colon() }
        isName = ends.last?.isObject ?? false && !isName
      }
      while let last = ends.last, last.node == node {
        end(last.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        ends.removeLast()
        isName = ends.last?.isObject ?? false
      }
    } while !ends.isEmpty
  }
}
