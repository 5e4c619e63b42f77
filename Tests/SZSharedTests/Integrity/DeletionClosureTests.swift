import TestSupport
import Testing

@testable import SZModel

/// What goes with what is deleted, on entities that are numbers.
@Suite(.limited) struct DeletionClosureTests {
  /// A reference between two entities, and what becomes of the first where the second is deleted.
  struct Tie: Equatable, CustomStringConvertible {
    let holder: Int
    let target: Int
    let verdict: DeletionVerdict

    init(_ holder: Int, _ target: Int, _ verdict: DeletionVerdict) {
      (self.holder, self.target, self.verdict) = (holder, target, verdict)
    }

    var description: String { "\(holder)→\(target)" }
  }

  /// Entities that own nothing.
  private static func closure(
    _ count: Int, _ order: DeletionClosure<Tie>.Order = .firstFound
  ) -> DeletionClosure<Tie> {
    DeletionClosure(count: count, order) { $0..<$0 + 1 }
  }

  /// Deletes an entity and follows that to its end; answers who was named.
  @discardableResult private static func delete(
    _ entity: Int, _ ties: [Tie], _ closure: inout DeletionClosure<Tie>
  ) -> [Int] {
    closure.delete(entity)
    var named: [Int] = []
    while let (entity, _) = closure.next() {
      named.append(entity)
      for tie in ties where tie.target == entity { closure.meet(tie, of: tie.holder, tie.verdict) }
    }
    return named
  }

  @Test func cascadesRunToTheirEnd() {
    var closure = DeletionClosureTests.closure(4)
    let ties = [Tie(1, 0, .cascade), Tie(2, 1, .cascade), Tie(3, 2, .clear)]
    #expect(DeletionClosureTests.delete(0, ties, &closure) == [0, 1, 2])
    #expect(closure.cascaded.map(\.entity) == [1, 2] && closure.cascaded.map(\.tie) == Array(ties.prefix(2)))
    #expect(closure.cleared == [ties[2]] && closure.denying.isEmpty && !closure[3])
  }

  @Test func aRingEnds() {
    var closure = DeletionClosureTests.closure(3)
    let ties = [Tie(1, 0, .cascade), Tie(2, 1, .cascade), Tie(0, 2, .cascade), Tie(1, 1, .cascade)]
    #expect(DeletionClosureTests.delete(0, ties, &closure) == [0, 1, 2])
    #expect(closure.next()?.entity == nil && closure.cascaded.map(\.entity) == [1, 2])
  }

  /// 1 denies the deletion of 0 and refers to it once more, by a cascade that comes later.
  @Test func whatGoesDeniesNothing() {
    for order in [DeletionClosure<Tie>.Order.firstFound, .lastFound] {
      var closure = DeletionClosureTests.closure(3, order)
      let ties = [Tie(1, 0, .deny), Tie(1, 0, .clear), Tie(2, 0, .cascade), Tie(1, 2, .cascade)]
      DeletionClosureTests.delete(0, Array(ties.prefix(2)), &closure)
      #expect(closure.denying == [ties[0]] && closure.cleared == [ties[1]])
      closure.withdraw()
      DeletionClosureTests.delete(0, ties, &closure)
      #expect(closure.denying.isEmpty && closure.cleared.isEmpty)
    }
  }

  @Test func theOrderIsWhatIsSaid() {
    let ties = [Tie(1, 0, .cascade), Tie(2, 0, .cascade), Tie(3, 1, .cascade)]
    var closure = DeletionClosureTests.closure(4)
    #expect(DeletionClosureTests.delete(0, ties, &closure) == [0, 1, 2, 3])
    closure = DeletionClosureTests.closure(4, .lastFound)
    #expect(DeletionClosureTests.delete(0, ties, &closure) == [0, 2, 1, 3])
  }

  /// What is taken back is as if it had never been; what was settled before stays.
  @Test func whatIsTakenBackIsForgotten() {
    let ties = [Tie(1, 0, .cascade), Tie(3, 2, .cascade), Tie(1, 2, .deny), Tie(4, 2, .deny)]
    var closure = DeletionClosureTests.closure(5)
    DeletionClosureTests.delete(0, ties, &closure)
    closure.begin()
    DeletionClosureTests.delete(2, ties, &closure)
    #expect(closure.denying == [ties[3]] && closure[3])
    closure.withdraw()
    #expect((0..<5).filter { closure[$0] } == [0, 1] && closure.deleted == [0, 1])
    #expect(closure.denying.isEmpty && closure.cascaded.isEmpty && closure.next()?.entity == nil)
    #expect(DeletionClosureTests.delete(2, [], &closure) == [2])
  }

  @Test func verdicts() {
    #expect(
      [.cascade, .nullify, .deny, .noAction, nil].map { DeletionVerdict(forHolder: $0) }
        == [.cascade, .clear, .deny, .deny, .deny])
    #expect(
      [.cascade, .nullify, .deny, .noAction, nil].map { DeletionVerdict(forReferred: $0) }
        == [.cascade, nil, .deny, nil, nil])
  }

  /// Whatever the order: what is deleted is the smallest set that has what was deleted first, with each entity all that it owns and all
  /// that cascades lead to; each is named once.
  @Test func isTheSmallestSet() {
    for round in 0..<SeededGenerator.rounds(2000) {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let count = 1 + generator.below(12)
      // Families are ranges, one inside of the other.
      var ends = Array(1...count)
      for entity in ends.indices.dropLast().reversed() where generator.chance(3) {
        ends[entity] = ends[entity + 1]
      }
      let verdicts: [DeletionVerdict] = [.cascade, .clear, .deny]
      let ties = (0..<generator.below(16)).map { _ in
        Tie(generator.below(count), generator.below(count), verdicts[generator.below(3)])
      }
      let first = generator.below(count)
      var wanted = Set(first..<ends[first])
      while true {
        let more = ties.filter { $0.verdict == .cascade && wanted.contains($0.target) }
          .flatMap { Array($0.holder..<ends[$0.holder]) }
        if wanted.isSuperset(of: more) { break }
        wanted.formUnion(more)
      }
      func left(_ verdict: DeletionVerdict) -> [String] {
        ties.filter { $0.verdict == verdict && wanted.contains($0.target) && !wanted.contains($0.holder) }
          .map(\.description).sorted()
      }
      for order in [DeletionClosure<Tie>.Order.firstFound, .lastFound] {
        var closure = DeletionClosure<Tie>(count: count, order) { $0..<ends[$0] }
        let named = DeletionClosureTests.delete(first, ties, &closure)
        #expect(named.count == wanted.count && Set(named) == wanted, "seed \(seed)")
        #expect((0..<count).filter { closure[$0] } == wanted.sorted(), "seed \(seed)")
        #expect(closure.cleared.map(\.description).sorted() == left(.clear), "seed \(seed)")
        #expect(closure.denying.map(\.description).sorted() == left(.deny), "seed \(seed)")
      }
    }
  }
}
