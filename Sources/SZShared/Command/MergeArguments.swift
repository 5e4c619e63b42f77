/// Reads what the command line says about a merge.
enum MergeArguments {
  static func options(_ arguments: ParsedArguments) throws(Failure) -> MergeOptions {
    var options = MergeOptions()
    do throws(UsageError) {
      var keys = DiffOptions()
      try KeyOption.apply(arguments.values(KeyOption.option), to: &keys)
      (options.keys, options.placedKeys, options.hasOwnKeys) = (keys.keys, keys.placedKeys, keys.hasOwnKeys)
      if let text = arguments.value(MergeCommand.conflicts) { options.conflicts = try conflicts(text) }
      options.deletes = arguments.value(MergeCommand.deletes).flatMap(MergeOptions.DeletePolicy.init)
      for text in arguments.values(MergeCommand.unit) { options.units.append(try unit(text)) }
      options.sets = try PathOption.paths(arguments, MergeCommand.set)
      for text in arguments.values(MergeCommand.policy) { options.policies.append(try policy(text)) }
    } catch { throw .usage(error) }
    options.tombstone = arguments.value(MergeCommand.tombstone).map { MemberName($0) }
    options.followsRenames = !arguments.has(MergeCommand.noRenames)
    options.exactNumbers = arguments.has(.exactNumbers)
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
    let names = rest.split(separator: ",").map { MemberName(String($0)) }
    if names.count < 2 {
      throw .invalidValue(option: "--unit", value: text, expected: "at least two names behind ':'")
    }
    return (path, names)
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
