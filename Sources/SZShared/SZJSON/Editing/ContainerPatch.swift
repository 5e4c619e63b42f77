/// A container of the target and the children that it will have.
public struct ContainerPatch {
  public let node: Document.Node
  /// Where its children stand; a member from its name to the end of its value.
  public let children: ChildRanges
  public let slots: [ContainerRewrite.Slot]
  /// The edits below the container are behind this checkpoint.
  public let checkpoint: SourceEdits.Checkpoint

  public init(
    node: Document.Node, children: ChildRanges, slots: [ContainerRewrite.Slot],
    checkpoint: SourceEdits.Checkpoint
  ) {
    self.node = node
    self.children = children
    self.slots = slots
    self.checkpoint = checkpoint
  }

  /// Adds to `edits` what gives the container these children. Linear but for such as moved; what stays costs nothing.
  public func apply(in document: Document, _ layout: DocumentLayout, _ edits: inout SourceEdits) {
    ContainerRewrite.apply(self, in: document, layout, &edits)
  }
}
