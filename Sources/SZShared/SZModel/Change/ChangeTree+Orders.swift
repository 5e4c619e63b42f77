public import SZJSON

/// The identities of a to-many that was read are hashed already, and numbered: whoever looks for its members need not do it again.
extension ChangeTree {
  /// Keeps the identities of a to-many by their hashes: those of its members in their order, then those that only its order names.
  mutating func keep(identities hashes: [UInt64], of toMany: ItemIndex) {
    records[toMany.number].words.0 = UInt64(identityHashes.count)
    records[toMany.number].words.1 = UInt64(hashes.count)
    // Most changes have one large to-many, which is not copied.
    if identityHashes.isEmpty { identityHashes = hashes } else { identityHashes += hashes }
  }

  /// The hashes of these, by whose places in the row they are numbered; nil where there are none by this hashing.
  public func identities(of toMany: ItemIndex, _ hashing: Hashing) -> ArraySlice<UInt64>? {
    let (first, count, _) = records[toMany.number].words
    guard first != ValueTable.none, let own = identityHashing, own.hashesScalars(as: hashing) else {
      return nil
    }
    return identityHashes[Int(first)..<Int(first + count)]
  }

  /// Adds a hunk of an order whose numbers stand from a place on: of its context before it, of what it takes away and puts there,
  /// and of the context behind it.
  mutating func add(_ hunk: Hunk, numbersFrom first: Int) {
    let number = self.number(hunk)
    _ = add(Record(.move, number, UInt64(first)))
  }

  /// The numbers that all orders name, one hunk after the other, of to-manys that have ``identities(of:_:)``; and where those of a
  /// hunk begin.
  public var numbersOfOrders: [Int] { orderNumbers }

  public func firstNumber(of move: ItemIndex) -> Int { Int(records[move.number].words.1) }
}
