import TestSupport
import Testing

@testable import SZElements
@testable import SZJSON
@testable import SZMerge

/// Lists without identity, of letters and of JSON: which hunks meet, and what each rule of ``ListMerge`` makes of them.
@Suite(.limited) struct ListRuleTests {
  /// The groups, as they stand in PRISTINE, EDITED and CURRENT.
  @Test(
    arguments: [
      ("a b", "a b", "a b", ""), ("a b", "a x b", "a b", "1-1 1-2 1-1"),
      // Both insert at one place.
      ("a b", "a x b", "a y b", "1-1 1-2 1-2"),
      // Far from each other.
      ("a b c", "x b c", "a b z", "0-1 0-1 0-1, 2-3 2-3 2-3"),
      ("a b c", "x y b c", "a b z", "0-1 0-2 0-1, 2-3 3-4 2-3"),
      // They share an element.
      ("a b c", "a c", "a", "1-3 1-2 1-1"),
      // One inserts inside the other.
      ("a b c d", "a d", "a b x c d", "1-3 1-1 1-4"),
      // They touch, and put nothing equal, or something.
      ("a b", "x b", "a y", "0-1 0-1 0-1, 1-2 1-2 1-2"), ("a b", "x b", "a x", "0-2 0-2 0-2"),
      ("a b", "a x", "a y b", "1-1 1-1 1-2, 1-2 1-2 2-3"),
    ]) func groups(pristine: String, edited: String, current: String, wanted: String) throws
  {
    let rows = try ListRuleTests.rows(pristine, edited, current)
    let (before, own, other) = (rows.pristine.hashes, rows.edited.hashes, rows.current.hashes)
    let groups = HunkGroups.of(
      rows, ProvenAlignment.hunks(before, own), ProvenAlignment.hunks(before, other))
    let found = groups.map { group in
      [group.ranges.pristine, group.ranges.edited, group.ranges.current]
        .map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
    }
    #expect(found.joined(separator: ", ") == wanted)
  }

  /// What a side did in a group, and where it has what it left.
  @Test func sideOfAGroup() throws {
    let rows = try ListRuleTests.rows("n a b c d", "n a x c d", "a y b e")
    let groups = HunkGroups.of(
      rows, ProvenAlignment.hunks(rows.pristine.hashes, rows.edited.hashes),
      ProvenAlignment.hunks(rows.pristine.hashes, rows.current.hashes))
    #expect(groups.map(\.ranges.pristine) == [0..<1, 2..<2, 2..<3, 3..<5])
    let (insertion, last) = (groups[1].current, groups[3].current)
    #expect(insertion.removed == [] && insertion.put == [1] && groups[1].edited.isIdle)
    #expect(last.removed == [3, 4] && last.put == [3] && last.range == 3..<4)
    #expect(last.position(of: 3) == nil && last.original(of: 3) == nil)
    #expect(groups[3].edited.position(of: 4) == 4 && groups[3].edited.original(of: 3) == 3)
  }

