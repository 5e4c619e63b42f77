internal import SZJSON
internal import SZModel

/// A value of a target together with what a change says of it: what the conditions of paths are asked of.
///
/// They are answered when they hold before the change or after it, as where two documents are compared.
struct ChangedValue {
  let tree: ChangeTree
  let target: Document
  /// The value in the target; nil where there is none.
  let node: Document.Node?
  /// What changes in it.
  let change: ItemIndex?
  /// What identifies it where only its place changes.
  var identity: [(name: [UInt8], value: Value)] = []

  func answers(_ conditions: [PathCondition]) -> Bool {
    conditions.allSatisfy { answers($0, isNew: false) } || conditions.allSatisfy { answers($0, isNew: true) }
  }

  /// Whether one of some values answers all conditions.
  static func answers(_ conditions: [PathCondition], _ values: [Value?]) -> Bool {
    values.contains { value in
      guard let value else { return false }
      return conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
    }
  }

  private func answers(_ condition: PathCondition, isNew: Bool) -> Bool {
    if let value = identity(condition.names) { return condition.value.isEqual(value.document, value.node) }
    var (node, change) = (node, change)
    for (depth, name) in condition.names.enumerated() {
      switch change.flatMap({ fact(name, in: $0) }) {
      case .attribute(let old, let new)?:
        guard let value = isNew ? new : old else { return false }
        return PathCondition(names: Array(condition.names[(depth + 1)...]), value: condition.value)
          .isAnswered(by: value.document, value.node)
      case .relationship(let relation)?: change = relation
      case nil: change = nil
      }
      if let object = node {
        node = target.kind(object) == .object ? target.member(object, named: name)?.value : nil
      }
      if node == nil, change == nil { return false }
    }
    return node.map { condition.value.isEqual(target, $0) } ?? false
  }

  /// The part of its identity that stands at a path.
  private func identity(_ names: [[UInt8]]) -> Value? {
    let identity = change.map { tree.identity(of: $0) } ?? identity
    if identity.isEmpty { return nil }
    let text = IdentityPath(names).text
    return identity.first { $0.name == text }?.value
  }

  private enum Fact {
    case attribute(old: Value?, new: Value?)
    case relationship(ItemIndex)
  }

  /// What an entity change says of a member.
  private func fact(_ name: [UInt8], in entity: ItemIndex) -> Fact? {
    guard tree.kind(of: entity) == .entity else { return nil }
    func isIt(_ value: Value) -> Bool { value.document.isString(value.node, equalTo: name) }
    for child in tree.children(of: entity) {
      switch tree[child] {
      case .attribute(let other, let old, let new) where isIt(other): return .attribute(old: old, new: new)
      case .context(let other, let old) where isIt(other): return .attribute(old: old, new: old)
      case .relationship(let other) where isIt(other): return .relationship(tree.relation(of: child))
      default: continue
      }
    }
    return nil
  }
}
