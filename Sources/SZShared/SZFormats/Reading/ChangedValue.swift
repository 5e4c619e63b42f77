internal import SZJSON

/// The lines of one changed value below the heading of what holds it.
struct ChangedValue {
  let styling: TextStyling
  /// What stands between the sign of each line and its text.
  private var indent: [UInt8] = []
  private(set) var output: [UInt8] = []

  init(_ styling: TextStyling) { self.styling = styling }

  enum Sign: String {
    case added = "+ "
    case removed = "- "
    case moved = "> "
    case none = "  "

    var color: TextStyling.Color? {
      switch self {
      case .added: .green
      case .removed: .red
      case .moved: .yellow
      case .none: nil
      }
    }
  }

  mutating func line(_ sign: Sign, _ text: [UInt8]) {
    output += styling.colored(styling.cut(Array(sign.rawValue.utf8) + indent + text), sign.color) + [0x0A]
  }

  /// A line of parts with colours of their own.
  private mutating func line(_ parts: [(text: [UInt8], color: TextStyling.Color?)], sign: Sign = .none) {
    let head = styling.colored(Array(sign.rawValue.utf8) + indent, sign.color)
    if styling.width != nil {
      output += styling.cut(Array(sign.rawValue.utf8) + indent + parts.flatMap(\.text)) + [0x0A]
    } else {
      output += head + parts.flatMap { styling.colored($0.text, $0.color) } + [0x0A]
    }
  }

  /// A value that comes or goes; `note` is said behind its label.
  mutating func whole(_ sign: Sign, _ label: [UInt8], _ value: Value, note: [UInt8] = []) {
    let head = label + note + (label.isEmpty && note.isEmpty ? [] : Array(": ".utf8))
    guard let lines = LaidOutValue.lines(value, isFull: styling.isFull) else {
      return line(sign, head + ReadableValue.text(value))
    }
    line(
      sign,
      head.isEmpty ? Array((value.kind == .object ? "an object:" : "an array:").utf8) : Array(head.dropLast())
    )
    for text in lines { line(sign, text) }
  }

  /// That an object which comes has members that the object around it had.
  mutating func movedInto(_ names: [[UInt8]]) {
    let list = names.map { MemberLabel.text($0) }.joined(separator: Array(", ".utf8))
    line(.none, Array("  (moved into it: ".utf8) + list + Array(")".utf8))
  }

  /// A value in the place of another one; of objects, and of arrays, only what differs. Without recursion.
  mutating func replaced(_ label: [UInt8], _ old: Value, _ new: Value) {
    var tasks = [Task.replaced(label, old, new)]
    while let task = tasks.popLast() {
      switch task {
      case .indent(let count): indent = [UInt8](repeating: 0x20, count: count)
      case .whole(let sign, let label, let value): whole(sign, label, value)
      case .movedInto(let names): movedInto(names)
      case .replaced(let label, let old, let new):
        if old.kind == new.kind, old.kind.isContainer, indent.count < 2 * LaidOutValue.depthLimit,
          !fits(label, old, new)
        {
          line(.none, label + Array(":".utf8))
          tasks.append(.indent(indent.count))
          tasks += ValueParts.of(old, new).reversed()
          indent += [0x20, 0x20]
        } else {
          replacedScalar(label, old, new)
        }
      }
    }
  }

  /// The parts of two objects that differ.
  mutating func members(_ old: Value, _ new: Value) {
    indent += [0x20, 0x20]
    for part in ValueParts.of(old, new) {
      switch part {
      case .replaced(let label, let old, let new): replaced(label, old, new)
      case .whole(let sign, let label, let value): whole(sign, label, value)
      case .movedInto(let names): movedInto(names)
      case .indent: break
      }
    }
    indent.removeLast(2)
  }

  /// What is to be shown below a line.
  enum Task {
    case replaced([UInt8], Value, Value)
    case whole(Sign, [UInt8], Value)
    case movedInto([[UInt8]])
    case indent(Int)
  }

  /// Whether both values fit on one line.
  private func fits(_ label: [UInt8], _ old: Value, _ new: Value) -> Bool {
    label.count + ReadableValue.count(ReadableValue.text(old)) + ReadableValue.count(ReadableValue.text(new))
      + 7
      + indent.count <= (styling.isSplit ? 0 : LaidOutValue.width)
  }

