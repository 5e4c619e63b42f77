/// Words that only become more, in pieces: growing copies none of them, and what is not written yet takes no memory.
struct WordList {
  private static let pieceBits = 16
  private static let mask = 1 << pieceBits - 1
  private var pieces: [[UInt64]] = []
  private(set) var count = 0

  mutating func append(_ word: UInt64) {
    if count & WordList.mask == 0 {
      var piece: [UInt64] = []
      piece.reserveCapacity(1 << WordList.pieceBits)
      pieces.append(piece)
    }
    pieces[pieces.count - 1].append(word)
    count += 1
  }

  subscript(_ index: Int) -> UInt64 { pieces[index >> WordList.pieceBits][index & WordList.mask] }
}
