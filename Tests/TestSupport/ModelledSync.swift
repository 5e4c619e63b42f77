import SZCommand
import SZJSON
import SZMerge
import SZModel

/// Devices that edit copies of one document under a random model offline and sync through one server, with messages lost and repeated:
/// ``SyncSimulation`` with entities that move, own each other in rings, refer to each other and are deleted by rules.
///
/// Each merge is looked at by itself: what either side did is in its result, or what it is about is in its report. In the end all have
/// the same.
package struct ModelledSync {
  private struct Device {
    var pristine: [UInt8]
    var edited: [UInt8]
    /// What has been sent and not been answered, and is sent again as it was.
    var sent: (pristine: [UInt8], edited: [UInt8])?
  }

  private var generator: SeededGenerator
  private let model: RandomModel
  private let schema: Schema
  private var options = MergeOptions()
  private var edits: ModelledEdits
  private var devices: [Device] = []
  private var server: [UInt8] = []
  private var first: ModelledInventory
  private let note: String
  private let hasTombstones: Bool
  /// Whether messages are repeated; else there may be counters.
  private let repeats: Bool
  private let isPretty: Bool
  /// What a device deleted, or a merge had no place for, which its report says.
  private var deleted: Set<Int> = []
  private var highest: [Int: Int] = [:]
  private var isEditing = true

  /// Runs a simulation to its end.
  /// - Throws: a description of what went wrong, with the documents of the merge.
  package static func check(seed: UInt64) throws {
    var sync = try ModelledSync(seed: seed)
    try sync.run()
  }

  private init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    note = "seed \(seed)"
    let kind = generator.below(4)
    (hasTombstones, repeats) = (kind < 2, kind != 0)
    isPretty = generator.chance(2)
    model = RandomModel(&generator, hasTombstones: hasTombstones, mayAdd: !repeats)
    do {
      schema = Schema(try ModelReader.read(try Document.read(Array(model.text.utf8))))
    } catch { throw TestFiles.Failure("the model is one: \(error) (\(note))\n\(model.text)") }
    options.schema = schema
    options.conflicts = generator.chance(3) ? .current : .edited
    options.deletes = [nil, nil, .keep, .delete, .edited, .current][generator.below(6)]
    edits = ModelledEdits(model)
    let root = edits.start(&generator)
    first = ModelledInventory(root, model)
    server = edits.writer.text(root, isPretty: isPretty)
    highest = first.highest
    let device = Device(pristine: server, edited: server)
    devices = Array(repeating: device, count: 2 + generator.below(3))
  }

  private func fail(_ law: String, _ texts: [UInt8]...) -> TestFiles.Failure {
    let shown = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    return TestFiles.Failure(
      "\(law) (\(note), conflicts=\(options.conflicts), deletes=\(options.deletes.map { "\($0)" } ?? "-"))\n"
        + "\(model.text)\n\(shown)")
  }

  private mutating func run() throws {
    for _ in 0..<devices.count * (1 + generator.below(3)) {
      let number = generator.below(devices.count)
      try edit(number)
      if generator.chance(2) {
        try sync(
          number, losesRequest: generator.chance(5),
          losesAnswer: repeats && hasTombstones && generator.chance(5))
      }
    }
    isEditing = false
    for _ in 0..<3 {
      for number in devices.indices.shuffled(using: &generator) {
        try sync(number, losesRequest: false, losesAnswer: false)
      }
    }
    for device in devices where device.edited != server {
      throw fail("all copies are the same in the end", device.edited, server)
    }
    try checkCounters()
  }

  // MARK: Messages

  private mutating func edit(_ number: Int) throws {
    let document = try Document.read(devices[number].edited)
    let root = try edits.writer.read(document)
    let before = ModelledInventory(root, model)
    for _ in 0..<1 + generator.below(4) { edits.edit(root, &generator) }
    let after = ModelledInventory(root, model)
    deleted.formUnion(before.living.subtracting(after.living))
    highest.merge(after.highest) { max($0, $1) }
    devices[number].edited = edits.writer.text(root, isPretty: isPretty)
    if let fact = after.dangling.first, before.dangling.isEmpty {
      throw fail("an app lets nothing dangle: \(fact)", devices[number].edited)
    }
  }

  /// Sends what a device began with and what it has; takes the answer, unless it is lost on the way.
  private mutating func sync(_ number: Int, losesRequest: Bool, losesAnswer: Bool) throws {
    let sent = devices[number].sent ?? (devices[number].pristine, devices[number].edited)
    devices[number].sent = sent
    if losesRequest { return }
    let before = server
    server = try merge(sent.pristine, sent.edited, before)
    if repeats, generator.chance(4) {
      let again = try merge(sent.pristine, sent.edited, server)
      // Of a list without identity, a second push may take a value that the first one kept (sz-merge(1), CAVEATS).
      let mayTake = options.deletes == .edited || options.deletes == .delete
      guard try again == server || mayTake && hasListConflict(sent.pristine, sent.edited, server) else {
        throw fail("a repeated push changes nothing", sent.pristine, sent.edited, before, server, again)
      }
    }
    if losesAnswer { return }
    if isEditing, generator.chance(4) { try edit(number) }
    let edited = try merge(sent.edited, devices[number].edited, server)
    devices[number] = Device(pristine: server, edited: edited)
  }

  // MARK: Merges

  private mutating func merge(_ pristine: [UInt8], _ edited: [UInt8], _ current: [UInt8]) throws -> [UInt8] {
    let documents = try ModelledMerge.read(pristine, edited, current)
    do {
      let merge = try ModelledMerge(model, schema, options).checked(documents)
      deleted.formUnion(merge.homeless)
      return merge.text
    } catch let error as TestFiles.Failure { throw fail(error.description, pristine, edited, current) }
  }

  /// Whether a merge reports a conflict in a list, which is told by indexes.
  private func hasListConflict(_ pristine: [UInt8], _ edited: [UInt8], _ current: [UInt8]) throws -> Bool {
    let documents = try ModelledMerge.read(pristine, edited, current)
    return try ModelledMerge(model, schema, options).checked(documents).report.contains("\"indexes\"".utf8)
  }

  private func checkCounters() throws {
    let end = ModelledInventory(try edits.writer.read(try Document.read(server)), model)
    for (number, value) in end.counters where !deleted.contains(number) {
      let wanted = edits.added[number] ?? 0
      if value != wanted { throw fail("the counter of \(number) is \(wanted)", server) }
    }
    for (number, value) in end.highest where !deleted.contains(number) && value != highest[number] {
      throw fail("the highest of \(number) is \(highest[number] ?? 0)", server)
    }
    for number in first.living.union(end.living)
    where !deleted.contains(number) && !end.living.contains(number) {
      throw fail("\(number) is lost", server)
    }
  }
}
