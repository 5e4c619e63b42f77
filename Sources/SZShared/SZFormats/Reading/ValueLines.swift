internal import SZJSON
internal import SZModel

/// Writes each value that a change changes as a line: of JSON, of text, or of fields with tabs between them.
public enum ValueLines {
  public enum Form: Sendable {
    /// An object: `op`, `path`, `pointer`, `line`, `column`, `old`, `new`, and what is said of a move.
    case json
    /// The path and both sides.
    case brief
    /// The path, both sides and the operation.
    case tabs
  }

  /// The lines. Places are those in NEW, and in OLD of what goes. Linear in the documents and in the lines.
  public static func text(
    _ changes: [ValueChange], from old: ReadDocument?, to new: ReadDocument?, _ form: Form
  ) -> [UInt8] {
    switch form {
    case .json: return json(changes, old, new)
    case .brief:
      return changes.flatMap { change -> [UInt8] in
        var line = change.path + Array(": ".utf8)
        switch (change.operation, change.old, change.new) {
        case (.move, _, _): line += Array(moved(change).utf8)
        case (_, let before?, let after?):
          line += ReadableValue.text(before) + Array(" → ".utf8) + ReadableValue.text(after)
        case (_, let before?, nil): line += Array("- ".utf8) + ReadableValue.text(before)
        case (_, _, let after): line += Array("+ ".utf8) + (after.map { ReadableValue.text($0) } ?? [])
        }
        return line + [0x0A]
      }
    case .tabs:
      return changes.flatMap { change -> [UInt8] in
        let fields: [[UInt8]] = [
          change.path, change.old.map { ReadableValue.text($0) } ?? [],
          change.new.map { ReadableValue.text($0) } ?? [], Array(change.operation.rawValue.utf8),
        ]
        return Array(fields.joined(separator: [0x09])) + [0x0A]
      }
    }
  }

  /// What is said of a move, in words.
  static func moved(_ change: ValueChange) -> String {
    if let source = change.source { return "moved from \(String(decoding: source, as: UTF8.self))" }
    guard let neighbour = change.neighbour else { return "moved" }
    return
      "moved \(neighbour.isBehind ? "after" : "before") \(String(decoding: neighbour.selector, as: UTF8.self))"
  }

  private static func json(_ changes: [ValueChange], _ old: ReadDocument?, _ new: ReadDocument?) -> [UInt8] {
    /// Where a change is said to be.
    func place(_ change: ValueChange) -> (isNew: Bool, node: Document.Node)? {
      if change.operation != .remove, new != nil { return change.newNode.map { (true, $0) } }
      return old == nil ? nil : change.oldNode.map { (false, $0) }
    }
    let places = changes.map(place)
    let oldPaths = old.map {
      NodePaths($0.document, to: places.compactMap { $0.flatMap { $0.isNew ? nil : $0.node } })
    }
    let newPaths = new.map {
      NodePaths($0.document, to: places.compactMap { $0.flatMap { $0.isNew ? $0.node : nil } })
    }
    var oldPositions = old.map { SourcePositions($0.original.bytes) }
    var newPositions = new.map { SourcePositions($0.original.bytes) }
    var output: [UInt8] = []
    for (change, place) in zip(changes, places) {
      var line = JSONWriter()
      line.beginObject()
      line.name("op")
      line.append(string: change.operation.rawValue.utf8)
      line.name("path")
      line.append(string: change.path)
      if let place, let read = place.isNew ? new : old {
        line.name("pointer")
        let pointer = (place.isNew ? newPaths : oldPaths)?.pointer(to: place.node) ?? []
        line.append(string: read.origin == nil ? pointer[...] : pointer.dropFirst("/0".utf8.count))
        let offset = read.offsets.original(read.document.start(place.node))
        let position = place.isNew ? newPositions?.position(of: offset) : oldPositions?.position(of: offset)
        if var position {
          if let origin = read.origin { position = position.inText(at: origin) }
          line.name("line")
          line.append(position.line)
          line.name("column")
          line.append(position.column)
        }
      }
      if let source = change.source {
        line.name("from")
        line.append(string: source)
      }
      if change.operation == .move, let neighbour = change.neighbour {
        line.name(neighbour.isBehind ? "after" : "before")
        line.append(string: neighbour.selector)
      }
      for (name, value) in [("old", change.old), ("new", change.new)] {
        guard let value else { continue }
        line.name(name)
        line.append(value)
      }
      line.endObject()
      output += line.text + [0x0A]
    }
    return output
  }
}
