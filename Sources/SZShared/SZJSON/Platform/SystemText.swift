/// Text of the system: arguments, names of files, variables of the environment.
///
/// The system has bytes, any but zero, of which most are UTF-8. In a string here, a byte that is not is one of 128 characters for
/// private use, U+10F780 to U+10F7FF, and so is every byte of such a character: no two names become one, and each finds back to its
/// bytes. Whatever comes from the system is read by `String(system:)`; whatever goes to it is ``Swift/String/systemBytes`` or
/// ``Swift/String/systemName``.
public enum SystemText {
  /// The character of the byte 0; only those of bytes from 0x80 on are used.
  private static let base: UInt32 = 0x10F700
  private static let escapes: ClosedRange<UInt32> = 0x10F780...0x10F7FF

  /// The byte that a character stands for; nil for one that stands for itself.
  static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    escapes.contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// Whether these four bytes are a character that stands for a byte.
  static func isByte(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 4 && text.starts(with: [0xF4, 0x8F]) && text[text.startIndex + 2] & 0xFE == 0x9E
  }

  /// The byte for which the character stands that ends in these two.
  static func byte(_ third: UInt8, _ fourth: UInt8) -> UInt8 { 0x80 | (third & 1) << 6 | fourth & 0x3F }

  static func string(_ bytes: some Collection<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      if let text = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = text.unicodeScalars.first,
        !escapes.contains(scalar.value)
      {
        result.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(base + UInt32(first)) { result.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(result)
  }

  /// The name that the program was called by: the first word of the command line, which may be a path.
  public static var programName: String {
    guard CommandLine.argc > 0, let name = unsafe CommandLine.unsafeArgv[0] else { return "" }
    return unsafe String(system: name)
  }

  /// The words of the command line, without the program's name.
  public static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe String(system: $0) }
    }
  }
}

extension String {
  /// The string for what the system says.
  init(system bytes: some Collection<UInt8>) {
    // Nearly always it is UTF-8, and has no character of the last plane.
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      self = SystemText.string(bytes)
    }
  }

  /// The same for a string of C.
  init(system text: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var index = 0
    while unsafe text[index] != 0 {
      unsafe bytes.append(UInt8(bitPattern: text[index]))
      index += 1
    }
    self.init(system: bytes)
  }

  /// The bytes that the system has for it.
  public var systemBytes: [UInt8] {
    if !utf8.contains(0xF4) { return Array(utf8) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = SystemText.byte(scalar) {
        bytes.append(byte)
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    return bytes
  }

  /// The same as C takes it, with a zero at the end.
  var systemName: [CChar] { systemBytes.map { CChar(bitPattern: $0) } + [0] }

  /// Whether the system's bytes for it are UTF-8.
  public var isUTF8: Bool { !utf8.contains(0xF4) || !unicodeScalars.contains { SystemText.byte($0) != nil } }
}
