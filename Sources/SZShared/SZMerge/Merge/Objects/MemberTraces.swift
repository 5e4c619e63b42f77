internal import SZJSON
internal import SZModel

/// What tells each member of an object from the others: a string or number that stands once, and of an object or array the strings,
/// objects and arrays that it alone holds.
///
/// Of `{"primary": {"host": "db1", "port": 5432}, "secondary": {"host": "db2", "port": 5432}}` it is the hosts.
struct MemberTraces {
  private let document: Document
  private var values: [UInt64: Int] = [:]
  private var parts: [UInt64: Int] = [:]

  /// Linear in the members and in what they hold.
  init(_ document: Document, _ object: Document.Node) {
    self.document = document
    for member in document.members(object) {
      values[document.hash(member.value), default: 0] += 1
      for part in parts(of: member.value) { parts[part, default: 0] += 1 }
    }
  }

  /// Whether a value of a member is told from all others.
  func tell(_ value: Document.Node) -> Bool {
    if document.kind(value).isContainer { return !own(value).isEmpty }
    return values[document.hash(value)] == 1 && (document.kind(value) == .number || document.isText(value))
  }

  /// What the member with this value alone holds. Linear in what it holds.
  func own(_ value: Document.Node) -> Set<UInt64> { parts(of: value).filter { parts[$0] == 1 } }

  private func parts(of value: Document.Node) -> Set<UInt64> {
    var found: Set<UInt64> = []
    switch document.kind(value) {
    case .object: ComparedMembers().forEachMember(document, value, where: mayTell) { found.insert($0) }
    case .array:
      for element in document.elements(value) where mayTell(element) { found.insert(document.hash(element)) }
    default: break
    }
    return found
  }

  private func mayTell(_ value: Document.Node) -> Bool { document.isFilled(value) || document.isText(value) }
}
