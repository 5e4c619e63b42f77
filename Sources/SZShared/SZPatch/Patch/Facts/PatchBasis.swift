internal import SZJSON
internal import SZModel

/// What a patch goes by: the change, the target, the options, and what a model says. It answers what these alone tell; what becomes of
/// the target is none of its business. A class, so that it costs nothing to be handed on.
final class PatchBasis {
  let tree: ChangeTree
  let target: Document
  let options: PatchOptions
  /// What is known of the target under a model; nil without one.
  let model: ModelledTarget?
  let earlier: EarlierRounds
  /// For the identities of elements only; they come from several documents.
  let hashing: Hashing
  let layout: DocumentLayout

  /// What a patch under a model has been made before for.
  struct EarlierRounds {
    /// Parts that fit where they stand, and do not when all is seen.
    var blocked: [ItemIndex: [Misfit]] = [:]
    /// The identities of entities that are deleted and leave no tombstone, as the change makes them anew elsewhere.
    var withoutTombstone: Set<UInt64> = []
  }

  init(
    _ tree: ChangeTree, _ target: Document, _ options: PatchOptions, _ model: ModelledTarget? = nil,
    _ earlier: EarlierRounds = EarlierRounds()
  ) {
    self.tree = tree
    self.target = target
    self.options = options
    self.model = model
    self.earlier = earlier
    hashing = model?.index.hashing ?? Hashing(exactNumbers: options.exactNumbers)
    layout = DocumentLayout(target)
  }

  var policy: PatchOptions.Policy { options.policy }

  /// All of the change, and all of the target.
  var whole: ChangedPart { ChangedPart(item: .root, node: target.root, path: .root) }

  /// What a node is, in words.
  func words(_ node: Document.Node) -> Misfit.Side {
    switch target.kind(node) {
    case .object: .words("an object")
    case .array: .words("an array")
    default: .value(Value(target, node))
    }
  }
}

/// Which values are equal.
extension PatchBasis {
  /// Whether two values are equal as this patch takes it, identities too.
  func equal(_ left: Value, _ right: Value) -> Bool {
    left.isEqual(right, exactNumbers: options.exactNumbers)
  }

  /// Whether two values at a place are equal: by what they mean where a model says that.
  func equal(_ left: Value, _ right: Value, _ place: Rules.Place?) -> Bool {
    guard let model, let declared = place?.declared else { return equal(left, right) }
    if !left.kind.isContainer, !right.kind.isContainer {
      return model.rules.typed(place).isEqual(left, right, exactNumbers: options.exactNumbers)
    }
    if case .attribute = declared, !model.rules.isSet(place) { return equal(left, right) }
    return model.hashes.of(left.document, left.node, place)
      == model.hashes.of(right.document, right.node, place)
  }

  /// Whether a value at a place says the same as none: a to-many without members.
  func isNothing(_ value: Value, _ place: Rules.Place?) -> Bool {
    model?.hashes.isNoMembers(value.document, value.node, place) ?? false
  }

  /// What hashes the elements of an array.
  func elementHash(_ place: Rules.Place?) -> ElementHash {
    if model == nil { return ElementHash(hashing) }
    guard let model, place?.declared != nil else {
      return ElementHash(Hashing(exactNumbers: options.exactNumbers))
    }
    return ElementHash(model.hashes, elementsOf: place)
  }
}
