internal import SZElements
internal import SZJSON
internal import SZModel

/// Where conflicts under a model are in the result of a merge: in the entities that they are about, wherever those stand there.
///
/// Marks say it of what is merged where it stands. What moved has none, and when delete rules take something out of the result, what
/// stands behind it is not where the marks are.
struct PlacesByIdentity {
  private let result: MergedResult
  private let documents: Three<Document>
  private let places: Three<EntityPlaces>
  /// The text with marks where delete rules made another one of it.
  private let marked: EntityPlaces?

  /// A step from an entity into what it is made of.
  private enum Step {
    case name([UInt8])
    case index(Int)
  }

  /// Nil where no model says who is who, and where the marks say all. Linear in the documents.
  init?(_ merge: MergeResult, _ marks: MergedPlaces) {
    guard let schema = merge.setup.rules.schema, let entities = merge.setup.entities,
      let root = entities.roots.current, let hashing = merge.setup.documents.current.hashing
    else { return nil }
    let text = merge.edits.applied(to: merge.setup.documents.current.bytes)
    let isMarked = marks.document.bytes.equals(0..<marks.document.bytes.count, text)
    if isMarked, merge.conflicts.indices.allSatisfy({ marks[$0] != nil }) { return nil }
    guard let result = try? MergedResult(text, merge.setup, schema, root: root),
      let places = try? entities.allPlaces(merge.setup.documents, tombstone: merge.setup.options.tombstone)
    else { return nil }
    (self.result, self.places, documents) = (result, places, merge.setup.documents)
    marked =
      isMarked
      ? nil
      : (try? EntityScan.index(marks.document, schema, hashing, root: root)).map {
        EntityPlaces($0, tombstone: merge.setup.options.tombstone)
      }
    if !isMarked, marked == nil { return nil }
  }

  /// The result.
  var document: Document { result.document }

  /// Where in the result a conflict is that the marks have at `place`, if anywhere.
  func place(of conflict: Conflict, _ place: Conflict.Place?) -> Conflict.Place? {
    if let holder = conflict.holder {
      return result.places.position(holder.key).flatMap { position in
        document.member(result.places.node(position), named: holder.member).map { .value($0.value) }
      }
    }
    if let place {
      guard let marked else { return place }
      return node(place.node, in: marked, counts: true).map { node in
        if case .elements(_, let range, let offset) = place { return .elements(node, range, offset: offset) }
        return .value(node)
      }
    }
    let party = conflict.id.party
    guard case .value(let node)? = conflict.places[party] else { return nil }
    return self.node(node, in: places[party], counts: false).map { .value($0) }
  }

  /// What the result has where another document has a node: in the same entity, by the same steps.
  private func node(_ node: Document.Node, in other: EntityPlaces, counts: Bool) -> Document.Node? {
    guard let position = other.index.position(around: node),
      let found = result.places.position(other.keys[position]),
      let steps = PlacesByIdentity.steps(
        from: other.node(position), to: node, in: other.index.document, counts: counts)
    else { return nil }
    var value = result.places.node(found)
    for step in steps {
      switch step {
      case .name(let name):
        guard document.kind(value) == .object, let member = document.member(value, named: name) else {
          return nil
        }
        value = member.value
      case .index(let index):
        guard document.kind(value) == .array,
          let element = document.elements(value).dropFirst(index).first(where: { _ in true })
        else { return nil }
        value = element
      }
    }
    return value
  }

  /// The steps from a container to something in it; nil where elements would have to be counted, and are not to be.
  private static func steps(
    from container: Document.Node, to node: Document.Node, in document: Document, counts: Bool
  ) -> [Step]? {
    var steps: [Step] = []
    var value = container
    while value != node {
      switch document.kind(value) {
      case .object:
        guard
          let member = document.members(value).first(where: {
            $0.value <= node && node < document.next($0.value)
          })
        else { return nil }
        steps.append(.name(document.characters(member.name)))
        value = member.value
      case .array where counts:
        var index = 0
        for element in document.elements(value) {
          if element <= node, node < document.next(element) {
            value = element
            break
          }
          index += 1
        }
        steps.append(.index(index))
      default: return nil
      }
    }
    return steps
  }
}
