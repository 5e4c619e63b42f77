public import SZJSON

/// One or two members of an object, or of objects in it, or elements of an array by their indexes, by which it is told from the other
/// elements of a list.
public struct ElementMembers: Sendable {
  public struct Member: Sendable {
    /// A string. An index is a name of digits.
    public let name: Value
    /// The name of a member of the object that ``name`` names; nil where that itself is meant.
    public let inner: Value?
    public let value: Value

    /// What an element, an object or an array, has there; nil where it has nothing.
    public func find(in document: Document, _ element: Document.Node) -> Document.Node? {
      if document.kind(element) == .array {
        return ElementMembers.index(name).flatMap {
          document.elements(element).dropFirst($0).first { _ in true }
        }
      }
      let names = [name] + (inner.map { [$0] } ?? [])
      return names.reduce(element) { node, name in
        guard let node, document.kind(node) == .object else { return nil }
        return document.member(node, named: name.document.characters(name.node))?.value
      }
    }
  }

  public let all: [Member]

  init(_ all: [Member]) { self.all = all }

  /// The name that stands for an index.
  static func name(of index: Int) -> Value {
    index < firstNames.count ? firstNames[index] : Value(jsonString: Array(String(index).utf8))
  }

  /// The names of the first indexes.
  private static let firstNames: [Value] = {
    let names = JSONWriter.value { json in
      json.beginArray()
      for index in 0..<ElementTraits.longestArray { json.append(string: Array(String(index).utf8)) }
      json.endArray()
    }
    return names.document.elements(names.node).map { Value(names.document, $0) }
  }()

  /// The index that a name stands for; nil for any other name.
  public static func index(_ name: Value) -> Int? {
    let characters = name.document.characters(name.node)
    guard let index = Int(String(decoding: characters, as: UTF8.self)), index >= 0,
      Array(String(index).utf8) == characters
    else { return nil }
    return index
  }

  /// The object as messages show it.
  public var shown: String { JSONWriter.value { write(to: &$0) }.shown }

  /// Writes them as an object, in which those of one object are one: `{"item": {"sku": "A"}}`.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    for (number, member) in all.enumerated() {
      guard let inner = member.inner else {
        json.name(member.name)
        json.append(member.value)
        continue
      }
      if number == 0 || !isBeside(number) {
        json.name(member.name)
        json.beginObject()
      }
      json.name(inner)
      json.append(member.value)
      if number + 1 == all.count || !isBeside(number + 1) { json.endObject() }
    }
    json.endObject()
  }

  /// Whether a member is of the same object as the one before it.
  private func isBeside(_ number: Int) -> Bool {
    let (before, member) = (all[number - 1], all[number])
    return before.inner != nil && member.inner != nil
      && before.name.document.characters(before.name.node)
        == member.name.document.characters(member.name.node)
  }
}
