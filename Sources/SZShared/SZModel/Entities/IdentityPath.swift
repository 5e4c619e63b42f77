public import SZJSON

/// Where an identifying value stands below its entity: a name, or several from the outside in.
///
/// As text the names have dots between them, `metadata.name`; one that has a dot or a bracket in it, or nothing, is put
/// into brackets and quotes as RFC 9535 does it: `['metadata.name']`. So is a single one that changes use themselves: `['value']`.
public struct IdentityPath: Sendable, Equatable {
  public let steps: [MemberName]

  /// More names than any data has, so that what walks over them need not mind their number.
  static let longest = 62

  public init(_ names: [[UInt8]]) { steps = names.map { MemberName($0) } }

  /// Reads the path that `text` consists of; nil when it is none.
  public init?(_ text: [UInt8]) {
    // What most keys are, and all that were written before keys could be paths.
    if IdentityPath.isPlain(text) {
      self.init([text])
      return
    }
    var index = 0
    guard let path = IdentityPath.read(text, &index, until: []), index == text.count else { return nil }
    self = path
  }

  /// Whether a path's text is a name without any signs that a path gives a meaning.
  @inline(__always) public static func isPlain(_ text: [UInt8]) -> Bool {
    !text.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
  }

  /// Whether a name node's text is that: of one with escapes it is not said.
  public static func isPlain(_ document: Document, _ name: Document.Node) -> Bool {
    document.kind(name) == .string
      && !document.range(name).contains {
        document.bytes[$0] == UInt8(ascii: ".") || document.bytes[$0] == UInt8(ascii: "[")
      }
  }

  /// Whether it is one name.
  public var isName: Bool { steps.count == 1 }

  /// The path as it is written in changes.
  public var text: [UInt8] {
    var text: [UInt8] = []
    for step in steps {
      let name = step.characters
      let isPlain =
        !name.isEmpty && !name.contains(UInt8(ascii: ".")) && !name.contains(UInt8(ascii: "["))
        && !(isName && ReservedWord.isReserved(name))
      if isPlain {
        if !text.isEmpty { text.append(UInt8(ascii: ".")) }
        text += name
      } else {
        text += Array("['".utf8)
        for byte in name {
          if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
          text.append(byte)
        }
        text += Array("']".utf8)
      }
    }
    return text
  }

  /// What stands below an object where a path's text says, whatever it is; nil when nothing does.
  public static func node(_ text: [UInt8], _ document: Document, _ object: Document.Node) -> Document.Node? {
    if isPlain(text) {
      return document.kind(object) == .object ? document.member(object, named: text)?.value : nil
    }
    return IdentityPath(text)?.node(document, object)
  }

  /// What stands there below an object, whatever it is; nil when nothing does.
  public func node(_ document: Document, _ object: Document.Node) -> Document.Node? {
    var node = object
    for step in steps {
      guard document.kind(node) == .object, let member = document.member(node, named: step.characters) else {
        return nil
      }
      node = member.value
    }
    return node
  }

  /// Reads a path from `index` on, up to one of the bytes in `ends` outside of quotes; nil when there is none.
  static func read(_ text: [UInt8], _ index: inout Int, until ends: Set<UInt8>) -> IdentityPath? {
    var names: [[UInt8]] = []
    var isExpected = true
    while index < text.count, !ends.contains(text[index]) {
      if IdentityPath.isQuotation(text, index) {
        guard let name = quoted(text, &index) else { return nil }
        names.append(name)
        isExpected = false
      } else {
        if text[index] == UInt8(ascii: ".") {
          if isExpected { return nil }
          index += 1
          isExpected = true
        } else if !isExpected {
          return nil
        }
        if IdentityPath.isQuotation(text, index) { continue }
        let start = index
        while index < text.count, text[index] != UInt8(ascii: "."), !ends.contains(text[index]),
          !IdentityPath.isQuotation(text, index)
        {
          index += 1
        }
        if start == index { return nil }
        names.append(Array(text[start..<index]))
        isExpected = false
      }
    }
    return isExpected || names.count > longest ? nil : IdentityPath(names)
  }

  private static func isQuotation(_ text: [UInt8], _ index: Int) -> Bool {
    index + 1 < text.count && text[index] == UInt8(ascii: "[")
      && (text[index + 1] == UInt8(ascii: "'") || text[index + 1] == UInt8(ascii: "\""))
  }

  /// A name in brackets and quotes. It is made a JSON string, so that its escapes have one reader.
  private static func quoted(_ text: [UInt8], _ index: inout Int) -> [UInt8]? {
    let quote = text[index + 1]
    var token: [UInt8] = [UInt8(ascii: "\"")]
    index += 2
    while index < text.count, text[index] != quote {
      var byte = text[index]
      if byte == UInt8(ascii: "\\") {
        index += 1
        guard index < text.count else { return nil }
        byte = text[index]
        if byte != UInt8(ascii: "'") { token.append(UInt8(ascii: "\\")) }
        token.append(byte)
      } else {
        JSONString.appendEscaped(byte, to: &token)
      }
      index += 1
    }
    guard index + 1 < text.count, text[index + 1] == UInt8(ascii: "]") else { return nil }
    index += 2
    token.append(UInt8(ascii: "\""))
    guard let document = try? Document.read(JSONString.escapingSurrogates(token)),
      document.kind(document.root).isString
    else { return nil }
    return document.characters(document.root)
  }
}
