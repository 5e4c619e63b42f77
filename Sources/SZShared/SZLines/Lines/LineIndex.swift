/// Where lines are by the hashes of their identities.
///
/// It takes 22 bytes a line: the hash, where the line is, and the place in a table that is three quarters full. The table is made when all
/// lines are known. Lines have numbers, from 0 on, in the order in which they came.
struct LineIndex {
  static let bytesALine = 22
  private static let free = UInt32.max

  /// Hash and position by turns, so that one look at the memory finds both.
  private var entries = WordList()
  private var table: [UInt32] = []
  /// A bit for each line.
  private var marks: [UInt64] = []

  var count: Int { entries.count / 2 }

  func position(_ number: Int) -> Int { Int(truncatingIfNeeded: entries[2 * number + 1]) }
  func hash(_ number: Int) -> UInt64 { entries[2 * number] }

  /// Adds a line, before ``seal(_:)``.
  mutating func append(_ hash: UInt64, at position: Int) {
    entries.append(hash)
    entries.append(UInt64(truncatingIfNeeded: position))
  }

  /// How much of the memory it takes, with its table.
  var size: Int { count * LineIndex.bytesALine }

  /// Whether no line can be added any more.
  var isFull: Bool { count >= Int(LineIndex.free) - 1 }

  /// Makes the table. Answers the numbers of two lines of one identity, the first such in their order; `isSame` says whether two whose
  /// hashes are equal are that. Linear.
  mutating func seal<E: Error>(_ isSame: (Int, Int) throws(E) -> Bool) throws(E) -> (Int, Int)? {
    table = [UInt32](repeating: LineIndex.free, count: count + count / 3 + 1)
    marks = [UInt64](repeating: 0, count: count / 64 + 1)
    for number in 0..<count {
      let hash = self.hash(number)
      var slot = slot(hash)
      while table[slot] != LineIndex.free {
        let other = Int(table[slot])
        if self.hash(other) == hash, try isSame(other, number) { return (other, number) }
        slot = next(slot)
      }
      table[slot] = UInt32(truncatingIfNeeded: number)
    }
    return nil
  }

  /// The first line with this hash, which is most likely that of the identity; nil when there is none.
  func likely(_ hash: UInt64) -> Int? {
    var slot = slot(hash)
    while table[slot] != LineIndex.free {
      let number = Int(table[slot])
      if self.hash(number) == hash { return number }
      slot = next(slot)
    }
    return nil
  }

  /// The line of this identity, of those whose hashes are equal the one that `isIt`; nil when there is none.
  func number<E: Error>(of hash: UInt64, where isIt: (Int) throws(E) -> Bool) throws(E) -> Int? {
    var slot = slot(hash)
    while table[slot] != LineIndex.free {
      let number = Int(table[slot])
      if self.hash(number) == hash, try isIt(number) { return number }
      slot = next(slot)
    }
    return nil
  }

  /// Hashes of one portion have their lowest bits in common, so the highest choose the slot.
  private func slot(_ hash: UInt64) -> Int {
    let spread = hash &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (spread ^ spread &>> 32).multipliedFullWidth(by: UInt64(table.count)).high)
  }

  private func next(_ slot: Int) -> Int { slot + 1 == table.count ? 0 : slot + 1 }

  func isMarked(_ number: Int) -> Bool { marks[number / 64] &>> UInt64(number % 64) & 1 != 0 }

  /// Marks a line; answers whether it was not marked before.
  mutating func mark(_ number: Int) -> Bool {
    if isMarked(number) { return false }
    marks[number / 64] |= 1 &<< UInt64(number % 64)
    return true
  }
}
