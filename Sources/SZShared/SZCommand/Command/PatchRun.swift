internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZOperations
internal import SZPatch

/// How `sz-patch` applies what it has read.
struct PatchRun {
  let inputs: PatchInputs
  let schema: Schema?
  let delegates: Delegates?
  let tolerances: [Tolerance]
  let arguments: ParsedArguments
  let io: ToolIO

  /// What the change comes to; nil when a delegate failed, which has been said.
  func result() throws(Failure) -> PatchResult? {
    var options = PatchOptions(
      policy: arguments.has(PatchCommand.force) ? .force : .reject,
      exactNumbers: arguments.has(.exactNumbers),
      allowsDangling: arguments.value(ModelOptions.dangling) == "allow")
    options.targetIsNothing = inputs.targetIsNothing
    let change: ChangeTree
    switch inputs.change {
    case .sz(let tree):
      change = tree
      options.exactNumbers = options.exactNumbers || tree.hasExactNumbers
    case .jsonPatch(let patch): return patch.apply(to: inputs.target, exactNumbers: options.exactNumbers)
    case .mergePatch(let patch): return MergePatch.apply(patch, to: inputs.target)
    case .edits(let edits):
      let (result, idle) = PathEdit.apply(edits, to: inputs.target, exactNumbers: options.exactNumbers)
      for number in idle where !arguments.has(.quiet) {
        io.say(
          "\(PatchCommand.spec.name): \(UnusedPaths.words(PathEditOptions.remove, edits[number].path.text))\n"
        )
      }
      return result
    }
    options.hasDefaults = !arguments.has(ModelOptions.noDefaults)
    if tolerances.isEmpty || inputs.targetIsNothing {
      return try result(of: change, to: inputs.target, options)
    }
    let tolerated = ToleratedDocument(
      target: inputs.target, of: change, tolerances, exactNumbers: options.exactNumbers)
    let result = try result(of: change, to: tolerated.document, options)
    return result.map { tolerated.original($0, inputs.target, tolerances, schema) }
  }

  private func result(
    of change: ChangeTree, to target: Document, _ options: PatchOptions
  ) throws(Failure) -> PatchResult? {
    // Of a document that comes or goes as a whole, a model has nothing to say.
    guard let schema, !inputs.targetIsNothing, !change.isOfWhole else {
      return Patcher.apply(change, to: target, options)
    }
    guard let delegates else {
      do { return try Patcher.apply(change, to: target, options, under: schema) } catch {
        throw .unfitting(inputs.targetInput, target, error)
      }
    }
    do {
      let result = try delegates.answered(
        isTrial: arguments.has(PatchCommand.check), takesParts: arguments.has(PatchCommand.skip)
      ) {
        delegation throws(EntityError) in
        var options = options
        options.delegation = delegation
        return try Patcher.apply(change, to: target, options, under: schema)
      }
      let count = result.requests.count
      if count > 0, arguments.has(PatchCommand.check) {
        let requests = "\(count) request\(count == 1 ? "" : "s")"
        io.say("\(PatchCommand.spec.name): \(inputs.targetInput.name): \(requests) to delegates not tried\n")
      }
      return result
    } catch {
      if case .document(let error) = error { throw .unfitting(inputs.targetInput, target, error) }
      io.say("\(PatchCommand.spec.name): \(Diagnostics.words(error))\n")
      return nil
    }
  }
}
