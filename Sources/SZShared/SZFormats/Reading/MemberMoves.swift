internal import SZJSON
internal import SZModel

/// Who comes to a to-many, and who moves in it, by the selectors of their identities.
struct MemberMoves {
  /// Those that are created in it.
  private(set) var created: Set<[UInt8]> = []
  /// Beside whom those come to stand that move.
  private(set) var neighbours: [[UInt8]: ValueChange.Neighbour] = [:]
  /// Where its members stand in NEW; known where some move.
  private(set) var places: [[UInt8]: Document.Node] = [:]

  init() {}

  /// Of the to-many at `index`, which is `array` in NEW.
  init(_ tree: ChangeTree, _ index: ItemIndex, _ new: Document?, _ array: Document.Node?) {
    var names: [[UInt8]] = []
    var hasMoves = false
    for child in tree.children(of: index) {
      switch tree[child] {
      case .entity(let entity):
        let identity = tree.identity(of: child)
        if names.isEmpty { names = identity.map(\.name) }
        if entity.state == .created { created.insert(IdentitySelector.text(identity)) }
      case .move(let hunk):
        hasMoves = true
        let beside = MemberMoves.neighbour(tree, hunk, names)
        for value in tree.values(hunk.new) { neighbours[MemberMoves.selector(value, names)] = beside }
      default: continue
      }
    }
    guard hasMoves, let new, let array, new.kind(array) == .array else { return }
    let key = IdentityKey(paths: names, areOptional: true)
    for element in new.elements(array) {
      guard let values = key.values(new, element) else { continue }
      let parts = zip(names, values).compactMap { name, node in
        node.map { (name: name, value: Value(new, $0)) }
      }
      places[IdentitySelector.text(parts)] = element
    }
  }

  private static func neighbour(
    _ tree: ChangeTree, _ hunk: ChangeTree.Hunk, _ names: [[UInt8]]
  ) -> ValueChange.Neighbour? {
    if let value = tree.values(hunk.before.stretch).last {
      return ValueChange.Neighbour(isBehind: true, selector: selector(value, names))
    }
    return tree.values(hunk.after.stretch).first.map {
      ValueChange.Neighbour(isBehind: false, selector: selector($0, names))
    }
  }

  /// The selector for an identity as an order has it: a scalar, or an array of the parts.
  static func selector(_ value: Value, _ names: [[UInt8]]) -> [UInt8] {
    if names.count > 1, value.kind == .array {
      let parts = value.document.elements(value.node).map { Value(value.document, $0) }
      return IdentitySelector.text(Array(zip(names, parts)).map { (name: $0, value: $1) })
    }
    return IdentitySelector.text(names.first.map { [(name: $0, value: value)] } ?? [])
  }
}
