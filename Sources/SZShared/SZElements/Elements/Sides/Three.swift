public import SZJSON

/// The same thing in each of the three documents of a merge.
@frozen public struct Three<Part> {
  public var pristine: Part
  public var edited: Part
  public var current: Part

  @inlinable public init(pristine: Part, edited: Part, current: Part) {
    (self.pristine, self.edited, self.current) = (pristine, edited, current)
  }

  @inlinable public init(_ make: (Party) -> Part) {
    self.init(pristine: make(.pristine), edited: make(.edited), current: make(.current))
  }

  @inlinable public subscript(party: Party) -> Part {
    get {
      switch party {
      case .pristine: pristine
      case .edited: edited
      case .current: current
      }
    }
    // In place: what is set by parts, as a dictionary is, would be copied each time.
    _modify {
      switch party {
      case .pristine: yield &pristine
      case .edited: yield &edited
      case .current: yield &current
      }
    }
  }

  @inlinable public func map<Other>(_ transform: (Part) -> Other) -> Three<Other> {
    Three<Other>(pristine: transform(pristine), edited: transform(edited), current: transform(current))
  }
}

extension Three {
  /// The first document that has something: CURRENT, else EDITED, else PRISTINE.
  @inlinable public func first<Found>() -> Party where Part == Found? {
    if current != nil { return .current }
    return edited != nil ? .edited : .pristine
  }
}

/// Three versions of one value; nil where a document does not have it.
public typealias Versions = Three<Document.Node?>

extension Three where Part == Document {
  /// What there is of a value in the documents.
  @inlinable public func values(_ versions: Versions) -> [Value] {
    [
      versions.pristine.map { Value(pristine, $0) }, versions.edited.map { Value(edited, $0) },
      versions.current.map { Value(current, $0) },
    ].compactMap { $0 }
  }
}

extension Three: Sendable where Part: Sendable {}
