/// What is wrong with the shape of a change, at a node of its document.
package struct ChangeShapeError: Error, Sendable {
  package let node: Document.Node
  package let reason: String
}
