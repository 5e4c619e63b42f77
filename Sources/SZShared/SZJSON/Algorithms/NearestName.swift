/// The name that somebody may have meant.
public enum NearestName {
  /// The candidate with the smallest edit distance to `name`; nil when even that is more than a third of its length.
  public static func of(_ name: String, in candidates: [String]) -> String? {
    let limit = max(2, name.count / 3)
    let ranked = candidates.map { ($0, distance(Array(name), Array($0))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= limit else { return nil }
    return best.0
  }

  /// The first of `words` that `name` may be a slip of the finger for: one sign off, two in a long word, or the same signs in
  /// another order.
  public static func slip(_ name: String, for words: [String]) -> String? {
    guard (3...30).contains(name.count) else { return nil }
    return words.first { word in
      let distance = distance(Array(name), Array(word))
      return distance == 1 || distance == 2 && word.count >= 7
        || name.count == word.count && name.sorted() == word.sorted()
    }
  }

  /// The edit distance with insertions, deletions and substitutions at cost 1 (Wagner and Fischer, 1974).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substitution = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