  private mutating func replacedScalar(_ label: [UInt8], _ old: Value, _ new: Value) {
    let head = label + Array(": ".utf8)
    guard old.kind.isString, new.kind.isString else {
      if fits(label, old, new) { return onOneLine(head, old, new) }
      // Their first lines tell them apart, where each has several.
      whole(.removed, label, old, note: ChangedValue.kind(old))
      whole(.added, label, new, note: ChangedValue.kind(new))
      return
    }
    let (before, after) = (old.document.characters(old.node), new.document.characters(new.node))
    if styling.marksWords, !ChangedValue.hasLines(before), !ChangedValue.hasLines(after) {
      return marked(head, StringDifference.words(before, after))
    }
    if fits(label, old, new) { return onOneLine(head, old, new) }
    if ChangedValue.hasLines(before) || ChangedValue.hasLines(after), !before.isEmpty, !after.isEmpty {
      return lines(label, before, after)
    }
    let excerpts = [Sign.removed, .added].map { StringExcerpt(StringDifference.words(before, after), $0) }
    // In a block of code for a page each line has to say what it is of.
    let isShort = excerpts.allSatisfy { head.count + $0.count + indent.count + 2 <= LaidOutValue.width }
    if styling.isSplit, isShort {
      for excerpt in excerpts { line([(head, nil)] + excerpt.parts, sign: excerpt.sign) }
      return
    }
    line(.none, label + Array(":".utf8))
    for excerpt in excerpts {
      line([([0x20, 0x20], nil)] + excerpt.parts, sign: excerpt.sign)
      if !styling.colors, !styling.isSplit, styling.width == nil, let carets = excerpt.carets {
        line(.none, [0x20, 0x20] + carets)
      }
    }
  }

  private mutating func onOneLine(_ head: [UInt8], _ old: Value, _ new: Value) {
    line([
      (head, nil), (ReadableValue.text(old), .red), (Array(" → ".utf8), nil),
      (ReadableValue.text(new), .green),
    ])
  }

  private static func kind(_ value: Value) -> [UInt8] {
    switch value.kind {
    case .object: Array("  (object)".utf8)
    case .array: Array("  (array)".utf8)
    default: []
    }
  }

  private static func hasLines(_ text: [UInt8]) -> Bool { text.dropLast().contains(0x0A) }

  /// One string, with both sides of what differs.
  private mutating func marked(_ head: [UInt8], _ difference: StringDifference) {
    line([(head, nil)] + StringExcerpt(difference, .none).parts)
  }

  // MARK: Lines

  /// How many equal lines are shown beside those that differ.
  private static let context = 2

  /// Two strings of several lines, as `diff -u` shows them.
  private mutating func lines(_ label: [UInt8], _ old: [UInt8], _ new: [UInt8]) {
    line(.none, label + Array(":".utf8))
    let stretches = StringDifference.lines(old, new).stretches
    var number = 1
    for (index, stretch) in stretches.enumerated() {
      switch stretch {
      case .changed(let old, let new):
        if index == 0 { place(number) }
        for text in StringDifference.split(old) { textLine(.removed, text) }
        for text in StringDifference.split(new) { textLine(.added, text) }
        number += StringDifference.split(old).count
      case .equal(let text):
        let equal = StringDifference.split(text)
        let tail = index == stretches.count - 1 ? 0 : ChangedValue.context
        let head = index == 0 ? 0 : ChangedValue.context
        if equal.count <= head + tail {
          if index == 0 { place(number) }
          for text in equal { textLine(.none, text) }
        } else {
          for text in equal.prefix(head) { textLine(.none, text) }
          if tail > 0 {
            place(number + equal.count - tail)
            for text in equal.suffix(tail) { textLine(.none, text) }
          }
        }
        number += equal.count
      }
    }
  }

  private mutating func place(_ number: Int) { line(.none, Array("  @@ line \(number) @@".utf8)) }

  /// A line of a string; that it has no line end is said.
  private mutating func textLine(_ sign: Sign, _ text: ArraySlice<UInt8>) {
    let hasEnd = text.last == 0x0A
    var shown = StringExcerpt.inside(Array(hasEnd ? text.dropLast() : text))
    // In a line of its own a quote needs no escape, and a tab is one.
    shown = ChangedValue.plain(shown)
    line(sign, Array("  ".utf8) + shown + Array((hasEnd ? "" : "  \\ no line end").utf8))
  }

  private static func plain(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "\"") {
        result.append(UInt8(ascii: "\""))
        index += 2
      } else if text[index] == UInt8(ascii: "\\") {
        result += text[index...index + 1]
        index += 2
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
