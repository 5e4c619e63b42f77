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

  /// The place as a JSON Pointer, RFC 6901; `last` is one more step.
  func pointer(_ path: Int, _ last: Step? = nil) -> String {
    var steps: [Step] = last.map { [$0] } ?? []
    var path = path
    while path >= 0 {
      steps.append(entries[path].step)
      path = entries[path].parent
    }
    return steps.reversed().map { step in
      switch step {
      case .index(let index): "/\(index)"
      case .name(let name): "/" + PathTable.escaped(name.document.string(name.node))
      }
    }.joined()
  }

  private static func escaped(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
