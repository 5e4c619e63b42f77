internal import SZJSON
internal import SZModel

/// The lines of a value that comes or goes: a member or element a line, those that fit on one in one.
struct LaidOutValue {
  /// How many characters a line should have at most, and how many lines a value has unless all of it is wanted.
  static let width = 100
  static let lineLimit = 24
  /// How deep containers are laid out: what is deeper stands on one line, as the blanks in front of lines would be more than the rest.
  static let depthLimit = 16

  /// The lines below the one that names the value; nil for a value that stands on that itself. `depth` is how far they are indented.
  static func lines(_ value: Value, isFull: Bool) -> [[UInt8]]? {
    guard value.document.isFilled(value.node) else { return nil }
    if ReadableValue.count(ReadableValue.text(value)) <= width - 20 { return nil }
    enum Task {
      case value(Value, name: [UInt8], depth: Int)
    }
    var lines: [[UInt8]] = []
    var left = 0
    var tasks: [Task] = []
    func push(_ container: Value, _ depth: Int) {
      let document = container.document
      var children: [Task] = []
      if container.kind == .object {
        for member in document.members(container.node) {
          let name = MemberLabel.text(document.characters(member.name))
          children.append(.value(Value(document, member.value), name: name + Array(": ".utf8), depth: depth))
        }
      } else {
        for (index, element) in document.elements(container.node).enumerated() {
          children.append(.value(Value(document, element), name: Array("[\(index)]: ".utf8), depth: depth))
        }
      }
      tasks += children.reversed()
    }
    push(value, 1)
    while case .value(let value, let name, let depth)? = tasks.popLast() {
      if !isFull, lines.count >= lineLimit {
        left += 1
        continue
      }
      let indent = [UInt8](repeating: 0x20, count: depth * 2)
      let text = ReadableValue.text(value)
      let isWide = ReadableValue.count(text) + name.count + indent.count > width
      if isWide, depth < depthLimit, value.document.isFilled(value.node) {
        lines.append(indent + name.dropLast())
        push(value, depth + 1)
      } else {
        lines.append(indent + name + text)
      }
    }
    if left > 0 { lines.append(Array("  … \(left) more, which --full shows".utf8)) }
    return lines
  }
}

/// The name of a member in front of its value.
enum MemberLabel {
  /// The name as it is where it is a plain word or several of usual characters, else in quotes.
  static func text(_ name: [UInt8]) -> [UInt8] {
    let isPlain =
      !name.isEmpty && name.first != 0x20 && name.last != 0x20
      && name.allSatisfy { byte in
        byte >= 0x80 || ASCII.isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || "_-./$@ ".utf8.contains(byte)
      }
    return isPlain && !name.contains(0xED) ? name : ReadableValue.quoted(name)
  }
}
