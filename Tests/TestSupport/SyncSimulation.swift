import SZCommand
import SZElements
import SZJSON
import SZMerge

/// Devices that edit copies of one document offline and sync through one server, with messages lost and repeated.
///
/// Every edit writes a text of its own (`t17;`), so that in the end each can be looked for: it is in the document, or an
/// edit took its place by somebody who had seen it, or it stands in a report.
///
/// In half of the runs what is deleted stays as a tombstone, and answers may be lost as well, so that a push is repeated
/// long after. Without tombstones a push that creates something brings it back when it arrives once more after somebody
/// has deleted it; those runs repeat a push at once only.
package struct SyncSimulation {
  private struct Device {
    /// The last state of the server that it knows, and its own copy.
    var pristine: RandomValue
    var edited: RandomValue
    /// What has been sent and not been answered. It is sent again as it was before anything newer is: the server may have
    /// taken it in, and what was created in it and deleted since would otherwise come back.
    var sent: (pristine: RandomValue, edited: RandomValue)?
  }

  private var generator: SeededGenerator
  private var devices: [Device]
  private var server: RandomValue
  private var nextText = 0
  /// Texts that somebody replaced or deleted who had them before his eyes.
  private var replaced: Set<String> = []
  private var reported: Set<String> = []
  private var deleted: Set<String> = []
  /// The only one who moves entities, so that his order must be that of the result.
  private let mover: Int
  private let note: String
  private let hasTombstones: Bool
  private var isEditing = true
  /// Whether nothing is deleted, so that nothing comes back at another place.
  private let keepsAll: Bool

  /// Runs a simulation to its end.
  /// - Throws: a description of what was lost.
  package static func check(seed: UInt64) throws {
    var simulation = SyncSimulation(seed: seed)
    try simulation.run()
  }

  private init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    note = "seed \(seed)"
    let start = RandomValue.object([
      ("title", .scalar("\"\"")), ("notes", .array([])), ("settings", .object([("theme", .scalar("\"\""))])),
    ])
    server = start
    let kind = generator.below(4)
    (hasTombstones, keepsAll) = (kind < 2, kind == 2)
    devices = (0..<2 + generator.below(19)).map { _ in Device(pristine: start, edited: start) }
    mover = generator.below(devices.count)
  }

  private mutating func run() throws {
    for _ in 0..<devices.count * (1 + generator.below(6)) {
      let number = generator.below(devices.count)
      for _ in 0..<generator.below(4) { edit(number) }
      if generator.chance(2) {
        try sync(number, losesRequest: generator.chance(5), losesAnswer: hasTombstones && generator.chance(5))
      }
    }
    isEditing = false
    let wantedOrder = identities(devices[mover].edited)
    // What was sent is answered, what is newer is sent, and everybody hears of it.
    for _ in 0..<3 {
      for number in devices.indices.shuffled(using: &generator) {
        try sync(number, losesRequest: false, losesAnswer: false)
      }
    }
    let states = Set(devices.map(\.edited.text) + [server.text])
    guard states.count == 1 else {
      throw TestFiles.Failure("the copies differ (\(note))\n\(states.joined(separator: "\n"))")
    }
    try checkTexts()
    try checkOrder(wantedOrder)
  }

  /// Sends what a device began with and what it has; takes the answer, unless it is lost on the way.
  private mutating func sync(_ number: Int, losesRequest: Bool, losesAnswer: Bool) throws {
    let sent = devices[number].sent ?? (devices[number].pristine, devices[number].edited)
    devices[number].sent = sent
    if losesRequest { return }
    server = try merge(sent.pristine, sent.edited, server)
    // A message may arrive twice.
    if generator.chance(4) {
      let again = try merge(sent.pristine, sent.edited, server)
      guard again == server else {
        throw TestFiles.Failure("a repeated push changes something (\(note))\n\(server.text)\n\(again.text)")
      }
    }
    if losesAnswer { return }
    // The user may have gone on while the answer was under way.
    if isEditing, generator.chance(4) { edit(number) }
    let edited = try merge(sent.edited, devices[number].edited, server)
    devices[number] = Device(pristine: server, edited: edited)
  }

  private mutating func merge(_ pristine: RandomValue, _ edited: RandomValue, _ current: RandomValue) throws
    -> RandomValue
  {
    let hashing = Hashing()
    let documents = try [pristine, edited, current].map {
      try Document.read(Array($0.text.utf8), .init(hashing: hashing))
    }
    var options = MergeOptions()
    if hasTombstones { options.tombstone = MemberName("isDeleted") }
    let merger = Merger.merge(
      Three(pristine: documents[0], edited: documents[1], current: documents[2]), options)
    if !merger.conflicts.isEmpty {
      reported.formUnion(
        SyncSimulation.texts(String(decoding: ConflictReport.text(merger), as: UTF8.self)))
    }
    let merged = try Document.read(merger.edits.applied(to: documents[2].bytes))
    return RandomValue(merged, merged.root)
  }

  // MARK: Edits

  private mutating func newText() -> RandomValue {
    nextText += 1
    return .scalar("\"t\(nextText);\"")
  }

  /// One edit of a device's copy.
  private mutating func edit(_ number: Int) {
    guard case .object(var members) = devices[number].edited, case .array(var notes) = members[1].1 else {
      return
    }
    let before = SyncSimulation.texts(devices[number].edited.text)
    switch generator.below(10) {
    case 0: members[0].1 = newText()
    case 1: members[2].1 = .object([("theme", newText())])
    case 2, 3: notes.insert(newNote(), at: generator.below(notes.count + 1))
    case 4 where !keepsAll:
      guard let index = anyNote(notes) else { return }
      deleted.insert(SyncSimulation.identity(notes[index]))
      notes.remove(at: index)
    case 5 where !notes.isEmpty && number == mover:
      notes.insert(notes.remove(at: generator.below(notes.count)), at: generator.below(notes.count + 1))
    default:
      guard let index = anyNote(notes) else { return }
      notes[index] = editedNote(notes[index])
    }
    members[1].1 = .array(notes)
    devices[number].edited = .object(members)
    replaced.formUnion(before.subtracting(SyncSimulation.texts(devices[number].edited.text)))
  }

  /// A note that is not deleted.
  private mutating func anyNote(_ notes: [RandomValue]) -> Int? {
    notes.indices.filter { !SyncSimulation.isDeleted(notes[$0]) }.randomElement(using: &generator)
  }

  private static func isDeleted(_ note: RandomValue) -> Bool {
    guard case .object(let members) = note else { return false }
    return members.contains { $0.0 == "isDeleted" }
  }

  private mutating func newNote() -> RandomValue {
    .object([("id", newText()), ("text", newText()), ("lines", .array([newText()]))])
  }

  private mutating func editedNote(_ note: RandomValue) -> RandomValue {
    guard case .object(var members) = note, let index = members.firstIndex(where: { $0.0 == "lines" }),
      case .array(var lines) = members[index].1
    else { return note }
    switch generator.below(5) {
    case 0: lines.insert(newText(), at: generator.below(lines.count + 1))
    case 1 where !lines.isEmpty: lines.remove(at: generator.below(lines.count))
    case 2:
      if let mark = members.firstIndex(where: { $0.0 == "mark" }) {
        members.remove(at: mark)
      } else {
        members.append(("mark", newText()))
      }
    default:
      if let text = members.firstIndex(where: { $0.0 == "text" }) { members[text].1 = newText() }
    }
    if let index = members.firstIndex(where: { $0.0 == "lines" }) { members[index].1 = .array(lines) }
    return .object(members)
  }

  // MARK: What must hold in the end

  private func checkTexts() throws {
    let present = SyncSimulation.texts(server.text)
    for number in 1...max(nextText, 1) {
      let text = "t\(number);"
      if nextText == 0 || present.contains(text) || replaced.contains(text) || reported.contains(text) {
        continue
      }
      throw TestFiles.Failure("the edit \(text) was lost (\(note))\n\(server.text)")
    }
    guard case .object(let members) = server, case .array(let notes) = members[1].1 else { return }
    let living = Set(notes.filter { !SyncSimulation.isDeleted($0) }.map(SyncSimulation.identity))
    for identity in deleted where living.contains(identity) && !reported.contains(identity) {
      throw TestFiles.Failure("the deletion of \(identity) was lost (\(note))\n\(server.text)")
    }
  }

  private func checkOrder(_ wanted: [String]) throws {
    guard keepsAll else { return }
    let shared = Set(wanted)
    let order = (wanted, identities(server).filter(shared.contains))
    guard order.0 == order.1 else {
      throw TestFiles.Failure("the only mover's order was lost (\(note))\n\(order.0)\n\(order.1)")
    }
  }

  private func identities(_ value: RandomValue) -> [String] {
    guard case .object(let members) = value, case .array(let notes) = members[1].1 else { return [] }
    return notes.map(SyncSimulation.identity)
  }

  private static func identity(_ note: RandomValue) -> String {
    guard case .object(let members) = note, let id = members.first(where: { $0.0 == "id" }) else { return "" }
    return id.1.text.filter { $0 != "\"" }
  }

  /// The texts of edits that stand in a JSON text.
  private static func texts(_ text: String) -> Set<String> {
    Set(text.split(separator: "\"").filter { $0.first == "t" && $0.last == ";" }.map(String.init))
  }
}
