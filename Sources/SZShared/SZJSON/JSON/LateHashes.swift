/// Hashes containers that were read without a hash, over the tape and when they are asked for: they and those in them get their hashes
/// once.
///
/// Law: the hashes are those that a ``DocumentBuilder`` gives. The tape is written to, so one thread alone may ask a document that
/// has late hashes.
final class LateHashes: @unchecked Sendable {
  /// A container that is not done.
  private struct Open {
    let index: Int
    let end: Int
    /// The child that comes next.
    var next: Int
    var hash: ContainerHash
    /// Where its names are among those of others, as in ``DocumentBuilder``.
    var trail: Int

    @inline(__always) init(_ tape: Tape, _ index: Int, trail: Int, _ hashing: Hashing) {
      self.index = index
      self.trail = trail
      end = Int(truncatingIfNeeded: tape[index &+ 1] &>> Document.Word.endShift)
      next = index &+ 3
      hash = ContainerHash(tape.kind(index) == .object ? .object : .array, hashing)
    }
  }

  private var trails = NameTrails(isUsed: true)
  private var outer: [Open] = []
  /// How many bytes of long texts of the document may still be compared, so that all of it is linear whatever stands in what.
  var budget: Int
  private let reference: Document?
  private let copies: [Copy]
  /// Which of them was asked about last.
  private var latest = 0

  /// Words that were copied from the reference.
  struct Copy {
    let start: Int
    let count: Int
    /// Where they stand in the reference.
    let source: Int
  }

  /// `copies` are in the order of the tape.
  init(budget: Int, reference: Document? = nil, copies: [Copy] = []) {
    self.budget = budget
    self.reference = reference
    self.copies = copies
  }

  /// Where what was copied ends, of which `node` was that node of another document; nil when it was not copied from there.
  func endOfCopy(
    _ node: Document.Node, of other: Document, _ otherNode: Document.Node
  ) -> Document.Node? {
    guard reference === other, let copy = copy(with: node),
      node.index - copy.start == otherNode.index - copy.source
    else { return nil }
    return Document.Node(copy.start + copy.count)
  }

  /// The copied words in which a node is.
  private func copy(with node: Document.Node) -> Copy? {
    if copies.isEmpty { return nil }
    var copy = copies[latest]
    if node.index < copy.start || node.index >= copy.start + copy.count {
      latest = max(0, Bisection.count(copies) { $0.start <= node.index } - 1)
      copy = copies[latest]
      guard node.index >= copy.start, node.index < copy.start + copy.count else { return nil }
    }
    return copy
  }

  /// Gives a container the hash of the one that it was copied from, and answers that; nil where it was not copied, or is so high that its
  /// height has to be found in what is in it.
  private func fillCopied(_ document: Document, _ node: Document.Node) -> UInt64? {
    guard let reference, let copy = copy(with: node) else { return nil }
    let source = Document.Node(node.index - copy.start + copy.source)
    let (hash, height) = (reference.hash(source), reference.storedHeight(source))
    if height == Document.Word.tall { return nil }
    document.tape.complete(node.index, hash, height: height)
    return hash
  }

  func hasCopies(of other: Document) -> Bool { reference === other && !copies.isEmpty }

  /// Hashes the container at `node` and answers its hash. Linear in those in it that have none, without recursion.
  func fill(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> UInt64 {
    if let hash = fillCopied(document, node) { return hash }
    // Copies of the class's own, so that nobody checks at each step who else writes them.
    var (trails, outer) = (NameTrails(isUsed: false), [Open]())
    (trails, self.trails) = (self.trails, trails)
    (outer, self.outer) = (self.outer, outer)
    defer { (self.trails, self.outer) = (trails, outer) }
    let tape = document.tape
    var open = Open(tape, node.index, trail: NameTrails.start, hashing)
    var depth = 0
    while true {
      if open.next >= open.end {
        let done = open.hash.finished(hashing)
        tape.complete(open.index, done.hash, height: min(done.height, Document.Word.tall))
        if depth == 0 { return done.hash }
        depth -= 1
        open = outer[depth]
        open.hash.add(done, hashing)
        continue
      }
      if open.hash.kind == .object {
        let name = Document.Node(open.next)
        open.next = tape.next(open.next)
        let kind = tape.kind(name.index)
        if kind == .shadowedName {
          open.next = tape.next(open.next)
          continue
        }
        if open.trail >= 0, kind == .string {
          let (step, place) = trails.step(
            behind: open.trail, document.bytes, document.range(name), hashing)
          open.hash.name(step >= 0 ? place : hashing.name(document, name))
          open.trail = step
        } else {
          open.trail = NameTrails.off
          open.hash.name(hashing.name(document, name))
        }
      }
      let value = Document.Node(open.next)
      open.next = tape.next(open.next)
      let kind = tape.kind(value.index)
      if !kind.isContainer {
        open.hash.add(scalar: document.scalarHash(value, hashing), hashing)
      } else if document.hasHash(value) || fillCopied(document, value) != nil {
        open.hash.add(document, value, hashing)
      } else {
        if depth < outer.count { outer[depth] = open } else { outer.append(open) }
        depth += 1
        // An array hands on where it is.
        let trail = kind == .object ? trails.inside(open.trail) : open.trail
        open = Open(tape, value.index, trail: trail, hashing)
      }
    }
  }
}
