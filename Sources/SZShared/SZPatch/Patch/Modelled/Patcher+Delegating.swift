internal import SZJSON
internal import SZModel

/// How far a patch was when it came to an entity that is left to a program.
struct DelegatedStart {
  let checkpoint: SourceEdits.Checkpoint
  let misfitCount: Int
  let editCount: Int
  let requestCount: Int

  init(_ checkpoint: SourceEdits.Checkpoint, _ patcher: Patcher) {
    self.checkpoint = checkpoint
    misfitCount = patcher.misfits.count
    editCount = patcher.delegatedEdits.count
    requestCount = patcher.requests.count
  }
}

extension Patcher {
  /// The program that an entity at a place is left to.
  func delegate(_ place: Rules.Place?) -> Int? {
    guard let delegation = options.delegation, let id = entityID(place) else { return nil }
    return delegation.delegates[id]
  }

  /// Whether the change of an entity is left to a program: then it is checked, and what it would edit is not done.
  mutating func delegates(_ part: ChangedPart) -> Bool {
    guard options.delegation != nil, tree.state(of: part.item) != .deleted,
      target.kind(part.node) == .object, delegate(inner(part.place, part.item, part.node)) != nil
    else { return false }
    return tree.children(of: part.item).contains {
      switch tree.kind(of: $0) {
      case .attribute, .context, .relationship: true
      default: false
      }
    }
  }

  /// Ends the change of an entity that is left to a program: its own edits are dropped for those that the answer asks for. Linear in
  /// what was done in it.
  mutating func endDelegated(_ part: ChangedPart, _ start: DelegatedStart) {
    let (item, node, place) = (part.item, part.node, part.place)
    let checkpoint = start.checkpoint
    let range = target.range(node)
    func isInside(_ edit: SourceEdits.Edit) -> Bool {
      range.lowerBound < edit.range.lowerBound && edit.range.upperBound <= range.upperBound
    }
    let nested = delegatedEdits[start.editCount...].filter(isInside)
    // What is created in it is for its own program to create.
    let hasCreations = leaveCreations(from: start.requestCount)
    let isNeeded =
      hasCreations || !edits.all(since: checkpoint).elementsEqual(nested) { $0.range == $1.range }
    edits.withdraw(since: checkpoint)
    edits.put(nested)
    guard isNeeded || hasOpenQuestion(at: item), misfits.count == start.misfitCount,
      let model, let delegate = delegate(inner(place, item, node))
    else { return }
    if tree.movesEntities(at: item) {
      return reject(
        .move, part, expected: .words("no moves into or out of what a delegate patches"), found: .nothing)
    }
    let question = Delegation.Question(item: item, operation: .patch)
    let entity = model.schema[entityID(inner(place, item, node)) ?? Model.EntityID(0)]
    let identity = model.schema.identity(target, node, of: entity)
    let object = Value(target, node)
    switch options.delegation?.answers[question] {
    case nil:
      ask(question, delegate, Misfit.Entity(name: entity.name, identity: identity)) { writer in
        writer.name("target")
        writer.append(object)
      }
    case .target(let wanted?)? where isSame(identity, wanted, entity):
      ValueEdits.add(
        to: &edits, from: Value(target, node), to: wanted, layout,
        besides: Set(nested.map(\.range.lowerBound)),
        since: checkpoint)
      edits.gather(in: range, since: checkpoint)
      delegatedEdits.removeSubrange(start.editCount...)
      delegatedEdits += edits.all(since: checkpoint)
    case .target, .value:
      note(wrongAnswer: delegate, Misfit.Entity(name: entity.name, identity: identity))
    }
  }

  /// Takes requests to create entities back; answers whether there are any.
  private mutating func leaveCreations(from first: Int) -> Bool {
    let count = requests.count
    let left = requests[first...].filter { $0.question.operation != .create }
    requests.replaceSubrange(first..., with: left)
    return requests.count < count
  }

  /// Whether a conversion of one of its attributes is asked, so that it is not known yet what changes.
  private func hasOpenQuestion(at item: ItemIndex) -> Bool {
    requests.contains {
      $0.question.operation == .convert && item < $0.question.item && $0.question.item < tree.end(of: item)
    }
  }

  /// Whether an object has an identity.
  func isSame(_ identity: [(name: Value, value: Value)], _ object: Value, _ entity: Schema.Entity) -> Bool {
    guard object.kind == .object else { return false }
    return zip(identity.indices, identity).allSatisfy { number, part in
      guard
        let found = object.document.member(
          object.node, named: part.name.document.characters(part.name.node))?.value
      else { return false }
      let type = entity.keyTypes.isEmpty ? TypedValue.plain : entity.keyTypes[number]
      return type.isEqual(part.value, Value(object.document, found), exactNumbers: exactNumbers)
    }
  }

