/// Places in the target, each told by the place above it and one step, so that a path is made only when it is printed.
struct PathTable {
  enum Step {
    case name(Value)
    case index(Int)
  }

  private var entries: [(parent: Int, step: Step)] = []
  static let root = -1

  mutating func add(_ step: Step, below parent: Int) -> Int {
    entries.append((parent, step))
    return entries.count - 1
  }

  /// The place as a JSON Pointer, RFC 6901, or as a JSONPath where a name has characters that a command line cannot carry; `last`
  /// is one more step.
  func pointer(_ path: Int, _ last: Step? = nil) -> String {
    var steps: [Step] = last.map { [$0] } ?? []
    var path = path
    while path >= 0 {
      steps.append(entries[path].step)
      path = entries[path].parent
    }
    let isPointer = steps.allSatisfy { step in
      if case .name(let name) = step {
        PathText.fitsPointer(name.document.characters(name.node))
      } else {
        true
      }
    }
    var text = isPointer ? [] : Array("$".utf8)
    for step in steps.reversed() {
      switch step {
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
