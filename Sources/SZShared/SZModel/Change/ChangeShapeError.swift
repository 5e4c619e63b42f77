public import SZJSON

/// What is wrong with the shape of a change, at a node of its document.
public struct ChangeShapeError: Error, Sendable {
  public let node: Document.Node
  public let reason: String

  public init(node: Document.Node, reason: String) { (self.node, self.reason) = (node, reason) }
}
