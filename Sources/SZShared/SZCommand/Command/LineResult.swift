internal import SZJSON
internal import SZLines

/// What a run over the lines of a target has come to: what becomes of lines, which lines come, and what is said beside it.
///
/// A portion of the run has one of its own, which becomes part of the whole when it is done.
struct LineResult {
  private(set) var edits: [EditedLines]
  private(set) var created: [EditedLines]
  /// Of a shard, which lines of the target are in it.
  private(set) var members: [UInt64]?
  let report = Spool()
  let rejects = Spool()
  let messages = Spool()
  var misfitCount = 0
  var appliedCount = 0
  var alreadyAppliedCount = 0
  /// Conflicts of a merge.
  var openCount = 0
  var settledCount = 0

  init() { (edits, created) = ([], []) }

  /// Nothing yet, of one portion.
  static var ofPortion: LineResult {
    var result = LineResult()
    (result.edits, result.created) = ([EditedLines()], [EditedLines()])
    return result
  }

  var isChanged: Bool { edits.contains { $0.count > 0 } || created.contains { $0.count > 0 } }

  /// Adds what a portion has come to, with the lines of a shard.
  mutating func add(_ portion: LineResult, _ members: [UInt64]?) throws(SystemError) {
    edits += portion.edits
    created += portion.created
    if let members {
      var all = self.members ?? []
      while all.count < members.count { all.append(0) }
      for index in members.indices { all[index] |= members[index] }
      self.members = all
    }
    try report.append(portion.report)
    try rejects.append(portion.rejects)
    try messages.append(portion.messages)
    misfitCount += portion.misfitCount
    appliedCount += portion.appliedCount
    alreadyAppliedCount += portion.alreadyAppliedCount
    openCount += portion.openCount
    settledCount += portion.settledCount
  }

  /// Takes the array that has become of one line, or of none, which a change at `change` was about.
  func take(_ made: Document, _ line: LineSet.Line?, change: Int) throws(SystemError) {
    var elements = made.elements(made.root)
    let text = elements.next().map { LineWriter.oneLine(made.bytes, made.range($0)) }
    if let line {
      try edits[0].append(line.position, text)
    } else if let text {
      try created[0].append(change, text)
    }
  }

  /// Writes the lines of the target with all that becomes of them.
  func write(_ set: LineSet, _ shard: Shard?, to output: Output) throws(SystemError) {
    var writer = try LineWriter(set, edits, created: created)
    guard let shard else { return try writer.write(to: output) }
    try writer.write(members ?? [], hasRest: shard.hasRest, to: output)
  }
}

/// Where the lines go that a run has made, with what is written beside them.
struct LineOutput {
  let arguments: ParsedArguments
  let io: ToolIO
  let companions: [Companion]

  /// Writes the lines of a target called `operand` with all that becomes of them. A file that nothing changes in is left alone.
  func write(
    _ result: LineResult, _ set: LineSet, _ shard: Shard?, named operand: String?
  ) throws(Failure) {
    if !result.isChanged, shard == nil, arguments.has(.inPlace), operand != nil, operand != "-" {
      for companion in companions { try companion.commit() }
      return
    }
    try Destination(arguments, inPlace: operand, io).write(beside: companions) { output throws(SystemError) in
      try result.write(set, shard, to: output)
    }
  }
}

extension Spool {
  /// Adds a line of text.
  func append(line: String) throws(SystemError) { try append(Array((line + "\n").utf8)) }

  /// Says each line on the standard error.
  func say(by name: String, _ io: ToolIO) throws(SystemError) {
    let text = try contents()
    for line in text.view.array(0..<text.count).split(separator: 0x0A) {
      io.say("\(name): \(String(decoding: line, as: UTF8.self))\n")
    }
  }
}
