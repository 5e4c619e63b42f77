internal import SZJSON

/// What the encoder makes of each character, asked once and remembered.
///
/// Characters of the planes 0 to 3 are remembered, in pages of 256 that are made when one of them occurs: at most 4 MB.
/// Those further out are asked for each time.
struct HTMLAnswers {
  /// An answer in the first lanes and its length in the last one; 0 when it has not been asked for.
  typealias Entry = SIMD16<UInt8>

  static let unknown = Entry(repeating: 0)

  private let ask: (UInt32) -> [UInt8]
  private var pages = [Int32](repeating: -1, count: 0x4_0000 / 256)
  private var entries: [Entry] = []

  init(_ ask: @escaping (UInt32) -> [UInt8]) { self.ask = ask }

  /// The answer for `scalar`; never longer than fifteen bytes.
  @inline(__always) mutating func entry(_ scalar: UInt32) -> Entry {
    let entry = known(scalar)
    return HTMLAnswers.length(of: entry) != 0 ? entry : asked(scalar)
  }

  /// The answer for `scalar` if it is remembered, else ``unknown``.
  @inline(__always) func known(_ scalar: UInt32) -> Entry {
    guard scalar < 0x4_0000 else { return HTMLAnswers.unknown }
    let page = Int(pages[Int(scalar &>> 8)])
    return page >= 0 ? entries[page &+ Int(scalar & 0xFF)] : HTMLAnswers.unknown
  }

  /// The last lane, by way of a register that needs no store.
  @inline(__always) static func length(of entry: Entry) -> Int {
    let words: SIMD2<UInt64> = Bits.words(entry)
    return Int(truncatingIfNeeded: words[1] &>> 56)
  }

  @inline(never) private mutating func asked(_ scalar: UInt32) -> Entry {
    var answer = ask(scalar)
    // No name is as long as that; if one were, its number says the same.
    if answer.isEmpty || answer.count > 15 { answer = Array("&#\(scalar);".utf8) }
    var entry = HTMLAnswers.unknown
    for index in answer.indices { entry[index] = answer[index] }
    entry[15] = UInt8(answer.count)
    guard scalar < 0x4_0000 else { return entry }
    let number = Int(scalar >> 8)
    if pages[number] < 0 {
      pages[number] = Int32(entries.count)
      entries += [Entry](repeating: HTMLAnswers.unknown, count: 256)
    }
    entries[Int(pages[number]) + Int(scalar & 0xFF)] = entry
    return entry
  }
}
