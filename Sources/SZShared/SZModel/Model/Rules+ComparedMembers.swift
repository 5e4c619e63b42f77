internal import SZJSON

extension Rules {
  /// By which members the elements of the array at `array` are told apart and resemble each other: by all but those that the model
  /// leaves out of every change.
  public func comparedMembers(ofElementsOf array: Place?) -> ComparedMembers {
    guard let schema, schema.hasLeftOut, let place = element(array), place.declared != nil else {
      return ComparedMembers()
    }
    return ComparedMembers { document, member in
      declared(document.characters(member.name), below: place.declared) == .leftOut
    }
  }
}
