public import SZJSON

/// One or two members of an object, by which it is told from the other elements of a list.
public struct ElementMembers: Sendable {
  public typealias Member = Document.Members.Element

  public let document: Document
  private let first: Member
  private let second: Member?

  init(_ document: Document, _ first: Member, _ second: Member?) {
    self.document = document
    self.first = first
    self.second = second
  }

  public var all: [Member] { [first] + (second.map { [$0] } ?? []) }

  /// The object as messages show it.
  public var shown: String { JSONWriter.value { write(to: &$0) }.shown }

  /// Writes them as an object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    for member in all {
      json.name(Value(document, member.name))
      json.append(Value(document, member.value))
    }
    json.endObject()
  }
}
