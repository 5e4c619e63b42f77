internal import SZJSON

extension Diagnostics {
  /// What to do about a mistake, in words.
  static func words(_ mistake: Mistake) -> String {
    switch mistake {
    case .compressed(let kind):
      return "this looks like \(kind.rawValue); unpack it first, with '\(tool(kind)) FILE'"
    case .utf16(let order):
      let name = "UTF-16" + (order?.rawValue ?? "")
      return "this looks like UTF-16; convert it with 'iconv -f \(name) -t UTF-8'"
    case .propertyList: return "this looks like a binary property list, not JSON"
    case .xml: return "this looks like XML, not JSON"
    case .html: return "this looks like HTML, not JSON"
    case .yaml: return "this looks like YAML, not JSON"
    case .unifiedDiff:
      return "this looks like a patch of diff(1) or git, not JSON; patch(1) and 'git apply' take it"
    case .plainText: return "this looks like plain text, not JSON"
    case .conflictMarker: return "this is a marker of an unresolved merge conflict"
    case .comment: return "JSON has no comments; --comments reads them"
    case .hashComment: return "JSON has no comments that begin with '#'"
    case .trailingComma(let bracket):
      return "no comma may stand before '\(String(decoding: [bracket], as: UTF8.self))'; --comments allows it"
    case .singleQuotes(let isName): return "\(isName ? "names" : "strings") need double quotes; found '"
    case .typographicQuotes: return "JSON's quotation mark is \"; found a typographic one"
    case .bareName(let name): return "names need double quotes; found \(name)"
    case .bareString(let word): return "strings need double quotes; found \(word)"
    case .unknownNumber(let word): return "JSON has no \(word); null or a string can stand for it"
    case .undefined: return "JSON has no undefined; leave the member out, or write null"
    case .literal(let word, let wanted): return "JSON has no \(word); write \(wanted)"
    case .hexadecimal: return "invalid number: JSON has no hexadecimal ones"
    case .digitSeparator: return "invalid number: JSON has no '_' between digits"
    case .plusSign: return "invalid number: JSON has no plus sign before one"
    case .pointWithoutDigits(let isBefore):
      return "invalid number: no digit \(isBefore ? "before" : "behind") the point"
    case .secondText:
      return
        "a second JSON text begins here; --lines reads an entity a line, 'jq -s .' makes one array of several"
    case .foreignSpace(let scalar): return "U+\(hex(scalar)) is no white space in JSON"
    }
  }

  private static func tool(_ kind: Mistake.Compression) -> String {
    switch kind {
    case .gzip: "zcat"
    case .zstd: "zstdcat"
    case .bzip2: "bzcat"
    case .xz: "xzcat"
    case .zip: "unzip -p"
    }
  }

  private static func hex(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
