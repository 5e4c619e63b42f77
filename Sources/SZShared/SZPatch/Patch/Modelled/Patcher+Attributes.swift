internal import SZJSON
internal import SZModel

extension Patcher {
  /// Whether a policy settles what does not fit at a place.
  func hasPolicy(_ place: Rules.Place?) -> Bool {
    model != nil && !options.isLiteral && attribute(at: place)?.merge != nil
  }

  /// Writes a new value in the place of an attribute, in the representation of what stands there.
  mutating func write(
    _ new: Value, at node: Document.Node, _ member: ChangedMember, _ open: OpenEntity
  ) {
    if model == nil { return replace(node, with: new) }
    bring(new, member, open.path, node)
    noteDeletion(member.item, node)
    replace(node, with: converted(new, like: node, member, open))
  }

  /// Joins a new value with what stands there, by the policy of the attribute.
  mutating func join(
    _ old: Value?, _ new: Value, _ current: Value, _ member: ChangedMember, _ open: OpenEntity
  ) {
    let (place, node) = (member.place, current.node)
    guard let model, let policy = attribute(at: place)?.merge else { return }
    // What stands there is the current value. Where the policy has no say, the new one is written: it never misfits.
    let outcome = ValueJoin.outcome(
      policy, pristine: old, edited: new, current: current, model.rules.typed(place))
    switch outcome {
    case .current: alreadyAppliedCount += 1
    case .edited, nil: write(new, at: node, member, open)
    case .value(let value):
      if equal(value, current, place) {
        alreadyAppliedCount += 1
      } else {
        write(value, at: node, member, open)
      }
    }
  }

  /// A date or binary in the representation that the target keeps: of the value there, else of the same attribute in the first other
  /// entity, else the one that the model names.
  func converted(
    _ value: Value, like node: Document.Node?, _ member: ChangedMember, _ open: OpenEntity
  ) -> Value {
    if model == nil { return value }
    let name = member.name.document.characters(member.name.node)
    return convert(value, like: node, name, member.place, entityID(open.place))
  }

  /// That, of an attribute called `member` of `entity`.
  func convert(
    _ value: Value, like node: Document.Node?, _ member: [UInt8], _ place: Rules.Place?,
    _ entity: Model.EntityID?
  ) -> Value {
    guard let model, !options.isLiteral, let attribute = attribute(at: place) else { return value }
    let type = model.rules.typed(place)
    switch type {
    case .date, .binary: break
    case .plain, .uuid: return value
    }
    var wanted = node.flatMap { Representation.of(target, $0, type) }
    if wanted == nil, let entity {
      wanted = state?.representations.representation(of: member, in: entity, type, model.index)
    }
    if wanted == nil {
      switch type {
      case .date(let format): wanted = format.map { Representation($0) }
      default:
        wanted = (attribute.binaryFormat ?? model.schema.model.binaryFormat).map { Representation($0) }
      }
    }
    return wanted?.written(value, type) ?? value
  }

  /// The items of attributes that are left out because their unit does not fit, as a whole; they are listed.
  mutating func leftUnits(_ index: ItemIndex, _ open: inout OpenEntity) -> Set<ItemIndex> {
    guard let model, let id = entityID(open.place), !model.schema[id].units.isEmpty, policy != .force else {
      return []
    }
    /// A unit of the change: its parts, and whether all are as they were, or as they will be.
    struct Unit {
      var items: [ItemIndex] = []
      var isOld = true
      var isNew = true
      var misfits: [(member: ChangedMember, old: Value?, found: Value?)] = []
    }
    var units: [Int: Unit] = [:]
    for child in tree.children(of: index) {
      guard let (name, old, new) = tree[child].attribute else { continue }
      let place = place(of: name, in: open, old ?? new)
      guard case .attribute(let property)? = place?.declared, let number = model.schema[property].unit else {
        continue
      }
      var after = new
      if case .context = tree[child] { after = old }
      let current = open.find(name).map { Value(target, $0) }
      func isThere(_ wanted: Value?) -> Bool {
        guard let wanted, let current else { return wanted == nil && current == nil }
        return equal(current, wanted, place)
      }
      var unit = units[number] ?? Unit()
      unit.items.append(child)
      let (isOld, isNew) = (isThere(old), isThere(after))
      unit.isOld = unit.isOld && isOld
      unit.isNew = unit.isNew && isNew
      if !isOld { unit.misfits.append((ChangedMember(item: child, name: name, place: place), old, current)) }
      units[number] = unit
    }
    var left: Set<ItemIndex> = []
    for (_, unit) in units.sorted(by: { $0.key < $1.key }) where !unit.isOld && !unit.isNew {
      for part in unit.misfits {
        misfit(part.member, .change, open, expected: part.old, found: part.found)
      }
      rejected.formUnion(unit.items)
      left.formUnion(unit.items)
    }
    return left
  }
}
