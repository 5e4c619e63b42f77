public import SZJSON

/// Writes identities into objects, where their paths say.
///
/// An identity that lies deeper may need objects that are not there, or belong into some that are.
public enum IdentityText {
  /// A part of an identity and its value.
  public typealias Part = (path: ArraySlice<MemberName>, value: Value)

  /// Writes the members that these parts are: names with their values, and objects around those that lie deeper. Of two parts that
  /// would stand in one place the first is written.
  public static func write(_ parts: [Part], to writer: inout JSONWriter) {
    // What is open, each with the parts that are still to be written in it.
    var levels = [parts]
    while let level = levels.popLast() {
      guard let part = level.first, let name = part.path.first else {
        if !levels.isEmpty { writer.endObject() }
        continue
      }
      levels.append(level.filter { $0.path.first != name })
      writer.name(name.characters)
      let below = level.filter { $0.path.first == name && $0.path.count > 1 }
      if part.path.count == 1 || below.isEmpty {
        writer.append(part.value)
      } else {
        writer.beginObject()
        levels.append(below.map { ($0.path.dropFirst(), $0.value) })
      }
    }
  }

  /// Writes a value with parts of identities in it: each in the innermost object on its path that is there. What stands in the way of
  /// a part stays, and so does a value that is there already. Linear in the value, for each step of the parts.
  public static func write(_ value: Value, adding parts: [Part], to writer: inout JSONWriter) {
    guard value.kind == .object, !parts.isEmpty else { return writer.append(value) }
    let document = value.document
    typealias Member = (name: Document.Node, value: Document.Node)
    var levels: [(members: ArraySlice<Member>, parts: [Part])] = []
    func begin(_ object: Document.Node, _ parts: [Part]) {
      writer.beginObject()
      write(
        parts.filter { part in
          part.path.first.map { document.member(object, named: $0.characters) == nil } ?? false
        }, to: &writer)
      levels.append((Array(document.members(object))[...], parts))
    }
    begin(value.node, parts)
    while let last = levels.indices.last {
      guard let member = levels[last].members.popFirst() else {
        writer.endObject()
        levels.removeLast()
        continue
      }
      writer.name(Value(document, member.name))
      let below = inside(
        levels[last].parts, document.characters(member.name))
      if document.kind(member.value) == .object, !below.isEmpty {
        begin(member.value, below)
      } else {
        writer.append(Value(document, member.value))
      }
    }
  }

  /// Those of the parts that lie deeper than the member called `name`, as they are told from there.
  public static func inside(_ parts: [Part], _ name: [UInt8]) -> [Part] {
    parts.compactMap { part in
      part.path.count > 1 && part.path.first?.characters == name
        ? (part.path.dropFirst(), part.value) : nil
    }
  }
}
