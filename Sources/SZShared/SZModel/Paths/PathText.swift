public import SZJSON

/// Writes paths as `sz-path(7)` has them, so that every option takes what any output prints.
public enum PathText {
  /// A name as a step of a path: `.name`, or in brackets where it is no plain word.
  public static func appendStep(_ name: [UInt8], to output: inout [UInt8]) {
    if isPlain(name) {
      output.append(UInt8(ascii: "."))
      output += name
    } else {
      output.append(UInt8(ascii: "["))
      appendQuoted(name, to: &output)
      output.append(UInt8(ascii: "]"))
    }
  }

  /// A name in front of `=` in an identity selector.
  public static func appendName(_ name: [UInt8], to output: inout [UInt8]) {
    if isPlain(name) { output += name } else { appendQuoted(name, to: &output) }
  }

  /// An identity selector: each part of an identity with its value.
  public static func appendSelector(_ parts: [(path: IdentityPath, value: Value)], to output: inout [UInt8]) {
    for (number, part) in parts.enumerated() {
      output.append(UInt8(ascii: number == 0 ? "[" : ","))
      for (number, step) in part.path.steps.enumerated() {
        if number > 0 { output.append(UInt8(ascii: ".")) }
        appendName(step.characters, to: &output)
      }
      output.append(UInt8(ascii: "="))
      part.value.appendCompact(to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  private static func isPlain(_ name: [UInt8]) -> Bool {
    name.enumerated().allSatisfy { $1 < 0x80 && PathReader.isNameByte($1, isFirst: $0 == 0) } && !name.isEmpty
  }

  /// Characters in quotes, with the escape for a lone surrogate, which is no text by itself.
  private static func appendQuoted(_ name: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var index = 0
    while index < name.count {
      if isSurrogate(name, index) {
        let unit =
          UInt16(name[index] & 0x0F) << 12 | UInt16(name[index + 1] & 0x3F) << 6
          | UInt16(name[index + 2] & 0x3F)
        output += Array("\\u".utf8)
        for shift: UInt16 in [12, 8, 4, 0] { output.append(ASCII.hexDigit(UInt8(unit >> shift & 15))) }
        index += 3
      } else {
        JSONString.appendEscaped(name[index], to: &output)
        index += 1
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func isSurrogate(_ name: [UInt8], _ index: Int) -> Bool {
    name[index] == 0xED && index + 2 < name.count && name[index + 1] >= 0xA0
  }

  /// Whether a pointer, which knows no escapes for them, can carry the characters of names on a terminal and a command line.
  static func fitsPointer(_ names: [UInt8]) -> Bool {
    !names.indices.contains { names[$0] < 0x20 || isSurrogate(names, $0) }
      && TerminalText.safe(names).count == names.count
  }

  /// An index as a step of a pointer (RFC 6901).
  public static func appendIndexStep(_ index: Int, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "/"))
    Decimal.append(index, to: &output)
  }

  /// A name as a step of a pointer (RFC 6901).
  public static func appendPointerStep(_ name: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "/"))
    for byte in name {
      switch byte {
      case UInt8(ascii: "~"): output += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): output += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: output.append(byte)
      }
    }
  }

  /// The path of a node, such as `$.rooms[3]["a b"]`. For messages: it walks down from the root.
  public static func path(to wanted: Document.Node, in document: Document) -> String {
    var path = Array("$".utf8)
    var node = document.root
    while node != wanted, document.kind(node).isContainer {
      var found: Document.Node?
      if document.kind(node) == .object {
        for member in document.members(node)
        where member.name <= wanted && wanted < document.next(member.value) {
          appendStep(document.characters(member.name), to: &path)
          found = wanted == member.name ? nil : member.value
          break
        }
      } else {
        for (index, element) in document.elements(node).enumerated() where wanted < document.next(element) {
          path += Array("[\(index)]".utf8)
          found = element
          break
        }
      }
      guard let found else { break }
      node = found
    }
    return String(decoding: path, as: UTF8.self)
  }
}
