public import SZJSON

/// Tells what is often given in the place of a change, for a message that helps.
public enum ForeignChange {
  /// What `document`, which has something in it, seems to be; nil when it may be a change.
  static func reason(_ document: Document) -> String? {
    let root = document.root
    switch document.kind(root) {
    case .array:
      let first = document.firstChild(root)
      if isOperation(document, first) {
        return "this is a JSON Patch (RFC 6902), not a change of sz-change(5)"
      }
      // One that may be an entity change is told what is wrong with it.
      return document.elements(root).prefix(1000).contains { mayBeChange(document, $0) } ? nil : somethingElse
    case .object:
      let names = document.members(root).map { document.string($0.name) }
      if names.allSatisfy({ $0 == "old" || $0 == "new" }) {
        let isObjects = document.members(root).allSatisfy { document.kind($0.value) == .object }
        return isObjects
          ? "\"old\" and \"new\" belong into \"attributes\", or where they are whole documents into \"value\""
          : "\"old\" and \"new\" belong into \"value\""
      }
      return mayBeChange(document, root) ? nil : somethingElse
    default: return nil
    }
  }

  private static let somethingElse =
    "nothing in it says what changed: it is a document, or a merge patch for --format=merge-patch; were TARGET and the change swapped?"

  /// What the text of an input that is no JSON seems to be; nil when it may be anything.
  public static func reason(text: ByteView) -> String? {
    let heads = ["$", "\u{1B}[1m$", "no differences\n", "entities: ", "attributes: ", "elements: "]
    let isKnown = heads.contains { head in
      head.utf8.enumerated().allSatisfy { $0.offset < text.count && text[$0.offset] == $0.element }
    }
    return isKnown
      ? "this is text for reading, not a change; sz-diff writes a change without --format=text and --stat"
      : nil
  }

  private static let words = ReservedWord.allCases.map(\.rawValue)
  private static let longWords = words.filter { $0.utf8.count >= 7 }

  /// Whether a value has a member that changes use, or among its first ones one whose name may be a typing error of it.
  private static func mayBeChange(_ document: Document, _ node: Document.Node) -> Bool {
    guard document.kind(node) == .object else { return false }
    var rest = 12
    return document.members(node).contains { member in
      if ReservedWord.isReserved(document.characters(member.name)) { return true }
      rest -= 1
      return rest >= 0 && document.kind(member.value).isContainer
        && NearestName.slip(document.string(member.name), for: longWords) != nil
    }
  }

  private static func isOperation(_ document: Document, _ node: Document.Node) -> Bool {
    guard document.kind(node) == .object else { return false }
    func member(_ name: String) -> Document.Node? { document.member(node, named: Array(name.utf8))?.value }
    return ["op", "path"].allSatisfy { name in member(name).map { document.kind($0).isString } ?? false }
      && member(ReservedWord.attributes.rawValue) == nil
      && member(ReservedWord.relationships.rawValue) == nil
  }
}
