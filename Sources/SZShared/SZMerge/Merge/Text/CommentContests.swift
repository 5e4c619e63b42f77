internal import SZElements
internal import SZJSON
internal import SZModel

/// The comments that both sides of a merge changed: who wins, and what is to be said of it.
///
/// Comments are looked at in what the merge makes of CURRENT, so a conflict is told by its place in EDITED.
struct CommentContests {
  /// Which of the gaps around a value.
  enum Gap: Int, CaseIterable {
    case before, beforeValue, last, beforeRoot, behindRoot, behind, first
  }

  private struct Contest {
    let id: Conflict.ID
    let nodes: Three<Document.Node>
    let sides: Three<Conflict.Side>
    let resolution: Conflict.Resolution
    let state: Conflict.State
    let scope: Int
  }

  /// An object around a gap.
  private struct Scope {
    let parent: Int
    let edited: Document.Node
    let current: Document.Node
  }

  private let setup: MergeSetup
  /// What the merge makes of CURRENT.
  private let merged: Document
  private var contests: [Contest] = []
  private var scopes: [Scope] = []

  init(_ setup: MergeSetup, in merged: Document) { (self.setup, self.merged) = (setup, merged) }

  /// The number of an object that is looked into.
  mutating func open(_ nodes: Three<Document.Node>, in parent: Int) -> Int {
    scopes.append(Scope(parent: parent, edited: nodes.edited, current: nodes.current))
    return scopes.count - 1
  }

  /// EDITED has the place, whichever way it is come to.
  private func id(_ nodes: Three<Document.Node>, _ gap: Gap) -> Conflict.ID {
    Conflict.ID(kind: .commentComment, party: .edited, node: nodes.edited, number: gap.rawValue)
  }

  /// Lists a conflict about the comments in a gap of the values `nodes`, and says whose stand in the text, and the number that marks it.
  mutating func settle(
    _ texts: Three<[[UInt8]]>, at offsets: Three<Int>, _ nodes: Three<Document.Node>, _ gap: Gap, _ scope: Int
  ) -> (party: Party, mark: Int?) {
    let id = id(nodes, gap)
    let (resolution, state) = setup.answer(to: id) ?? setup.decision { newest($0, scope) }
    let sides = Three { party -> Conflict.Side in
      if texts[party].isEmpty { return .absent }
      let text = Array(texts[party].joined(separator: [0x0A]))
      return .comments(JSONWriter.value { $0.append(string: text) }, offset: offsets[party])
    }
    let isMarked = setup.rendering.map { $0.marksAll || state == .open } ?? false
    let mark = isMarked ? CommentContests.number(of: id) : nil
    contests.append(
      Contest(id: id, nodes: nodes, sides: sides, resolution: resolution, state: state, scope: scope))
    if state == .open { return (setup.rendering?.party ?? .edited, mark) }
    if case .party(let party) = resolution { return (party, mark) }
    return (.edited, mark)
  }

  /// The number that marks a conflict: the texts that are made for each side may have other ones before it.
  static func number(of id: Conflict.ID) -> Int { -1 - id.node.index * Gap.allCases.count - id.number }

  /// The side whose object, the nearest around the gap that has `attribute` on both sides, is the later one by it.
  private func newest(_ attribute: MemberName, _ scope: Int) -> Party {
    let (edited, current) = (setup.documents.edited, merged)
    var number = scope
    while number >= 0 {
      let scope = scopes[number]
      if let inEdited = edited.member(scope.edited, named: attribute.characters)?.value,
        let inCurrent = current.member(scope.current, named: attribute.characters)?.value
      {
        let isEarlier = Timestamp.isEarlier(Value(edited, inEdited), Value(current, inCurrent), .plain)
        return isEarlier ?? false ? .current : .edited
      }
      number = scope.parent
    }
    return .edited
  }

  /// The conflicts, each with the way to it; `kept` is what of CURRENT stands in the text that they were found in. Linear in the document
  /// and the conflicts.
  func conflicts(_ kept: KeptText) -> [Conflict] {
    if contests.isEmpty { return [] }
    let (edited, current) = (setup.documents.edited, setup.documents.current)
    let wanted = contests.map(\.nodes.current) + scopes.map(\.current)
    let nodes = KeptText.nodes(current, startingAt: Set(wanted.compactMap { kept[merged.start($0)] }))
    /// The value of CURRENT that has become one of the merged text.
    func origin(_ node: Document.Node) -> Document.Node? { kept[merged.start(node)].flatMap { nodes[$0] } }
    let inCurrent = NodePaths(current, to: contests.compactMap { origin($0.nodes.current) })
    let inEdited = NodePaths(edited, to: contests.map(\.nodes.edited))
    return contests.map { contest in
      let own = origin(contest.nodes.current)
      var places = contest.nodes.map { $0 == .nowhere ? nil : Conflict.Place.value($0) }
      places.current = own.map { .value($0) }
      var sides = contest.sides
      if case .comments(let text, let offset) = sides.current {
        sides.current = kept[offset].map { .comments(text, offset: $0) } ?? .value(text)
      }
      return Conflict(
        id: contest.id,
        pointer: own.map { inCurrent.text(to: $0) } ?? inEdited.text(to: contest.nodes.edited),
        places: places, holder: nil, entities: [], entity: [],
        surrounding: contest.scope < 0 ? current.root : origin(scopes[contest.scope].current) ?? current.root,
        sides: sides, resolution: contest.resolution, state: contest.state)
    }
  }
}
