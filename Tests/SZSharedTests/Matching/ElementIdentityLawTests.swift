import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel

/// Which member identifies the elements of an array does not depend on which of them need no look because they are unchanged.
@Suite(.limited) struct ElementIdentityLawTests {
  private struct Element {
    var mail: Int
    var role: Int
    var number: Int
    var isOn = false

    /// With a text that is told apart by nothing but its version no element is as it was; an array identifies nothing.
    func text(_ version: Int?) -> String {
      let rest = version.map { #","version":[\#($0)]"# } ?? ""
      return #"{"mail":"m\#(mail)","role":"r\#(role)","number":\#(number),"on":\#(isOn)\#(rest)}"#
    }
  }

  private func identity(_ versions: [[Element]], areAllChanged: Bool) throws -> String {
    let hashing = Hashing(seed: 7)
    let values = try versions.enumerated().map { number, elements in
      let text = elements.map { $0.text(areAllChanged ? number : nil) }.joined(separator: ",")
      let document = try Document.read(Array("[\(text)]".utf8), .init(hashing: hashing))
      return Value(document, document.root)
    }
    let found = ElementIdentity(values, placed: nil, IdentityNames(), hasOldest: true)
    return found.map { "\($0.key.parts[0].path.steps[0].characters) \($0.columns.map(\.referencePositions))" }
      ?? "none"
  }

  @Test(arguments: 0..<2) func unchangedElementsNeedNoLook(part: UInt64) throws {
    var kinds: Set<String> = []
    for round in 0..<SeededGenerator.rounds(600) {
      let seed = SeededGenerator.runSeed &+ round * 2 + part
      var generator = SeededGenerator(seed: seed)
      let old = (0..<2 + generator.below(6)).map { position in
        Element(
          mail: position, role: generator.chance(6) ? 0 : position, number: generator.chance(3) ? 9 : position
        )
      }
      let versions = [old] + (0..<1 + generator.below(2)).map { _ in edited(old, &generator) }
      if versions.contains(where: \.isEmpty) { continue }
      let found = try identity(versions, areAllChanged: false)
      #expect(try found == identity(versions, areAllChanged: true), "seed \(seed)")
      kinds.insert(String(found.prefix(5)))
    }
    #expect(kinds.count > 2, "both found and not")
  }

  private func edited(_ old: [Element], _ generator: inout SeededGenerator) -> [Element] {
    var new = old
    for _ in 0..<1 + generator.below(3) where !new.isEmpty {
      let place = generator.below(new.count)
      switch generator.below(8) {
      case 0: new[place].mail = generator.below(10)
      case 1: new[place].role = generator.below(10)
      case 2: new[place].number = generator.below(10)
      case 3: new[place].isOn.toggle()
      case 4: new.remove(at: place)
      case 5:
        new.insert(
          Element(mail: generator.below(12), role: generator.below(12), number: generator.below(12)),
          at: place)
      case 6: new.swapAt(place, generator.below(new.count))
      default:
        let other = generator.below(new.count)
        (new[place].role, new[other].role) = (new[other].role, new[place].role)
      }
    }
    return new
  }
}
