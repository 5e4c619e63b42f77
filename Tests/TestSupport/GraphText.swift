/// Writes a ``RandomGraph`` as JSON.
package struct GraphText {
  /// How values are spelt.
  package enum Spelling: Sendable {
    /// Each in one way only.
    case plain
    /// Dates with some offset or as .NET writes them, binaries in either alphabet, UUIDs in either case, sets in any order, and
    /// no members as absent, null or [].
    case varied
  }

  private var generator: SeededGenerator
  private let spelling: Spelling
  private let shape: RandomGraph.Shape

  package static func text(_ graph: RandomGraph, _ spelling: Spelling, _ generator: inout SeededGenerator)
    -> [UInt8]
  {
    var writer = GraphText(generator: generator, spelling: spelling, shape: graph.shape)
    let text = writer.document(graph)
    generator = writer.generator
    return Array(text.utf8)
  }

  private var isVaried: Bool { spelling == .varied }

  private mutating func document(_ graph: RandomGraph) -> String {
    let lists = graph.lists.map { list($0) }
    let tags = graph.tags.map { #"{"name":"t\#($0.id)","rank":\#($0.rank)}"# }
    var members: [String] = []
    if graph.shape.isTables {
      members.append(#""version":\#(graph.title)"#)
      members += many("lists", lists, isOrdered: graph.shape.listsAreOrdered)
      members += many("items", graph.items.map { item($0) }, isOrdered: graph.shape.itemsAreOrdered)
      members += many("tags", tags, isOrdered: false)
    } else {
      members.append(#""guid":"app","title":"\#(graph.title)""#)
      members += many("lists", lists, isOrdered: graph.shape.listsAreOrdered)
      members += many("tags", tags, isOrdered: false)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func many(_ name: String, _ elements: [String], isOrdered: Bool) -> [String] {
    var elements = elements
    if elements.isEmpty {
      switch generator.below(3) {
      case 0: return []
      case 1: return ["\"\(name)\":null"]
      default: return ["\"\(name)\":[]"]
      }
    }
    if isVaried, !isOrdered { elements.shuffle(using: &generator) }
    return ["\"\(name)\":[" + elements.joined(separator: ",") + "]"]
  }

  private mutating func list(_ list: RandomGraph.List) -> String {
    var members = [#""id":\#(uuid(list.id))"#]
    if let name = list.values["name"] { members.append(#""name":"n\#(name)""#) }
    if let at = list.values["at"] { members.append(#""at":\#(date(at))"#) }
    if !shape.isTables {
      members += many("items", list.items.map { item($0) }, isOrdered: shape.itemsAreOrdered)
      if let top = list.top { members.append(#""top":\#(item(top))"#) }
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func item(_ item: RandomGraph.Item) -> String {
    var members: [String] = []
    if item.isTask { members.append(#""entityName":"Task""#) }
    members.append(#""n":\#(item.id)\#(isVaried && generator.chance(3) ? ".0" : "")"#)
    for (name, value) in item.values.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "at": members.append(#""at":\#(date(value))"#)
      case "photo": members.append(#""photo":"\#(binary(value))""#)
      // No change has it, so that without the model a deletion would not fit what has it.
      case "secret": if isVaried { members.append(#""secret":"\#(generator.below(9))""#) }
      default: members.append("\"\(name)\":\(value)")
      }
    }
    members += many("tags", item.tags.map { "\"t\($0)\"" }, isOrdered: shape.tagsAreOrdered)
    if let list = item.list { members.append(#""list":\#(uuid(list))"#) }
    let notes = item.notes.map { note in #"{"text":"x\#(note)","at":\#(date(note))}"# }
    members += many("notes", notes, isOrdered: shape.notesAreOrdered)
    if isVaried { members.shuffle(using: &generator) }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    let small = "abcdef00-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    return "\"\(isVaried && generator.chance(2) ? small.uppercased() : small)\""
  }

  /// The beginning of 2020 and so many seconds.
  private mutating func date(_ seconds: Int) -> String {
    switch isVaried ? generator.below(4) : 0 {
    case 1: #""2020-01-01T02:00:0\#(seconds).000+02:00""#
    case 2: #""\/Date(157783680\#(seconds)000)\/""#
    case 3: #""/Date(157783680\#(seconds)000-0500)/""#
    default: #""2020-01-01T00:00:0\#(seconds)Z""#
    }
  }

  private mutating func binary(_ value: Int) -> String {
    let plain = ["+/8=", "+/A=", "//8=", "//A=", "AAA="][value]
    guard isVaried else { return plain }
    switch generator.below(3) {
    case 0: return plain
    case 1: return plain.replacing("=", with: "")
    default: return plain.replacing("+", with: "-").replacing("/", with: "_")
    }
  }
}
