/// Pairs elements of one list with those of another that resemble them: which element became which.
enum Likeness {
  /// The pairs, ascending in both lists. Linear in the children of the elements, but for a logarithm.
  ///
  /// An old element is as like a new one as it is itself or as what has become of it elsewhere is, `others`.
  static func pairs(_ old: [ElementTraits], _ new: [ElementTraits], others: [ElementTraits?] = []) -> [(
    old: Int, new: Int
  )] {
    guard old.contains(where: { $0.kind != .scalar }), new.contains(where: { $0.kind != .scalar }) else {
      return []
    }
    func other(_ index: Int) -> ElementTraits? { index < others.count ? others[index] : nil }
    let alignment = SimilarityAlignment(oldCount: old.count, newCount: new.count) {
      max(old[$0].likeness(to: new[$1]), other($0)?.likeness(to: new[$1]) ?? 0)
    } oldParts: {
      $1 += old[$0].votes + (other($0)?.votes ?? [])
    } newParts: {
      $1 += new[$0].votes
    }
    return alignment.pairs()
  }
}
