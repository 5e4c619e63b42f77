internal import SZJSON

/// An entity must have no other identity in what a change says of it than it is named by, and keep the one that it has: it would be looked
/// for by one and made with the other, or found no more when it has been edited.
extension ChangeReader {
  /// Checks the attributes of an entity that is still open; `answer` is what was read of them.
  func checkIdentity(of item: ItemIndex, _ answer: AttributeReader.Answer) throws(ChangeShapeError) {
    for part in identity {
      // Most attributes are others, and no path is read for that.
      if IdentityPath.isPlain(document, part.name), !says(part.name, of: item, answer) { continue }
      guard let path = IdentityPath(document.characters(part.name)) else { continue }
      if let group = answer.group {
        try check(found(path.steps[...], in: group), part)
        continue
      }
      // Its attributes are the last items.
      var child = item.next
      while child < tree.endIndex {
        if tree.kind(of: child) == .attribute, path.steps[0].matches(document, tree.firstNode(child)),
          case .attribute(_, let old, let new) = tree[child]
        {
          if answer.state != .created {
            try check(found(path.steps.dropFirst(), in: old, instead: new), part)
          }
          if answer.state != .deleted {
            try check(found(path.steps.dropFirst(), in: new, instead: old), part)
          }
        }
        child = child.next
      }
    }
  }

  /// Whether the attributes of an entity that is still open have this name among them.
  private func says(_ name: Document.Node, of item: ItemIndex, _ answer: AttributeReader.Answer) -> Bool {
    if let group = answer.group {
      return document.members(group).contains { document.scalarsEqual($0.name, document, name) }
    }
    var child = item.next
    while child < tree.endIndex {
      if tree.kind(of: child) == .attribute, document.scalarsEqual(tree.firstNode(child), document, name) {
        return true
      }
      child = child.next
    }
    return false
  }

  /// Checks what a change says below an entity, of which all has been read, at the path of its identity.
  func checkIdentity(below item: ItemIndex) throws(ChangeShapeError) {
    for child in tree.children(of: item) {
      guard case .identity(let name, let value) = tree[child] else { continue }
      guard let path = IdentityPath(document.characters(name.node)), !path.isName else { continue }
      var inner = item
      var steps = path.steps[...]
      while let step = steps.first, let relation = relation(step, of: inner) {
        inner = relation
        steps = steps.dropFirst()
      }
      guard inner != item, let step = steps.first else { continue }
      for child in tree.children(of: inner) {
        guard case .attribute(let name, let old, let new) = tree[child], step.matches(document, name.node)
        else { continue }
        let part = (name: name.node, value: value.node)
        try check(found(steps.dropFirst(), in: old, instead: new), part)
        try check(found(steps.dropFirst(), in: new, instead: old), part)
      }
    }
  }

  /// What a change says of the relationship `name` of an entity, where it is an entity.
  private func relation(_ name: MemberName, of entity: ItemIndex) -> ItemIndex? {
    for child in tree.children(of: entity) {
      guard case .relationship(let own) = tree[child], name.matches(document, own.node) else { continue }
      return tree[tree.relation(of: child)].entity == nil ? nil : tree.relation(of: child)
    }
    return nil
  }

  /// What stands where an identity should, and where that is said.
  private enum Found {
    case value(Document.Node)
    /// Nothing, in this object, in which there can be something.
    case nothing(Document.Node)
    /// Nothing, because this is no object, or because it is said of this value that it comes or goes.
    case never(Document.Node)
  }

  private func found(_ steps: ArraySlice<MemberName>, in object: Document.Node) -> Found {
    var node = object
    for step in steps {
      guard document.kind(node) == .object else { return .never(node) }
      guard let member = document.member(node, named: step.characters) else { return .nothing(node) }
      node = member.value
    }
    return .value(node)
  }

  private func found(_ steps: ArraySlice<MemberName>, in value: Value?, instead other: Value?) -> Found {
    if let value {
      let found = found(steps, in: value.node)
      if case .nothing(let node) = found { return .never(node) }
      return found
    }
    return .never(other?.node ?? document.root)
  }

  /// A part that is null is not there.
  private func check(
    _ found: Found, _ part: (name: Document.Node, value: Document.Node)
  ) throws(ChangeShapeError) {
    let node: Document.Node
    switch found {
    case .nothing: return
    case .never(let place):
      if document.kind(part.value) == .null { return }
      node = place
    case .value(let value):
      if !document.kind(value).isContainer,
        document.scalarHash(value, hashing) == document.scalarHash(part.value, hashing)
      {
        return
      }
      node = value
    }
    throw fail(
      node,
      "beside \"attributes\" the identity is \(String(decoding: document.text(part.value), as: UTF8.self)); the attributes cannot say another one"
    )
  }
}
