/// The names by which the elements of an array are told apart where nothing is said of their place.
package struct IdentityNames: Sendable {
  /// Those that identify wherever they fit: the first.
  package var named = IdentityNames.named
  /// Those that serve although only one value stands in every version, in this order.
  var usual = IdentityNames.usual
  /// Whether a member that nobody named may serve.
  package var findsOthers = true
  /// Whether ``named`` were asked for.
  package var areOwn: Bool

  package init() { areOwn = false }

  /// The names that were asked for, which replace the default ones.
  package init(_ keys: [IdentityKey]) {
    named = keys
    usual = []
    areOwn = true
  }

  private static let named = names(["guid", "uuid", "id", "_id", "identity"])
  private static let usual = names(["key", "name"])
  /// The one that is taken first of those that nobody named.
  static let preferred = Array("title".utf8)

  private static func names(_ names: [String]) -> [IdentityKey] {
    names.map { IdentityKey(names: [Array($0.utf8)]) }
  }

  /// The default names, for help and manuals.
  package static let defaults = named.map(\.text) + usual.map(\.text)
}
