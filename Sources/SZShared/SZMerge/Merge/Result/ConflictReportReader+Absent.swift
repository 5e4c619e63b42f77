internal import SZElements
internal import SZJSON
internal import SZModel

/// Entries of a report about conflicts that a merge does not have.
extension ConflictReportReader {
  /// Whether an entry has of each document what stands there at its pointer. Then it is about these documents, and others of its conflicts
  /// were resolved otherwise when it was written: under a model that may do away with a conflict.
  ///
  /// Linear in the documents, in the worst case.
  func fits(_ entry: Document.Node, _ kind: Conflict.Kind, _ documents: Three<Document>) -> Bool {
    guard let pointers = member(entry, "pointers"), document.kind(pointers) == .object,
      member(entry, "indexes") == nil
    else { return false }
    switch kind {
    case .orderOrder, .hunkHunk, .unit, .commentComment: return false
    default: break
    }
    for party in Party.allCases {
      let side = member(entry, party.rawValue)
      guard let pointer = member(pointers, party.rawValue) else {
        if side == nil { continue }
        return false
      }
      guard document.kind(pointer).isString,
        let node = ConflictReportReader.node(at: document.string(pointer), in: documents[party])
      else { return false }
      // Of a move, the sides are paths.
      if kind == .moveMove || kind == .moveDelete { continue }
      guard let side,
        ValueHash.of(document, side, hashing) == ValueHash.of(documents[party], node, hashing)
      else { return false }
    }
    return true
  }

  /// Takes note of an entry about an entity that a delete rule undeleted, or let go: for as long as nothing is known of that, there
  /// is another conflict about it.
  mutating func addUndeleted(_ entry: Document.Node, _ sides: Three<UInt64?>) {
    for party in [Party.edited, .current] {
      guard let hash = sides[party], let pointers = member(entry, "pointers"),
        let pointer = member(pointers, party.rawValue)
      else { continue }
      undeleted["\(party) \(document.string(pointer))", default: [:]][hash] = entries.count
    }
  }

  /// The entry of a delete rule that answers a conflict about what it undeleted; nil when there is none.
  func undeleted(
    _ places: Three<ConflictReport.Entry.Place?>, _ sides: Three<UInt64?>
  ) -> Int? {
    for party in [Party.edited, .current] {
      guard let place = places[party], place.index == nil, let hash = sides[party],
        let number = undeleted["\(party) \(String(decoding: place.pointer, as: UTF8.self))"]?[hash],
        !entries[number].isUsed
      else { continue }
      return number
    }
    return nil
  }

  /// What a JSON Pointer leads to.
  private static func node(at pointer: String, in document: Document) -> Document.Node? {
    guard let path = try? JSONPath(pointer) else { return nil }
    var node = document.root
    for segment in path.segments {
      guard case .step(let name, let index)? = segment.selectors.first else { return nil }
      let next: Document.Node?
      switch document.kind(node) {
      case .object: next = document.member(node, named: name)?.value
      case .array: next = index.flatMap { document.elements(node).dropFirst($0).first { _ in true } }
      default: next = nil
      }
      guard let next else { return nil }
      node = next
    }
    return node
  }
}
