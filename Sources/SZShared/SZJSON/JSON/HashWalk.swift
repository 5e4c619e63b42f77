/// What a value is as part of one around it, for its hash.
public enum HashedPart {
  /// It does not count.
  case nothing
  /// A scalar, or what stands for a value.
  case scalar(UInt64)
  case container(ContainerHash.Finished)

  /// The hash; nil where nothing counts.
  public var hash: UInt64? {
    switch self {
    case .nothing: nil
    case .scalar(let hash): hash
    case .container(let done): done.hash
    }
  }
}

/// Says what counts of values for their hashes: all of it, or what does at its place.
public protocol HashedValues {
  /// Where a value stands, as far as it matters.
  associatedtype Place: BitwiseCopyable
  /// What is known of a container before its children are walked. It is copied for each of them, so it holds no references.
  associatedtype Inner: BitwiseCopyable

  /// What need not be walked; nil for a container whose children are.
  func known(_ document: Document, _ node: Document.Node, _ place: Place) -> HashedPart?
  func inner(_ document: Document, _ container: Document.Node, _ place: Place) -> Inner
  func member(_ inner: Inner, _ document: Document, name: Document.Node, _ value: Document.Node) -> Place
  func element(_ inner: Inner, _ document: Document, _ index: Int, _ value: Document.Node) -> Place
  /// Whether the order of the children does not count.
  func isUnordered(_ inner: Inner) -> Bool
  /// What a container has come to; `isEmpty` says that none of its children counts.
  func part(_ container: Document.Node, _ place: Place, _ hash: ContainerHash.Finished, isEmpty: Bool)
    -> HashedPart
}

/// The one walk by which values are hashed from the bottom up that were read without hashes, or of which not all counts.
public struct HashWalk<Values: HashedValues> {
  private let values: Values
  private let document: Document
  private let hashing: Hashing
  /// Mixes the children of sets.
  private let ofSets: Hashing
  private var frames: [Frame] = []

  private struct Frame: BitwiseCopyable {
    let container: Document.Node
    let place: Values.Place
    let inner: Values.Inner
    let end: Document.Node
    var next: Document.Node
    var index = 0
    var hash: ContainerHash
    var isEmpty = true
  }

  /// What the value at `node` is by `values`. Linear in what is walked, without recursion.
  public static func part(
    _ document: Document, _ node: Document.Node, _ place: Values.Place, _ values: Values, _ hashing: Hashing
  ) -> HashedPart {
    if let known = values.known(document, node, place) { return known }
    var walk = HashWalk(values: values, document: document, hashing: hashing)
    return walk.part(node, place)
  }

  private init(values: Values, document: Document, hashing: Hashing) {
    self.values = values
    self.document = document
    self.hashing = hashing
    ofSets = hashing.ofSets
  }

  private mutating func part(_ node: Document.Node, _ place: Values.Place) -> HashedPart {
    open(node, place)
    while true {
      let top = frames.count - 1
      var value = frames[top].next
      if value >= frames[top].end {
        let done = frames.removeLast()
        let part = values.part(
          done.container, done.place, done.hash.finished(hashing), isEmpty: done.isEmpty)
        if frames.isEmpty { return part }
        add(part, to: top - 1)
        continue
      }
      let child: Values.Place
      if frames[top].hash.kind == .object {
        let name = value
        value = document.next(name)
        frames[top].next = document.next(value)
        if document.kind(name) == .shadowedName { continue }
        frames[top].hash.name(hashing.name(document, name))
        child = values.member(frames[top].inner, document, name: name, value)
      } else {
        frames[top].next = document.next(value)
        child = values.element(frames[top].inner, document, frames[top].index, value)
        frames[top].index += 1
      }
      if let known = values.known(document, value, child) { add(known, to: top) } else { open(value, child) }
    }
  }

  @inline(__always) private mutating func open(_ node: Document.Node, _ place: Values.Place) {
    frames.append(
      Frame(
        container: node, place: place, inner: values.inner(document, node, place), end: document.end(node),
        next: document.firstChild(node),
        hash: ContainerHash(document.kind(node) == .object ? .object : .array, hashing)))
  }

  @inline(__always) private mutating func add(_ part: HashedPart, to frame: Int) {
    switch part {
    case .nothing: return
    case .scalar(let hash):
      frames[frame].hash.add(scalar: hash, values.isUnordered(frames[frame].inner) ? ofSets : hashing)
    case .container(let done):
      frames[frame].hash.add(done, values.isUnordered(frames[frame].inner) ? ofSets : hashing)
    }
    frames[frame].isEmpty = false
  }
}
