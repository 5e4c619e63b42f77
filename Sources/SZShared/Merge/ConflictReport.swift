/// What `--report` writes: an array with an object for each conflict.
package enum ConflictReport {
  /// The report of `conflicts`, in their order, ending in a newline. A side that has nothing there is left out.
  ///
  /// Where nobody has settled a conflict, the resolution is that of the last write.
  package static func text(_ conflicts: [Conflict]) -> [UInt8] {
    var output: [UInt8] = [UInt8(ascii: "[")]
    for (number, conflict) in conflicts.enumerated() {
      output += Array((number > 0 ? ",\n " : "\n ").utf8)
      append(conflict, to: &output)
    }
    output += Array((conflicts.isEmpty ? "]\n" : "\n]\n").utf8)
    return output
  }

  private static func append(_ conflict: Conflict, to output: inout [UInt8]) {
    output += Array("{\"path\":".utf8)
    JSONString.append(conflict.pointer.utf8, quotedTo: &output)
    if !conflict.entity.isEmpty {
      output += Array(",\"entity\":".utf8)
      Conflict.append(conflict.entity, to: &output)
    }
    output += Array(",\"kind\":\"\(conflict.kind.rawValue)\"".utf8)
    for party in Conflict.Party.allCases where !conflict.sides[party].isAbsent {
      output += Array(",\"\(party.rawValue)\":".utf8)
      conflict.sides[party].append(to: &output)
    }
    if let policy = conflict.policy { output += Array(",\"policy\":\"\(policy.rawValue)\"".utf8) }
    output += Array(",\"resolution\":".utf8)
    switch conflict.isOpen ? .party(.edited) : conflict.resolution {
    case .party(let party): output += Array("\"\(party.rawValue)\"".utf8)
    case .value(let value):
      output += Array("{\"value\":".utf8)
      value.appendCompact(to: &output)
      output.append(UInt8(ascii: "}"))
    }
    output.append(UInt8(ascii: "}"))
  }
}
