public import SZJSON
public import SZModel

/// The order in which a change wants the members of a to-many.
public enum WantedOrder {
  /// Members of the result, in their order.
  public enum Stretch: Sendable {
    /// Elements of the array by their positions, as they stand there.
    case elements(Range<Int>)
    /// What this item creates.
    case created(ItemIndex)
  }

  /// The members of `array` as the to-many item `toMany` of `tree` leaves them; `names` are the paths of their key. Linear in the
  /// elements and the item.
  public static func stretches(
    of array: Value, names: [[UInt8]], hashing: Hashing, _ tree: ChangeTree, _ toMany: ItemIndex
  ) -> [Stretch] {
    var roster = Roster(array, by: Roster.KeyNames(names: names, hashing: hashing), tree, toMany)
    for entity in roster.entities {
      switch tree.state(of: entity.item) {
      case .created: roster.create(entity)
      case .deleted: roster.delete(entity.member)
      default: continue
      }
    }
    var placement = MemberPlacement(roster, tree)
    _ = placement.place(roster.moves.filter { !$0.new.isEmpty }.map { MemberPlacement.Run($0, roster) })
    return placement.order.stretches.compactMap { stretch in
      switch stretch {
      case .elements(let positions): .elements(positions)
      case .created(let member): roster.creator(of: member).map { .created($0) }
      }
    }
  }
}
