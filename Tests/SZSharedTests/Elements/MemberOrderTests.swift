import TestSupport
import Testing

@testable import SZElements
@testable import SZMerge

/// The order of members, each of them a letter.
@Suite(.limited) struct MemberOrderTests {
  /// `asked` is what contradicts itself, in PRISTINE, EDITED and CURRENT; EDITED's order is the answer.
  @Test(
    arguments: [
      ("abc", "abc", "abc", "abc", ""), ("abc", "abc", "cba", "cba", ""), ("abc", "bca", "abc", "bca", ""),
      // Each pair as the side has it that swapped it.
      ("abcd", "bacd", "abdc", "badc", ""), ("abc", "bca", "acb", "cba", ""),
      ("abc", "bca", "cab", "cba", ""),
      ("abc", "bac", "acb", "bac", "abc|bac|acb"), ("abcxy", "bacyx", "acbxy", "bacyx", "abc|bac|acb"),
      // What both created.
      ("ab", "abxy", "abyx", "abxy", "|xy|yx"), ("ab", "axb", "abx", "axb", "b|xb|bx"),
      ("abcde", "bacdex", "abcedx", "bacedx", ""), ("abcd", "baxcd", "abxdc", "baxcd", "abcd|baxcd|abxdc"),
    ]) func merged(pristine: String, edited: String, current: String, wanted: String, asked: String)
  {
    let (before, members) = (Array(pristine), Array(current))
    let order = MemberOrder(
      edited: edited.compactMap { members.firstIndex(of: $0) }, current: Array(members.indices),
      ranks: members.map { before.firstIndex(of: $0) ?? -1 })
    var questions: [String] = []
    let result = order.merged { orders in
      questions.append(
        [orders.pristine, orders.edited, orders.current].map { String($0.map { members[$0] }) }
          .joined(separator: "|"))
      return orders.edited
    }
    #expect(String(result.map { members[$0] }) == wanted)
    #expect(questions.joined(separator: " ") == asked)
  }

  /// What a side has in the place of each member of PRISTINE; `-` for nothing.
  @Test(
    arguments: [
      ("abc", "abc", "---"), ("abc", "ab", "---"), ("abc", "xbc", "x--"), ("abc", "xyc", "xy-"),
      ("abc", "axc", "-x-"), ("abc", "abx", "--x"), ("abcd", "xbdy", "x---"), ("abcd", "xbyd", "x-y-"),
      // More or fewer of them.
      ("abc", "axyc", "---"), ("abc", "xc", "---"), ("ab", "abx", "--"),
    ]) func successors(pristine: String, side: String, wanted: String)
  {
    let (before, members) = (Array(pristine), Array(side))
    let olds = members.map { before.firstIndex(of: $0) }
    let successors = MemberSuccessors(
      new: olds.indices.filter { olds[$0] == nil }, gone: before.indices.filter { !olds.contains($0) },
      kept: olds.enumerated().compactMap { position, old in old.map { (position, $0) } })
    #expect(String(before.indices.map { successors[$0] < 0 ? "-" : members[successors[$0]] }) == wanted)
    #expect(successors[-1] == -1)
  }

  /// Where members of a side come that the result does not have yet, one behind the other; `?` for one that has no place.
  @Test(
    arguments: [
      ("ab", "abx", "ab", "abx"), ("ab", "axb", "ab", "axb"), ("ab", "xab", "ab", "xab"),
      ("ab", "axyb", "ab", "axyb"),
      // What was appended stays last when the other side moved another one to the end.
      ("ab", "abx", "ba", "bax"), ("ab", "xab", "ba", "xba"),
      // Before one and behind the other, which the other side swapped.
      ("ab", "axb", "ba", "bax"),
      // What PRISTINE has, and the other side deleted.
      ("adb", "adb", "ba", "bad"), ("dab", "adb", "ab", "adb"), ("dab", "adb", "ba", "bad"),
    ]) func overtaken(pristine: String, side: String, result: String, wanted: String)
  {
    let (before, members, row) = (Array(pristine), Array(side), Array(result))
    let overtaken = OvertakenMembers(
      places: members.map { row.firstIndex(of: $0) ?? -1 }, count: row.count,
      ranks: members.map { before.firstIndex(of: $0) ?? -1 })
    var behind = [String](repeating: "", count: row.count + 1)
    var (previous, placeless) = (-1, "")
    for (position, member) in members.enumerated() {
      if let place = row.firstIndex(of: member) {
        previous = place
      } else if let place = overtaken.place(position, from: previous) {
        behind[place + 1].append(member)
        previous = place
      } else {
        placeless += "?"
      }
    }
    let made = zip([""] + row.map { String($0) }, behind).map { $0 + $1 }.joined() + placeless
    #expect(made == wanted)
  }
}
