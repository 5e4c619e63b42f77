internal import SZJSON
internal import SZMerge
internal import SZModel
internal import SZPatch

/// Reads what the command line says about a merge.
enum MergeArguments {
  static func options(_ arguments: ParsedArguments) throws(Failure) -> MergeOptions {
    var options = MergeOptions()
    do throws(UsageError) {
      var keys = DiffOptions()
      try KeyOption.apply(arguments.values(KeyOption.option), to: &keys)
      if arguments.has(KeyOption.noFound) { keys.names.findsOthers = false }
      (options.names, options.placedKeys) = (keys.names, keys.placedKeys)
      if let text = arguments.value(MergeCommand.conflicts) { options.conflicts = try conflicts(text) }
      options.deletes = arguments.value(MergeCommand.deletes).flatMap(MergeOptions.DeletePolicy.init)
      for text in arguments.values(MergeCommand.unit) { options.units.append(try unit(text)) }
      options.sets = try PathOption.paths(arguments, MergeCommand.set)
      for text in arguments.values(MergeCommand.policy) { options.policies.append(try policy(text)) }
      if let text = arguments.value(MergeCommand.tombstone) {
        options.tombstone = try tombstone(text, options)
      }
      if arguments.areOfLines {
        options.placedKeys = options.placedKeys.map { ($0.inElements, $1) }
        options.units = options.units.map { ($0.inElements, $1) }
        options.policies = options.policies.map { ($0.inElements, $1) }
      }
    } catch { throw .usage(error) }
    options.followsRenames = !arguments.has(MergeCommand.noRenames)
    options.exactNumbers = arguments.has(.exactNumbers)
    options.allowsDangling = arguments.value(ModelOptions.dangling) == "allow"
    return options
  }

  private static func conflicts(_ text: String) throws(UsageError) -> MergeOptions.ConflictPolicy {
    switch text {
    case "edited": return .edited
    case "current": return .current
    case "fail": return .fail
    case "mark": return .mark
    default:
      let prefix = "newest:"
      guard text.hasPrefix(prefix), text.count > prefix.count else {
        throw .invalidValue(
          option: "--conflicts", value: text, expected: "edited, current, newest:ATTRIBUTE, fail, mark")
      }
      return .newest(MemberName(String(text.dropFirst(prefix.count))))
    }
  }

  private static func unit(_ text: String) throws(UsageError) -> (path: JSONPath, names: [MemberName]) {
    let (path, rest) = try PathOption.path(text, before: ":", option: "--unit")
    let names = rest.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if names.count < 2 || names.contains("") || Set(names).count < names.count {
      throw .invalidValue(
        option: "--unit", value: text,
        expected: "at least two names behind ':', each once, separated by commas")
    }
    return (path, names.map { MemberName($0) })
  }

  /// What marks a deletion gets the value true, and leaves the identity alone.
  private static func tombstone(_ text: String, _ options: MergeOptions) throws(UsageError) -> MemberName {
    if text.isEmpty { throw .invalidValue(option: "--tombstone", value: text, expected: "a name") }
    let name = MemberName(text)
    let keys = options.names.named + options.placedKeys.map(\.key)
    if keys.contains(where: { $0.parts.contains { $0.path.steps.first == name } }) {
      throw identifying(text, "and '\(text)' is a key; see --key")
    }
    return name
  }

  /// The tombstone of an entity of `model` must be none of its identity.
  static func checkTombstone(_ arguments: ParsedArguments, _ model: Model?) throws(Failure) {
    guard let model, let name = arguments.value(MergeCommand.tombstone) else { return }
    for index in model.entities.indices {
      let id = Model.EntityID(index)
      let identity = model.identity(of: id)
      let isIdentity = model.lineage(of: id).contains { ancestor in
        model[ancestor].attributes.contains { $0.memberName == name && identity.contains($0.name) }
      }
      if isIdentity { throw .usage(identifying(name, "and '\(name)' identifies '\(model[id].name)'")) }
    }
  }

  private static func identifying(_ name: String, _ why: String) -> UsageError {
    .invalidValue(option: "--tombstone", value: name, expected: "a name that identifies nothing, \(why)")
  }

  private static func policy(_ text: String) throws(UsageError) -> (path: JSONPath, policy: ValuePolicy) {
    let (path, rest) = try PathOption.path(text, before: "=", option: "--policy")
    guard let policy = ValuePolicy(rawValue: rest) else {
      throw .invalidValue(
        option: "--policy", value: text,
        expected: "a path, '=' and one of " + ValuePolicy.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return (path, policy)
  }
}
