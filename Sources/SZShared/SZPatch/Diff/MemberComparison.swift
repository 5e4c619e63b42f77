internal import SZJSON
internal import SZModel

/// What the comparison of two objects has found so far.
struct MemberComparison {
  /// A changed attribute, or one that is as it was and named because the entity carries all its old attributes.
  struct Attribute {
    let name: Value
    let old: Value?
    let new: Value?
    var isContext: Bool
    let unit: Int?

    init(_ pair: MemberPair, isContext: Bool, unit: Int?) {
      (name, old, new) = (pair.name, pair.old, pair.new)
      self.isContext = isContext
      self.unit = unit
    }

    var item: ChangeTree.Item {
      if isContext, let old { return .context(name: name, old: old) }
      return .attribute(name: name, old: old, new: new)
    }
  }

  let schema: Schema
  /// The place of the objects, as that of the entity that they are now.
  var place: Rules.Place?
  let item: ItemIndex
  var entity: Schema.Entity?
  var attributes: [Attribute] = []
  /// What is to be compared below.
  var relationships: [Differ.Task] = []

  init(schema: Schema, place: Rules.Place?, item: ItemIndex) {
    self.schema = schema
    self.place = place
    self.item = item
  }

  var isUpdated: Bool { attributes.contains { !$0.isContext } }

  /// The unit of the attribute at a place.
  func unit(_ place: Rules.Place?) -> Int? {
    if case .attribute(let id)? = place?.declared { schema[id].unit } else { nil }
  }

  /// Adds an unchanged attribute of a unit that changed, with both sides.
  mutating func complete(_ pair: MemberPair, _ name: [UInt8], unit: Int) {
    let found = attributes.firstIndex {
      $0.unit == unit && $0.name.document.isString($0.name.node, equalTo: name)
    }
    if let found {
      attributes[found].isContext = false
    } else {
      attributes.append(Attribute(pair, isContext: false, unit: unit))
    }
  }
}
