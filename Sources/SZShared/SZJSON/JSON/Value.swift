/// A value in some document: what changes are made of. Nothing is copied until it is written.
public struct Value: Sendable {
  public let document: Document
  public let node: Document.Node

  public init(_ document: Document, _ node: Document.Node) {
    self.document = document
    self.node = node
  }

  /// A string of these characters, in a document of its own.
  public init(jsonString characters: [UInt8]) {
    self = JSONWriter.value { $0.append(string: characters) }
  }

  public var kind: Document.Kind { document.kind(node) }
  public var offset: Int { document.start(node) }

  /// Appends the value's text without white space between tokens.
  public func appendCompact(to output: inout [UInt8]) {
    let range = document.range(node)
    if kind.isContainer {
      Reformatter.append(document.bytes, range, Reformatter.Manner(.compact), to: &output)
    } else {
      document.bytes.append(range, to: &output)
    }
  }

  /// The value as messages show it, its end left out when it is long.
  public var shown: String {
    var text: [UInt8] = []
    appendCompact(to: &text)
    return ShortText.beginning(text)
  }

  public func isEqual(_ other: Value, exactNumbers: Bool = false) -> Bool {
    document.isEqual(node, other.document, other.node, exactNumbers: exactNumbers)
  }
}
