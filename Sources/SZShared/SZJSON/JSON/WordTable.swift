/// The words of an enumeration, made ready for being recognised among the names of many objects.
public struct WordTable<Word: CaseIterable & RawRepresentable & Sendable>: Sendable
where Word.RawValue == String {
  @usableFromInline let words: [Word]
  @usableFromInline let names: WordNames

  public init() {
    words = Word.allCases.sorted { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
    names = WordNames(words.map { MemberName($0.rawValue) })
  }

  /// The word that a name or string node of `document` is; nil when it is none.
  @inlinable public func word(_ document: Document, _ node: Document.Node) -> Word? {
    let number = names.number(document, node)
    return number < 0 ? nil : words[number]
  }
}

/// Names in the order of their lengths.
@usableFromInline struct WordNames: Sendable {
  private let names: [MemberName]
  /// What tells most names from these: by the length of a text with its quotes, the first of them that is as long or longer.
  private let firsts: [Int]

  fileprivate init(_ names: [MemberName]) {
    self.names = names
    let lengths = names.map { $0.characters.count + 2 }
    firsts = (0...(lengths.last ?? 0) + 1).map { length in lengths.count { $0 < length } }
  }

  /// The number of the name that a node is; -1 when it is none.
  @usableFromInline func number(_ document: Document, _ node: Document.Node) -> Int {
    var (number, end) = (0, names.count)
    if let length = document.shortPlainLength(node) {
      guard length + 1 < firsts.count else { return -1 }
      (number, end) = (firsts[length], firsts[length + 1])
    }
    while number < end {
      if names[number].matches(document, node) { return number }
      number += 1
    }
    return -1
  }
}
