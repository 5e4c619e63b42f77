internal import SZElements
internal import SZJSON
internal import SZModel

/// What `--report` writes, sz-merge-report(5): an array with an object for each conflict.
public enum ConflictReport {
  /// A conflict as programs are told of it, apart from the documents it was found in.
  public struct Entry {
    /// Where something is in one document.
    struct Place {
      /// A JSON Pointer, in UTF-8 or WTF-8.
      let pointer: [UInt8]
      /// The number of the first element, where it is a stretch of the array that the pointer leads to.
      let index: Int?
    }

    let conflict: Conflict
    /// The path by identities, as `sz-path(7)` has it.
    public let path: [UInt8]
    let places: Three<Place?>
    /// Where the outcome is in the result; nil where there is nothing, and where there is no result.
    let merged: Place?
    /// In CURRENT.
    let position: SourcePosition
  }

  /// The report of a merge, ending in a newline. Linear in the documents and in what is written.
  public static func text(_ result: MergeResult) -> [UInt8] {
    var output: [UInt8] = [UInt8(ascii: "[")]
    for (number, entry) in entries(result).enumerated() {
      output += Array((number > 0 ? ",\n " : "\n ").utf8)
      output += entry.text
    }
    output += Array((result.conflicts.isEmpty ? "]\n" : "\n]\n").utf8)
    return output
  }

  /// The conflicts of a merge, in their order; `isFinal` says that their places in the result are wanted, too.
  public static func entries(_ result: MergeResult, isFinal: Bool = true) -> [Entry] {
    entries(result, result.conflicts, isFinal: isFinal)
  }

  /// The same of some of its conflicts.
  public static func entries(_ result: MergeResult, _ conflicts: [Conflict], isFinal: Bool = false) -> [Entry]
  {
    if conflicts.isEmpty { return [] }
    let documents = result.setup.documents
    let paths = Three { party in
      NodePaths(
        documents[party], to: conflicts.compactMap { $0.places[party]?.node }, keys: keys(conflicts, party))
    }
    let merged = isFinal ? MergedPlaces(result) : nil
    let identities = merged.flatMap { PlacesByIdentity(result, $0) }
    let found = conflicts.enumerated().map { number, conflict in
      identities.map { $0.place(of: conflict, merged?[number]) } ?? merged?[number]
    }
    let mergedPaths = (identities?.document ?? merged?.document).map {
      NodePaths($0, to: found.compactMap { $0?.node })
    }
    func place(_ place: Conflict.Place?, _ paths: NodePaths?) -> Entry.Place? {
      guard let place, let paths else { return nil }
      return Entry.Place(pointer: paths.pointer(to: place.node), index: place.elements?.lowerBound)
    }
    var positions = SourcePositions(documents.current.bytes)
    return conflicts.enumerated().map { number, conflict in
      let offset =
        conflict.offset(in: documents.current, .current) ?? documents.current.start(conflict.surrounding)
      return Entry(
        conflict: conflict, path: path(conflict, paths),
        places: Three { place(conflict.places[$0], paths[$0]) },
        merged: place(found[number], mergedPaths), position: positions.position(of: offset))
    }
  }

  /// The entities in one document that conflicts are in, with what identifies them.
  private static func keys(
    _ conflicts: [Conflict], _ party: Party
  ) -> [Document.Node: IdentityKey] {
    var keys: [Document.Node: IdentityKey] = [:]
    for entity in conflicts.flatMap(\.entities) {
      if let node = entity.nodes[party] { keys[node] = entity.key }
    }
    return keys
  }

  /// The path in CURRENT, or in the other document that the conflict is in; elements without identity are a slice of their array.
  private static func path(_ conflict: Conflict, _ paths: Three<NodePaths>) -> [UInt8] {
    let party = conflict.places.first()
    guard let place = conflict.places[party] else { return [] }
    let slice = place.elements.map { "[\($0.lowerBound):\($0.upperBound)]" } ?? ""
    return paths[party].path(to: place.node) + Array(slice.utf8)
  }
}

extension ConflictReport.Entry {
  /// The conflict as a JSON object; a member that has nothing to say is left out.
  public var text: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("kind")
    writer.append(string: conflict.kind.rawValue.utf8)
    writer.name("path")
    writer.append(string: path)
    if !conflict.entity.isEmpty {
      writer.name("entity")
      Conflict.write(conflict.entity, to: &writer)
      if conflict.entities.last?.isFound ?? false {
        writer.name("isInferred")
        writer.append(true)
      }
    }
    let places: [(name: String, place: Place)] =
      (Party.allCases.map { ($0.rawValue, self.places[$0]) } + [("merged", merged)])
      .compactMap { name, place in place.map { (name, $0) } }
    if !places.isEmpty {
      writer.name("pointers")
      writer.beginObject()
      for (name, place) in places {
        writer.name(name)
        writer.append(string: place.pointer)
      }
      writer.endObject()
    }
    if places.contains(where: { $0.place.index != nil }) {
      writer.name("indexes")
      writer.beginObject()
      for (name, place) in places {
        guard let index = place.index else { continue }
        writer.name(name)
        writer.append(index)
      }
      writer.endObject()
    }
    writer.name("line")
    writer.append(position.line)
    writer.name("column")
    writer.append(position.column)
    for party in Party.allCases where !conflict.sides[party].isAbsent {
      writer.name(party.rawValue)
      conflict.sides[party].write(to: &writer)
    }
    writeState(to: &writer)
    writer.endObject()
  }

  private func writeState(to writer: inout JSONWriter) {
    writer.name("state")
    guard case .settled(let rule) = conflict.state else {
      writer.append(string: "open".utf8)
      writer.name("resolution")
      writer.appendNull()
      return
    }
    writer.append(string: "settled".utf8)
    writer.name("rule")
    writer.append(string: rule.text.utf8)
    writer.name("resolution")
    switch conflict.resolution {
    case .party(let party): writer.append(string: party.rawValue.utf8)
    case .value(let value):
      writer.beginObject()
      writer.name("value")
      writer.append(value)
      writer.endObject()
    }
  }
}
