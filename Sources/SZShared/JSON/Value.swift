/// A value in some document: what changes are made of. Nothing is copied until it is written.
package struct Value: Sendable {
  package let document: Document
  package let node: Document.Node

  package init(_ document: Document, _ node: Document.Node) {
    self.document = document
    self.node = node
  }

  /// A string of these characters, in a document of its own.
  package init(jsonString characters: [UInt8]) {
    self = JSONWriter.value { $0.append(string: characters) }
  }

  package var kind: Document.Kind { document.kind(node) }
  package var offset: Int { document.start(node) }

  /// Appends the value's text without white space between tokens.
  package func appendCompact(to output: inout [UInt8]) {
    let range = document.range(node)
    if kind.isContainer {
      Reformatter.append(document.bytes, range, style: .compact, to: &output)
    } else {
      document.bytes.append(range, to: &output)
    }
  }

  /// The value as messages show it, its end left out when it is long.
  package var shown: String {
    var text: [UInt8] = []
    appendCompact(to: &text)
    return ShortText.beginning(text)
  }

  package func isEqual(_ other: Value, exactNumbers: Bool = false) -> Bool {
    document.isEqual(node, other.document, other.node, exactNumbers: exactNumbers)
  }
}
