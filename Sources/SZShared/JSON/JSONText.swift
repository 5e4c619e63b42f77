/// Text that was made here, as a value.
enum JSONText {
  /// The value of a text that is known to be JSON, in a document of its own.
  static func value(_ text: [UInt8], allowsComments: Bool = false) -> Value {
    guard
      let document = try? Document.read(text, .init(allowsDuplicates: true, allowsComments: allowsComments))
    else { preconditionFailure("what was made is no JSON") }
    return Value(document, document.root)
  }

  static let null = value(Array("null".utf8))
  static let emptyArray = value(Array("[]".utf8))
}
