/// An entity as a JSON object, made of what a change says of it.
enum EntityText {
  /// The value that a created entity will be or a deleted one was. Of an updated one, its identity and its new attributes.
  ///
  /// Relationships become members: an entity an object, a to-many an array of what is created in it, a list what its hunks
  /// insert. An entity of which something goes and nothing comes is not made. Walks without recursion.
  ///
  /// `elements` says what is in a list, when that is not what its hunks insert; `left` is told of a relationship that makes
  /// nothing.
  static func value(
    _ tree: ChangeTree, _ index: Int, elements: ((Int) -> [Value])? = nil, left: (Int) -> Void = { _ in }
  ) -> Value {
    var additions: [(object: Int, parts: [IdentityText.Part])] = []
    let whole = Value(jsonText: text(tree, index, elements, left, &additions))
    if additions.isEmpty { return whole }
    return Value(jsonText: IdentityText.adding(additions, to: whole.document))
  }

  /// Whether something is there by a change that was not there before: an attribute, an element. What only goes makes nothing.
  static func makesSomething(_ tree: ChangeTree, _ index: Int) -> Bool { makes(tree, index)[0] }

  /// That, for the item at `index` and each below it.
  private static func makes(_ tree: ChangeTree, _ index: Int) -> [Bool] {
    var makes = [Bool](repeating: false, count: tree.items[index].end - index)
    var open: [Int] = []
    var next = index
    while next < tree.items[index].end {
      let position = next
      next += 1
      while let last = open.last, tree.items[last].end <= position { open.removeLast() }
      open.append(position)
      let item = tree.items[position]
      switch item.role {
      case .attribute where item.new != nil && !item.isFull, .new: break
      case .entity where item.state == .created: break
      case .hunk where tree.isEdit(position):
        // There is no element that could be edited.
        next = item.end
        continue
      default: continue
      }
      // What leads down to it makes something too; the walk ends where that is known.
      for parent in open.reversed() {
        if makes[parent - index] { break }
        makes[parent - index] = true
      }
    }
    return makes
  }

  /// The text of an entity; `additions` are identities that belong into members that it has.
  private static func text(
    _ tree: ChangeTree, _ index: Int, _ elements: ((Int) -> [Value])?, _ left: (Int) -> Void,
    _ additions: inout [(object: Int, parts: [IdentityText.Part])]
  ) -> [UInt8] {
    var output: [UInt8] = []
    var closers: [(end: Int, byte: UInt8)] = []
    let makes = makes(tree, index)
    let end = tree.items[index].end
    let isDeletion = tree.items[index].state == .deleted
    func comma() {
      if let last = output.last, ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":")].contains(last) {
        output.append(UInt8(ascii: ","))
      }
    }
    var position = index
    while position < end {
      while let closer = closers.last, closer.end <= position {
        output.append(closer.byte)
        closers.removeLast()
      }
      let item = tree.items[position]
      switch item.role {
      case .entity where position > index && !isDeletion && !makes[position - index]:
        position = item.end
      case .entity:
        comma()
        output.append(UInt8(ascii: "{"))
        closers.append((item.end, UInt8(ascii: "}")))
        let start = output.count - 1
        let inside = appendMissingIdentity(tree, position, isDeletion, &output)
        if !inside.isEmpty { additions.append((start, inside)) }
        position += 1
      case .attribute:
        if let value = isDeletion ? item.old : item.new, let name = item.name {
          comma()
          name.appendCompact(to: &output)
          output.append(UInt8(ascii: ":"))
          value.appendCompact(to: &output)
        }
        position = item.end
      case .relationship where !isDeletion && !makes[position - index]:
        left(position)
        position = item.end
      case .relationship:
        comma()
        item.name?.appendCompact(to: &output)
        output.append(UInt8(ascii: ":"))
        position += 1
      case .list where elements != nil && !item.isSet:
        output.append(UInt8(ascii: "["))
        for value in elements?(position) ?? [] {
          comma()
          value.appendCompact(to: &output)
        }
        output.append(UInt8(ascii: "]"))
        position = item.end
      case .toMany, .list:
        output.append(UInt8(ascii: "["))
        closers.append((item.end, UInt8(ascii: "]")))
        position += 1
      case .hunk:
        for value in tree.values(position, isDeletion ? .old : .new) {
          comma()
          value.appendCompact(to: &output)
        }
        position = item.end
      default: position = item.end
      }
    }
    for closer in closers.reversed() { output.append(closer.byte) }
    return output
  }

  /// Appends the identity, where the entity's members do not have it themselves; answers those parts that belong into a
  /// member that it has.
  private static func appendMissingIdentity(
    _ tree: ChangeTree, _ index: Int, _ isDeletion: Bool, _ output: inout [UInt8]
  ) -> [IdentityText.Part] {
    let identity = tree.identity(of: index)
    if identity.allSatisfy({ isNamed($0, in: tree, index, isDeletion) }) { return [] }
    var named: [[UInt8]: Value?] = [:]
    for child in tree.children(index) {
      let item = tree.items[child]
      guard let name = item.name.map({ $0.document.characters($0.node) }) else { continue }
      switch item.role {
      case .attribute: if let value = isDeletion ? item.old : item.new { named[name] = value }
      case .relationship: named[name] = .some(nil)
      default: continue
      }
    }
    var (missing, inside): ([IdentityText.Part], [IdentityText.Part]) = ([], [])
    for part in identity where part.value.kind != .null {
      guard let path = IdentityPath(part.name) else { continue }
      switch named[path.steps[0].characters] {
      case nil: missing.append((path.steps[...], part.value))
      case .some where path.isName: continue
      case .some: inside.append((path.steps[...], part.value))
      }
    }
    IdentityText.append(missing, to: &output)
    // What sz-diff makes has all of it.
    inside.removeAll { part in
      guard case .some(.some(var value)) = named[part.path[0].characters] else { return false }
      for step in part.path.dropFirst() {
        guard value.kind == .object, let member = value.document.member(value.node, named: step.characters)
        else { return false }
        value = Value(value.document, member.value)
      }
      return true
    }
    return inside
  }

  /// Whether a part of an identity is null, or a name under which the entity has a member: what sz-diff makes is like that.
  private static func isNamed(
    _ part: (name: [UInt8], value: Value), in tree: ChangeTree, _ index: Int, _ isDeletion: Bool
  ) -> Bool {
    if part.value.kind == .null { return true }
    if !IdentityPath.isPlain(part.name) { return false }
    var child = index + 1
    while child < tree.items[index].end {
      let isMember =
        switch tree.items[child].role {
        case .attribute: (isDeletion ? tree.items[child].old : tree.items[child].new) != nil
        case .relationship: true
        default: false
        }
      if isMember, let name = tree.items[child].name, name.document.isString(name.node, equalTo: part.name) {
        return true
      }
      child = tree.items[child].end
    }
    return false
  }
}
