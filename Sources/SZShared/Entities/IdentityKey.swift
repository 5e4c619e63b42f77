/// The members that identify an entity: one, or several for a composite identity.
package struct IdentityKey: Sendable, Equatable {
  package let names: [MemberName]
  private let heads: [MemberName.Head]

  package init(_ names: [[UInt8]]) {
    self.names = names.map { MemberName($0) }
    heads = self.names.map(\.head)
  }

  /// The identifying values of an element, in the order of the names; nil when it lacks one or that is no string, number
  /// or boolean.
  func values(_ document: Document, _ element: Document.Node) -> [Document.Node]? {
    guard document.kind(element) == .object, !names.isEmpty else { return nil }
    var values: [Document.Node] = []
    for number in names.indices {
      guard let value = value(document, element, number) else { return nil }
      values.append(value)
    }
    return values
  }

  /// One hash for the identity of an element, and the first of the identifying values; nil when it has none.
  @inline(__always) func hash(_ document: Document, _ element: Document.Node, _ hashing: Hashing)
    -> (hash: UInt64, first: Document.Node)?
  {
    guard document.kind(element) == .object, !heads.isEmpty, let first = value(document, element, 0)
    else { return nil }
    var hash = document.scalarHash(first, hashing)
    for number in 1..<heads.count {
      guard let value = value(document, element, number) else { return nil }
      hash = IdentityKey.combined(hash, document.scalarHash(value, hashing))
    }
    return (hash, first)
  }

  /// The first of the identifying values of an element that has them.
  func first(_ document: Document, _ element: Document.Node) -> Document.Node? {
    names.isEmpty ? nil : value(document, element, 0)
  }

  /// The hash of an identity so far and one more part.
  static func combined(_ hash: UInt64, _ part: UInt64) -> UInt64 {
    Hashing.mix(hash ^ Hashing.prime3, part)
  }

  /// The value of the identifying member whose name is the one at `number`.
  @inline(__always) private func value(_ document: Document, _ element: Document.Node, _ number: Int)
    -> Document.Node?
  {
    let head = heads[number]
    var node = document.firstChild(element)
    let end = document.end(element)
    while node < end {
      let value = document.next(node)
      if head.matches(document, node) ?? matches(document, node, number) {
        let kind = document.kind(value)
        return kind.isContainer || kind == .null ? nil : value
      }
      node = document.next(value)
    }
    return nil
  }

  @inline(never) private func matches(_ document: Document, _ node: Document.Node, _ number: Int) -> Bool {
    names[number].matches(document, node)
  }
}
