internal import SZJSON
internal import SZModel

/// The comments that both sides of a merge changed: who wins, and what is to be said of it.
///
/// Where the merge itself edits a container, its comments are looked at in what it makes of CURRENT: such a conflict is told by its place in
/// EDITED.
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
    let surrounding: Document.Node
  }

  /// An object around a gap.
  private struct Scope {
    let parent: Int
    let edited: Document.Node
    let current: Document.Node
  }

  private let setup: MergeSetup
  /// What stands for CURRENT where it is not the document that was merged.
  private let merged: Document?
  /// The conflicts that have been settled already.
  private let known: Set<Conflict.ID>
  /// How many conflicts the merge has without these.
  private let count: Int
  private var contests: [Contest] = []
  private var scopes: [Scope] = []

  init(_ setup: MergeSetup, behind conflicts: [Conflict], in merged: Document? = nil) {
    (self.setup, count, self.merged) = (setup, conflicts.count, merged)
    known = merged == nil ? [] : Set(conflicts.lazy.filter { $0.kind == .commentComment }.map(\.id))
  }

  /// The number of an object that is looked into.
  mutating func open(_ nodes: Three<Document.Node>, in parent: Int) -> Int {
    scopes.append(Scope(parent: parent, edited: nodes.edited, current: nodes.current))
    return scopes.count - 1
  }

  /// EDITED has the place, whichever way it is come to.
  private func id(_ nodes: Three<Document.Node>, _ gap: Gap) -> Conflict.ID {
    Conflict.ID(kind: .commentComment, party: .edited, node: nodes.edited, number: gap.rawValue)
  }

  /// Whether a conflict about the comments in a gap was settled before, so that what stands there is to stay.
  func isSettled(_ nodes: Three<Document.Node>, _ gap: Gap) -> Bool {
    !known.isEmpty && known.contains(id(nodes, gap))
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
      let value = JSONWriter.value { $0.append(string: text) }
      return merged != nil && party == .current ? .value(value) : .comments(value, offset: offsets[party])
    }
    let isMarked = setup.rendering.map { $0.marksAll || state == .open } ?? false
    let mark = isMarked ? number(of: id) : nil
    contests.append(
      Contest(
        id: id, nodes: nodes, sides: sides, resolution: resolution, state: state,
        surrounding: scope < 0 || merged != nil ? setup.documents.current.root : scopes[scope].current))
    if state == .open { return (setup.rendering?.party ?? .edited, mark) }
    if case .party(let party) = resolution { return (party, mark) }
    return (.edited, mark)
  }

  /// The number that marks a conflict. What the merge makes of CURRENT is another text for each side, with other conflicts before this one:
  /// there it is told by its place in EDITED.
  private func number(of id: Conflict.ID) -> Int {
    merged == nil ? count + contests.count : -1 - id.node.index * Gap.allCases.count - id.number
  }

  /// The side whose object, the nearest around the gap that has `attribute` on both sides, is the later one by it.
  private func newest(_ attribute: MemberName, _ scope: Int) -> Party {
    let (edited, current) = (setup.documents.edited, merged ?? setup.documents.current)
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

  /// The conflicts, each with the way to it. Linear in the document and the conflicts.
  var conflicts: [Conflict] {
    if contests.isEmpty { return [] }
    let party = merged == nil ? Party.current : .edited
    let ways = NodePaths(setup.documents[party], to: contests.map { $0.nodes[party] })
    return contests.map { contest in
      var places = contest.nodes.map { $0 == .nowhere ? nil : Conflict.Place.value($0) }
      if merged != nil { places.current = nil }
      return Conflict(
        id: contest.id, pointer: ways.text(to: contest.nodes[party]),
        places: places,
        holder: nil, entities: [], entity: [], surrounding: contest.surrounding, sides: contest.sides,
        resolution: contest.resolution, state: contest.state)
    }
  }
}