  /// What a program makes of an entity that is created; nil where it has not answered yet, which is asked then.
  mutating func delegatedCreation(_ item: ItemIndex, _ id: Model.EntityID, _ delegate: Int) -> Delegation
    .Answer?
  {
    guard let model else { return nil }
    let identity = tree.identity(of: item).map { (name: Value(jsonString: $0.name), value: $0.value) }
    let question = Delegation.Question(item: item, operation: .create)
    let entity = Misfit.Entity(name: model.schema[id].name, identity: identity)
    guard let answer = options.delegation?.answers[question] else {
      ask(question, delegate, entity) { writer in
        writer.name("target")
        writer.appendNull()
      }
      return nil
    }
    if case .target(let wanted) = answer, wanted.map({ isSame(identity, $0, model.schema[id]) }) ?? true {
      return answer
    }
    note(wrongAnswer: delegate, entity)
    return nil
  }

  /// Keeps that a program was asked about one entity and answered with another one, or none.
  private mutating func note(wrongAnswer delegate: Int, _ entity: Misfit.Entity) {
    wrongAnswers.append(
      .init(
        delegate: delegate, words: "another identity, or no object, in the reply for \(entity.words)"))
  }

  /// What is known of an entity that is created.
  func delegated(_ item: ItemIndex, _ id: Model.EntityID) -> CreatedText.Delegated {
    guard let model, let delegation = options.delegation, delegation.delegates[id] != nil else { return .own }
    guard
      case .target(let value)? = delegation.answers[Delegation.Question(item: item, operation: .create)]
    else { return .open }
    let identity = tree.identity(of: item).map { (name: Value(jsonString: $0.name), value: $0.value) }
    return value.map { isSame(identity, $0, model.schema[id]) } ?? true ? .answer(value) : .open
  }

  /// A value of a change in the form that the target has it in, where that is one of another JSON type and a program says how.
  mutating func translated(
    _ value: Value?, isNew: Bool, like current: Value?, _ member: ChangedMember, _ open: OpenEntity
  ) -> Value? {
    guard options.delegation != nil, let value, let current, let delegate = delegate(open.place),
      attribute(at: member.place)?.kind == .transformable, !Patcher.isAlike(value.kind, current.kind),
      let model,
      let id = entityID(open.place)
    else { return value }
    let question = Delegation.Question(item: member.item, operation: .convert, isNew: isNew)
    switch options.delegation?.answers[question] {
    case .value(let converted)?: return converted
    case .target?: return value
    case nil:
      let entity = Misfit.Entity(
        name: model.schema[id].name, identity: model.schema.identity(target, open.node, of: model.schema[id]))
      ask(question, delegate, entity) { writer in
        writer.name("attribute")
        writer.append(string: member.name.document.characters(member.name.node))
        writer.name("value")
        writer.append(value)
        writer.name("like")
        writer.append(current)
      }
      return nil
    }
  }

  private static func isAlike(_ left: Document.Kind, _ right: Document.Kind) -> Bool {
    func group(_ kind: Document.Kind) -> Int {
      switch kind {
      case .string, .escapedString, .shadowedName: 0
      case .true, .false: 1
      case .object: 2
      case .array: 3
      case .number: 4
      case .null: 5
      }
    }
    return left == .null || right == .null || group(left) == group(right)
  }

  private mutating func ask(
    _ question: Delegation.Question, _ delegate: Int, _ entity: Misfit.Entity,
    _ rest: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("op")
    writer.append(string: question.operation.rawValue.utf8)
    writer.name("entity")
    writer.append(string: entity.name.utf8)
    writer.name("identity")
    writer.beginObject()
    for part in entity.identity {
      writer.name(part.name)
      writer.append(part.value)
    }
    writer.endObject()
    if question.operation != .convert {
      writer.name("change")
      writer.append { $0 += ChangeWriter.text(tree, from: question.item) }
    }
    rest(&writer)
    writer.endObject()
    requests.append(
      Delegation.Request(
        question: question, delegate: delegate, members: Array(writer.text.dropFirst().dropLast()),
        entity: entity))
  }
}

extension ChangeTree {
  /// Whether entities come from or go to other parents at an item or below it.
  func movesEntities(at item: ItemIndex) -> Bool {
    var index = item
    while index < end(of: item) {
      switch self[index] {
      case .from, .to: return true
      default: index = index.next
      }
    }
    return false
  }
}
