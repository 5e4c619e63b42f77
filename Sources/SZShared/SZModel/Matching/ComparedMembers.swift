public import SZJSON

/// The members of objects that count when elements of a list are compared: all, or those that a model has in changes.
public struct ComparedMembers {
  private let isLeftOut: ((Document, Document.Members.Element) -> Bool)?

  /// All members but those of which `isLeftOut` is true.
  public init(without isLeftOut: ((Document, Document.Members.Element) -> Bool)? = nil) {
    self.isLeftOut = isLeftOut
  }

  /// Whether a member of an object of the document counts.
  public func contain(_ document: Document, _ member: Document.Members.Element) -> Bool {
    isLeftOut.map { !$0(document, member) } ?? true
  }
}
