extension ListTrial {
  /// The elements that a merge comes to when EDITED wins every conflict.
  struct Result {
    /// What an element was made of that both sides edited.
    struct Origin: Equatable {
      let pristine: Int
      let edited: Int
    }

    private(set) var origins: [Origin?] = []
    let row: ElementRow
    /// For each step where its elements begin.
    private var starts: [Int] = []

    init(_ merge: ListMerge, _ rows: Three<ElementRow>) {
      var (hashes, sources): ([UInt64], [Three<Int?>]) = ([], [])
      for step in merge.steps {
        starts.append(hashes.count)
        switch step {
        case .keep(let position):
          hashes.append(rows.current.hashes[position])
          sources.append(Three(pristine: nil, edited: nil, current: position))
        case .take(let position), .half(_, let position?, _):
          hashes.append(rows.edited.hashes[position])
          sources.append(Three(pristine: nil, edited: position, current: nil))
        case .half: break
        case .merge(let pristine, let edited, let current):
          let three = (
            rows.pristine.hashes[pristine], rows.edited.hashes[edited], rows.current.hashes[current]
          )
          if three.0 == three.1 || three.1 == three.2 {
            hashes.append(three.2)
            sources.append(Three(pristine: nil, edited: nil, current: current))
          } else if three.0 == three.2 {
            hashes.append(three.1)
            sources.append(Three(pristine: nil, edited: edited, current: nil))
          } else if ListTrial.comes(to: .current, rows, pristine, edited, current) {
            hashes.append(three.2)
            sources.append(Three(pristine: nil, edited: nil, current: current))
          } else if ListTrial.comes(to: .edited, rows, pristine, edited, current) {
            hashes.append(three.1)
            sources.append(Three(pristine: nil, edited: edited, current: nil))
          } else {
            hashes.append(three.0 ^ (three.1 &+ three.2) &* 0x9E37_79B9_7F4A_7C15)
            sources.append(Three(pristine: pristine, edited: edited, current: current))
          }
        case .conflict(_, let edited, _):
          for position in edited {
            hashes.append(rows.edited.hashes[position])
            sources.append(Three(pristine: nil, edited: position, current: nil))
          }
        }
      }
      starts.append(hashes.count)
      origins = sources.map { source in
        source.pristine.flatMap { pristine in
          source.edited.map { Origin(pristine: pristine, edited: $0) }
        }
      }
      row = ElementRow(hashes: hashes) { position in
        let source = sources[position]
        if let pristine = source.pristine, let edited = source.edited, let current = source.current {
          return ElementTraits(
            joining: Three(
              pristine: rows.pristine.traits(pristine), edited: rows.edited.traits(edited),
              current: rows.current.traits(current)))
        }
        if let edited = source.edited { return rows.edited.traits(edited) }
        return rows.current.traits(source.current ?? 0)
      }
    }

    func hashes(_ steps: Range<Int>) -> ArraySlice<UInt64> {
      row.hashes[starts[steps.lowerBound]..<starts[steps.upperBound]]
    }
  }
}
