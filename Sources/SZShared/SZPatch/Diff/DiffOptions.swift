public import SZModel

/// What a comparison takes as given.
public struct DiffOptions: Sendable {
  /// The names that may identify the elements of an array.
  public var names = IdentityNames()
  /// What identifies what stands at a path.
  public var placedKeys: [(path: JSONPath, key: IdentityKey)] = []
  /// Nothing at or below these counts.
  public var ignored: [JSONPath] = []
  /// When there are any, nothing else counts.
  public var only: [JSONPath] = []
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

  /// Whether paths leave something out.
  public var hasPaths: Bool { !only.isEmpty || !ignored.isEmpty }

  /// What the paths say of places.
  var selection: Selection { Selection(only: only, ignored: ignored, keys: placedKeys, sets: sets) }
}
