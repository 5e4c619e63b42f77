public import SZJSON

/// Units of attributes, which are taken or left as a whole.
extension Rules {
  /// The names of the attributes of each unit of the object at a place: those of `said`, the units that the command line says, by the
  /// labels of the selection, then those of the model of which no attribute is in one of these. Labels behind `said` are none of units.
  public func units(_ place: Place?, said: [[MemberName]]) -> [[MemberName]] {
    guard let place else { return [] }
    var units = selection.labels(place.path).filter { $0 < said.count }.map { said[$0] }
    guard let schema, case .entity(let id, _)? = place.declared, !schema[id].units.isEmpty else {
      return units
    }
    let taken = Set(units.joined().map(\.characters))
    for unit in schema[id].units {
      let names = unit.filter { !schema[$0].isLeftOut }.map { schema[$0].member }
      if !names.contains(where: { taken.contains($0.characters) }) { units.append(names) }
    }
    return units
  }
}
