public import SZJSON

/// How a date or a binary is spelt, so that another one can be written the same way.
public enum Representation: Equatable {
  case iso
  /// `isEscaped`: with `\/` for the slashes.
  case dotNet(isEscaped: Bool)
  case epoch, epochMilliseconds, reference
  case base64(isPadded: Bool)
  case base64url(isPadded: Bool)
  case hex(isCapital: Bool)

  /// How the scalar at `node` is spelt, if it is of `type`.
  public static func of(_ document: Document, _ node: Document.Node, _ type: TypedValue) -> Representation? {
    switch type {
    case .date(let format):
      if document.kind(node) == .number {
        return type.meaning(document, node) == nil ? nil : format.flatMap(Representation.init)
      }
      guard document.kind(node).isString, let date = WrittenDate(document.characters(node)) else {
        return nil
      }
      let start = document.start(node)
      return date.isDotNet ? .dotNet(isEscaped: document.bytes[start + 1] == UInt8(ascii: "\\")) : .iso
    case .binary(let format):
      guard document.kind(node).isString else { return nil }
      return BinaryText.representation(document.characters(node), format)
    case .plain, .uuid: return nil
    }
  }

  /// How dates of a format are written.
  public init(_ format: Model.DateFormat) {
    switch format {
    case .iso: self = .iso
    case .dotnet: self = .dotNet(isEscaped: true)
    case .epoch: self = .epoch
    case .epochMilliseconds: self = .epochMilliseconds
    case .reference: self = .reference
    }
  }

  public init(_ format: Model.BinaryFormat) {
    switch format {
    case .base64: self = .base64(isPadded: true)
    case .base64url: self = .base64url(isPadded: false)
    case .hex: self = .hex(isCapital: false)
    }
  }

  /// The value in this spelling; nil where it cannot hold the value exactly, or has it already. Linear in its text.
  public func written(_ value: Value, _ type: TypedValue) -> Value? {
    guard let own = Representation.of(value.document, value.node, type), !own.isLike(self) else { return nil }
    switch type {
    case .date(let format):
      guard let date = WrittenDate(value, format) else { return nil }
      return date.text(self).map { text in JSONWriter.value { $0.append(token: text) } }
    case .binary(let format):
      guard let bytes = BinaryText.bytes(value.document.characters(value.node), format) else { return nil }
      return Value(jsonString: BinaryText.text(bytes, self))
    case .plain, .uuid: return nil
    }
  }

  /// Whether what is spelt so need not be written anew. The slash alone is no reason.
  private func isLike(_ other: Representation) -> Bool {
    if case .dotNet = self, case .dotNet = other { return true }
    return self == other
  }
}

extension BinaryText {
  /// How bytes are spelt; nil when `characters` are none. What shows nothing of a choice is taken as the usual one.
  static func representation(_ characters: [UInt8], _ format: Model.BinaryFormat) -> Representation? {
    if format == .hex, !characters.isEmpty, hexadecimal(characters) != nil {
      return .hex(isCapital: characters.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) })
    }
    guard bytes(characters, format) != nil else { return nil }
    let isPadded = characters.last == UInt8(ascii: "=")
    if characters.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) {
      return .base64url(isPadded: isPadded)
    }
    if characters.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
      return .base64(isPadded: isPadded || characters.count.isMultiple(of: 4))
    }
    // Neither alphabet shows: the format that the model has says which it is.
    let shows = isPadded || !characters.count.isMultiple(of: 4)
    return format == .base64url
      ? .base64url(isPadded: shows ? isPadded : false) : .base64(isPadded: shows ? isPadded : true)
  }

  /// Bytes in a spelling of binaries.
  static func text(_ bytes: [UInt8], _ representation: Representation) -> [UInt8] {
    switch representation {
    case .hex(let isCapital):
      return bytes.flatMap { byte in
        [byte >> 4, byte & 15].map { digit in
          let letter = ASCII.hexDigit(digit)
          return isCapital && letter > UInt8(ascii: "9") ? letter & ~0x20 : letter | 0x20
        }
      }
    case .base64url(let isPadded):
      return base64(bytes, isPadded: isPadded).map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
    case .base64(let isPadded): return base64(bytes, isPadded: isPadded)
    case .iso, .dotNet, .epoch, .epochMilliseconds, .reference: return []
    }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8], isPadded: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = group.reduce(0) { $0 << 8 | Int($1) }
      word <<= (3 - group.count) * 8
      for place in 0..<4 where place <= group.count { text.append(alphabet[word >> (18 - 6 * place) & 63]) }
      if isPadded { for _ in group.count..<3 { text.append(UInt8(ascii: "=")) } }
    }
    return text
  }
}
