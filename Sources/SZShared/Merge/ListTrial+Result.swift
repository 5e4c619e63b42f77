extension ListTrial {
  /// The elements that a merge comes to when EDITED wins every conflict.
  struct Result {
    /// What an element was made of that both sides edited.
    struct Origin: Equatable {
      let pristine: Int
      let edited: Int
    }

    /// What an element is: one of a side, or both of them joined.
    private enum Source {
      case current(Int), edited(Int), joined(ElementTraits)
    }

    let origins: [Origin?]
    let row: ElementRow
    /// For each step where its elements begin.
    private let starts: [Int]

    init(_ merge: ListMerge, _ rows: Three<ElementRow>) {
      var hashes: [UInt64] = []
      var sources: [Source] = []
      var (origins, starts): ([Origin?], [Int]) = ([], [])
      hashes.reserveCapacity(rows.current.count)
      sources.reserveCapacity(rows.current.count)
      origins.reserveCapacity(rows.current.count)
      starts.reserveCapacity(merge.steps.count + 1)
      func add(_ hash: UInt64, _ source: Source, _ origin: Origin? = nil) {
        hashes.append(hash)
        sources.append(source)
        origins.append(origin)
      }
      for step in merge.steps {
        starts.append(hashes.count)
        switch step {
        case .run(let positions):
          for position in positions { add(rows.current.hashes[position], .current(position)) }
        case .keep(let position): add(rows.current.hashes[position], .current(position))
        case .take(let position), .half(_, let position?, _):
          add(rows.edited.hashes[position], .edited(position))
        case .half: break
        case .merge(let pristine, let edited, let current):
          let three = (
            rows.pristine.hashes[pristine], rows.edited.hashes[edited], rows.current.hashes[current]
          )
          if three.0 == three.1 || three.1 == three.2 {
            add(three.2, .current(current))
          } else if three.0 == three.2 {
            add(three.1, .edited(edited))
          } else {
            let joined = ListTrial.joined(rows, pristine, edited, current)
            if joined.isSame(rows.current.traits(current)) {
              add(three.2, .current(current))
            } else if joined.isSame(rows.edited.traits(edited)) {
              add(three.1, .edited(edited))
            } else {
              add(
                three.0 ^ (three.1 &+ three.2) &* 0x9E37_79B9_7F4A_7C15, .joined(joined),
                Origin(pristine: pristine, edited: edited))
            }
          }
        case .conflict(_, let edited, _):
          for position in edited { add(rows.edited.hashes[position], .edited(position)) }
        }
      }
      starts.append(hashes.count)
      (self.origins, self.starts) = (origins, starts)
      row = ElementRow(hashes: hashes, of: rows.current.whole) { position in
        switch sources[position] {
        case .current(let position): rows.current.traits(position)
        case .edited(let position): rows.edited.traits(position)
        case .joined(let traits): traits
        }
      }
    }

    func hashes(_ steps: Range<Int>) -> ArraySlice<UInt64> {
      row.hashes[starts[steps.lowerBound]..<starts[steps.upperBound]]
    }
  }
}
