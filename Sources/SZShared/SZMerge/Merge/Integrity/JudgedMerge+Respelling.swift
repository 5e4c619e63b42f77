internal import SZElements
internal import SZJSON
internal import SZModel

/// How EDITED wrote what nobody changed, in entities that came out of it although CURRENT does not have them, or that stand where only
/// CURRENT did not leave them.
///
/// They are laid out as CURRENT is, by which a part of one may come to be written as PRISTINE has it; a push that arrives once more would
/// then take EDITED's bytes for that. So they are taken at once.
///
/// EDITED moved X into A, and CURRENT A into X: `[{"id":"X"},{"id":"A","t":[1]}]` | `[{"id":"A","lists":[{"id":"X"}],"t":[ 1 ]}]` |
/// `[{"id":"X","lists":[{"id":"A","t":[1]}]}]` → X stands in A, which has `[ 1 ]`
extension JudgedMerge {
  /// The merge under a model as a second push leaves it. Linear, as the merge is.
  static func stable(_ setup: MergeSetup) -> MergeResult {
    let first = result(setup)
    guard setup.rendering == nil, !first.isOpen, let schema = setup.rules.schema,
      first.conflicts.contains(where: \.bringsBack) || first.hasReturned
    else { return first }
    let documents = setup.documents
    let options = Document.ReadOptions(
      hashing: documents.current.hashing, allowsDuplicates: true, allowsComments: true)
    guard
      let merged = try? Document.read(
        SourceBytes(first.edits.applied(to: documents.current.bytes)), options, reference: documents.current)
    else { return first }
    let again = Three(pristine: documents.pristine, edited: documents.edited, current: merged)
    guard let entities = try? MergedEntities(again, schema, tombstone: setup.options.tombstone) else {
      return first
    }
    let second = result(MergeSetup(again, setup.options, entities))
    if second.isOpen || second.edits.isEmpty { return first }
    let text = second.edits.applied(to: merged.bytes)
    guard let respelled = try? Document.read(text, options),
      respelled.hash(respelled.root) == merged.hash(merged.root)
    else { return first }
    var result = first
    var edits = SourceEdits()
    edits.replace(0..<documents.current.bytes.count, with: text)
    result.edits = edits
    return result
  }
}

extension Conflict {
  /// Whether something of EDITED is in the result that CURRENT does not have.
  fileprivate var bringsBack: Bool {
    guard case .party(.edited) = resolution else { return false }
    return kind == .editDelete || kind == .moveDelete || kind == .deleteRefer
  }
}
