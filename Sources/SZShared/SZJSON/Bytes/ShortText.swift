/// Text for messages, some of it left out where it is long.
public enum ShortText {
  /// How many characters of a value or name a message shows at most.
  private static let width = 60

  /// The text, its end left out.
  public static func beginning(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return scalars.count > width ? String(scalars.prefix(width - 3)) + "..." : text
  }

  /// The same of UTF-8.
  public static func beginning(_ text: [UInt8]) -> String {
    beginning(String(decoding: text, as: UTF8.self))
  }

  /// The text, its middle left out where it has more than `width` characters.
  public static func ends(_ text: [UInt8], width: Int) -> [UInt8] {
    guard text.count > width else { return text }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    guard scalars.count > width else { return text }
    let half = (width - 5) / 2
    return Array((String(scalars.prefix(half)) + " ... " + String(scalars.suffix(half))).utf8)
  }
}
