/// The members of one object, each with the member of the same name in another object.
///
/// Objects usually agree in the order of their members, so the other's next member is tried first; when that fails the
/// other object is searched, and one of more than a few members gets an index. Linear in the members altogether.
public struct MemberPairing {
  public typealias Member = (name: Document.Node, value: Document.Node)

  private let document: Document
  private let other: Document
  private let otherObject: Document.Node
  private var members: Document.Members
  private var others: Document.Members
  private var index: [[UInt8]: Member]?
  private var misses = 0

  public init(
    _ document: Document, _ object: Document.Node, _ other: Document, _ otherObject: Document.Node
  ) {
    self.document = document
    self.other = other
    self.otherObject = otherObject
    members = document.members(object)
    others = other.members(otherObject)
  }

  /// The members that the other object does not have, or has with another value, which comes with them. Both documents have hashes.
  public var different: [(member: Member, match: Member?)] {
    var (pairing, members) = (self, [(member: Member, match: Member?)]())
    while let (member, match) = pairing.next() {
      if match.map({ other.hash($0.value) }) != document.hash(member.value) {
        members.append((member, match))
      }
    }
    return members
  }

  /// Whether both objects have as many members.
  public var countsAreEqual: Bool {
    var (left, right) = (members, others)
    while true {
      switch (left.next() != nil, right.next() != nil) {
      case (true, true): continue
      case (false, false): return true
      default: return false
      }
    }
  }

  /// The next member and its counterpart.
  @inline(__always) public mutating func next() -> (member: Member, other: Member?)? {
    guard let member = members.next() else { return nil }
    var probe = others
    if let candidate = probe.next(), document.scalarsEqual(member.name, other, candidate.name) {
      others = probe
      return (member, candidate)
    }
    let match = find(member.name)
    if let match {
      // Go on from there: what follows is likely to follow there too.
      others = other.members(otherObject)
      others.node = other.next(match.value)
    }
    return (member, match)
  }

  @inline(never) private mutating func find(_ name: Document.Node) -> Member? {
    if let index { return index[document.characters(name)] }
    misses += 1
    if misses > 4 {
      var built: [[UInt8]: Member] = [:]
      for member in other.members(otherObject) { built[other.characters(member.name)] = member }
      index = built
      return built[document.characters(name)]
    }
    for member in other.members(otherObject)
    where document.scalarsEqual(name, other, member.name) { return member }
    return nil
  }
}
