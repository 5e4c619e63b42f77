/// What a comparison takes as given.
package struct DiffOptions: Sendable {
  /// The names that may identify the elements of an array.
  package var names = IdentityNames()
  /// What identifies what stands at a path.
  package var placedKeys: [(path: JSONPath, key: IdentityKey)] = []
  /// Nothing at or below these is compared.
  package var ignored: [JSONPath] = []
  /// When there are any, nothing else is compared.
  package var only: [JSONPath] = []
  /// Whether moves are told as such although paths leave something out: else what is out takes no part in them.
  package var keepsMoves = false
  /// Unchanged neighbours written with each hunk; nil writes one on each side of a pure insertion or deletion.
  package var context: Int?
  package var fullOld = false
  package var unordered = false
  /// The arrays at these places are sets of values.
  package var sets: [JSONPath] = []
  package var exactNumbers = false
  /// Look no further than the first difference.
  package var stopsAtFirst = false

  package init() {}

  /// Whether an entity that has another parent counts as moved.
  var tellsMoves: Bool { keepsMoves || only.isEmpty && ignored.isEmpty }
}
