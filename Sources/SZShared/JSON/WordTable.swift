/// The words of an enumeration, made ready for being recognised among the names of many objects.
struct WordTable<Word: CaseIterable & RawRepresentable & Sendable>: Sendable where Word.RawValue == String {
  private let words: [Word]
  private let names: [MemberName]
  /// What tells most names from the words, side by side.
  private let heads: [MemberName.Head]

  init() {
    words = Array(Word.allCases)
    names = words.map { MemberName($0.rawValue) }
    heads = names.map(\.head)
  }

  /// The word that a name or string node of `document` is; nil when it is none.
  func word(_ document: Document, _ node: Document.Node) -> Word? {
    for number in heads.indices where heads[number].matches(document, node) ?? true {
      if names[number].matches(document, node) { return words[number] }
    }
    return nil
  }
}
