import SZJSON
import SZModel
import TestSupport
import Testing

@testable import SZLines

/// The hash that deals identities out is the same everywhere, for ever.
@Suite(.limited) struct ShardHashTests {
  static let vectors: [(String, [String], UInt64)] = [
    (#"{"id":1}"#, ["id"], 0x638e_c2bb_7912_789d), (#"{"id":1.0}"#, ["id"], 0x638e_c2bb_7912_789d),
    (#"{"id":1e0}"#, ["id"], 0x638e_c2bb_7912_789d), (#"{"id":-120e1}"#, ["id"], 0xa372_309b_311b_0f2c),
    (#"{"id":0.05}"#, ["id"], 0xccb5_89b2_5f5f_e8c0), (#"{"id":-0.0}"#, ["id"], 0x6b57_d1bb_7d3b_b056),
    (#"{"id":"1"}"#, ["id"], 0x08d8_ff07_b578_d149), (#"{"id":"\u00e9"}"#, ["id"], 0x8447_5e19_5e9f_85ce),
    (#"{"id":true}"#, ["id"], 0xa22d_9ded_7d37_b625),
    (#"{"b":2,"a":"x"}"#, ["b", "a"], 0x2ea1_3ba4_a0b0_fe7a),
  ]

  @Test(arguments: vectors) func isFixed(text: String, names: [String], hash: UInt64) throws {
    let document = try Document.read(Array(text.utf8))
    let key = IdentityKey(
      names.map { IdentityKey.Part(IdentityPath([Array($0.utf8)])) })
    #expect(ShardHash.of(LineKey.plain(key).components(document)) == hash)
  }

  /// The page shows them, with the shard of seven that each is in.
  @Test(arguments: vectors) func isInTheManual(_ text: String, _: [String], hash: UInt64) throws {
    let page = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/man/sz-lines.7"), as: UTF8.self)
    let digits = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    #expect(page.contains(" Ta \(padded) Ta \(1 + hash % 7)\n"))
  }

  @Test func readsShards() {
    #expect(Shard("1/1")?.count == 1 && Shard("3/7")?.number == 3)
    for text in ["0/1", "2/1", "1", "1/", "/1", "-1/2", "1/2/3", "", "a/b"] { #expect(Shard(text) == nil) }
  }
}
