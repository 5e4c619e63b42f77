internal import SZJSON

/// A JSON Pointer (RFC 6901): the way to one value of a document.
public struct JSONPointer: Equatable, Sendable {
  /// A step down: the member of this name, or the element with the number that the name is.
  public struct Step: Equatable, Sendable {
    public let name: [UInt8]
    public let index: Int?

    init(_ name: [UInt8]) { (self.name, index) = (name, JSONPointer.number(name)) }
  }

  public let steps: [Step]

  /// Reads a pointer in UTF-8 or WTF-8.
  ///
  /// - Throws: what is no escape behind a `~`, and that something stands in front of the first `/`.
  public init(_ bytes: [UInt8]) throws(JSONPath.SyntaxError) {
    var steps: [Step] = []
    if let first = bytes.first, first != UInt8(ascii: "/") {
      throw JSONPath.SyntaxError(offset: 0, reason: "a pointer begins with '/'")
    }
    var name: [UInt8] = []
    var index = 1
    if bytes.isEmpty {
      self.steps = []
      return
    }
    while index <= bytes.count {
      if index == bytes.count || bytes[index] == UInt8(ascii: "/") {
        steps.append(Step(name))
        name = []
        index += 1
        continue
      }
      guard bytes[index] == UInt8(ascii: "~") else {
        name.append(bytes[index])
        index += 1
        continue
      }
      switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
      case UInt8(ascii: "0"): name.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): name.append(UInt8(ascii: "/"))
      default:
        throw JSONPath.SyntaxError(offset: index, reason: "in a pointer '~' is written '~0', and '/' '~1'")
      }
      index += 2
    }
    self.steps = steps
  }

  /// The index that a step of a pointer is.
  private static func number(_ name: [UInt8]) -> Int? {
    guard !name.isEmpty, name.count <= 16, name.allSatisfy({ ASCII.isDigit($0) }),
      name.count == 1 || name[0] != UInt8(ascii: "0")
    else { return nil }
    let value = name.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    return value <= PathReader.largestInteger ? value : nil
  }
}
