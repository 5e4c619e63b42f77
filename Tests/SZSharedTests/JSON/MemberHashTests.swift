import TestSupport
import Testing

@testable import SZJSON

/// The hash of an object's members besides one, which stands for what it holds.
@Suite(.limited) struct MemberHashTests {
  /// Under many keys of the hash: what is equal in whatever order has one, and what is not has two.
  @Test(arguments: [
    (#"{"id":1,"a":"x","b":"y"}"#, #"{"b":"y","id":2,"a":"x"}"#, true),
    (#"{"id":1,"a":"x","b":"y"}"#, #"{"id":1,"a":"y","b":"x"}"#, false),
    (#"{"id":1,"a":2,"b":3}"#, #"{"id":1,"a":1,"b":4}"#, false),
    (#"{"id":1,"a":[1],"b":[2]}"#, #"{"id":1,"a":[2],"b":[1]}"#, false),
    (#"{"id":1,"a":1}"#, #"{"id":1,"b":1}"#, false), (#"{"id":1}"#, #"{"id":2}"#, true),
    (#"{"id":1}"#, #"{"id":1,"a":0}"#, false),
  ]) func hashes(left: String, right: String, areEqual: Bool) throws {
    for _ in 0..<200 {
      let hashing = Hashing()
      func hash(_ text: String) throws -> UInt64 {
        let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
        return document.hash(document.root, besides: MemberName("id"), hashing) { document.hash($0) }
      }
      #expect(try (hash(left) == hash(right)) == areEqual)
    }
  }
}
