/// Which places of the documents are compared, and what is said about the identity of some.
struct Selection {
  private let matcher: PathMatcher
  private let ignored: Range<Int>
  private let only: Range<Int>
  private let keys: [IdentityKey]
  private let firstKey: Int

  init(_ options: DiffOptions) {
    matcher = PathMatcher(options.ignored + options.only + options.placedKeys.map(\.path))
    ignored = 0..<options.ignored.count
    only = ignored.upperBound..<ignored.upperBound + options.only.count
    firstKey = only.upperBound
    keys = options.placedKeys.map(\.key)
  }

  /// A place in the documents, as far as it matters here; nil stands for a place below which no path has a say.
  struct Place {
    fileprivate var state: PathMatcher.State
    /// Whether an `--only` path has matched on the way here, or there is none.
    fileprivate var isInside: Bool
  }

  var root: Place? {
    if matcher.isEmpty { return nil }
    return settled(Place(state: matcher.start, isInside: only.isEmpty))
  }

  func member(_ place: Place?, _ document: Document, _ name: Document.Node) -> Place? {
    guard let place else { return nil }
    return settled(
      Place(state: matcher.member(place.state, named: document.characters(name)), isInside: place.isInside))
  }

  func element(_ place: Place?, _ index: Int, of count: Int) -> Place? {
    guard let place else { return nil }
    return settled(
      Place(state: matcher.element(place.state, at: index, of: count), isInside: place.isInside))
  }

  private func settled(_ place: Place) -> Place? {
    var place = place
    if !place.isInside, only.contains(where: { matcher.matches(place.state, path: $0) }) {
      place.isInside = true
    }
    return place.isInside && place.state.isDead ? nil : place
  }

  /// Whether nothing at this place or below it is compared.
  func isLeftOut(_ place: Place?) -> Bool {
    guard let place else { return false }
    return ignored.contains { matcher.matches(place.state, path: $0) }
      || (!place.isInside && place.state.isDead)
  }

  /// What identifies what stands here, when the command line says so.
  func key(_ place: Place?) -> IdentityKey? {
    guard let place else { return nil }
    // The last word counts, as with other options.
    return keys.indices.last { matcher.matches(place.state, path: firstKey + $0) }.map { keys[$0] }
  }

  /// The hash of what is compared of a value.
  ///
  /// Where no path has a say it is the value's own; elsewhere the subtree is walked, without recursion.
  func hash(_ document: Document, _ node: Document.Node, _ place: Place?) -> UInt64 {
    guard let hashing = document.hashing, place != nil, document.kind(node).isContainer else {
      return document.hash(node)
    }
    struct Frame {
      var node: Document.Node
      var end: Document.Node
      var kind: ContainerKind
      var place: Place?
      var hash: UInt64
      var index = 0
      var count = 0
      var name: UInt64 = 0
    }
    func frame(_ node: Document.Node, _ place: Place?) -> Frame {
      let kind: ContainerKind = document.kind(node) == .object ? .object : .array
      var frame = Frame(
        node: document.firstChild(node), end: document.end(node), kind: kind, place: place,
        hash: hashing.start(kind))
      if kind == .array { frame.count = document.elements(node).reduce(0) { sum, _ in sum + 1 } }
      return frame
    }
    var frames = [frame(node, place)]
    while true {
      let top = frames.count - 1
      if frames[top].node >= frames[top].end {
        let done = frames.removeLast()
        let value = hashing.finish(done.kind, done.hash)
        guard let outer = frames.indices.last else { return value }
        add(value, to: outer)
        continue
      }
      var child: Place?
      var value = frames[top].node
      if frames[top].kind == .object {
        let name = value
        value = document.next(name)
        frames[top].node = document.next(value)
        if document.kind(name) == .shadowedName { continue }
        child = member(frames[top].place, document, name)
        frames[top].name = document.hash(name)
      } else {
        frames[top].node = document.next(value)
        child = element(frames[top].place, frames[top].index, of: frames[top].count)
        frames[top].index += 1
      }
      if isLeftOut(child) { continue }
      if child != nil, document.kind(value).isContainer {
        frames.append(frame(value, child))
      } else {
        add(document.hash(value), to: top)
      }
    }

    func add(_ value: UInt64, to index: Int) {
      frames[index].hash =
        frames[index].kind == .object
        ? frames[index].hash &+ hashing.member(name: frames[index].name, value: value)
        : hashing.element(after: frames[index].hash, value: value)
    }
  }
}
