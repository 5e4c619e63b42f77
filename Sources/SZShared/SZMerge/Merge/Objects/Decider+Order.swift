internal import SZElements
internal import SZJSON
internal import SZModel

/// The order of the members of a to-many.
extension Decider {
  /// The order that members which contradict each other are resolved to.
  ///
  /// `[{"id":1},{"id":2},{"id":3}] | [{"id":2},{"id":1},{"id":3}] | [{"id":1},{"id":3},{"id":2}]` → order/order: EDITED's order
  mutating func settledOrder(
    _ orders: Three<[Int]>, _ columns: EntityColumns, _ arrays: Versions, _ spot: MergeSpot,
    _ marks: inout [(number: Int, members: [Int])]
  ) -> [Int] {
    let sides = orders.map {
      Conflict.Side.order(MemberIdentities($0, columns.current, current, columns.key))
    }
    let settled = settlements.settle(
      .orderOrder, spot,
      Contested(
        sides: columns.pristine == nil
          ? Three(pristine: .absent, edited: sides.edited, current: sides.current) : sides,
        places: arrays.map { $0.map { .value($0) } }, number: orders.current.first ?? 0))
    if let number = settled.mark { marks.append((number, orders.current)) }
    switch settled.resolution {
    case .party(.current): return orders.current
    case .party(.edited): return orders.edited
    case .party(.pristine):
      let known = Set(orders.pristine)
      return orders.pristine + orders.current.filter { !known.contains($0) }
    case .value(let value):
      // Whoever gives an order has made sure that it is one of these members.
      return order(value, orders.current, columns) ?? orders.current
    }
  }

  /// The members in the order of the identities in `value`; nil when those are not theirs.
  private func order(_ value: Value, _ members: [Int], _ columns: EntityColumns) -> [Int]? {
    guard let hashing = current.hashing else { return nil }
    var numbers: [UInt64: Int] = [:]
    for member in members {
      guard let identity = columns.current.wholeIdentity(member, current, columns.key) else { return nil }
      numbers[ValueHash.of(identity.document, identity.node, hashing)] = member
    }
    var order: [Int] = []
    for element in value.document.elements(value.node) {
      guard let member = numbers.removeValue(forKey: ValueHash.of(value.document, element, hashing)) else {
        return nil
      }
      order.append(member)
    }
    return numbers.isEmpty ? order : nil
  }
}
