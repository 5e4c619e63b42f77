internal import SZJSON

/// A string that changed, on one line: what differs, and what is equal beside it. What is left out is equal on both sides, and
/// stands outside of the quotes: `… "fox jumps" …`.
struct StringExcerpt {
  /// Of which side it is: the old or the new one, or both with marks around what differs.
  let sign: ChangedValue.Sign
  private(set) var parts: [(text: [UInt8], color: TextStyling.Color?)] = []
  /// Which of the characters differ, in order.
  private var differing: [Bool] = []

  /// How many characters of an equal stretch are shown beside what differs, and how many more for the sake of whole words.
  private static let (beside, more) = (24, 12)

  init(_ difference: StringDifference, _ sign: ChangedValue.Sign) {
    self.sign = sign
    let last = difference.stretches.count - 1
    var isOpen = false
    func open() {
      if !isOpen { add([UInt8(ascii: "\"")]) }
      isOpen = true
    }
    for (number, stretch) in difference.stretches.enumerated() {
      switch stretch {
      case .equal(let text):
        let (head, tail) = StringExcerpt.shown(text, isFirst: number == 0, isLast: number == last)
        if !head.isEmpty || tail == nil { open() }
        add(head)
        guard let tail else { continue }
        add(Array((isOpen ? "\" …" : "…").utf8))
        isOpen = false
        if number == last { continue }
        add([0x20])
        open()
        add(tail)
      case .changed(let old, let new):
        open()
        addChange(StringExcerpt.inside(old), StringExcerpt.inside(new))
      }
    }
    if isOpen || parts.isEmpty {
      open()
      add([UInt8(ascii: "\"")])
    }
  }

  private mutating func add(_ text: [UInt8], _ color: TextStyling.Color? = nil) {
    parts.append((text, color))
    differing += [Bool](repeating: color != nil, count: ReadableValue.count(text))
  }

  private mutating func addChange(_ old: [UInt8], _ new: [UInt8]) {
    switch sign {
    case .removed: add(old, sign.color)
    case .added: add(new, sign.color)
    case .none, .moved:
      if !old.isEmpty { add(Array("[-".utf8) + old + Array("-]".utf8), .red) }
      if !new.isEmpty { add(Array("{+".utf8) + new + Array("+}".utf8), .green) }
    }
  }

  var count: Int { differing.count }

  /// A line that points to what differs, where that is little of the string.
  var carets: [UInt8]? {
    let changed = differing.count { $0 }
    guard changed > 0, changed * 4 <= differing.count, let last = differing.lastIndex(of: true) else {
      return nil
    }
    return differing[...last].map { $0 ? UInt8(ascii: "^") : 0x20 }
  }

  /// The beginning and the end of an equal stretch, of its first one only the end and of its last one only the beginning; without
  /// an end all of it, where it is not long.
  private static func shown(_ text: [UInt8], isFirst: Bool, isLast: Bool) -> (head: [UInt8], tail: [UInt8]?) {
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    let ends = (isFirst ? 0 : beside) + (isLast ? 0 : beside)
    // Of WTF-8 no part can be taken.
    if scalars.count <= ends + 2 * more || text.contains(0xED) { return (inside(text), nil) }
    func part(_ scalars: ArraySlice<Unicode.Scalar>) -> [UInt8] {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return inside(Array(String(view).utf8))
    }
    func isInWord(_ index: Int) -> Bool {
      scalars[index].properties.isAlphabetic && scalars[index - 1].properties.isAlphabetic
    }
    var (end, start) = (isFirst ? 0 : beside, scalars.count - (isLast ? 0 : beside))
    while end > 0, end < beside + more, isInWord(end) { end += 1 }
    while start < scalars.count, start > scalars.count - beside - more, isInWord(start) { start -= 1 }
    return (part(scalars[..<end]), part(scalars[start...]))
  }

  /// Characters as they stand in quotes.
  static func inside(_ text: [UInt8]) -> [UInt8] { Array(ReadableValue.quoted(text).dropFirst().dropLast()) }
}
