import TestSupport
import Testing

@testable import SZElements
@testable import SZJSON
@testable import SZMerge

/// The members by which one element is told from all others of its array.
@Suite(.limited) struct DistinctMembersTests {
  /// For each element how many of its members it alone has.
  @Test(arguments: [
    (#"[{"a":1,"b":2},{"a":1,"b":3}]"#, [1, 1]), (#"[{"a":1},{"a":1},{"a":1}]"#, [0, 0, 0]),
    (#"[{"a":true},{"a":false},{"a":null},{"a":[]}]"#, [1, 1, 1, 1]),
    (#"[{"a":"x","b":[1]},{"b":"x","a":[1]}]"#, [2, 2]), (#"[{"a":1.0},{"a":1}]"#, [0, 0]),
    (#"[{},7,{"a":{"b":1}}]"#, [0, 0, 1]),
  ]) func counts(array: String, wanted: [Int]) throws {
    let document = try Document.read(Array(array.utf8), .init(hashing: Hashing()))
    let elements = Array(document.elements(document.root))
    let distinct = DistinctMembers(document, elements)
    let counts = elements.enumerated().map { position, element in
      DistinctMembers.members(document, element).count { distinct.holder(ofAll: [$0]) == position }
    }
    #expect(counts == wanted)
  }

  /// By some members of its elements together, the element that alone has them.
  @Test(
    arguments: [
      ([1, 2], 0), ([1, 3], 1), ([2, 3], nil), ([5], nil), ([], nil), ([1], nil), ([4], 1), ([1, 4], 1),
    ] as [([Int], Int?)]) func together(members: [Int], wanted: Int?) throws
  {
    let text = #"[{"a":1,"b":2},{"a":1,"c":3,"e":true},{"b":2,"d":9},{"c":3,"d":9}]"#
    let document = try Document.read(Array(text.utf8), .init(hashing: Hashing()))
    let elements = Array(document.elements(document.root))
    let known = elements.flatMap { DistinctMembers.members(document, $0) }
    let names = [1: known[0], 2: known[1], 3: known[3], 4: known[4]]
    let distinct = DistinctMembers(document, elements)
    #expect(distinct.holder(ofAll: Set(members.map { names[$0] ?? 7 })) == wanted)
  }

  /// A member that more elements have than are looked at leaves the others to tell.
  @Test func mostHaveOne() throws {
    let text = "[" + (0..<100).map { #"{"a":1,"b":\#($0)}"# }.joined(separator: ",") + "]"
    let document = try Document.read(Array(text.utf8), .init(hashing: Hashing()))
    let elements = Array(document.elements(document.root))
    let distinct = DistinctMembers(document, elements)
    for (position, element) in elements.enumerated() {
      #expect(distinct.holder(ofAll: Set(DistinctMembers.members(document, element))) == position)
    }
  }
}
