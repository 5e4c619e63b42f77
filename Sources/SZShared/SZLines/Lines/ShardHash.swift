internal import SZJSON
internal import SZModel

/// The hash by which identities are dealt out to shards: the same in every process, on every machine, in every version.
///
/// It is the 64-bit FNV-1a hash over the parts of an identity in the order of their names, with the byte 0x1F between two. A part is a
/// byte for its type (`s`, `n`, `b`) and its characters in UTF-8, escapes resolved (a lone surrogate as three bytes); of a number the
/// sign where it is negative, the digits without zeros at their ends, `e`, and the exponent; of a boolean `true` or `false`. A part
/// that is absent is nothing. A uuid is in small letters under a model.
public enum ShardHash {
  public static func of(_ components: [[UInt8]]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for (number, component) in components.enumerated() {
      if number > 0 { add(0x1F) }
      for byte in component { add(byte) }
    }
    return hash
  }

  /// One part of an identity.
  static func component(_ document: Document, _ node: Document.Node, _ type: TypedValue) -> [UInt8] {
    switch document.kind(node) {
    case .string, .escapedString:
      let uuid = type == .uuid ? type.meaning(document, node) : nil
      return [UInt8(ascii: "s")] + (uuid ?? document.characters(node))
    case .number: return [UInt8(ascii: "n")] + number(DecimalNumber(document.bytes, document.range(node)))
    case .true: return Array("btrue".utf8)
    case .false: return Array("bfalse".utf8)
    case .object, .array, .null, .shadowedName: return []
    }
  }

  private static func number(_ number: DecimalNumber) -> [UInt8] {
    let sign = number.isNegative ? [UInt8(ascii: "-")] : []
    switch number.magnitude {
    case .small(let digits): return sign + Array("\(digits)e\(number.exponent)".utf8)
    case .large(let digits): return sign + digits + Array("e\(number.exponent)".utf8)
    case .text(let text): return sign + text
    }
  }
}

/// One of several shards, `--shard I/N`.
public struct Shard: Sendable, Equatable {
  /// From 1 on.
  public let number: Int
  public let count: Int

  /// Reads `I/N`; nil where I is not one of 1 to N.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(ASCII.isDigit) }),
      let number = Int(parts[0]), let count = Int(parts[1]), number >= 1, number <= count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether an identity of these parts belongs to it.
  func contains(_ components: [[UInt8]]) -> Bool {
    ShardHash.of(components) % UInt64(count) == UInt64(number - 1)
  }

  /// Whether it has what belongs to no entity: blank lines, and lines that are passed over.
  public var hasRest: Bool { number == 1 }
}
