public import SZJSON

/// The names by which the elements of an array are told apart where nothing is said of their place.
public struct IdentityNames: Sendable {
  /// Those that identify wherever they fit: the first.
  public var named = IdentityNames.named
  /// Those that serve although only one value stands in every version, in this order.
  var usual = IdentityNames.usual
  /// Whether a member that nobody named may serve.
  public var findsOthers = true
  /// Whether ``named`` were asked for.
  public var areOwn: Bool

  /// All that are known by name, the first one first.
  public var all: [IdentityKey] { named + usual }

  public init() { areOwn = false }

  /// The names that were asked for, which replace the default ones.
  public init(_ keys: [IdentityKey]) {
    named = keys
    usual = []
    areOwn = true
  }

  /// Whether one of ``named`` identifies the elements of an array as far as `first` and those behind it are there: then it is likely to
  /// identify all.
  public func areLikelyToIdentify(_ document: Document, from first: Document.Node, count: Int) -> Bool {
    guard let hashing = document.hashing else { return false }
    for key in named where key.values(document, first) != nil {
      var seen: Set<UInt64> = []
      var element = first
      while seen.count < count, let found = key.hash(document, element, hashing),
        seen.insert(found.hash).inserted
      {
        element = document.next(element)
      }
      if seen.count == count { return true }
    }
    return false
  }

  /// Takes names away.
  mutating func removeAll(where isGone: (IdentityKey) -> Bool) {
    named.removeAll(where: isGone)
    usual.removeAll(where: isGone)
  }

  private static let namedWords = ["guid", "uuid", "id", "_id", "identity"]
  private static let usualWords = ["key", "name"]
  private static let named = names(namedWords)
  private static let usual = names(usualWords)
  private static let usualNames = usualWords.map { Value(jsonString: Array($0.utf8)) }
  /// The hashes of the default names that serve although only one value stands in every version.
  public static func usualHashes(_ hashing: Hashing) -> [UInt64] {
    usualNames.map { $0.document.scalarHash($0.node, hashing) }
  }

  /// The default names, for help and manuals.
  public static let defaults = namedWords + usualWords
  /// The one that is taken first of those that nobody named.
  static let preferred = Array("title".utf8)

  private static func names(_ names: [String]) -> [IdentityKey] {
    names.map { IdentityKey(names: [Array($0.utf8)]) }
  }
}
