/// The elements of an XML document in document order, each with its attributes and where it begins.
///
/// Text is kept only where elements hold nothing else, which is all that models and property lists have.
package struct XMLTree: Sendable {
  package struct Element: Sendable {
    package let name: String
    package let attributes: [(name: String, value: String)]
    /// The number of the element around it; nil for the root.
    package let parent: Int?
    /// Where its `<` stands, in bytes.
    package let offset: Int
    package var text = ""
    package var children: [Int] = []

    package func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Whether an attribute says `YES`, as Xcode writes it.
    package func isYes(_ name: String) -> Bool { attribute(name) == "YES" }
  }

  package internal(set) var elements: [Element] = []

  /// The children of an element that are called `name`, in order.
  package func children(of element: Int, named name: String) -> [Int] {
    elements[element].children.filter { elements[$0].name == name }
  }
}

/// Why a text is not the XML that is read here, and where.
package struct XMLError: Error, Sendable {
  package enum Reason: Sendable, Equatable {
    /// In libxml2's words.
    case malformed(String)
    /// A document type declaration, which could declare entities.
    case documentType
    /// Another encoding than UTF-8.
    case encoding
    case tooLarge
  }

  package let reason: Reason
  package let position: Position

  package enum Position: Sendable, Equatable {
    /// In bytes.
    case offset(Int)
    /// 1-based, as libxml2 counts them.
    case line(Int, column: Int)
  }

  package var words: String {
    switch reason {
    case .malformed(let words): words
    case .documentType: "a document type is not allowed here: a model has none"
    case .encoding: "expected XML in UTF-8"
    case .tooLarge: "this is more than 2 GiB"
    }
  }
}
