/// The elements of an XML document in document order, each with its attributes and where it begins.
///
/// Text is kept only where elements hold nothing else, which is all that models and property lists have.
public struct XMLTree: Sendable {
  public struct Element: Sendable {
    public let name: String
    public let attributes: [(name: String, value: String)]
    /// The number of the element around it; nil for the root.
    public let parent: Int?
    /// Where its `<` stands, in bytes.
    public let offset: Int
    public var text = ""
    public var children: [Int] = []

    public func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Whether an attribute says `YES`, as Xcode writes it.
    public func isYes(_ name: String) -> Bool { attribute(name) == "YES" }
  }

  public internal(set) var elements: [Element] = []

  /// The children of an element that are called `name`, in order.
  public func children(of element: Int, named name: String) -> [Int] {
    elements[element].children.filter { elements[$0].name == name }
  }
}

/// Why a text is not the XML that is read here, and where.
public struct XMLError: Error, Sendable {
  public enum Reason: Sendable, Equatable {
    /// In libxml2's words.
    case malformed(String)
    /// A document type declaration, which could declare entities.
    case documentType
    /// Another encoding than UTF-8.
    case encoding
    case tooLarge
  }

  public let reason: Reason
  public let position: Position

  public enum Position: Sendable, Equatable {
    /// In bytes.
    case offset(Int)
    /// 1-based, as libxml2 counts them.
    case line(Int, column: Int)
  }

  public var words: String {
    switch reason {
    case .malformed(let words): words
    case .documentType: "a document type is not allowed here: a model has none"
    case .encoding: "expected XML in UTF-8"
    case .tooLarge: "this is more than 2 GiB"
    }
  }
}
