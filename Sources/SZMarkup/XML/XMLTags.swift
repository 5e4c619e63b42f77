/// Where the elements of an XML text begin, and whether it has a document type. For well-formed UTF-8 this is what a parser
/// finds, too: no `<` stands in an attribute or in text but to begin markup.
struct XMLTags {
  private let text: [UInt8]
  /// The byte offset of each start tag's `<`, in order.
  private(set) var starts: [Int] = []
  /// The byte offset of the document type declaration.
  private(set) var documentType: Int?

  /// Linear in the text.
  init(_ text: [UInt8]) {
    self.text = text
    var index = 0
    while let open = text[index...].firstIndex(of: UInt8(ascii: "<")) {
      if has("<!--", at: open) {
        index = end(of: "-->", from: open + 4)
      } else if has("<![CDATA[", at: open) {
        index = end(of: "]]>", from: open + 9)
      } else if has("<?", at: open) {
        index = end(of: "?>", from: open + 2)
      } else if has("<!", at: open) {
        if documentType == nil { documentType = open }
        index = end(of: ">", from: open + 2)
      } else {
        if !has("</", at: open) { starts.append(open) }
        index = open + 1
      }
    }
  }

  private func has(_ mark: StaticString, at index: Int) -> Bool {
    let mark = Array("\(mark)".utf8)
    return text[index...].starts(with: mark)
  }

  private func end(of mark: StaticString, from index: Int) -> Int {
    let mark = Array("\(mark)".utf8)
    var index = index
    while index + mark.count <= text.count {
      if text[index] == mark[0], text[index...].starts(with: mark) { return index + mark.count }
      index += 1
    }
    return text.count
  }
}
