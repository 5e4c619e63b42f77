/// Which elements of two versions belong together, by all that were asked.
struct AgreedPairing {
  private static let none = -1
  private static let several = -2
  /// For each element its counterpart, or that there is none, or that those who were asked say different ones.
  private var newOfOld: [Int]
  private var oldOfNew: [Int]

  init(old: Int, new: Int) {
    newOfOld = [Int](repeating: AgreedPairing.none, count: old)
    oldOfNew = [Int](repeating: AgreedPairing.none, count: new)
  }

  /// Adds what one says.
  mutating func add(_ pairs: [(old: Int, new: Int)]) {
    for (old, new) in pairs {
      AgreedPairing.join(&newOfOld[old], new)
      AgreedPairing.join(&oldOfNew[new], old)
    }
  }

  private static func join(_ known: inout Int, _ found: Int) {
    if known == none { known = found } else if known != found { known = several }
  }

  /// Whether somebody who was asked pairs an element otherwise than these do, which were added, too.
  func isContradicted(_ pairs: [(old: Int, new: Int)]) -> Bool {
    pairs.contains { newOfOld[$0.old] == AgreedPairing.several || oldOfNew[$0.new] == AgreedPairing.several }
  }
}
