internal import SZJSON
internal import SZLines
internal import SZModel
internal import SZPatch

/// The changes of entities that `sz-patch --lines` reads, one a line.
struct LineChanges {
  let input: Input
  let set: LineSet
  private let arguments: ParsedArguments

  init(_ input: Input, _ arguments: ParsedArguments) throws(Failure) {
    (self.input, self.arguments) = (input, arguments)
    do { set = try LineSet(lines: input.source) } catch { throw .notJSON(input, error) }
  }

  /// Where the changes of a portion of the entities stand, by their identities; nil where there are too many.
  func edits(in portion: IndexPortion, _ reader: LineReader) throws(Failure) -> LineEdits? {
    var edits = LineEdits(reader.options)
    var cursor = set.cursor
    while let line = cursor.next() {
      guard let tree = try change(at: line) else { continue }
      let identity = ChangeIdentity(tree)
      guard
        let hash = reader.options.key.hash(
          of: identity.parts, entityName: identity.entityName, reader.options.hashing)
      else {
        throw .unusable(
          input, offset: line.range.lowerBound,
          reason: "this change names an entity by other members than \(reader.options.key.text)")
      }
      guard portion.contains(hash), reader.isInShard(identity.parts, identity.entityName) else { continue }
      edits.append(hash, at: line.position)
      if edits.isOverfull { return nil }
    }
    if let (first, second) = edits.seal({ _, _ in true }) {
      let place = Diagnostics.placed(input, first).dropFirst(input.name.count + 1)
      throw .unusable(
        input, offset: second,
        reason: "another line changes the same entity, the one at \(place); sz-patch --compose joins changes")
    }
    return edits
  }

  /// The change that a line says, as that of an array with one element; nil where it says none.
  func change(at line: LineSet.Line) throws(Failure) -> ChangeTree? {
    let bytes = set.source.view
    if line.range.count == 2, bytes[line.range.lowerBound] == UInt8(ascii: "{") { return nil }
    let text: SourceBytes
    do { text = try set.text(of: line, input: 0, around: (UInt8(ascii: "["), UInt8(ascii: "]"))) } catch {
      throw .line(error, [input])
    }
    let start = line.range.lowerBound - 1
    let document: Document
    do { document = try Document.read(text) } catch {
      // The line's own end is told by its own text.
      let own = SourceBytes(bytes, line.range)
      var mistake = error
      mistake.offset -= 1
      do { _ = try Document.read(own) } catch { mistake = error }
      throw .line(LineError(.notJSON(mistake, text: own), input: 0, at: start + 1 + mistake.offset), [input])
    }
    let elements = Array(document.elements(document.root))
    guard elements.count == 1, document.kind(elements[0]) == .object else {
      throw .unusable(
        input, offset: start + 1, reason: "no change of an entity; with --lines there is one on each line")
    }
    do {
      var tree = try ChangeReader.read(document, exactNumbers: arguments.has(.exactNumbers))
      tree.hasExactNumbers = arguments.has(.exactNumbers)
      if arguments.has(PatchCommand.reverse) { tree.reverse() }
      return tree
    } catch {
      throw .unusable(
        input, offset: start + document.start(error.node), reason: "no change of an entity: \(error.reason)")
    }
  }

  /// The key by which the first change names its entity; nil without any.
  func firstKey() throws(Failure) -> IdentityKey? {
    var cursor = set.cursor
    while let line = cursor.next() {
      guard let tree = try change(at: line) else { continue }
      let parts = ChangeIdentity(tree).parts
      let paths = parts.compactMap { IdentityPath($0.name) }
      guard !paths.isEmpty, paths.count == parts.count else {
        throw .unusable(
          input, offset: line.range.lowerBound, reason: "this change names no entity by its identity")
      }
      // What one entity lacks of several parts others may have.
      return IdentityKey(paths.map { IdentityKey.Part($0, isOptional: paths.count > 1) })
    }
    return nil
  }
}

/// Who the entity is that the change of an array with one element is about.
struct ChangeIdentity {
  private(set) var parts: [(name: [UInt8], value: Value)] = []
  private(set) var entityName: String?

  init(_ tree: ChangeTree) {
    guard let member = tree.children(of: .root).first(where: { _ in true }) else { return }
    for child in tree.children(of: member) {
      switch tree[child] {
      case .identity(let name, let value): parts.append((name.document.characters(name.node), value))
      case .entityName(let name): entityName = name.document.string(name.node)
      default: return
      }
    }
  }
}
