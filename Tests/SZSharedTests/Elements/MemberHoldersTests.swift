import TestSupport
import Testing

@testable import SZElements
@testable import SZMerge

@Suite(.limited) struct MemberHoldersTests {
  /// Element 0 has the members 7 and 8, element 1 has 8 twice, element 2 has 8 and 9.
  private let holders: MemberHolders = {
    var holders = MemberHolders(expected: 2)
    for (position, members) in [[7, 8], [8, 8], [9, 8]].enumerated() {
      for member in members { holders.add(UInt64(member), of: position) }
    }
    return holders
  }()

  @Test(
    arguments: [
      (7, 64, [0]), (8, 64, [2, 1, 0]), (8, 3, [2, 1, 0]), (8, 2, nil), (9, 1, [2]), (5, 64, []),
    ] as [(UInt64, Int, [Int]?)])
  func holders(of member: UInt64, atMost most: Int, are expected: [Int]?) {
    #expect(holders.of(member, atMost: most) == expected)
    #expect(holders.contain(member) == (expected != []))
  }
}
