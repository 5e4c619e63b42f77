internal import SZJSON

extension ChangeReader {
  /// What the members of one to-many have in common: the identifying names, once the first has been read, and what is said of each
  /// identity.
  struct Siblings {
    /// Where an identity is named.
    struct Uses: OptionSet {
      let rawValue: UInt8

      static let member = Uses(rawValue: 1)
      /// What an order takes from somewhere and puts somewhere, and what it names beside that.
      static let old = Uses(rawValue: 2)
      static let new = Uses(rawValue: 4)
      static let context = Uses(rawValue: 8)
    }

    let item: ItemIndex
    var names: [MemberName] = []
    /// The identities by their hashes, each with a number, and for each where it is named.
    private var numbers: HashTable
    private(set) var hashes: [UInt64] = []
    private var uses: [Uses] = []
    /// Members that say nothing but their identity, which must then stand in the order: their numbers.
    private var bare: [(number: Int, node: Document.Node)] = []

    /// Of about so many identities.
    init(_ item: ItemIndex, expected: Int) {
      self.item = item
      numbers = HashTable(expected: expected)
      hashes.reserveCapacity(expected)
      uses.reserveCapacity(expected)
    }

    /// Says where an identity is named; answers its number, and whether it was not named there before.
    @inline(__always) mutating func add(_ hash: UInt64, _ use: Uses) -> (number: Int, isFirst: Bool) {
      let number = numbers.value(hash, orAdd: uses.count)
      if number == uses.count {
        hashes.append(hash)
        uses.append(use)
        return (number, true)
      }
      let isFirst = !uses[number].contains(use)
      uses[number].formUnion(use)
      return (number, isFirst)
    }

    /// Says that a member which was added says nothing but its identity.
    mutating func addBare(_ number: Int, _ node: Document.Node) { bare.append((number, node)) }

    /// The first member that says nothing and has no place in the order.
    var nodeOfNoUse: Document.Node? { bare.first { uses[$0.number] == .member }?.node }
  }
}
