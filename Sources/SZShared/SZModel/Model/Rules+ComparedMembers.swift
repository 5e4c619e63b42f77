internal import SZJSON

extension Rules {
  /// By what the elements of the array at `array` are told apart and resemble each other: under a model by all members but those that it
  /// leaves out of every change, and by what their values mean.
  public func comparedMembers(ofElementsOf array: Place?) -> ComparedMembers {
    let hasOrder = schema == nil && !selection.hasSets
    let arrayParts: ComparedMembers.ArrayParts = !hasOrder ? .none : array?.path == nil ? .all : .beforeChange
    guard schema != nil, let place = element(array), place.declared != nil else {
      return ComparedMembers(arrayParts: arrayParts)
    }
    return ComparedMembers(arrayParts: arrayParts) { document, member in
      let value = Value(document, member.value)
      let child = self.member(place, document.characters(member.name), value)
      switch child?.declared {
      case .leftOut?: return .leftOut
      case .attribute?, .reference?:
        guard !value.kind.isContainer, let hashing = document.hashing, typed(child) != .plain else {
          return .plain
        }
        return .hash(typed(child).hash(document, member.value, hashing))
      default: return .plain
      }
    }
  }
}
