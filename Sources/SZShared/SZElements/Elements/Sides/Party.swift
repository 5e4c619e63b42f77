/// One of the three documents.
@frozen public enum Party: String, CaseIterable, Sendable {
  case pristine, edited, current

  /// Its place among the operands.
  @inlinable public var number: Int {
    switch self {
    case .pristine: 0
    case .edited: 1
    case .current: 2
    }
  }

  /// CURRENT for EDITED, and EDITED for CURRENT; PRISTINE is no side.
  @inlinable public var other: Party {
    assert(self != .pristine)
    return self == .edited ? .current : .edited
  }
}
