internal import SZElements
internal import SZJSON

/// What each document has where two contradict each other, and where in it.
struct Contested {
  let sides: Three<Conflict.Side>
  let places: Three<Conflict.Place?>
  /// Tells the conflict from others of its kind at the same place.
  var number = 0
}

extension Contested {
  /// The versions of one value.
  init(_ versions: Versions, in documents: Three<Document>) {
    self.init(
      sides: Three { party in
        versions[party].map { .value(Value(documents[party], $0)) } ?? .absent
      },
      places: versions.map { $0.map { .value($0) } })
  }
}
