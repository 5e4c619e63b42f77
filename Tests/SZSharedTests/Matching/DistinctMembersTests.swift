import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel

/// The members by which one element is told from all others of its array.
@Suite(.limited) struct DistinctMembersTests {
  /// For each element how many of its members it alone has.
  @Test(arguments: [
    (#"[{"a":1,"b":2},{"a":1,"b":3}]"#, [1, 1]), (#"[{"a":1},{"a":1},{"a":1}]"#, [0, 0, 0]),
    (#"[{"a":true},{"a":false},{"a":null},{"a":[]}]"#, [0, 0, 0, 0]),
    (#"[{"a":"x","b":[1]},{"b":"x","a":[1]}]"#, [2, 2]), (#"[{"a":1.0},{"a":1}]"#, [0, 0]),
    (#"[{},7,{"a":{"b":1}}]"#, [0, 0, 1]),
  ]) func counts(array: String, wanted: [Int]) throws {
    let document = try Document.read(Array(array.utf8), .init(hashing: Hashing()))
    let elements = Array(document.elements(document.root))
    let distinct = DistinctMembers(document, elements)
    let counts = elements.enumerated().map { position, element in
      DistinctMembers.members(document, element).count { distinct.holder(of: $0) == position }
    }
    #expect(counts == wanted)
  }
}
