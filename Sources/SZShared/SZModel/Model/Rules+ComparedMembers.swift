internal import SZJSON

extension Rules {
  /// By what the elements of the array at `array` are told apart and resemble each other: under a model by all members but those that it
  /// leaves out of every change, and by what their values mean.
  public func comparedMembers(ofElementsOf array: Place?) -> ComparedMembers {
    let arraysHaveOrder = schema == nil && !selection.hasSets
    guard schema != nil, let place = element(array), place.declared != nil else {
      return ComparedMembers(arraysHaveOrder: arraysHaveOrder)
    }
    return ComparedMembers(arraysHaveOrder: arraysHaveOrder) { document, member in
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
