package import SZElements

/// What only one side of a merge touched, worked out from the three documents alone, and looked for in the result.
///
/// Objects are walked by the names of their members, arrays by a default name that tells the elements of all three apart: each value
/// that one side alone set, made or deleted, with no edit of the other side at, in or around it, must be in the result as that side
/// has it. Of arrays without identities ``UncontestedListFacts`` knows what must be there. What is not as it must be may be named in
/// the report instead.
package struct UncontestedFacts {
  typealias Versions = Three<PlainValue?>

  /// A value in the documents that have it.
  struct Place {
    /// For people.
    let path: String
    /// Nil in a document in which the value, or what is around it, is not.
    let pointers: Three<String?>

    static let root = Place(path: "$", pointers: Three { _ in "" })

    func member(_ name: String) -> Place {
      let token = name.replacing("~", with: "~0").replacing("/", with: "~1")
      return Place(path: "\(path).\(name)", pointers: pointers.map { $0.map { "\($0)/\(token)" } })
    }

    func element(_ identity: String, _ positions: Three<Int?>) -> Place {
      Place(
        path: "\(path)[\(identity)]",
        pointers: Three { party in
          pointers[party].flatMap { pointer in positions[party].map { "\(pointer)/\($0)" } }
        })
    }
  }

  let report: MergeReport
  var lost: [String] = []
  /// How many facts were looked for.
  var count = 0

  /// The facts that are neither in `merged` nor in the report, and how many there are in all.
  package static func lost(
    _ documents: Three<PlainValue>, merged: PlainValue, _ report: MergeReport
  ) -> (facts: [String], count: Int) {
    var facts = UncontestedFacts(report: report)
    facts.walk(documents.map { $0 }, merged, .root)
    return (facts.lost, facts.count)
  }

  private init(report: MergeReport) { self.report = report }

  private mutating func walk(_ versions: Versions, _ merged: PlainValue?, _ place: Place) {
    let texts = versions.map { $0?.text }
    if texts.pristine == texts.edited || texts.pristine == texts.current || texts.edited == texts.current {
      let wanted = texts.pristine == texts.edited ? texts.current : texts.edited
      count += 1
      if merged?.text != wanted, !report.names(place) {
        lost.append("\(place.path) is \(merged?.text ?? "gone"), not \(wanted ?? "gone")")
      }
      return
    }
    guard let edited = versions.edited, let current = versions.current else { return }
    if edited.members != nil, current.members != nil,
      versions.pristine.map({ $0.members != nil }) ?? true
    {
      let objects = versions.map { $0?.members ?? [:] }
      let names = [objects.pristine, objects.edited, objects.current].reduce(into: Set()) {
        $0.formUnion($1.keys)
      }
      for name in names.sorted() {
        walk(objects.map { $0[name] }, merged?.members?[name], place.member(name))
      }
    } else if edited.elements != nil, current.elements != nil,
      versions.pristine.map({ $0.elements != nil }) ?? true
    {
      let arrays = versions.map { $0?.elements ?? [] }
      if let key = PlainValue.key([arrays.pristine, arrays.edited, arrays.current]) {
        entities(arrays, key, merged?.elements ?? [], place)
      } else if versions.pristine != nil {
        let facts = UncontestedListFacts(arrays, merged?.elements ?? [])
        count += facts.count
        lost += facts.lost { report.names(place, $0, times: $1) }.map { "\(place.path): \($0)" }
      }
    }
  }

  private mutating func entities(
    _ arrays: Three<[PlainValue]>, _ key: String, _ merged: [PlainValue], _ place: Place
  ) {
    func identities(_ array: [PlainValue]) -> [String: Int] {
      array.enumerated().reduce(into: [:]) {
        $0[$1.element.identity(key) ?? "", default: $1.offset] = $1.offset
      }
    }
    let positions = arrays.map(identities)
    let inMerged = identities(merged)
    if inMerged.count != merged.count, !report.names(place) {
      lost.append("\(place.path): elements share an identity")
    }
    let all = [positions.pristine, positions.edited, positions.current].reduce(into: Set()) {
      $0.formUnion($1.keys)
    }
    for identity in all.sorted() {
      let at = positions.map { $0[identity] }
      walk(
        Three { party in at[party].map { arrays[party][$0] } }, inMerged[identity].map { merged[$0] },
        place.element("\(key)=\(identity)", at))
    }
    order(positions, inMerged, place)
  }

  /// Of two entities that all have, the one comes first that does on the side which swapped them.
  private mutating func order(_ positions: Three<[String: Int]>, _ merged: [String: Int], _ place: Place) {
    let everywhere = positions.pristine.keys.filter {
      positions.edited[$0] != nil && positions.current[$0] != nil && merged[$0] != nil
    }.sorted()
    for (number, left) in everywhere.enumerated() {
      for right in everywhere[(number + 1)...] {
        func isAscending(_ positions: [String: Int]) -> Bool {
          (positions[left] ?? 0) < (positions[right] ?? 0)
        }
        let ascending = positions.map(isAscending)
        let wanted = ascending.pristine == ascending.edited ? ascending.current : ascending.edited
        count += 1
        if isAscending(merged) != wanted, !report.names(place) {
          lost.append("\(place.path): \(left) and \(right) are not in the order that one side gave them")
        }
      }
    }
  }
}
