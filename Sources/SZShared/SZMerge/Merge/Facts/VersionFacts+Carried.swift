internal import SZElements
internal import SZJSON
internal import SZModel

/// What of a value comes to the other side, and what is left of one that goes.
extension VersionFacts {
  /// A value of EDITED as it comes into the result: without what is never carried from one side to the other, nor what stands
  /// elsewhere in the result.
  func taken(_ node: Document.Node, _ place: MergeRules.Place?) -> Value {
    if let value = moves?.arrivals[node] { return value }
    guard let declared = (place ?? objectPlace(node))?.declared, let schema = rules.schema,
      schema.hasLeftOut || isTouched(Versions(pristine: nil, edited: node, current: nil))
    else { return Value(edited, node) }
    return CarriedValue.of(Value(edited, node), declared, rules.model) { child in
      guard let relocation = relocation(.edited, child) else {
        return isTombstone(.edited, child) ? .dropped : .kept
      }
      if relocation.home == .current || relocation.isGone { return .dropped }
      return moves?.arrivals[child].map { .replaced($0) } ?? .kept
    }
  }

  /// The place of an entity of EDITED, wherever it stands.
  func objectPlace(_ node: Document.Node) -> MergeRules.Place? {
    guard let index = setup.entities?.places?.edited.index, let position = index.position(of: node) else {
      return nil
    }
    return rules.place(of: index.entries[position].entity)
  }

  /// What is left of an entity that was deleted: its identity and the marker.
  func tombstone(_ element: Document.Node, _ marker: MemberName, _ spot: MergeSpot) -> Value? {
    let key = spot.key ?? rules.key(spot.place)
    var parts: [IdentityText.Part] = []
    for (number, part) in (key?.parts ?? []).enumerated() {
      guard let key, case .value(let value) = key.find(current, element, number) else { continue }
      parts.append((part.path.steps[...], Value(current, value)))
    }
    // An entity cannot be told by its marker.
    if parts.contains(where: { $0.path.first == marker }) { return nil }
    return JSONWriter.value { writer in
      writer.beginObject()
      IdentityText.write(parts, to: &writer)
      if setup.options.schema != nil, let name = current.member(element, named: Schema.entityName.characters)
      {
        writer.name(Schema.entityName.characters)
        writer.append(Value(current, name.value))
      }
      writer.name(marker.characters)
      writer.append(true)
      writer.endObject()
    }
  }

  /// Whether EDITED has an entity of CURRENT in an element without identity: it went there, and a tombstone would be a second one of it.
  func isUnplacedInEdited(_ node: Document.Node, _ place: MergeRules.Place?) -> Bool {
    guard let schema = rules.schema, let places = setup.entities?.places, !places.edited.unplaced.isEmpty,
      case .entity(let id, _)? = rules.declared(place), let hashing = current.hashing,
      let identity = schema.identity(current, node, of: schema[id], hashing)
    else { return false }
    return places.edited.unplaced[identity] != nil
  }
}
