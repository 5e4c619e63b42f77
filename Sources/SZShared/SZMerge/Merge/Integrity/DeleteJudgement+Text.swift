internal import SZJSON
internal import SZModel

extension DeleteJudgement {
  /// The text of the result once all that has been done; nil when nothing was.
  var text: [UInt8]? {
    var removal = NodeRemoval(document, DocumentLayout(document))
    for position in cascaded where result.index.owner(of: position).map({ !isCascaded($0) }) ?? true {
      removal.clear(result.node(position))
    }
    for (reference, instead) in cleared where !isCascaded(reference.holder) {
      if let instead, !reference.isElement {
        removal.replace(reference.node, with: instead.document.text(instead.node))
      } else {
        removal.clear(reference.node)
      }
    }
    return removal.isEmpty ? nil : removal.edits().applied(to: document.bytes)
  }
}
