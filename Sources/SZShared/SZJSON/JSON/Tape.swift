#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A block of words outside Swift's heap, released with the last owner. Only the writer of a tape moves it, to grow.
@safe @usableFromInline final class TapeBlock {
  fileprivate var words: UnsafeMutablePointer<UInt64>

  fileprivate init(capacity: Int) {
    unsafe words = TapeBlock.allocate(nil, capacity)
  }

  deinit { unsafe free(words) }

  fileprivate func grow(to capacity: Int) {
    unsafe words = TapeBlock.allocate(words, capacity)
  }

  private static func allocate(_ old: UnsafeMutablePointer<UInt64>?, _ capacity: Int)
    -> UnsafeMutablePointer<UInt64>
  {
    guard let block = unsafe realloc(old, capacity * 8) else { FaultHandler.endOutOfMemory() }
    #if os(Linux)
      // A fault for each small page would cost a third of the time that reading takes.
      let large = 1 << 21
      let start = (Int(bitPattern: block) + large - 1) & ~(large - 1)
      let length = Int(bitPattern: block) + capacity * 8 - start
      if length >= large {
        unsafe _ = madvise(UnsafeMutableRawPointer(bitPattern: start), length, MADV_HUGEPAGE)
      }
    #endif
    return unsafe block.assumingMemoryBound(to: UInt64.self)
  }
}

/// The words of a document. What is read through a pointer is inside the block that the tape keeps: it has `count` words, and nobody
/// moves it once its writer is done.
///
/// An index is checked in debug builds only: what is used as one are the tape's own links. Nothing is written once the writer is done but
/// hashes that come late (``LateHashes``).
@safe public struct Tape: @unchecked Sendable {
  private let block: TapeBlock
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let count: Int

  fileprivate init(_ block: TapeBlock, count: Int) {
    self.block = block
    unsafe words = block.words
    self.count = count
  }

  /// A tape of these words.
  init(_ words: [UInt64]) {
    self.init(TapeBlock(capacity: max(words.count, 1)), count: words.count)
    unsafe words.withUnsafeBufferPointer { source in
      if let first = source.baseAddress { unsafe self.words.update(from: first, count: source.count) }
    }
  }

  @inlinable @inline(__always) public subscript(index: Int) -> UInt64 {
    assert(index >= 0 && index < count)
    return unsafe words[index]
  }

  /// What the node at `index` is, from the upper four bits of its word: only raw values of kinds are written there.
  @inlinable @inline(__always) func kind(_ index: Int) -> Document.Kind {
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: self[index] &>> 60), to: Document.Kind.self)
  }

  /// Writes the hash and the height of a container that was read without.
  @inline(__always) func complete(_ index: Int, _ hash: UInt64, height: Int) {
    assert(index >= 0 && index + 2 < count)
    unsafe words[index &+ 1] |= UInt64(truncatingIfNeeded: height) &<< 20
    unsafe words[index &+ 2] = hash
  }

  /// The values that follow each other from `first` to `end`: counted first, so that there is room for just these.
  public func siblings(from start: Document.Node, to behind: Document.Node) -> [Document.Node] {
    let (first, end) = (start.index, behind.index)
    precondition(first >= 0 && end <= count)
    var total = 0
    var index = first
    while index < end {
      total &+= 1
      index = next(index)
    }
    // Not by a call of the standard library that makes an array of a size: it looks up for each what an array of nodes is.
    var nodes: [Document.Node] = []
    nodes.reserveCapacity(total)
    index = first
    while index < end {
      nodes.append(Document.Node(index))
      index = next(index)
    }
    return nodes
  }

  /// The index behind the value at `index`.
  @inlinable @inline(__always) func next(_ index: Int) -> Int {
    let word = self[index]
    if word &>> 60 <= UInt64(Document.Kind.array.rawValue) {
      return Int(truncatingIfNeeded: self[index &+ 1] &>> Document.Word.endShift)
    }
    return word & Document.Word.lengthMask == Document.Word.lengthMask ? index &+ 2 : index &+ 1
  }
}

/// A tape while it is written.
///
/// realloc(3) moves large blocks by their pages, so growth copies nothing, and pages that were never written cost no
/// memory. The pointer is a copy of the owner's, renewed at each growth; nothing else grows the owner.
@safe struct TapeWriter {
  private let block: TapeBlock
  private var words: UnsafeMutablePointer<UInt64>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    block = TapeBlock(capacity: self.capacity)
    unsafe words = block.words
  }

  /// Adds `words` words, at most 3, with any content, and answers the index of the first.
  @inline(__always) mutating func extend(by words: Int) -> Int {
    let index = count
    if index + 3 > capacity { grow() }
    count = index + words
    return index
  }

  @inline(__always) subscript(index: Int) -> UInt64 {
    get {
      assert(index >= 0 && index < count)
      return unsafe words[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe words[index] = newValue
    }
  }

  /// The tape as written so far; it must not be used any more when the writer goes on to add words.
  func finished() -> Tape { Tape(block, count: count) }

  /// Adds the words of whole values in another tape, with their offsets moved by `offsetShift` bytes. `hasLongScalars` says whether a
  /// scalar of them may take two words.
  mutating func append(_ other: Tape, _ range: Range<Int>, offsetShift: Int, hasLongScalars: Bool) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
    let first = count
    while first + range.count > capacity { grow() }
    count = first + range.count
    // Sums of whole words: the fields above stay as they are, because no offset leaves its own.
    let offsetDelta = UInt64(bitPattern: Int64(offsetShift)) &<< 20
    let endDelta = UInt64(bitPattern: Int64(first - range.lowerBound)) &<< Document.Word.endShift
    let source = unsafe other.words + range.lowerBound
    let target = unsafe words + first
    var index = 0
    // A value's words never go beyond the end of its container, so what is behind `index` is inside both blocks.
    let firstScalar = UInt64(Document.Kind.array.rawValue + 1) &<< 60
    while index < range.count {
      let word = unsafe source[index]
      unsafe target[index] = word &+ offsetDelta
      index &+= 1
      if word < firstScalar {
        unsafe target[index] = source[index] &+ endDelta
        unsafe target[index &+ 1] = source[index &+ 1]
        index &+= 2
      } else if hasLongScalars, word & Document.Word.lengthMask == Document.Word.lengthMask {
        unsafe target[index] = source[index]
        index &+= 1
      }
    }
  }

  @inline(never) private mutating func grow() {
    capacity *= 2
    block.grow(to: capacity)
    unsafe words = block.words
  }
}
