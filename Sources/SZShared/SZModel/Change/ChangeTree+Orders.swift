public import SZJSON

/// Of an order that was read the identities are hashed already: whoever looks for its members need not do it again.
extension ChangeTree {
  /// Adds a hunk of an order, the hashes of whose identities stand from a place on: those of its context before it, of what it takes away
  /// and puts there, and of the context behind it.
  mutating func add(_ hunk: Hunk, hashesFrom first: Int) {
    let number = self.number(hunk)
    _ = add(Record(.move, number, UInt64(first)))
  }

  /// Those hashes, up to the last that was kept; nil where there are none by this hashing.
  public func identityHashes(from move: ItemIndex, _ hashing: Hashing) -> ArraySlice<UInt64>? {
    let first = records[move.number].words.1
    guard first != ValueTable.none, let own = identityHashing, own.hashesScalars(as: hashing) else {
      return nil
    }
    return identityHashes[Int(first)...]
  }
}
