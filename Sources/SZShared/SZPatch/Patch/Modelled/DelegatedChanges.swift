internal import SZJSON
internal import SZModel

/// How far a patch was when it came to an entity that is left to a program.
struct DelegatedStart {
  let checkpoint: SourceEdits.Checkpoint
  let misfitCount: Int
  let editCount: Int
  let requestCount: Int
}

/// The changes of entities that are left to programs: what these are to be asked, what they answered that cannot be, and the edits that
/// are made of their answers.
struct DelegatedChanges {
  /// What a program has said of an entity that is created.
  enum Creation {
    /// None is asked.
    case own
    case open
    case answer(Value?)
  }

  private let basis: PatchBasis
  private let model: ModelledTarget
  private let tree: ChangeTree
  private(set) var requests: [Delegation.Request] = []
  private(set) var wrongAnswers: [Delegation.WrongAnswer] = []
  private var answered: [SourceEdits.Edit] = []

  init(_ basis: PatchBasis, _ model: ModelledTarget) {
    (self.basis, self.model, tree) = (basis, model, basis.tree)
  }

  /// Where a patch stands when it comes to the change of an entity that is left to a program, which is checked then, and what it would edit
  /// not done; nil where the change is the patch's own.
  func start(_ part: ChangedPart, _ edits: SourceEdits, _ findings: PatchFindings) -> DelegatedStart? {
    guard basis.options.delegation != nil, tree.state(of: part.item) != .deleted,
      basis.target.kind(part.node) == .object, delegate(of: part) != nil,
      tree.changesMembers(of: part.item)
    else { return nil }
    return DelegatedStart(
      checkpoint: edits.checkpoint, misfitCount: findings.misfits.count, editCount: answered.count,
      requestCount: requests.count)
  }

  private func delegate(of part: ChangedPart) -> Int? {
    basis.delegate(basis.inner(part.place, part.item, part.node))
  }

  /// Ends the change of an entity that is left to a program: its own edits are dropped for those that the answer asks for. Linear in
  /// what was done in it.
  mutating func end(
    _ part: ChangedPart, _ start: DelegatedStart, _ edits: inout SourceEdits, _ findings: inout PatchFindings
  ) {
    let (item, node, target) = (part.item, part.node, basis.target)
    let checkpoint = start.checkpoint
    let range = target.range(node)
    func isInside(_ edit: SourceEdits.Edit) -> Bool {
      range.lowerBound < edit.range.lowerBound && edit.range.upperBound <= range.upperBound
    }
    let nested = answered[start.editCount...].filter(isInside)
    // What is created in it is for its own program to create.
    let hasCreations = leaveCreations(from: start.requestCount)
    let isNeeded =
      hasCreations || !edits.all(since: checkpoint).elementsEqual(nested) { $0.range == $1.range }
    edits.withdraw(since: checkpoint)
    edits.put(nested)
    guard isNeeded || hasOpenQuestion(at: item), findings.misfits.count == start.misfitCount,
      let delegate = delegate(of: part)
    else { return }
    if tree.movesEntities(at: item) {
      return findings.reject(
        .move, part, expected: .words("no moves into or out of what a delegate patches"), found: .nothing)
    }
    let question = Delegation.Question(item: item, operation: .patch)
    let entity = model.schema[
      basis.entityID(basis.inner(part.place, item, node)) ?? Model.EntityID(0)]
    let identity = model.schema.identity(target, node, of: entity)
    let object = Value(target, node)
    switch basis.options.delegation?.answers[question] {
    case nil:
      ask(question, delegate, Misfit.Entity(name: entity.name, identity: identity)) { writer in
        writer.name("target")
        writer.append(object)
      }
    case .target(let wanted?)? where isSame(identity, wanted, entity):
      var difference = ValueEdits(basis.layout, since: checkpoint)
      difference.besides = Set(nested.map(\.range.lowerBound))
      difference.add(from: object, to: wanted, &edits)
      edits.gather(in: range, since: checkpoint)
      answered.removeSubrange(start.editCount...)
      answered += edits.all(since: checkpoint)
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
  private func isSame(_ identity: [(name: Value, value: Value)], _ object: Value, _ entity: Schema.Entity)
    -> Bool
  {
    guard object.kind == .object else { return false }
    return zip(identity.indices, identity).allSatisfy { number, part in
      guard
        let found = object.document.member(
          object.node, named: part.name.document.characters(part.name.node))?.value
      else { return false }
      let type = entity.keyTypes.isEmpty ? TypedValue.plain : entity.keyTypes[number]
      return type.isEqual(
        part.value, Value(object.document, found), exactNumbers: basis.options.exactNumbers)
    }
  }

  /// Asks what a program makes of an entity that is created, unless it has said so.
  mutating func askForCreation(_ item: ItemIndex, _ id: Model.EntityID) {
    guard let delegation = basis.options.delegation, let delegate = delegation.delegates[id] else { return }
    let question = Delegation.Question(item: item, operation: .create)
    let entity = Misfit.Entity(name: model.schema[id].name, identity: identity(ofCreated: item))
    guard delegation.answers[question] != nil else {
      return ask(question, delegate, entity) { writer in
        writer.name("target")
        writer.appendNull()
      }
    }
    if case .open = creation(item, id) { note(wrongAnswer: delegate, entity) }
  }

  private func identity(ofCreated item: ItemIndex) -> [(name: Value, value: Value)] {
    tree.identity(of: item).map { (name: Value(jsonString: $0.name), value: $0.value) }
  }

  /// Keeps that a program was asked about one entity and answered with another one, or none.
  private mutating func note(wrongAnswer delegate: Int, _ entity: Misfit.Entity) {
    wrongAnswers.append(
      .init(
        delegate: delegate, words: "another identity, or no object, in the reply for \(entity.words)"))
  }

  /// What is known of an entity that is created.
  func creation(_ item: ItemIndex, _ id: Model.EntityID) -> Creation {
    guard let delegation = basis.options.delegation, delegation.delegates[id] != nil else { return .own }
    guard
      case .target(let value)? = delegation.answers[Delegation.Question(item: item, operation: .create)]
    else { return .open }
    let identity = identity(ofCreated: item)
    return value.map { isSame(identity, $0, model.schema[id]) } ?? true ? .answer(value) : .open
  }

  /// A value of a change in the form that the target has it in, where that is one of another JSON type and a program says how.
  mutating func translated(
    _ value: Value?, isNew: Bool, like current: Value?, _ member: ChangedMember, _ open: OpenEntity
  ) -> Value? {
    guard basis.options.delegation != nil, let value, let current,
      let delegate = basis.delegate(open.place),
      basis.attribute(at: member.place)?.kind == .transformable,
      !DelegatedChanges.isAlike(value.kind, current.kind), let id = basis.entityID(open.place)
    else { return value }
    let question = Delegation.Question(item: member.item, operation: .convert, isNew: isNew)
    switch basis.options.delegation?.answers[question] {
    case .value(let converted)?: return converted
    case .target?: return value
    case nil:
      let entity = Misfit.Entity(
        name: model.schema[id].name,
        identity: model.schema.identity(basis.target, open.node, of: model.schema[id]))
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
