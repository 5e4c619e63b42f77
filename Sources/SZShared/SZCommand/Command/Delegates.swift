internal import SZJSON
internal import SZModel
internal import SZPatch

/// The programs of the user's that `--delegate` names: they make and patch entities of their kinds.
struct Delegates {
  private let commands: [String]
  private let entities: [Model.EntityID: Int]
  /// How long one may say nothing, in seconds.
  private let timeout: Int
  private let exactNumbers: Bool

  /// Why there are no answers.
  enum Fault: Error {
    case exchange(String, Exchange.Fault)
    case answer(String)
    /// What the target must not have under the model.
    case document(EntityError)
  }

  /// Nil without `--delegate`.
  init?(_ arguments: ParsedArguments, _ model: Model?) throws(Failure) {
    do throws(UsageError) {
      let timeout = try arguments.integer(PatchCommand.delegateTimeout, in: 1...1_000_000)
      let values = arguments.values(PatchCommand.delegate)
      if values.isEmpty {
        if timeout != nil { throw .needs("--delegate-timeout", "--delegate") }
        return nil
      }
      guard let model else { throw .needs("--delegate", "--model PATH") }
      var commands: [String] = []
      var named: [Model.EntityID: Int] = [:]
      for value in values {
        guard let cut = value.firstIndex(of: "="), value.index(after: cut) != value.endIndex else {
          throw .invalidValue(option: "--delegate", value: value, expected: "ENTITY=COMMAND")
        }
        let name = String(value[..<cut])
        guard let entity = model.entity(named: name) else {
          let nearest = NearestName.of(name, in: model.entities.map(\.name)).map { "; did you mean '\($0)'?" }
          throw .invalidValue(
            option: "--delegate", value: value,
            expected: "an entity of the model, which '\(name)' is not\(nearest ?? "")")
        }
        named[entity] = commands.count
        commands.append(String(value[value.index(after: cut)...]))
      }
      // Of those that an entity inherits from, the nearest one counts.
      var entities: [Model.EntityID: Int] = [:]
      for index in model.entities.indices {
        let id = Model.EntityID(index)
        entities[id] = model.lineage(of: id).lazy.compactMap { named[$0] }.first
      }
      (self.commands, self.entities, self.timeout) = (commands, entities, timeout ?? 60)
      exactNumbers = arguments.has(.exactNumbers)
    } catch { throw .usage(error) }
  }

  /// What a patch comes to when its requests have been answered: all are written ahead, and it is made again with the answers. A patch
  /// that has misfits is not asked about, unless `takesParts`, and one on trial never.
  func answered(
    isTrial: Bool, takesParts: Bool, _ patch: (Delegation) throws(EntityError) -> PatchResult
  ) throws(Fault) -> PatchResult {
    var delegation = Delegation(entities)
    let first: PatchResult
    do { first = try patch(delegation) } catch { throw .document(error) }
    if isTrial || first.requests.isEmpty || !first.misfits.isEmpty && !takesParts { return first }
    // What is owned is asked about before its owner, also where several programs are asked.
    var order: [Int] = []
    for request in first.requests where !order.contains(request.delegate) { order.append(request.delegate) }
    for number in order {
      let command = commands[number]
      let requests = first.requests.filter { $0.delegate == number }
      let replies: [Document]
      do {
        replies = try Exchange.ask(
          command, timeout: timeout, exactNumbers: exactNumbers, requests.map(\.members))
      } catch {
        throw .exchange(command, error)
      }
      for (request, reply) in zip(requests, replies) {
        delegation.answers[request.question] = try Delegates.answer(request, reply, command)
      }
    }
    let result: PatchResult
    do { result = try patch(delegation) } catch { throw .document(error) }
    if let wrong = result.wrongAnswers.first {
      throw .answer("delegate '\(commands[wrong.delegate])': \(wrong.words)")
    }
    if let request = result.requests.first {
      throw .answer(
        "delegates were not asked about \(request.entity.words), which only their answers bring about")
    }
    return result
  }

  private static func answer(_ request: Delegation.Request, _ reply: Document, _ command: String)
    throws(Fault) -> Delegation.Answer
  {
    let isConversion = request.question.operation == .convert
    let name = isConversion ? "value" : "target"
    guard let node = reply.member(reply.root, named: Array(name.utf8))?.value else {
      throw .answer("delegate '\(command)': no \"\(name)\" in the reply for \(request.entity.words)")
    }
    if isConversion { return .value(Value(reply, node)) }
    return .target(reply.kind(node) == .null ? nil : Value(reply, node))
  }
}

extension Diagnostics {
  /// Why a program that was asked about entities gave no answers.
  static func words(_ fault: Delegates.Fault) -> String {
    switch fault {
    case .exchange(let command, let fault): "delegate '\(command)': \(words(fault))"
    case .answer(let words): words
    case .document: "the target does not fit the model"
    }
  }
}
