internal import SZJSON
internal import SZPatch

extension WorkingTree {
  /// The edits that make of `document`, which this began with, what it is now.
  ///
  /// What stands where it stood keeps its bytes, and so does an element that moved in its array; what came is laid out like what it comes
  /// to. Of a value in the place of another one only what differs is written. Without recursion.
  func edits(of document: Document, keepsComments: Bool) -> SourceEdits {
    enum Task {
      case cell(Int, Document.Node)
      case finish(ContainerPatch)
    }
    let layout = DocumentLayout(document, keepsComments: keepsComments)
    var edits = SourceEdits()
    var tasks = [Task.cell(root, document.root)]
    while let task = tasks.popLast() {
      guard case .cell(let cell, let node) = task else {
        if case .finish(let patch) = task {
          patch.apply(in: document, layout, &edits)
          edits.gather(in: document.range(patch.node), since: patch.checkpoint)
        }
        continue
      }
      func isHere(_ source: Value) -> Bool { source.document === document && source.node == node }
      /// What stands in the place of a child is another value.
      func replace(_ child: Document.Node, with place: Place) {
        var difference = ValueEdits(layout, since: edits.checkpoint)
        difference.exactNumbers = true
        difference.add(from: Value(document, child), to: value(of: place), &edits)
      }
      func pieces(_ write: (inout [UInt8]) -> Void) -> ContainerRewrite.Slot {
        var text: [UInt8] = []
        write(&text)
        return .new([.bytes(text)])
      }
      switch cells[cell].content {
      case .object(let number) where isHere(objects[number].source):
        let object = objects[number]
        var slots = object.members.names.indices.filter { !object.removed.contains($0) }.map {
          ContainerRewrite.Slot.kept($0)
        }
        let isRewritten = !object.removed.isEmpty || object.arrivals.contains { $0 != nil }
        for case let arrival? in object.arrivals {
          slots.append(
            pieces {
              layout.appendMember(arrival.name, value(of: .cell(arrival.cell)), asChildOf: node, to: &$0)
            })
        }
        if isRewritten {
          tasks.append(
            .finish(
              ContainerPatch(
                node: node, children: .ranges(object.members.ranges), slots: slots,
                checkpoint: edits.checkpoint)))
        }
        for (child, member) in object.cells.sorted(by: { $0.key < $1.key }) {
          if cells[member].home == Home(container: cell, child: child) {
            tasks.append(.cell(member, object.members.value(child)))
          } else {
            replace(object.members.value(child), with: .cell(member))
          }
        }
      case .array(let number) where isHere(arrays[number].source):
        var array = arrays[number]
        guard let sequence = array.sequence else {
          for (_, element) in array.cells.sorted(by: { $0.key < $1.key }) {
            tasks.append(.cell(element.cell, element.node))
          }
          continue
        }
        let elements = array.elements()
        var slots: [ContainerRewrite.Slot] = []
        var below: [Task] = []
        // Whether all stand where they stood.
        var next = 0
        for run in sequence.runs {
          switch run {
          case .originals(let children):
            slots.append(.run(children))
            next = next == children.lowerBound ? children.upperBound : -1
          case .inserted(let element):
            if let home = cells[element].home, home.container == cell {
              slots.append(.kept(home.child))
              below.append(.cell(element, elements[home.child]))
              next = next == home.child ? next + 1 : -1
            } else {
              slots.append(pieces { layout.append(value(of: .cell(element)), asChildOf: node, to: &$0) })
              next = -1
            }
          }
        }
        if next != elements.count {
          tasks.append(
            .finish(
              ContainerPatch(
                node: node, children: .elements(document, elements), slots: slots,
                checkpoint: edits.checkpoint)))
        }
        tasks += below
      case .untouched(let value) where isHere(value): continue
      case .untouched, .object, .array: replace(node, with: .cell(cell))
      }
    }
    return edits
  }

  /// A value as it is now, in a document of its own where operations changed it. Linear in what is written; without recursion.
  func value(of place: Place) -> Value {
    guard case .cell(let cell) = place else {
      if case .untouched(let value) = place { return value }
      preconditionFailure("a place is a cell or untouched")
    }
    if case .untouched(let value) = cells[cell].content { return value }
    return JSONWriter.value { write(cell, to: &$0) }
  }

  private func write(_ cell: Int, to writer: inout JSONWriter) {
    enum Task {
      case place(Place)
      case member(Value, Place)
      case endObject, endArray
    }
    var tasks = [Task.place(.cell(cell))]
    while let task = tasks.popLast() {
      var next: Place?
      switch task {
      case .endObject: writer.endObject()
      case .endArray: writer.endArray()
      case .place(let place): next = place
      case .member(let name, let place):
        writer.name(name)
        next = place
      }
      switch next {
      case nil: continue
      case .untouched(let value): writer.append(value)
      case .cell(let cell):
        switch cells[cell].content {
        case .untouched(let value): writer.append(value)
        case .object(let number):
          writer.beginObject()
          tasks.append(.endObject)
          tasks += objects[number].places.reversed().map { .member($0.name, $0.place) }
        case .array(let number):
          writer.beginArray()
          tasks.append(.endArray)
          tasks += arrays[number].places.reversed().map { .place($0) }
        }
      }
    }
  }
}
