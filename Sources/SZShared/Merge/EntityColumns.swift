/// The identities of the elements of three versions of an array.
struct EntityColumns {
  let key: IdentityKey
  /// Nil without a base.
  let pristine: IdentityColumn?
  let edited: IdentityColumn
  let current: IdentityColumn
  /// Whether a key that comes before this one fits the other two documents but not CURRENT, so that it might fit the result.
  let isDoubtful: Bool

  /// The first of the candidate keys by which every element of every version has an identity of its own.
  ///
  /// Arrays without any elements have none.
  init?(
    pristine: Document, _ base: Document.Node?, edited: Document, _ theirs: Document.Node,
    current: Document, _ ours: Document.Node, candidates: [IdentityKey]
  ) {
    var isDoubtful = false
    for key in candidates {
      let samples = [
        base.map { Value(pristine, $0) }, Value(edited, theirs), Value(current, ours),
      ]
      let fits = samples.compactMap { $0 }.filter { !$0.document.isEmptyContainer($0.node) }
        .map { key.values($0.document, $0.document.firstChild($0.node)) != nil }
      guard fits.contains(true) else { continue }
      var before: IdentityColumn?
      if let base {
        guard let column = IdentityColumn(pristine, base, key: key) else { continue }
        before = column
      }
      guard let after = IdentityColumn(edited, theirs, key: key, twin: before) else { continue }
      guard let now = IdentityColumn(current, ours, key: key, twin: before ?? after) else {
        isDoubtful = true
        continue
      }
      (self.key, self.pristine, self.edited, self.current) = (key, before, after, now)
      self.isDoubtful = isDoubtful
      return
    }
    return nil
  }

  /// For each element of CURRENT its position in EDITED, or -1.
  var currentInEdited: [Int] {
    pristine == nil ? current.twinPositions : current.positions(inSibling: edited)
  }

  /// Whether both sides moved members against PRISTINE's order.
  var bothMoved: Bool {
    pristine == nil || !edited.isInTwinsOrder && !current.isInTwinsOrder
  }
}
