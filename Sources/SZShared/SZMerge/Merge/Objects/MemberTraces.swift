internal import SZJSON
internal import SZModel

/// What tells each member of an object from the others: the strings, objects and arrays that it alone holds.
///
/// Of `{"primary": {"host": "db1", "port": 5432}, "secondary": {"host": "db2", "port": 5432}}` it is the hosts.
struct MemberTraces {
  private let document: Document
  private var counts: [UInt64: Int] = [:]

  /// Linear in the members and in what they hold.
  init(_ document: Document, _ object: Document.Node) {
    self.document = document
    for member in document.members(object) {
      for trace in traces(member.value) { counts[trace, default: 0] += 1 }
    }
  }

  /// What the member with this value alone holds. Linear in what it holds.
  func own(_ value: Document.Node) -> Set<UInt64> { traces(value).filter { counts[$0] == 1 } }

  private func traces(_ value: Document.Node) -> Set<UInt64> {
    var traces: Set<UInt64> = []
    switch document.kind(value) {
    case .object:
      ComparedMembers().forEachMember(document, value, where: mayTell) { traces.insert($0) }
    case .array:
      for element in document.elements(value) where mayTell(element) { traces.insert(document.hash(element)) }
    default: break
    }
    return traces
  }

  private func mayTell(_ value: Document.Node) -> Bool { document.isFilled(value) || document.isText(value) }
}
