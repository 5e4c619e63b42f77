/// What git tells a merge driver: `%O %A %B %L %P %S %X %Y`.
///
/// A git that does not know a place holder hands it on as it is written, so `%S` for a label means that there is none.
struct GitOperands {
  /// The files of the original, of the side that is kept and takes the result, and of the other one.
  let original: String
  let ours: String
  let theirs: String
  /// How many signs a marker has.
  let markerSize: Int
  /// What the file is called in the repository, for messages.
  let name: String
  let originalLabel: String
  let oursLabel: String
  let theirsLabel: String

  /// How many there are.
  static let count = 8

  /// The words that a driver was given; nil when they are not as many as there are place holders.
  init?(_ words: [String]) {
    guard words.count == GitOperands.count else { return nil }
    func known(_ index: Int, _ placeHolder: String) -> String? {
      words[index] == placeHolder || words[index].isEmpty ? nil : words[index]
    }
    // rerere takes a line for a marker only when something stands behind the signs.
    func label(_ index: Int, _ placeHolder: String, _ fallback: String) -> String {
      let line = known(index, placeHolder)?.prefix { !$0.isNewline } ?? ""
      return line.isEmpty ? fallback : String(line)
    }
    (original, ours, theirs) = (words[0], words[1], words[2])
    let size = known(3, "%L").flatMap { Int($0) } ?? 7
    markerSize = (1...1000).contains(size) ? size : 7
    name = known(4, "%P") ?? words[1]
    originalLabel = label(5, "%S", "base")
    oursLabel = label(6, "%X", "ours")
    theirsLabel = label(7, "%Y", "theirs")
  }

  /// Whether git makes a common ancestor out of several, of which nobody is to be told.
  var isVirtual: Bool { oursLabel == "Temporary merge branch 1" && theirsLabel == "Temporary merge branch 2" }
}
