/// Where in a document the bytes stand of one in which some of its values were replaced.
public struct ReplacedOffsets: Sendable {
  /// The offsets at which something replaced begins, and how much further back what is behind it stands in the document.
  private struct Layer {
    var starts: [Int] = []
    var shifts: [Int] = []

    func original(_ offset: Int) -> Int {
      let count = Bisection.count(starts) { $0 < offset }
      return count == 0 ? offset : offset + shifts[count - 1]
    }
  }

  /// Of what was replaced last, and of what had been replaced before.
  private var layers: [Layer] = []

  public init() {}

  /// `ranges` in the order of the text, each with the length of what stands there instead.
  init(_ ranges: [(range: Range<Int>, length: Int)]) {
    var layer = Layer()
    var shift = 0
    for (range, length) in ranges {
      layer.starts.append(range.lowerBound - shift)
      shift += range.count - length
      layer.shifts.append(shift)
    }
    layers = [layer]
  }

  /// The offset in the document for the beginning or the end of a value, or a byte outside of what was replaced.
  public func original(_ offset: Int) -> Int { layers.reduce(offset) { $1.original($0) } }

  /// These, of a document in which others had been replaced before.
  public func after(_ others: ReplacedOffsets) -> ReplacedOffsets {
    var all = self
    all.layers += others.layers
    return all
  }
}

extension SourceEdits {
  /// Edits of a document with replaced values as edits of the document itself: what they keep is kept as it stands there.
  public func original(_ offsets: ReplacedOffsets) -> SourceEdits {
    mapped { offsets.original($0.lowerBound)..<offsets.original($0.upperBound) }
  }
}
