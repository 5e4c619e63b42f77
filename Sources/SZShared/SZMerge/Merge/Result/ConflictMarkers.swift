public import SZJSON

/// Writes a merge with its open conflicts between git's markers, around the lines on which they are.
///
/// The merge is rendered once for each party, with all open conflicts resolved for it. The renderings agree but for the
/// stretches between their marks, so whoever takes one party's lines everywhere has its whole JSON text.
public struct ConflictMarkers {
  /// One rendering: CURRENT's text and the edits that resolve every open conflict for one party.
  public struct Rendering {
    let label: String
    fileprivate let text: [UInt8]
    /// Between the marks, in the order of the text; what is marked inside a conflict belongs to it.
    fileprivate let stretches: [RenderedMerge.Stretch]

    public init(_ edits: SourceEdits, of bytes: ByteView, label: String) {
      self.label = label
      let rendered = RenderedMerge(edits, of: bytes)
      (text, stretches) = (rendered.text, rendered.blocks)
    }
  }

  /// A stretch of the text: one version that all agree on, or one for each rendering.
  private enum Part {
    case common([UInt8])
    case conflict([[UInt8]])
  }

  private let renderings: [Rendering]
  private let size: Int
  private let isZealous: Bool
  private let newline: [UInt8]
  private var output: [UInt8] = []
  /// The versions of the lines of a conflict that has not reached the end of its line; none outside of one.
  private var open: [[UInt8]] = []

  /// The marked text. `current` and `edited` are written above and below `=======`, `pristine` between them behind
  /// `|||||||`; a marker has `size` signs. With `isZealous`, lines at the ends of a conflict that `current` and `edited` have in
  /// common are not in it, whatever `pristine` has there, as in git's zdiff3.
  public static func text(
    current: Rendering, pristine: Rendering?, edited: Rendering, size: Int = 7, isZealous: Bool = false
  ) -> [UInt8] {
    var markers = ConflictMarkers([current, pristine, edited].compactMap { $0 }, size, isZealous)
    for part in markers.parts() { markers.add(part) }
    markers.close()
    return markers.output
  }

