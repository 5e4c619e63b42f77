/// A text with conflict markers in it, taken apart: what git has for an original when it made one out of several, whose merge had
/// conflicts.
struct MarkedText {
  /// The text without the lines between markers.
  private(set) var agreed: [UInt8] = []
  /// The text with the lines above `=======`.
  private(set) var ours: [UInt8] = []
  /// The text with the lines below `=======`.
  private(set) var theirs: [UInt8] = []

  private enum Part { case agreed, ours, original, theirs }

  /// Reads the text once; nil when there are no markers in it, or one without its end. Markers in a conflict have more signs than
  /// those around it, and are part of its lines.
  init?(_ text: [UInt8]) {
    var part = Part.agreed
    var size = 0
    var isMarked = false
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      let line = text[start..<end]
      start = end
      let (sign, count) = MarkedText.marker(line)
      switch (part, sign) {
      case (.agreed, UInt8(ascii: "<")):
        (part, size, isMarked) = (.ours, count, true)
        continue
      case (.ours, UInt8(ascii: "|")) where count == size:
        part = .original
        continue
      case (.ours, UInt8(ascii: "=")) where count == size, (.original, UInt8(ascii: "=")) where count == size:
        part = .theirs
        continue
      case (.theirs, UInt8(ascii: ">")) where count == size:
        part = .agreed
        continue
      default: break
      }
      if part == .agreed { agreed += line }
      if part == .agreed || part == .ours { ours += line }
      if part == .agreed || part == .theirs { theirs += line }
    }
    if !isMarked || part != .agreed { return nil }
  }

  /// The sign of the marker that `line` is, and how many there are; 0 when it is none.
  private static func marker(_ line: ArraySlice<UInt8>) -> (sign: UInt8, count: Int) {
    guard let sign = line.first, "<|=>".utf8.contains(sign) else { return (0, 0) }
    let count = line.prefix { $0 == sign }.count
    guard count >= 7 else { return (0, 0) }
    let next = line.dropFirst(count).first ?? 0x0A
    return next == 0x20 || next == 0x0A || next == 0x0D ? (sign, count) : (0, 0)
  }
}
