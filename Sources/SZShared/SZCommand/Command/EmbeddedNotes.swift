internal import SZJSON
internal import SZModel

/// Says where objects differ that nobody compares, as the model does not walk what they stand at: most likely it should.
enum EmbeddedNotes {
  /// What to say of the differences between a document and the one read from `input`, each with the first place.
  static func notes(_ differences: [EmbeddedObjects.Difference], _ document: Document, _ input: Input)
    -> [String]
  {
    var positions = SourcePositions(input.source.view)
    return differences.map { difference in
      let place = Diagnostics.located(input, document.start(difference.first), &positions)
      let objects =
        difference.count == 1
        ? "an object here differs" : "\(difference.count) objects differ, the first here,"
      let name = "\(difference.entity).\(difference.relationship)"
      return
        "\(place): '\(name)' is not walked: \(objects) in more than the identity, which alone is compared; "
        + "--include \(name)"
    }
  }
}
