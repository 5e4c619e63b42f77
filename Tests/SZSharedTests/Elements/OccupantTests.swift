import SZElements
import SZJSON
import SZMerge
import TestSupport
import Testing

/// Lists of places and who has them: seats, rooms, lockers, talks of a day. Some are free, and so alike.
///
/// One side puts a note to somebody, and the other one lets others come, go, and change places. In no merge without a conflict is the note
/// another one's, or nobody's. `SZ_ROUNDS=100000` makes a hunt of it.
@Suite(.limited) struct OccupantTests {
  static let rounds = SeededGenerator.rounds(2000)
  private static let hashing = Hashing()

  /// Who has a place: two strings of each, beside the place's, or in an object.
  enum Shape: CaseIterable, Sendable { case flat, inner }

  private struct Place {
    let text: String
    /// 0 where it is free.
    var occupant: Int
    var hasNote = false

    func text(_ shape: Shape) -> String {
      let (who, phone) = occupant == 0 ? ("", "") : ("w\(occupant)", "t\(occupant)")
      let strings = "\"who\":\"\(who)\",\"tel\":\"\(phone)\""
      let note = hasNote ? ",\"note\":true" : ""
      return "{\(text),\(shape == .flat ? strings : "\"guest\":{\(strings)}")\(note)}"
    }
  }

  @Test(arguments: Shape.allCases) func aNoteStaysWithWhomItIsOf(shape: Shape) throws {
    var faults: [String] = []
    var silent = 0
    for round in 0..<OccupantTests.rounds {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let pristine = OccupantTests.places(&generator)
      let taken = pristine.indices.filter { pristine[$0].occupant > 0 }
      if taken.isEmpty { continue }
      var edited = pristine
      let noted = taken[generator.below(taken.count)]
      edited[noted].hasNote = true
      let current = OccupantTests.changed(pristine, &generator)
      let texts = [pristine, edited, current].map { places in
        Array("[\(places.map { $0.text(shape) }.joined(separator: ","))]".utf8)
      }
      let documents = try texts.map { try Document.read($0, .init(hashing: OccupantTests.hashing)) }
      let merge = Merger.merge(
        Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
      if !merge.conflicts.isEmpty { continue }
      silent += 1
      let result = merge.edits.applied(to: documents[2].bytes)
      if try OccupantTests.noted(result) != ["w\(pristine[noted].occupant)"] {
        let shown = (texts + [Array(result)]).map { String(decoding: $0, as: UTF8.self) }
        faults.append("seed \(seed): " + shown.joined(separator: " | "))
      }
    }
    #expect(silent * 4 > OccupantTests.rounds)
    #expect(faults.isEmpty, "\(faults.count) of \(OccupantTests.rounds): \(faults.first ?? "")")
  }

  /// Four to six places, each with a name or a number of its own, some with a hall, and half of them free.
  private static func places(_ generator: inout SeededGenerator) -> [Place] {
    let hasNames = generator.chance(2)
    let hasHalls = generator.chance(2)
    return (1...4 + generator.below(3)).map { number in
      let name = hasNames ? "\"s\(number)\"" : "\(number * 7 + generator.below(3))"
      let hall = hasHalls ? ",\"hall\":\"\(["A", "B", "C"][generator.below(3)])\"" : ""
      return Place(text: "\"place\":\(name)\(hall)", occupant: generator.chance(2) ? number : 0)
    }
  }

  /// Up to two of: another one comes, two change places, one goes to a free place, or leaves, a place is taken away.
  private static func changed(_ pristine: [Place], _ generator: inout SeededGenerator) -> [Place] {
    var places = pristine
    for number in 0...generator.below(2) {
      let position = generator.below(places.count)
      let other = generator.below(places.count)
      switch generator.below(4) {
      case 0 where places[position].occupant > 0: places[position].occupant = 50 + number
      case 1:
        (places[position].occupant, places[other].occupant) = (
          places[other].occupant, places[position].occupant
        )
      case 2: places[position].occupant = 0
      default: if places.count > 2 { places.remove(at: position) }
      }
    }
    return places
  }

  /// Who has a note.
  private static func noted(_ result: [UInt8]) throws -> [String] {
    let document = try Document.read(result)
    func member(_ name: String, of object: Document.Node) -> Document.Node? {
      document.members(object).first { document.string($0.name) == name }?.value
    }
    return document.elements(document.root).compactMap { place in
      if member("note", of: place) == nil { return nil }
      return member("who", of: member("guest", of: place) ?? place).map { document.string($0) }
    }
  }
}
