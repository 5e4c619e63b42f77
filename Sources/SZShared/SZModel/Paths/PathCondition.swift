public import SZJSON

/// What an identity selector asks of an element: that the member called so, or the one that deep in it, has this value.
public struct PathCondition: Equatable, Sendable {
  /// The names on the way to the member, one for a member of the element itself.
  public let names: [[UInt8]]
  public let value: PathScalar

  public init(names: [[UInt8]], value: PathScalar) {
    self.names = names
    self.value = value
  }

  /// Whether a value answers the condition.
  public func isAnswered(by document: Document, _ node: Document.Node) -> Bool {
    var node = node
    for name in names {
      guard document.kind(node) == .object, let member = document.member(node, named: name) else {
        return false
      }
      node = member.value
    }
    return value.isEqual(document, node)
  }
}

extension PathCondition {
  /// The position of the one element of an array that answers all conditions, empty where none does; nil where several do, or where
  /// this cannot be told without looking at each value: then the elements are to be asked one by one. Linear in the elements, of
  /// which most are dismissed by a few bits.
  public static func single(
    in document: Document, _ array: Document.Node, _ conditions: [PathCondition]
  ) -> [Int]? {
    let values = conditions.compactMap(\.value.identifying)
    if values.isEmpty || values.count < conditions.count { return nil }
    let key = IdentityKey(conditions.map { .init(IdentityPath($0.names)) }, isWritten: false)
    var search = IdentitySearch(
      key, in: Value(document, array), hashing: Hashing(exactNumbers: false), expected: 1)
    let wanted = search.number(of: values)
    search.find()
    if search.isAmbiguous[wanted] { return nil }
    return search.positions[wanted] < 0 ? [] : [search.positions[wanted]]
  }
}

/// A scalar in a path. It is equal to what has its value: strings by their characters, numbers exactly.
public enum PathScalar: Equatable, Sendable {
  case string([UInt8])
  case number(DecimalNumber)
  case literal(Literal)

  public func isEqual(_ document: Document, _ node: Document.Node) -> Bool {
    switch (self, document.kind(node)) {
    case (.string(let characters), .string), (.string(let characters), .escapedString):
      document.isString(node, equalTo: characters)
    case (.number(let number), .number):
      number == DecimalNumber(document.bytes, document.range(node))
    case (.literal(.true), .true), (.literal(.false), .false), (.literal(.null), .null): true
    default: false
    }
  }

  /// It as a value, where it is a string or a number, which identities can be.
  fileprivate var identifying: Value? {
    switch self {
    case .string(let characters): Value(jsonString: characters)
    case .number(let number): number.value
    case .literal: nil
    }
  }
}