  /// The steps: what CURRENT has, `+` before what EDITED has, and conflicts with what stands there in PRISTINE, EDITED and CURRENT.
  @Test(
    arguments: [
      ("1 2 3", "1 9 3", "1 2 3 4", "1 edit(9) 3 4"),
      // Rule 1.
      ("a b", "a x b", "a x b", "a x b"), ("a b c", "a c", "a c d", "a c d"),
      // Rule 2.
      ("a b", "a x b", "a y b", "a y +x b"), ("a b", "a x y b", "a y z b", "a +x y z b"),
      ("a b", "a x y b", "a y x b", "a hunkHunk(|x y|y x) b"), ("", "x y", "y x", "y x"),
      // A value that stands twice belongs to what a side put beside it.
      ("v a", "v a v b", "v a v c", "v a v c +v +b"),
      ("q", "q v k v b", "q v c v k", "q hunkHunk(|v k v b|v c v k)"),
      ("z", "s x s z", "s y s z", "s y +s +x s z"),
      ("s z", "s x s z", "s y s z", "hunkHunk(s|s x s|s y s) z"),
      ("a b s", "a x s b s", "a y s b s", "a y s +x +s b s"),
      // Rule 3.
      ("a b c d", "a d", "a c d", "a d"), ("a b c d", "a c d", "a d", "a d"),
      ("a b c", "a x c", "a c", "a editDelete(b|x|) c"), ("a b c", "a c", "a x c", "a deleteEdit(b||x) c"),
      // Rule 4.
      ("a b", "x b", "y z", "hunkHunk(a|x|y) z"), ("a b", "x y", "a z", "+x hunkHunk(b|y|z)"),
      (
        #"["i","t"] ["j","u"]"#, #"["i","v"] ["j","u"]"#, #"["i","t",1] ["j","u"]"#,
        #"merge(["i","t"]|["i","v"]|["i","t",1]) ["j","u"]"#
      ),
      ("[1,2] [3,4]", "[1,9] [3,4]", "[8,2] [3,4]", "hunkHunk([1,2]|[1,9]|[8,2]) [3,4]"),
      // Rule 5.
      ("a b c", "a x y c", "a z c", "a hunkHunk(b|x y|z) c"),
      // What EDITED alone edited, in CURRENT's bytes where they can be.
      (#"{"n":1,"m":2} b"#, #"{"n":1,"m":3} b"#, #"{"n":1,"m":2} b c"#, #"edit({"n":1,"m":3}) b c"#),
    ]) func steps(pristine: String, edited: String, current: String, wanted: String) throws
  {
    let rows = try ListRuleTests.rows(pristine, edited, current)
    func words(_ party: Party, _ range: Range<Int>) -> String {
      let row = rows[party]
      return range.map { String(decoding: row.document.text(row.nodes[$0]), as: UTF8.self) }
        .map { $0.count == 3 ? $0.filter { $0 != "\"" } : $0 }.joined(separator: " ")
    }
    func all(_ pristine: Range<Int>, _ edited: Range<Int>, _ current: Range<Int>) -> String {
      "(\(words(.pristine, pristine))|\(words(.edited, edited))|\(words(.current, current)))"
    }
    let merge = ListMerge(rows)
    let steps = merge.steps.map { step in
      switch step {
      case .run(let range): words(.current, range)
      case .take(let position): "+" + words(.edited, position..<position + 1)
      case .edit(_, let position, _): "edit(\(words(.edited, position..<position + 1)))"
      case .merge(let first, let second, let third):
        "merge" + all(first..<first + 1, second..<second + 1, third..<third + 1)
      case .conflict(let kind, let first, let second, let third): "\(kind)" + all(first, second, third)
      }
    }
    #expect(steps.joined(separator: " ") == wanted)
    #expect(!ListCount(merge) { Three(pristine: nil, edited: nil, current: nil) }.isContradictory)
  }

  /// What the rules alone make, and the count does not let pass.
  @Test(
    arguments: [
      // Both moved and edited one.
      (#"["b",2,true] ["c",3,false]"#, #"["c",3,false] ["b",9,true]"#, #"["c",3,false] ["b",8,true]"#),
      // Two rows of one key.
      (#"["a",1] ["b",2]"#, #"["a",1] ["b",2] ["k",1]"#, #"["a",1] ["b",2] ["k",2]"#),
      // Both moved one, each elsewhere.
      ("a b c d", "b c a d", "b c d a"),
    ]) func contradictions(pristine: String, edited: String, current: String) throws
  {
    let merge = ListMerge(try ListRuleTests.rows(pristine, edited, current))
    #expect(ListCount(merge) { Three(pristine: nil, edited: nil, current: nil) }.isContradictory)
  }

  private static func rows(_ pristine: String, _ edited: String, _ current: String) throws -> Three<
    ListElements
  > {
    let hashing = Hashing()
    func row(_ words: String, of pristine: ListElements? = nil) throws -> ListElements {
      let elements = words.split(separator: " ").map { word in
        word.allSatisfy(\.isLetter) ? "\"\(word)\"" : String(word)
      }
      let text = "[\(elements.joined(separator: ","))]"
      let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
      let nodes = Array(document.elements(document.root))
      return ListElements(document, nodes, hashes: nodes.map { document.hash($0) }, of: pristine)
    }
    let first = try row(pristine)
    return Three(pristine: first, edited: try row(edited, of: first), current: try row(current, of: first))
  }
}
