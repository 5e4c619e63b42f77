/// The members that identify an entity: one, or several for a composite identity.
package struct IdentityKey: Sendable, Equatable {
  package let names: [MemberName]

  package init(_ names: [[UInt8]]) { self.names = names.map { MemberName($0) } }

  /// The identifying values of an element, in the order of the names; nil when it lacks one or that is no string, number
  /// or boolean.
  func values(_ document: Document, _ element: Document.Node) -> [Document.Node]? {
    guard document.kind(element) == .object, !names.isEmpty else { return nil }
    var values: [Document.Node] = []
    for name in names {
      guard let value = IdentityKey.value(document, element, name) else { return nil }
      values.append(value)
    }
    return values
  }

  /// One hash for the identity of an element, and the first of the identifying values; nil when it has none.
  @inline(__always) func hash(_ document: Document, _ element: Document.Node, _ hashing: Hashing)
    -> (hash: UInt64, first: Document.Node)?
  {
    guard document.kind(element) == .object, !names.isEmpty,
      let first = IdentityKey.value(document, element, names[0])
    else { return nil }
    var hash = document.scalarHash(first, hashing)
    for number in 1..<names.count {
      guard let value = IdentityKey.value(document, element, names[number]) else { return nil }
      hash = IdentityKey.combined(hash, document.scalarHash(value, hashing))
    }
    return (hash, first)
  }

  /// The first of the identifying values of an element that has them.
  func first(_ document: Document, _ element: Document.Node) -> Document.Node? {
    names.first.flatMap { IdentityKey.value(document, element, $0) }
  }

  /// The hash of an identity so far and one more part.
  static func combined(_ hash: UInt64, _ part: UInt64) -> UInt64 {
    Hashing.mix(hash ^ Hashing.prime3, part)
  }

  @inline(__always) private static func value(
    _ document: Document, _ element: Document.Node, _ name: MemberName
  )
    -> Document.Node?
  {
    var node = document.firstChild(element)
    let end = document.end(element)
    while node < end {
      let value = document.next(node)
      if name.matches(document, node) {
        let kind = document.kind(value)
        return kind.isContainer || kind == .null ? nil : value
      }
      node = document.next(value)
    }
    return nil
  }
}
