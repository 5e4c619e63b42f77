import TestSupport
import Testing

@testable import SZJSON

/// Three orders joined pair by pair, against every pair looked at.
@Suite(.limited) struct RunTournamentLawTests {
  static let rounds = SeededGenerator.rounds(3000)

  /// Whether the first of two members comes before the second: as in the first order, unless another one has it otherwise.
  private static func comesFirst(_ left: Int, _ right: Int, _ orders: [[Int]]) -> Bool {
    let wants = orders.map { order in order.first { $0 == left || $0 == right } == left }
    return wants[1] != wants[0] || wants[2] != wants[0] ? !wants[0] : wants[0]
  }

  /// The members that can be reached from one by going to a member that comes behind.
  private static func reached(from member: Int, _ members: [Int], _ orders: [[Int]]) -> Set<Int> {
    var (reached, work): (Set<Int>, [Int]) = ([member], [member])
    while let from = work.popLast() {
      for to in members where !reached.contains(to) && comesFirst(from, to, orders) {
        reached.insert(to)
        work.append(to)
      }
    }
    return reached
  }

  private static func order(_ count: Int, _ generator: inout SeededGenerator) -> [Int] {
    var order = Array(0..<count)
    if generator.chance(4) { return order.shuffled(using: &generator) }
    // Few moves, so that many members agree.
    for _ in 0..<generator.below(4) where count > 1 {
      let member = order.remove(at: generator.below(count))
      order.insert(member, at: generator.below(count))
    }
    return order
  }

  /// Laws: the components are those of the tournament, in its order; members that agree stand as every pair says; each of the
  /// orders of a contradiction is the one that was given.
  @Test func componentsAreThoseOfAllPairs() {
    for round in 0..<RunTournamentLawTests.rounds {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let count = 1 + generator.below(9)
      let pristine = Array(0..<count).shuffled(using: &generator)
      let orders =
        [pristine]
        + (0..<2).map { _ in
          RunTournamentLawTests.order(count, &generator).map { pristine[$0] }
        }
      let note = "seed \(seed): \(orders)"
      var seen: [Int] = []
      for component in RunTournament(orders[0], orders[1], orders[2]).components {
        switch component {
        case .agreed(let members):
          for (left, right) in zip(members, members.dropFirst()) {
            #expect(RunTournamentLawTests.comesFirst(left, right, orders), "\(note)")
          }
          for member in members {
            let others = RunTournamentLawTests.reached(from: member, pristine, orders)
              .filter { RunTournamentLawTests.reached(from: $0, pristine, orders).contains(member) }
            #expect(others == [member], "\(note)")
          }
          seen += members
        case .contradiction(let first, let second, let third):
          let members = Set(first)
          #expect(members.count > 1, "\(note)")
          for (order, own) in zip(orders, [first, second, third]) {
            #expect(order.filter(members.contains) == own, "\(note)")
          }
          for member in members {
            #expect(
              RunTournamentLawTests.reached(from: member, Array(members), orders) == members, "\(note)")
          }
          seen += first
        }
      }
      #expect(seen.sorted() == Array(0..<count), "\(note)")
      // What stands in an earlier component comes first.
      var place = [Int](repeating: 0, count: count)
      for (number, component) in RunTournament(orders[0], orders[1], orders[2]).components.enumerated() {
        switch component {
        case .agreed(let members): for member in members { place[member] = number }
        case .contradiction(let first, _, _): for member in first { place[member] = number }
        }
      }
      for left in 0..<count {
        for right in 0..<count where place[left] < place[right] {
          #expect(RunTournamentLawTests.comesFirst(left, right, orders), "\(note)")
        }
      }
    }
  }

  /// Members that one order alone moved are beyond doubt.
  @Test func oneSideAloneIsNoContradiction() {
    for round in 0..<RunTournamentLawTests.rounds / 4 {
      var generator = SeededGenerator(seed: SeededGenerator.runSeed &+ round)
      let pristine = Array(0..<2 + generator.below(8))
      let moved = pristine.shuffled(using: &generator)
      for orders in [(moved, pristine), (pristine, moved)] {
        let order = RunTournament(pristine, orders.0, orders.1).components.flatMap { component -> [Int] in
          if case .agreed(let members) = component { members } else { [] }
        }
        #expect(order == moved, "\(moved)")
      }
    }
  }
}
