internal import CLibXML2

/// Reads a small XML document by libxml2's text reader, without network, external entities or a document type.
///
/// The reader owns nothing that outlives ``read(_:allowsDocumentType:)``: the text is copied into a buffer that stays where it is
/// until the C reader has been freed, and every string of the library is copied before the next call.
public enum XMLReader {
  /// Do not reach for the network; say nothing on the standard error.
  private static let options: Int32 = 1 << 11 | 1 << 5 | 1 << 6

  /// The elements of `text`.
  /// - Throws: the first mistake. A document type is one unless it is allowed; its entities are never expanded.
  public static func read(_ text: [UInt8], allowsDocumentType: Bool = false) throws(XMLError) -> XMLTree {
    guard text.count < Int(Int32.max) else { throw XMLError(reason: .tooLarge, position: .offset(0)) }
    if text.contains(0) { throw XMLError(reason: .encoding, position: .offset(0)) }
    let tags = XMLTags(text)
    if let offset = tags.documentType, !allowsDocumentType {
      throw XMLError(reason: .documentType, position: .offset(offset))
    }
    var result: Result<XMLTree, XMLError> = .success(XMLTree())
    unsafe text.withUnsafeBufferPointer { buffer in
      let message = Message()
      withExtendedLifetime(message) {
        let start = unsafe UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        guard let reader = unsafe xmlReaderForMemory(start, Int32(buffer.count), nil, nil, options) else {
          result = .failure(XMLError(reason: .malformed("empty"), position: .offset(0)))
          return
        }
        defer { unsafe xmlFreeTextReader(reader) }
        unsafe xmlTextReaderSetErrorHandler(
          reader, Message.handler, Unmanaged.passUnretained(message).toOpaque())
        result = unsafe walk(reader, tags, message)
      }
    }
    return try result.get()
  }

  /// The first message of the library; the handler has no other place to put it.
  private final class Message {
    var text: String?

    static let handler:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32, UnsafeMutableRawPointer?
      ) -> Void = { context, message, _, _ in
        guard let context = unsafe context, let message = unsafe message else { return }
        let owner = unsafe Unmanaged<Message>.fromOpaque(context).takeUnretainedValue()
        if owner.text == nil { owner.text = unsafe String(cString: message) }
      }

    /// One line in lower case, without a full stop.
    var words: String {
      let line = (text ?? "malformed XML").split(separator: "\n").first.map(String.init) ?? "malformed XML"
      return line.prefix(1).lowercased() + line.dropFirst()
    }
  }

  // What xmlTextReaderNodeType answers.
  private static let element: Int32 = 1
  private static let characters: Int32 = 3
  private static let section: Int32 = 4

  private static func walk(_ reader: OpaquePointer, _ tags: XMLTags, _ message: Message) -> Result<
    XMLTree, XMLError
  > {
    var tree = XMLTree()
    // The open elements, by depth.
    var open: [Int] = []
    var status = unsafe xmlTextReaderRead(reader)
    while status == 1 {
      let type = unsafe xmlTextReaderNodeType(reader)
      if type == element {
        let number = tree.elements.count
        open.removeSubrange(min(Int(unsafe xmlTextReaderDepth(reader)), open.count)...)
        let name = unsafe string(xmlTextReaderConstLocalName(reader))
        let offset = number < tags.starts.count ? tags.starts[number] : 0
        var attributes: [(name: String, value: String)] = []
        while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 {
          attributes.append(
            (
              unsafe string(xmlTextReaderConstLocalName(reader)),
              unsafe string(xmlTextReaderConstValue(reader))
            ))
        }
        tree.elements.append(
          XMLTree.Element(name: name, attributes: attributes, parent: open.last, offset: offset))
        if let parent = open.last { tree.elements[parent].children.append(number) }
        open.append(number)
      } else if type == characters || type == section {
        // Text behind a child is not that child's: its depth tells whose it is.
        let depth = Int(unsafe xmlTextReaderDepth(reader))
        if depth > 0, depth <= open.count {
          tree.elements[open[depth - 1]].text += unsafe string(xmlTextReaderConstValue(reader))
        }
      }
      status = unsafe xmlTextReaderRead(reader)
    }
    if status == 0 { return .success(tree) }
    let line = Int(unsafe xmlTextReaderGetParserLineNumber(reader))
    let column = Int(unsafe xmlTextReaderGetParserColumnNumber(reader))
    return .failure(
      XMLError(reason: .malformed(message.words), position: .line(max(line, 1), column: max(column, 1))))
  }

  private static func string(_ text: UnsafePointer<UInt8>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}
