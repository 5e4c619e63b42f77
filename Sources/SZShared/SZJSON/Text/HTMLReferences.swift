/// Named character references, looked up by bytes.
public struct HTMLReferences: Sendable {
  /// One name's meaning.
  public struct Entry: Sendable {
    /// One or two characters.
    public var scalars: [UInt32]
    /// Whether it is known without a semicolon.
    public var isLegacy: Bool
    /// What it is in HTML 4, or where libxml2 writes it; empty when it is unknown there.
    public var html4: [UInt32]
  }

  /// The table, read when it is first needed.
  public static let all = HTMLReferences()
  /// The longest name has 31 letters.
  public static let longestName = 31

  private let text: [UInt8]
  /// Where each entry begins in the text.
  private var starts: [Int] = []

  private init() {
    text = StaticText.bytes(HTMLEntityTable.text)
    var isBetween = true
    for (index, byte) in text.enumerated() {
      let isSpace = byte <= 0x20
      if isBetween, !isSpace { starts.append(index) }
      isBetween = isSpace
    }
  }

  /// Calls `body` with every name and its entry.
  public func forEach(_ body: (ArraySlice<UInt8>, Entry) -> Void) {
    for start in starts {
      let end = text[start...].firstIndex(of: UInt8(ascii: "=")) ?? start
      body(text[start..<end], entry(at: start))
    }
  }

  /// The entry of the name that `characters` is. Logarithmic.
  public func entry(_ characters: ArraySlice<UInt8>) -> Entry? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      switch order(of: starts[middle], characters) {
      case 0: return entry(at: starts[middle])
      case ..<0: low = middle + 1
      default: high = middle
      }
    }
    return nil
  }

  /// Negative when the name at `start` comes before `characters`, positive when it comes behind.
  private func order(of start: Int, _ characters: ArraySlice<UInt8>) -> Int {
    var index = start
    for character in characters {
      // A name ends at `=`, which sorts before letters here as a missing byte would.
      let byte = text[index] == UInt8(ascii: "=") ? 0 : text[index]
      if byte != character { return byte < character ? -1 : 1 }
      index += 1
    }
    return text[index] == UInt8(ascii: "=") ? 0 : 1
  }

  private func entry(at start: Int) -> Entry {
    var index = start
    while text[index] != UInt8(ascii: "=") { index += 1 }
    index += 1
    var entry = Entry(scalars: [0], isLegacy: false, html4: [])
    var isOldCharacter = false
    while index < text.count, text[index] > 0x20 {
      switch text[index] {
      case UInt8(ascii: ","): entry.scalars.append(0)
      case UInt8(ascii: "*"): entry.isLegacy = true
      case UInt8(ascii: "!"):
        entry.html4 = entry.scalars
        isOldCharacter = true
      default:
        let digit = UInt32(ASCII.hexValue(text[index]) ?? 0)
        if isOldCharacter {
          if text[index - 1] == UInt8(ascii: "!") { entry.html4 = [0] }
          entry.html4[0] = entry.html4[0] << 4 | digit
        } else {
          entry.scalars[entry.scalars.count - 1] = entry.scalars[entry.scalars.count - 1] << 4 | digit
        }
      }
      index += 1
    }
    return entry
  }
}
