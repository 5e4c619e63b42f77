/// A container of the target and the children that it will have.
public struct ContainerPatch {
  public let node: Document.Node
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
}
