internal import SZJSON
internal import SZModel
internal import SZPatch

/// What is to be said beside the change of two documents under a model.
struct ModelNotes {
  private let pairs: EntityPairs
  /// What the newer document was read from.
  private let input: Input

  init(_ pairs: EntityPairs, _ input: Input) { (self.pairs, self.input) = (pairs, input) }

  /// How many notes of one kind are written out.
  private static let most = 10

  func all(_ change: ChangeTree) -> [String] { dangling + denied + exchanged(change) + uncompared }

  /// Sets in which elements go and others come, as nothing identifies them: most likely some of them are the same.
  private func exchanged(_ change: ChangeTree) -> [String] {
    var finder = ExchangeFinder(tree: change, schema: pairs.schema)
    finder.walk(change)
    return finder.found.map { found in
      "'\(found.entity).\(found.relationship)': \(found.gone) of \(found.destination) \(found.gone == 1 ? "goes" : "go") and "
        + "\(found.come) \(found.come == 1 ? "comes" : "come") whole, as it has no identity; "
        + "--identity \(found.destination)=NAME compares them"
    }
  }

  /// Objects that differ where the model keeps them from being compared.
  var uncompared: [String] {
    EmbeddedNotes.notes(EmbeddedObjects.differences(pairs), pairs.newDocument, input)
  }

  /// References of the new document that no entity answers any more, the first few of them.
  private var dangling: [String] {
    let document = pairs.newDocument
    return notes(DanglingReferences.find(pairs)) { reference in
      let member = String(decoding: reference.member, as: UTF8.self)
      return (
        reference.node,
        "'\(member)' of '\(reference.entity)' refers to \(Value(document, reference.node).compact), "
          + "and there is no such '\(reference.destination)'"
      )
    }
  }

  /// Deletions that a patch will refuse, the first few of them.
  private var denied: [String] {
    notes(DeniedDeletions.find(pairs)) { denied in
      let why =
        denied.isOwn
        ? "'\(denied.member)' of \(denied.deleted) denies its deletion as long as this '\(denied.entity)' is there"
        : "'\(denied.member)' of '\(denied.entity)' denies the deletion of \(denied.deleted)"
      return (denied.node, why + "; sz-patch --model refuses the change")
    }
  }

  private func notes<Found>(
    _ all: [Found], _ words: (Found) -> (node: Document.Node, text: String)
  ) -> [String] {
    var positions = SourcePositions(input.source.view)
    let shown = all.prefix(ModelNotes.most).map { found -> String in
      let (node, text) = words(found)
      return "\(Diagnostics.located(input, pairs.newDocument.start(node), &positions)): \(text)"
    }
    let rest = all.count - shown.count
    return shown + (rest > 0 ? ["\(input.name): and \(rest) more"] : [])
  }
}

extension Value {
  /// The value without white space.
  fileprivate var compact: String {
    var text: [UInt8] = []
    appendCompact(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
