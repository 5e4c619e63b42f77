/// Puts identities into the text of objects, where their paths say.
///
/// An identity that lies deeper may need objects that are not there, or belong into some that are.
enum IdentityText {
  /// A part of an identity and its value.
  typealias Part = (path: ArraySlice<MemberName>, value: Value)

  /// Appends the members that these parts are: names with their values, and objects around those that lie deeper. A comma
  /// stands between them.
  static func append(_ parts: [Part], to output: inout [UInt8]) {
    // What is open, each with the parts that are still to be written in it.
    var levels = [parts]
    var isFirst = true
    while let part = levels[levels.count - 1].first, let name = part.path.first {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      output += JSONString.token(name.characters)
      output.append(UInt8(ascii: ":"))
      let below = levels[levels.count - 1].filter { $0.path.first == name && $0.path.count > 1 }
      levels[levels.count - 1].removeAll { $0.path.first == name }
      if below.isEmpty {
        part.value.appendCompact(to: &output)
        isFirst = false
      } else {
        output.append(UInt8(ascii: "{"))
        levels.append(below.map { ($0.path.dropFirst(), $0.value) })
        isFirst = true
        continue
      }
      while levels.count > 1, levels[levels.count - 1].isEmpty {
        levels.removeLast()
        output.append(UInt8(ascii: "}"))
      }
    }
  }

  /// The text of `document` with parts of identities added to its objects: each to the innermost object on its path that is
  /// there. What stands in the way of a part stays, and so does a value that is there already.
  ///
  /// `additions` are in the order of the objects, each told by where it starts. Linear in the document and the parts.
  static func adding(_ additions: [(object: Int, parts: [Part])], to document: Document) -> [UInt8] {
    var edits = SourceEdits()
    var inserted: [Int: [Part]] = [:]
    var next = 0
    var node = document.root
    let end = document.end(node)
    // Every node in order, looked into rather than passed over.
    while next < additions.count, node < end {
      if document.kind(node) == .object, document.start(node) == additions[next].object {
        for part in additions[next].parts {
          if let (object, rest) = place(part, document, node) {
            inserted[object, default: []].append((rest, part.value))
          }
        }
        next += 1
      }
      node = document.kind(node).isContainer ? document.firstChild(node) : document.next(node)
    }
    for (object, parts) in inserted.sorted(by: { $0.key < $1.key }) {
      var text: [UInt8] = []
      append(parts, to: &text)
      if !document.isEmptyContainer(object) { text.append(UInt8(ascii: ",")) }
      let inside = document.start(object) + 1
      edits.replace(inside..<inside, with: text)
    }
    return edits.applied(to: document.bytes)
  }

  /// The innermost object on the way to a part, and what is left of its path there; nil when something else is in the way.
  private static func place(_ part: Part, _ document: Document, _ object: Document.Node)
    -> (object: Document.Node, rest: ArraySlice<MemberName>)?
  {
    var (node, path) = (object, part.path)
    while let step = path.first {
      guard document.kind(node) == .object else { return nil }
      guard let member = document.member(node, named: step.characters) else { return (node, path) }
      node = member.value
      path = path.dropFirst()
    }
    return nil
  }
}
