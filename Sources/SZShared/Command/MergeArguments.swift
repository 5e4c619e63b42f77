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
      for text in arguments.values(MergeCommand.policy) { options.policies.append(try policy(text)) }
    } catch { throw .usage(error) }
    options.tombstone = arguments.value(MergeCommand.tombstone).map { MemberName($0) }
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
    guard let colon = text.lastIndex(of: ":") else {
      throw .invalidValue(
        option: "--unit", value: text, expected: "a path, ':' and names, such as '$.home:street,city'")
    }
    let names = text[text.index(after: colon)...].split(separator: ",").map { MemberName(String($0)) }
    if names.count < 2 {
      throw .invalidValue(option: "--unit", value: text, expected: "at least two names behind ':'")
    }
    return (try KeyOption.path(String(text[..<colon]), option: "--unit"), names)
  }

  private static func policy(_ text: String) throws(UsageError) -> (path: JSONPath, policy: ValuePolicy) {
    guard let equals = text.lastIndex(of: "="),
      let policy = ValuePolicy(rawValue: String(text[text.index(after: equals)...]))
    else {
      throw .invalidValue(
        option: "--policy", value: text,
        expected: "a path, '=' and one of " + ValuePolicy.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return (try KeyOption.path(String(text[..<equals]), option: "--policy"), policy)
  }
}
