internal import SZJSON

/// The members of one object of a model, each taken by its name; what is left over is a mistake.
///
/// `$schema`, `$comment`, `description` and names that begin with `x-` are let through everywhere.
struct ModelFields {
  private let document: Document
  /// What the object is, for messages: "an entity".
  private let place: String
  private var members: [(name: Document.Node, value: Document.Node)] = []
  private var known: [String] = []

  init(_ document: Document, _ node: Document.Node, _ place: String) throws(ModelError) {
    self.document = document
    self.place = place
    guard document.kind(node) == .object else { throw ModelError(.expected("an object, \(place)"), at: node) }
    members = Array(document.members(node))
  }

  /// Takes the member called `name` out.
  mutating func take(_ name: String) -> Document.Node? {
    known.append(name)
    let characters = Array(name.utf8)
    guard let index = members.firstIndex(where: { document.isString($0.name, equalTo: characters) }) else {
      return nil
    }
    return members.remove(at: index).value
  }

  mutating func string(_ name: String) throws(ModelError) -> String? {
    guard let node = take(name) else { return nil }
    return try ModelFields.string(document, node)
  }

  mutating func flag(_ name: String, default fallback: Bool) throws(ModelError) -> Bool {
    guard let node = take(name) else { return fallback }
    switch document.kind(node) {
    case .true: return true
    case .false: return false
    default: throw ModelError(.expected("true or false"), at: node)
    }
  }

  /// A string that must be one of a few words.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ name: String) throws(ModelError) -> Word?
  where Word.RawValue == String {
    guard let node = take(name) else { return nil }
    let text = try ModelFields.string(document, node)
    guard let word = Word(rawValue: text) else {
      let allowed = Word.allCases.map(\.rawValue)
      throw ModelError(
        .unknownWord(text, allowed: allowed, nearest: NearestName.of(text, in: allowed)), at: node)
    }
    return word
  }

  /// - Throws: the first member that nothing has taken.
  func finish() throws(ModelError) {
    for member in members {
      let name = document.string(member.name)
      if ["$schema", "$comment", "description"].contains(name) || name.hasPrefix("x-") { continue }
      throw ModelError(
        .unknownMember(name, of: place, nearest: NearestName.of(name, in: known)), at: member.name)
    }
  }

  static func string(_ document: Document, _ node: Document.Node) throws(ModelError) -> String {
    guard document.kind(node).isString else { throw ModelError(.expected("a string"), at: node) }
    return document.string(node)
  }

  /// The strings of an array.
  static func strings(_ document: Document, _ node: Document.Node) throws(ModelError) -> [String] {
    guard document.kind(node) == .array else { throw ModelError(.expected("an array of names"), at: node) }
    var strings: [String] = []
    for element in document.elements(node) { strings.append(try string(document, element)) }
    return strings
  }
}
