import TestSupport
import Testing

@testable import SZJSON

/// A value that is written is the one that its text would be read as, node by node.
@Suite(.limited) struct JSONWriterTests {
  @Test(arguments: 0..<4) func aWrittenValueIsAsItIsRead(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let values = try (0...generator.below(3)).map { _ in
        let random = RandomValue.random(&generator, depth: 5)
        let document = try Document.read(Array((generator.chance(2) ? random.pretty() : random.text).utf8))
        return Value(document, document.root)
      }
      let made = JSONWriter.value { writer in
        writer.beginObject()
        writer.name("values")
        writer.beginArray()
        writer.append(values)
        writer.endArray()
        writer.name(Array("a \"b\"\n".utf8))
        writer.append(string: "\u{E9}\\".utf8)
        writer.name("none")
        writer.beginArray()
        writer.endArray()
        writer.name("rest")
        writer.beginObject()
        for (number, value) in values.enumerated() {
          writer.name(Array("\(number)".utf8))
          writer.append(value)
        }
        writer.endObject()
        writer.name("n")
        writer.append(-7)
        writer.name("t")
        writer.append(true)
        writer.name("f")
        writer.append(false)
        writer.name("z")
        writer.appendNull()
        writer.endObject()
      }
      try JSONWriterTests.check(made, "seed \(seed)")
    }
  }

  /// A text whose length takes a word of its own, alone and in an object.
  @Test func aLongTextIsAsItIsRead() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let string = Value(jsonString: long)
    try JSONWriterTests.check(string, "a long string")
    try JSONWriterTests.check(
      JSONWriter.value { writer in
        writer.beginObject()
        writer.name(long)
        writer.append(string)
        writer.name("b")
        writer.append(string)
        writer.endObject()
      }, "a long name")
  }

  @Test(arguments: [0, 7, 10, -1, 1_000_000, 909, .max, .min]) func aNumberIsItsDigits(number: Int) {
    var writer = JSONWriter()
    writer.append(number)
    #expect(String(decoding: writer.text, as: UTF8.self) == "\(number)")
  }

  private static func check(_ made: Value, _ note: String) throws {
    let text = made.document.bytes.array(0..<made.document.bytes.count)
    let read = try Document.read(text)
    var node = read.root
    let end = read.next(node)
    while node < end {
      try #require(
        made.document.kind(node) == read.kind(node) && made.document.range(node) == read.range(node)
          && made.document.next(node) == read.next(node),
        "\(note): node \(node) of \(String(decoding: text.prefix(2000), as: UTF8.self))")
      node = read.kind(node).isContainer ? read.firstChild(node) : read.next(node)
    }
    #expect(made.isEqual(Value(read, read.root)), "\(note)")
  }
}
