public import SZJSON

/// What a change says of how it was made: the member `sz` at its root, with the version of the format and the options of the comparison.
public struct ChangeStamp: Sendable {
  /// The version of the format that is written, and the only one that is read.
  public static let version = 1

  /// The option that says that numbers are equal when their text is.
  public static let exactNumbers = "exactNumbers"

  /// The options, by name.
  public let options: [(name: String, value: Value)]

  public init(options: [(name: String, value: Value)]) { self.options = options }

  /// Whether the comparison took numbers by their text, which a patch is to do then, too.
  public var saysExactNumbers: Bool {
    options.contains { $0.name == ChangeStamp.exactNumbers && $0.value.kind == .true }
  }

  /// A change as text with this stamp in front; one that says nothing has none.
  public func stamped(_ change: [UInt8]) -> [UInt8] {
    if change.elementsEqual("{}".utf8) || change.elementsEqual("[]".utf8) { return change }
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("version")
    writer.append(ChangeStamp.version)
    writer.name("options")
    writer.beginObject()
    for option in options {
      writer.name(Array(option.name.utf8))
      writer.append(option.value)
    }
    writer.endObject()
    writer.endObject()
    let head = Array("{\"sz\":".utf8) + writer.text + [UInt8(ascii: ",")]
    if change.first == UInt8(ascii: "[") {
      return head + Array("\"members\":".utf8) + change + [UInt8(ascii: "}")]
    }
    return head + change.dropFirst()
  }

  /// Takes the stamp of a change off; what is left has its places.
  ///
  /// - Returns: the change without it, and the stamp; nil where it has none.
  /// - Throws: a version that is not known, and what is no stamp.
  public static func removed(
    from document: Document
  ) throws(ChangeShapeError) -> (change: Document, stamp: ChangeStamp)? {
    let root = document.root
    guard document.kind(root) == .object, let member = document.member(root, named: Array("sz".utf8)),
      document.kind(member.value) == .object
    else { return nil }
    guard let version = document.member(member.value, named: Array("version".utf8))?.value,
      document.kind(version) == .number
    else { throw ChangeShapeError(node: member.value, reason: "\"sz\" needs the \"version\" of the format") }
    let number = Value(document, version).shown
    guard number == String(ChangeStamp.version) else {
      throw ChangeShapeError(
        node: version,
        reason: "a change of version \(number); this program reads version \(ChangeStamp.version)")
    }
    var options: [(name: String, value: Value)] = []
    if let node = document.member(member.value, named: Array("options".utf8))?.value,
      document.kind(node) == .object
    {
      options = document.members(node).map { (document.string($0.name), Value(document, $0.value)) }
    }
    // Blanks in its place, and in that of the comma behind or before it.
    var text = document.bytes.array(0..<document.bytes.count)
    let range = document.start(member.name)..<document.range(member.value).upperBound
    for index in range { text[index] = 0x20 }
    let behind = text[range.upperBound...].firstIndex { $0 > 0x20 }
    if let behind, text[behind] == UInt8(ascii: ",") {
      text[behind] = 0x20
    } else if let before = text[..<range.lowerBound].lastIndex(where: { $0 > 0x20 }),
      text[before] == UInt8(ascii: ",")
    {
      text[before] = 0x20
    }
    guard let change = try? Document.read(text, .init(allowsComments: document.isRelaxed)) else {
      throw ChangeShapeError(node: member.name, reason: "\"sz\" stands between comments")
    }
    return (change, ChangeStamp(options: options))
  }
}
