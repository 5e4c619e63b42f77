internal import SZJSON
internal import SZModel

/// The identities of members in some order. They are looked up when somebody asks: a conflict about an order may have very many.
public struct MemberIdentities: Sendable {
  private let members: [Int]
  private let column: IdentityColumn
  private let document: Document
  private let key: IdentityKey

  /// Those of the elements at these positions of a column, by its key.
  init(_ members: [Int], _ column: IdentityColumn, _ document: Document, _ key: IdentityKey) {
    (self.members, self.column, self.document, self.key) = (members, column, document, key)
  }

  /// The identities in their order. Linear in the members.
  var values: [Value] { members.compactMap { column.wholeIdentity($0, document, key) } }

  var first: Value? { members.lazy.compactMap { column.wholeIdentity($0, document, key) }.first }
}
