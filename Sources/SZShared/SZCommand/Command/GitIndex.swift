/// An index of git with a few entries, as a file: gitformat-index(5), version 2.
///
/// With it git compares versions of one file under the name, and by the attributes, that the file has, whatever is in the index
/// of the repository. No hook runs for it, and nothing is written into the repository.
struct GitIndex {
  struct Entry {
    let path: String
    /// 0, or 2 and 3 for two versions of one path.
    let stage: UInt16
    let mode: UInt32
    /// In hexadecimal digits.
    let hash: String
  }

  let entries: [Entry]

  /// The content of the file; nil where a hash is none. The checksum at its end is left zero, which git reads as "not to be checked"
  /// and does not check of an index anyway.
  var bytes: [UInt8]? {
    var bytes = Array("DIRC".utf8)
    append(2, to: &bytes)
    append(UInt32(entries.count), to: &bytes)
    var hashSize = 20
    for entry in entries.sorted(by: isBefore) {
      guard let hash = GitIndex.bytes(entry.hash) else { return nil }
      hashSize = hash.count
      let start = bytes.count
      // Two times, the device and the inode: whatever stands in the working tree is looked at.
      bytes += [UInt8](repeating: 0, count: 24)
      append(entry.mode, to: &bytes)
      // The owner, the group and the size.
      bytes += [UInt8](repeating: 0, count: 12)
      bytes += hash
      let name = Array(entry.path.utf8)
      let flags = entry.stage << 12 | UInt16(min(name.count, 0xFFF))
      bytes += [UInt8(flags >> 8), UInt8(flags & 0xFF)]
      bytes += name
      bytes += [UInt8](repeating: 0, count: 8 - (bytes.count - start) % 8)
    }
    return bytes + [UInt8](repeating: 0, count: hashSize)
  }

  private func isBefore(_ one: Entry, _ other: Entry) -> Bool {
    if one.path == other.path { return one.stage < other.stage }
    return one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }

  private func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(number >> shift & 0xFF)) }
  }

  /// The bytes of a hash, of either kind.
  private static func bytes(_ hash: String) -> [UInt8]? {
    let digits = hash.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == hash.utf8.count, [40, 64].contains(digits.count) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
