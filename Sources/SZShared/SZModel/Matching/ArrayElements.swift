public import SZJSON

/// The elements of an array in one version of it.
public struct ArrayElements {
  public let document: Document
  public let nodes: [Document.Node]

  public init(_ document: Document, _ nodes: [Document.Node]) {
    (self.document, self.nodes) = (document, nodes)
  }
}
