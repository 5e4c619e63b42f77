import TestSupport
import Testing

@testable import SZJSON

/// A value is found by every spelling of its name, and by no other name.
@Suite(.limited) struct NameTableTests {
  static let names = [
    "", "a", "b", "ab", "seventy", "eight ch", "nine char", "nine chas", "a name that is long", "é", "\u{0}",
    "\"",
  ]

  @Test(arguments: names) func eachIsFoundByItsName(_ name: String) throws {
    var table = NameTable<String>()
    for name in NameTableTests.names { table[MemberName(name)] = name }
    for spelling in spellings(name) { #expect(try find(spelling, table) == name, "as \(spelling)") }
  }

  @Test(arguments: names) func noneIsFoundByAnother(_ name: String) throws {
    var table = NameTable<String>()
    for other in NameTableTests.names where other != name { table[MemberName(other)] = other }
    for spelling in spellings(name) { #expect(try find(spelling, table) == nil, "as \(spelling)") }
  }

  @Test func nothingIsFoundInNone() throws {
    #expect(NameTable<String>().isEmpty)
    #expect(try find("\"a\"", NameTable<String>()) == nil)
  }

  /// A name as it stands, where it may, and with each of its characters escaped.
  private func spellings(_ name: String) -> [String] {
    let escaped = name.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    let plain = name.unicodeScalars.allSatisfy { $0 != "\"" && $0.value >= 0x20 } ? [quoted(name)] : []
    return plain + [quoted(escaped.joined())]
  }

  private func quoted(_ characters: String) -> String { "\"\(characters)\"" }

  /// What the table has for the name of a member.
  private func find(_ spelling: String, _ table: NameTable<String>) throws -> String? {
    let document = try Document.read(Array("{\(spelling):0}".utf8), .init())
    return table[document, document.firstChild(document.root)]
  }
}
