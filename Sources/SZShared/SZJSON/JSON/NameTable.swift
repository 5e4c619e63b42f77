/// Values by member names, for documents of which most members have other names: those are told in constant time, without a copy of
/// the name.
public struct NameTable<Element: Sendable>: Sendable {
  private var byName: [[UInt8]: Element] = [:]
  /// A bit for each name, which several may share.
  private var bits: UInt64 = 0

  public init() {
  }

  public var isEmpty: Bool { byName.isEmpty }

  public subscript(_ name: MemberName) -> Element? {
    get { byName[name.characters] }
    set {
      byName[name.characters] = newValue
      bits |= name.head.bit
    }
  }

  /// That of the name at `node`.
  @inline(__always) public subscript(_ document: Document, _ node: Document.Node) -> Element? {
    if let bit = MemberName.Head.bit(document, node), bits & bit == 0 { return nil }
    return byName[document.characters(node)]
  }
}
