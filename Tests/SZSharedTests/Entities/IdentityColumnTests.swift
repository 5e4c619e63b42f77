import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel

/// Columns of identities that were matched with a reference, against a look-up of each.
@Suite(.limited) struct IdentityColumnTests {
  /// What stands in the reference's order, and was there before.
  @Test(arguments: ["[3,1,2,3]", "[2,1,2,3]", "[1,2,3,3]", "[1,2,3,1]"])
  func anIdentityThatIsThereTwiceMakesNoColumn(ids: String) throws {
    func document(_ ids: String) throws -> Document {
      let elements = ids.dropFirst().dropLast().split(separator: ",").map { #"{"id":\#($0)}"# }
      return try Document.read(
        Array("[\(elements.joined(separator: ","))]".utf8), .init(hashing: Hashing(seed: 1)))
    }
    let (old, new) = (try document("[1,2,3]"), try document(ids))
    let key = IdentityKey(names: [Array("id".utf8)])
    let reference = try #require(IdentityColumn(old, old.root, key: key))
    #expect(IdentityColumn(new, new.root, key: key, reference: reference) == nil)
  }

  @Test(arguments: 0..<4) func eachElementIsFoundInTheReference(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 16 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let old = (0..<1 + generator.below(120)).map { (id: $0, value: 0) }
      var new = old
      for number in 0..<generator.below(12) {
        let place = generator.below(new.count + 1)
        switch generator.below(6) {
        case 0: new.insert((id: 1000 + number, value: 0), at: place)
        case 1 where place < new.count: new.remove(at: place)
        case 2 where place < new.count: new[place].value = number
        case 3 where generator.chance(4): new.shuffle(using: &generator)
        default:
          if place < new.count {
            let length = min(1 + generator.below(3), new.count - place)
            let moved = Array(new[place..<place + length])
            new.removeSubrange(place..<place + length)
            new.insert(contentsOf: moved, at: generator.below(new.count + 1))
          }
        }
      }
      let hashing = Hashing()
      func column(_ elements: [(id: Int, value: Int)], _ reference: IdentityColumn?) throws -> IdentityColumn
      {
        let text = elements.map { #"{"id":\#($0.id),"v":\#($0.value)}"# }.joined(separator: ",")
        let document = try Document.read(Array("[\(text)]".utf8), .init(hashing: hashing))
        return try #require(
          IdentityColumn(
            document, document.root, key: IdentityKey(names: [Array("id".utf8)]), reference: reference))
      }
      let reference = try column(old, nil)
      let found = try column(new, reference)
      let positions = new.map { $0.id < old.count ? $0.id : -1 }
      #expect(found.referencePositions == positions, "seed \(seed)")
      let known = positions.filter { $0 >= 0 }
      #expect(found.isInReferenceOrder == (known == known.sorted()), "seed \(seed)")
      for position in old.indices {
        let own = positions.firstIndex(of: position)
        #expect(found.ownPositions[position] == own ?? -1, "seed \(seed)")
        #expect(found.isUnchanged[position] == (own.map { new[$0].value == 0 } ?? false), "seed \(seed)")
      }
    }
  }
}
