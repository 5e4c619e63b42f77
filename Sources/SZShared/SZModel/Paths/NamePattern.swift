/// A pattern for the names of members, `[~'x/*']`: `*` stands for any characters, `?` for one.
public struct NamePattern: Equatable, Sendable {
  /// The pattern as it is written.
  public let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// Whether a name, in UTF-8 or WTF-8, is as the pattern says. As long as the name for each star at most: of what a star stood
  /// for, only the last one is tried again.
  public func matches(_ name: [UInt8]) -> Bool {
    var (index, place) = (0, 0)
    var star: (index: Int, place: Int)?
    while index < name.count {
      if place < text.count, text[place] == UInt8(ascii: "*") {
        star = (index, place)
        place += 1
      } else if place < text.count, text[place] == UInt8(ascii: "?") {
        index = NamePattern.next(name, index)
        place += 1
      } else if place < text.count, text[place] == name[index] {
        index += 1
        place += 1
      } else if let last = star {
        star = (NamePattern.next(name, last.index), last.place)
        (index, place) = (NamePattern.next(name, last.index), last.place + 1)
      } else {
        return false
      }
    }
    return text[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The byte behind the character at `index`.
  private static func next(_ name: [UInt8], _ index: Int) -> Int {
    var next = index + 1
    while next < name.count, name[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
