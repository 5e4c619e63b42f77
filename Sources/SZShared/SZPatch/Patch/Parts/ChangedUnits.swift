internal import SZJSON
internal import SZModel

/// The units of attributes that a change has of an entity, and that do not fit as a whole.
struct ChangedUnits {
  /// A unit of the change: its parts, and whether all are as they were, or as they will be.
  struct Unit {
    var items: [ItemIndex] = []
    var isOld = true
    var isNew = true
    var misfits: [(member: ChangedMember, old: Value?, found: Value?)] = []
  }

  /// Those that are left out, in the order of the model.
  private(set) var left: [Unit] = []

  /// Looks at what an item says of an entity.
  init(_ index: ItemIndex, _ open: inout OpenEntity, _ basis: PatchBasis) {
    guard let model = basis.model, let id = basis.entityID(open.place), !model.schema[id].units.isEmpty,
      basis.policy != .force
    else { return }
    let tree = basis.tree
    var units: [Int: Unit] = [:]
    for child in tree.children(of: index) {
      guard let (name, old, new) = tree[child].attribute else { continue }
      let place = basis.place(of: name, in: open, old ?? new)
      guard case .attribute(let property)? = place?.declared, let number = model.schema[property].unit else {
        continue
      }
      var after = new
      if case .context = tree[child] { after = old }
      let current = open.find(name).map { Value(basis.target, $0) }
      func isThere(_ wanted: Value?) -> Bool {
        guard let wanted, let current else { return wanted == nil && current == nil }
        return basis.equal(current, wanted, place)
      }
      var unit = units[number] ?? Unit()
      unit.items.append(child)
      let (isOld, isNew) = (isThere(old), isThere(after))
      unit.isOld = unit.isOld && isOld
      unit.isNew = unit.isNew && isNew
      if !isOld { unit.misfits.append((ChangedMember(item: child, name: name, place: place), old, current)) }
      units[number] = unit
    }
    left = units.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isOld && !$0.isNew }
  }
}
