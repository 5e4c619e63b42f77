/// A container of the target and the children that it will have.
struct ContainerPatch {
  let node: Document.Node
  let children: ChildRanges
  let slots: [ContainerRewrite.Slot]
  /// The edits below the container are behind this checkpoint.
  let checkpoint: SourceEdits.Checkpoint
}
