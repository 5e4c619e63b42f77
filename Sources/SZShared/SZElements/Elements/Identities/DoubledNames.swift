internal import SZJSON
internal import SZModel

/// Whether the sides gave one `key` or `name` to two elements of an array of which another member, that is found, is the identity, or
/// each created one, and both hold one string in a member that tells all elements of PRISTINE: the two may be one.
///
/// Of `[{"name": "web", "image": "nginx"}, {"name": "db", "image": "pg"}]` one side makes `app` of web, and the other one of db: no
/// version has a name twice.
enum DoubledNames {
  /// Linear in the elements, and in the members of those that a side edited or created. What may be one is settled by the rules for lists.
  static func areAny(_ columns: EntityColumns, _ documents: Three<Document>) -> Bool {
    guard let distinct = columns.distinctNames, let hashing = documents.pristine.hashing
    else { return false }
    let names = IdentityNames.usualHashes(hashing).filter(distinct.areDistinct)
    func values(_ document: Document, _ element: Document.Node, isNew: Bool) -> [UInt64] {
      document.members(element).compactMap { member in
        let name = document.hash(member.name)
        let counts =
          names.contains(name)
          || isNew && document.kind(member.value).isString && distinct.areDistinct(name)
        return counts ? hashing.pair(name, document.hash(member.value)) : nil
      }
    }
    /// The names of what a side edited or created, with their positions.
    func changed(_ document: Document, _ side: IdentityColumn, _ inPristine: [Int]) -> [(UInt64, Int)] {
      side.elements.indices.filter { inPristine[$0] < 0 || !side.isUnchanged[inPristine[$0]] }
        .flatMap { position in
          values(document, side.elements[position], isNew: inPristine[position] < 0).map { ($0, position) }
        }
    }
    let inEdited = Dictionary(
      changed(documents.edited, columns.edited, columns.editedInPristine),
      uniquingKeysWith: { first, _ in first })
    if inEdited.isEmpty { return false }
    return changed(documents.current, columns.current, columns.currentInPristine).contains {
      value, position in
      inEdited[value].map { $0 != columns.currentInEdited[position] } ?? false
    }
  }
}
