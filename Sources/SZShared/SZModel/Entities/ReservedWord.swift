/// The members of a change that mean something; every other member of an entity change is its identity.
public enum ReservedWord: String, CaseIterable, Sendable {
  case entityName, attributes, relationships, elements, members, order, value, removed, parentWasDeleted,
    from, to

  /// Such a word cannot identify, unless it is written in quotes, `['value']`.
  public static func isReserved(_ name: [UInt8]) -> Bool {
    allCases.contains { $0.rawValue.utf8.elementsEqual(name) }
  }
}
