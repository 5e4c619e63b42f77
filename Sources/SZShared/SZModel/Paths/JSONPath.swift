internal import SZJSON

/// A path of `sz-path(7)`: a query of RFC 9535 made of the selectors that can be judged on the way down a document, or a JSON
/// Pointer (RFC 6901).
///
/// The leading `$` may be left out. Functions, and filters other than comparisons with `==` joined by `&&`, are refused.
public struct JSONPath: Equatable, Sendable {
  public enum Selector: Equatable, Sendable {
    /// The characters of a member's name.
    case name([UInt8])
    case wildcard
    /// The members whose names are as the pattern says.
    case pattern(NamePattern)
    /// From the end when negative.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    /// Every child, of an array or of an object, that answers all the conditions.
    case identity([PathCondition])
    /// A step of a pointer: the member of this name, or the element with the number that the name is.
    case step([UInt8], index: Int?)
  }

  public struct Segment: Equatable, Sendable {
    public var isDescendant: Bool
    public var selectors: [Selector]

    public init(isDescendant: Bool, selectors: [Selector]) {
      self.isDescendant = isDescendant
      self.selectors = selectors
    }
  }

  public let segments: [Segment]
  /// The path as written.
  public let text: String

  /// Whether the length of an array must be known to judge it.
  public var countsFromEnd: Bool {
    segments.contains { segment in
      segment.selectors.contains { selector in
        switch selector {
        case .name, .wildcard, .pattern, .identity, .step: false
        case .index(let index): index < 0
        case .slice(let start, let end, let step): step < 0 || (start ?? 0) < 0 || (end ?? 0) < 0
        }
      }
    }
  }

  /// Whether the value of a member must be known to judge it.
  public var asksForValues: Bool {
    segments.contains { segment in
      segment.selectors.contains { selector in
        if case .identity = selector { true } else { false }
      }
    }
  }

  /// A mistake in a path, at a byte offset of its text.
  public struct SyntaxError: Error, Equatable, Sendable {
    public let offset: Int
    public let reason: String
  }

  /// Reads the whole of `text`.
  public init(_ text: String) throws(SyntaxError) {
    self.text = text
    if text.isEmpty || text.utf8.first == UInt8(ascii: "/") {
      segments = try JSONPath.pointer(Array(text.utf8))
      return
    }
    var reader = PathReader(text)
    segments = try reader.path()
    guard reader.isAtEnd else { throw reader.unexpected() }
  }

  /// Reads the path in front of `separator` in `text`, and answers what stands behind the separator.
  ///
  /// A JSONPath is read as far as it goes; a pointer ends at the last separator.
  public init(_ text: String, before separator: UInt8, rest: inout [UInt8]) throws(SyntaxError) {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "/") || bytes.first == separator {
      guard let end = bytes.lastIndex(of: separator) else {
        throw SyntaxError(offset: bytes.count, reason: JSONPath.expected(separator))
      }
      segments = try JSONPath.pointer(Array(bytes[..<end]))
      self.text = String(decoding: bytes[..<end], as: UTF8.self)
      rest = Array(bytes[(end + 1)...])
      return
    }
    var reader = PathReader(text)
    segments = try reader.path()
    guard reader.current == separator, !reader.isAtEnd else {
      throw reader.isAtEnd ? reader.fail(JSONPath.expected(separator)) : reader.unexpected()
    }
    self.text = String(decoding: bytes[..<reader.index], as: UTF8.self)
    rest = Array(bytes[(reader.index + 1)...])
  }

  /// The path in an array of such documents as it leads into one of them: below any element, unless it begins by choosing one.
  public var inElements: JSONPath {
    let isChosen =
      segments.first?.selectors.allSatisfy { if case .identity = $0 { true } else { false } } ?? false
    if isChosen { return self }
    return JSONPath([Segment(isDescendant: false, selectors: [.wildcard])] + segments, text)
  }

  /// The path of all members of a name, wherever they stand: `$..["name"]`.
  public init(anywhere name: [UInt8]) {
    segments = [Segment(isDescendant: true, selectors: [.name(name)])]
    text = "$..[" + String(decoding: JSONString.token(name), as: UTF8.self) + "]"
  }

  /// The path of a whole document, `$`.
  public static let root = JSONPath([], "$")

  /// Whether it leads to each element of a document, and no further.
  public var isOfElements: Bool {
    segments == [Segment(isDescendant: false, selectors: [.wildcard])]
  }

  private init(_ segments: [Segment], _ text: String) { (self.segments, self.text) = (segments, text) }

  private static func expected(_ separator: UInt8) -> String {
    "expected '\(Character(Unicode.Scalar(separator)))' behind the path"
  }

  /// RFC 6901.
  private static func pointer(_ bytes: [UInt8]) throws(SyntaxError) -> [Segment] {
    try JSONPointer(bytes).steps.map {
      Segment(isDescendant: false, selectors: [.step($0.name, index: $0.index)])
    }
  }
}
