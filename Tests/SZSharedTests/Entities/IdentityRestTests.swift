import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel

/// What an element holds besides its identity.
@Suite(.limited) struct IdentityRestTests {
  /// Under many keys of the hash: what is equal in whatever order has one, and what is not has two.
  @Test(arguments: [
    ("id", #"{"id":1,"a":"x","b":"y"}"#, #"{"b":"y","id":2,"a":"x"}"#, true),
    ("id", #"{"id":1,"a":"x","b":"y"}"#, #"{"id":1,"a":"y","b":"x"}"#, false),
    ("id", #"{"id":1,"a":2,"b":3}"#, #"{"id":1,"a":1,"b":4}"#, false),
    ("id", #"{"id":1,"a":[1],"b":[2]}"#, #"{"id":1,"a":[2],"b":[1]}"#, false),
    ("id", #"{"id":1,"a":1}"#, #"{"id":1,"b":1}"#, false), ("id", #"{"id":1}"#, #"{"id":2}"#, true),
    ("id", #"{"id":1}"#, #"{"id":1,"a":0}"#, false),
    ("n k", #"{"n":1,"k":2,"v":3}"#, #"{"v":3,"k":4,"n":5}"#, true),
    ("n k", #"{"n":1,"k":2,"v":3}"#, #"{"n":1,"k":2,"v":4}"#, false),
    ("m.n", #"{"m":{"n":1,"o":2}}"#, #"{"m":{"o":2,"n":3}}"#, true),
    ("m.n", #"{"m":{"n":1,"o":2}}"#, #"{"m":{"n":1,"o":3}}"#, false),
    ("m.n m.p", #"{"m":{"n":1,"o":2,"p":3}}"#, #"{"m":{"n":4,"o":2}}"#, true),
    ("m.n", #"{"m":{"n":1}}"#, #"{"m":{"n":1},"o":2}"#, false),
  ]) func rests(key: String, left: String, right: String, areEqual: Bool) throws {
    let key = IdentityKey(paths: key.split(separator: " ").map { Array($0.utf8) }, areOptional: true)
    for _ in 0..<200 {
      let hashing = Hashing()
      func rest(_ text: String) throws -> UInt64 {
        let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
        return key.rest(document, document.root, hashing) { document.hash($0) }
      }
      #expect(try (rest(left) == rest(right)) == areEqual)
    }
  }
}
