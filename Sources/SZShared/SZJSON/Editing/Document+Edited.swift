extension Document {
  /// The document with edits applied, read again; without any it is this one. What stood twice in it, and comments, it still has.
  ///
  /// The edits must leave JSON, which is what an engine promises of its own. Linear in the result.
  public func edited(by edits: SourceEdits, hashing: Hashing? = nil) -> Document {
    if edits.isEmpty, hashing == nil { return self }
    let options = ReadOptions(hashing: hashing, allowsDuplicates: true, allowsComments: true)
    guard let document = try? Document.read(edits.applied(to: bytes), options) else {
      preconditionFailure("the edits of an engine made no JSON")
    }
    return document
  }
}
