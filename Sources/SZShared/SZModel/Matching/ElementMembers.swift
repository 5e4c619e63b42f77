public import SZJSON

/// One or two members of an object, or elements of an array by their indexes, by which it is told from the other elements of a list.
public struct ElementMembers: Sendable {
  /// Names, which are strings, and values. An index is a name of digits.
  public let all: [(name: Value, value: Value)]

  init(_ all: [(name: Value, value: Value)]) { self.all = all }

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

  /// Those whose names `isKept` takes; nil when that is none, or all.
  public func those(_ isKept: (Value) -> Bool) -> ElementMembers? {
    let kept = all.filter { isKept($0.name) }
    return kept.isEmpty || kept.count == all.count ? nil : ElementMembers(kept)
  }

  /// The object as messages show it.
  public var shown: String { JSONWriter.value { write(to: &$0) }.shown }

  /// Writes them as an object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    for member in all {
      json.name(member.name)
      json.append(member.value)
    }
    json.endObject()
  }
}
