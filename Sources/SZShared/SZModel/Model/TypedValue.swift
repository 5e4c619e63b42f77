public import SZJSON

/// What a scalar means under the type that its attribute declares: two of one meaning are equal, whatever their spelling.
///
/// Only dates, binaries and uuids have a meaning beside their JSON value. A value that is none of its type has none: it is
/// compared as it stands.
public enum TypedValue: Hashable, Sendable {
  /// Compared as it stands.
  case plain
  /// A point in time; a number is one only where the format says what it counts.
  case date(Model.DateFormat?)
  case binary(Model.BinaryFormat)
  case uuid

  /// The bytes that are the same for all spellings of what `node` means; nil where it is compared as it stands. Linear in
  /// its text.
  public func meaning(_ document: Document, _ node: Document.Node) -> [UInt8]? {
    switch self {
    case .plain: return nil
    case .date: return date(Value(document, node))?.bytes
    case .binary(let format):
      guard document.kind(node).isString else { return nil }
      return BinaryText.bytes(document.characters(node), format)
    case .uuid:
      guard document.kind(node).isString else { return nil }
      return TypedValue.uuid(document.characters(node))
    }
  }

  /// The point in time that a scalar means.
  func date(_ value: Value) -> TypedDate? {
    guard case .date(let format) = self else { return nil }
    if value.kind.isString { return TypedDate(value.document.characters(value.node)) }
    guard value.kind == .number, let format else { return nil }
    return TypedDate(DecimalNumber(value.document.bytes, value.document.range(value.node)), format)
  }

  /// The hash of what a scalar means; equal for all its spellings.
  public func hash(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> UInt64 {
    guard self != .plain, let meaning = meaning(document, node) else {
      return document.scalarHash(node, hashing)
    }
    // A string that is spelt like a meaning has none.
    return hashing.pair(hashing.characters(meaning), hashing.literal(.null))
  }

  /// Whether two scalars are equal: by what they mean, or as they stand where one of them means nothing.
  public func isEqual(_ left: Value, _ right: Value, exactNumbers: Bool) -> Bool {
    if self != .plain, let meaning = meaning(left.document, left.node),
      let other = self.meaning(right.document, right.node)
    {
      return meaning == other
    }
    return left.document.scalarsEqual(left.node, right.document, right.node, exactNumbers: exactNumbers)
  }

  /// The characters of a UUID in small letters; nil when they are none.
  private static func uuid(_ characters: [UInt8]) -> [UInt8]? {
    guard characters.count == 36 else { return nil }
    var small = characters
    for (index, byte) in characters.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        if byte != UInt8(ascii: "-") { return nil }
      } else if let digit = BinaryText.hexDigit(byte) {
        small[index] = ASCII.hexDigit(digit)
      } else {
        return nil
      }
    }
    return small
  }
}

extension Model.Attribute {
  /// What its values mean under `model`.
  public func typed(in model: Model) -> TypedValue {
    switch kind {
    case .date: .date(dateFormat ?? model.dateFormat)
    case .binary: .binary(binaryFormat ?? model.binaryFormat ?? .base64)
    case .uuid: .uuid
    default: .plain
    }
  }
}
