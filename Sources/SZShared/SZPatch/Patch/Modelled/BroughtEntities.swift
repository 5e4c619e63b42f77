internal import SZJSON
internal import SZModel

/// The entities that a patch brings, and the references that it writes.
struct BroughtEntities {
  /// A reference that the change writes.
  struct Touched {
    let item: ItemIndex
    let identity: UInt64
    let destination: Model.EntityID
    let value: Value
    let path: PathTable.Path
    let member: Value?
    let node: Document.Node
  }

  /// An entity that comes: that an item makes, or that stands in a value which an item writes as a whole.
  struct Coming {
    /// The item that is left out when it must not come.
    let item: ItemIndex
    let identity: UInt64
    let source: Source
    let path: PathTable.Path
    var member: Value?

    enum Source {
      case item(ItemIndex)
      case value(Value, Model.EntityID)
    }
  }

  var comings: [Coming] = []
  var touched: [Touched] = []

  /// Adds what stands in a value that comes to a part, or is written as a member of it. Linear in the value.
  mutating func add(_ value: Value, _ part: ChangedPart, _ member: Value? = nil, _ model: ModelledTarget) {
    guard part.place?.declared != nil else { return }
    let contents = model.rules.contents(of: value, at: part.place, model.placed, model.index.hashing)
    for (found, identity, destination) in contents.references {
      touched.append(
        Touched(
          item: part.item, identity: identity, destination: destination, value: Value(value.document, found),
          path: part.path, member: member, node: part.node))
    }
    for (found, identity, entity) in contents.entities {
      comings.append(
        Coming(
          item: part.item, identity: identity, source: .value(Value(value.document, found), entity),
          path: part.path, member: member))
    }
  }

  /// Adds what an item makes at a path. Its references stand nowhere in the target.
  mutating func add(_ made: CreatedText.Made, by item: ItemIndex, _ path: PathTable.Path, in target: Document)
  {
    for (identity, maker) in made.identities {
      comings.append(Coming(item: item, identity: identity, source: .item(maker), path: path))
    }
    for (identity, value, entity) in made.contents {
      comings.append(Coming(item: item, identity: identity, source: .value(value, entity), path: path))
    }
    for reference in made.references {
      touched.append(
        Touched(
          item: item, identity: reference.identity, destination: reference.destination,
          value: reference.value, path: path, member: reference.member, node: target.root))
    }
  }

  mutating func add(_ other: BroughtEntities) {
    comings += other.comings
    touched += other.touched
  }
}
