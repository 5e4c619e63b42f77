/// One of the three documents.
public enum Party: String, CaseIterable, Sendable {
  case pristine, edited, current

  /// Its place among the operands.
  public var number: Int {
    switch self {
    case .pristine: 0
    case .edited: 1
    case .current: 2
    }
  }

  /// CURRENT for EDITED, and EDITED for CURRENT; PRISTINE is no side.
  var other: Party {
    assert(self != .pristine)
    return self == .edited ? .current : .edited
  }
}
