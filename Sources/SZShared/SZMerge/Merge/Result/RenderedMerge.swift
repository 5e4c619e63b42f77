internal import SZJSON

/// The text that the edits of a merge make, and where in it the conflicts are that are marked.
struct RenderedMerge {
  /// What is marked with one number, from its first mark to its last.
  struct Stretch {
    /// The number of the conflict.
    let number: Int
    fileprivate(set) var range: Range<Int>
    /// The first and the last of its marks, counted in the order of the text.
    fileprivate(set) var marks: ClosedRange<Int>
  }

  let text: [UInt8]
  /// In the order of their first marks.
  let stretches: [Stretch]

  /// Linear in the text.
  init(_ edits: SourceEdits, of bytes: ByteView) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var stretches: [Stretch] = []
    // Where each number is among the stretches.
    var places: [Int: Int] = [:]
    var count = 0
    edits.forEach(in: 0..<bytes.count) { piece in
      switch piece {
      case .bytes(let inserted): text += inserted
      case .source(let range): bytes.append(range, to: &text)
      case .edited: break
      case .mark(let number):
        if let place = places[number] {
          stretches[place].range = stretches[place].range.lowerBound..<text.count
          stretches[place].marks = stretches[place].marks.lowerBound...count
        } else {
          places[number] = stretches.count
          stretches.append(Stretch(number: number, range: text.count..<text.count, marks: count...count))
        }
        count += 1
      }
    }
    (self.text, self.stretches) = (text, stretches)
  }

  /// The stretches with those that begin in another one made part of it: none of these overlap.
  var blocks: [Stretch] {
    var blocks: [Stretch] = []
    for stretch in stretches {
      guard let last = blocks.last, stretch.marks.lowerBound < last.marks.upperBound else {
        blocks.append(stretch)
        continue
      }
      let end = max(last.range.upperBound, stretch.range.upperBound)
      let lastMark = max(last.marks.upperBound, stretch.marks.upperBound)
      blocks[blocks.count - 1].range = last.range.lowerBound..<end
      blocks[blocks.count - 1].marks = last.marks.lowerBound...lastMark
    }
    return blocks
  }
}