  private init(_ renderings: [Rendering], _ size: Int, _ isZealous: Bool) {
    self.renderings = renderings
    self.isZealous = isZealous
    self.size = size
    let text = renderings[0].text
    let end = text.firstIndex(of: 0x0A) ?? 0
    newline = end > 0 && text[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// The text taken apart at the marks.
  private func parts() -> [Part] {
    let numbers = renderings.map { $0.stretches.map(\.number) }
    guard numbers.allSatisfy({ $0 == numbers[0] }) else { return [.conflict(renderings.map(\.text))] }
    var parts: [Part] = []
    // The versions of a conflict that has not ended; none outside of one.
    var pending: [[UInt8]] = []
    for index in 0...numbers[0].count {
      let between = renderings.map { rendering in
        let start = index == 0 ? 0 : rendering.stretches[index - 1].range.upperBound
        let end =
          index == numbers[0].count ? rendering.text.count : rendering.stretches[index].range.lowerBound
        return Array(rendering.text[start..<end])
      }
      // Where nothing is marked, what differs is one conflict, as of moves and of what delete rules did.
      if numbers[0].isEmpty, between.contains(where: { $0 != between[0] }) { return [.conflict(between)] }
      let split = ConflictMarkers.split(between, isFirst: index == 0, isLast: index == numbers[0].count)
      if !pending.isEmpty {
        for number in pending.indices { pending[number] += split.heads[number] }
        if !split.core.isEmpty || index == numbers[0].count {
          parts.append(.conflict(pending))
          pending = []
        }
      }
      if !split.core.isEmpty { parts.append(.common(split.core)) }
      guard index < numbers[0].count else { break }
      if pending.isEmpty { pending = renderings.map { _ in [] } }
      for number in renderings.indices {
        let stretch = renderings[number].stretches[index].range
        pending[number] += split.tails[number]
        pending[number] += renderings[number].text[stretch]
      }
    }
    return parts
  }

  /// What the versions of a stretch between two conflicts agree on, and the commas and white space at its ends that belong to
  /// the conflicts. Versions that differ in more have nothing in common.
  private static func split(_ versions: [[UInt8]], isFirst: Bool, isLast: Bool) -> (
    heads: [[UInt8]], core: [UInt8], tails: [[UInt8]]
  ) {
    let none = versions.map { _ in [UInt8]() }
    if versions.allSatisfy({ $0 == versions[0] }) { return (none, versions[0], none) }
    func isSeparator(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
    let bounds = versions.map { version -> Range<Int> in
      let start = isFirst ? 0 : version.firstIndex { !isSeparator($0) } ?? version.count
      let end = isLast ? version.count : (version.lastIndex { !isSeparator($0) } ?? start - 1) + 1
      return start..<max(start, end)
    }
    let cores = zip(versions, bounds).map { Array($0[$1]) }
    guard cores.allSatisfy({ $0 == cores[0] }), !cores[0].isEmpty else {
      return isFirst ? (none, [], versions) : (versions, [], none)
    }
    var heads = zip(versions, bounds).map { Array($0[..<$1.lowerBound]) }
    var tails = zip(versions, bounds).map { Array($0[$1.upperBound...]) }
    var core = cores[0]
    var shared: [UInt8] = []
    while let byte = heads[0].last, heads.allSatisfy({ $0.last == byte }) {
      for index in heads.indices { heads[index].removeLast() }
      shared.append(byte)
    }
    core.insert(contentsOf: shared.reversed(), at: 0)
    while let byte = tails[0].first, tails.allSatisfy({ $0.first == byte }) {
      for index in tails.indices { tails[index].removeFirst() }
      core.append(byte)
    }
    return (heads, core, tails)
  }

  private mutating func add(_ part: Part) {
    switch part {
    case .common(let text):
      if open.isEmpty {
        output += text
        return
      }
      let end = text.firstIndex(of: 0x0A).map { $0 + 1 }
      for number in open.indices { open[number] += text[..<(end ?? text.count)] }
      guard let end else { return }
      close()
      output += text[end...]
    case .conflict(let texts):
      if open.isEmpty {
        let start = (output.lastIndex(of: 0x0A) ?? -1) + 1
        let line = Array(output[start...])
        output.removeSubrange(start...)
        open = texts.map { _ in line }
      }
      for number in open.indices { open[number] += texts[number] }
    }
  }

  /// Writes the versions of the lines that are open, between markers as far as they differ.
  private mutating func close() {
    let versions = open
    open = []
    guard let first = versions.first else { return }
    // Sides that agree leave nothing to decide, whatever the original has.
    if versions.last == first {
      output += first
      return
    }
    let all = ConflictMarkers.commonLines(versions)
    let sides = isZealous ? ConflictMarkers.commonLines([first, versions[versions.count - 1]]) : all
    output += first[..<sides.head]
    let signs: [UInt8] = versions.count == 3 ? Array("<|=".utf8) : Array("<=".utf8)
    for (number, version) in versions.enumerated() {
      marker(signs[number], signs[number] == UInt8(ascii: "=") ? nil : renderings[number].label)
      let ends = signs[number] == UInt8(ascii: "|") ? all : sides
      let lines = version[ends.head..<version.count - ends.tail]
      output += lines
      if let last = lines.last, last != 0x0A { output += newline }
    }
    marker(UInt8(ascii: ">"), renderings[renderings.count - 1].label)
    output += first[(first.count - sides.tail)...]
  }

  /// How many bytes of whole lines all versions have in common at their beginning, and behind those at their end.
  private static func commonLines(_ versions: [[UInt8]]) -> (head: Int, tail: Int) {
    let shortest = versions.map(\.count).min() ?? 0
    var (head, tail) = (0, 0)
    for index in 0..<shortest {
      let byte = versions[0][index]
      guard versions.allSatisfy({ $0[index] == byte }) else { break }
      if byte == 0x0A { head = index + 1 }
    }
    for index in 1..<max(1, shortest - head + 1) {
      let byte = versions[0][versions[0].count - index]
      guard versions.allSatisfy({ $0[$0.count - index] == byte }) else { break }
      // The lines begin behind a newline, or where the common ones at the beginning end.
      let begins = versions.allSatisfy { $0.count - index == head || $0[$0.count - index - 1] == 0x0A }
      if begins { tail = index }
    }
    return (head, tail)
  }

  private mutating func marker(_ sign: UInt8, _ label: String?) {
    output += [UInt8](repeating: sign, count: size)
    if let label, !label.isEmpty { output += [0x20] + label.systemBytes }
    output += newline
  }
}
