public import SZJSON

/// Places in the target, each told by the place above it and one step, so that a path is made only when it is printed.
public struct PathTable {
  public enum Step {
    case name(Value)
    case index(Int)
    /// Several steps, as a JSON Pointer and as a JSONPath from the root.
    case way(pointer: [UInt8], path: [UInt8])
  }

  /// One of the places, by its number in a table.
  public struct Path: Hashable, Sendable {
    fileprivate let number: Int

    /// The whole document, in every table.
    public static let root = Path(number: -1)
  }

  private var entries: [(parent: Path, step: Step)] = []

  public init() {
  }

  public mutating func add(_ step: Step, below parent: Path) -> Path {
    entries.append((parent, step))
    return Path(number: entries.count - 1)
  }

  /// How many places there are: to be told later which are new.
  public var count: Int { entries.count }

  /// Forgets the places from a number on, of which nobody is to ask any more.
  public mutating func forget(from number: Int) {
    while entries.count > number { entries.removeLast() }
  }

  /// The place as a JSON Pointer, RFC 6901, or as a JSONPath where a name has characters that a command line cannot carry; `last`
  /// is one more step.
  public func pointer(_ path: Path, _ last: Step? = nil) -> String {
    var steps: [Step] = last.map { [$0] } ?? []
    var path = path
    while path != .root {
      steps.append(entries[path.number].step)
      path = entries[path.number].parent
    }
    return PathTable.text(steps)
  }

  /// The place that `steps` lead to, the last one first.
  static func text(_ steps: [Step]) -> String {
    let isPointer = steps.allSatisfy { step in
      switch step {
      case .name(let name): PathText.fitsPointer(name.document.characters(name.node))
      case .way(let pointer, _): PathText.fitsPointer(pointer)
      case .index: true
      }
    }
    var text = isPointer ? [] : Array("$".utf8)
    for step in steps.reversed() {
      switch step {
      case .way(let pointer, let path): text += isPointer ? pointer[...] : path.dropFirst()
      case .index(let index): text += Array((isPointer ? "/\(index)" : "[\(index)]").utf8)
      case .name(let name):
        let characters = name.document.characters(name.node)
        if isPointer {
          PathText.appendPointerStep(characters, to: &text)
        } else {
          PathText.appendStep(characters, to: &text)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
