/// The words of an enumeration, made ready for being recognised among the names of many objects.
public struct WordTable<Word: CaseIterable & RawRepresentable & Sendable>: Sendable
where Word.RawValue == String {
  private let words: [Word]
  private let names: [MemberName]
  /// What tells most names from the words, side by side: their lengths.
  private let lengths: [UInt64]

  public init() {
    words = Array(Word.allCases)
    names = words.map { MemberName($0.rawValue) }
    lengths = names.map { UInt64(truncatingIfNeeded: $0.characters.count + 2) }
  }

  /// The word that a name or string node of `document` is; nil when it is none.
  public func word(_ document: Document, _ node: Document.Node) -> Word? {
    let length = document.shortPlainLength(node).map { UInt64(truncatingIfNeeded: $0) }
    for number in lengths.indices where length == nil || lengths[number] == length {
      if names[number].matches(document, node) { return words[number] }
    }
    return nil
  }
}
