public import SZModel

/// What a comparison takes as given.
public struct DiffOptions: Sendable {
  /// The names that may identify the elements of an array.
  public var names = IdentityNames()
  /// What identifies what stands at a path.
  public var placedKeys: [(path: JSONPath, key: IdentityKey)] = []
  /// Nothing at or below these is compared.
  public var ignored: [JSONPath] = []
  /// When there are any, nothing else is compared.
  public var only: [JSONPath] = []
  /// Whether moves are told as such although paths leave something out: else what is out takes no part in them.
  public var keepsMoves = false
  /// Unchanged neighbours written with each hunk; nil writes one on each side of a pure insertion or deletion.
  public var context: Int?
  public var fullOld = false
  public var unordered = false
  /// The arrays at these places are sets of values.
  public var sets: [JSONPath] = []
  public var exactNumbers = false
  /// Look no further than the first difference.
  public var stopsAtFirst = false

  public init() {}

  /// Whether an entity that has another parent counts as moved.
  var tellsMoves: Bool { keepsMoves || only.isEmpty && ignored.isEmpty }
}
