internal import SZJSON

/// The options and operands of one command line.
public struct ParsedArguments: Sendable {
  /// An option that was given, with its value.
  public struct Occurrence: Sendable {
    public let option: Option
    public let value: String?
  }

  public fileprivate(set) var occurrences: [Occurrence] = []
  public fileprivate(set) var operands: [String] = []
  /// The words that stood behind an option and became its value.
  public fileprivate(set) var taken: [TakenValue] = []

  public func has(_ option: Option) -> Bool { occurrences.contains { $0.option.long == option.long } }

  /// The value of the last occurrence.
  public func value(_ option: Option) -> String? { values(option).last }

  /// The values of all occurrences in order.
  public func values(_ option: Option) -> [String] {
    occurrences.filter { $0.option.long == option.long }.compactMap(\.value)
  }

  /// The value of a numeric option.
  /// - Throws: when it is no whole number in `range`.
  public func integer(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    // As far as there is no bound, a number too large for a word is as good as the largest.
    let isHuge =
      range.upperBound == Int.max && !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard let number = Int(text) ?? (isHuge ? Int.max : nil), range.contains(number) else {
      let expected =
        range.upperBound == Int.max
        ? "a whole number from \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw .invalidValue(option: "--" + option.long, value: text, expected: expected)
    }
    return number
  }
}

extension CommandSpec {
  /// Reads a command line the GNU way: `-x`, bundles, `--long`, `--long=value`, unambiguous prefixes, options and
  /// operands in any order, `--` before operands that begin with a dash. `-` alone is an operand.
  ///
  /// `--help` and `--version` end the reading, as nothing behind them matters.
  public func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.operands += rest
        break
      }
      if argument.utf8.starts(with: "--".utf8) {
        try parseLong(argument, &rest, &parsed)
      } else if argument.utf8.first == UInt8(ascii: "-"), argument != "-" {
        try parseBundle(argument, &rest, &parsed)
      } else {
        parsed.operands.append(argument)
      }
      if parsed.has(.help) || parsed.has(.version) { return parsed }
    }
    if let job = parsed.occurrences.first(where: { !$0.option.operandCounts.isEmpty })?.option {
      let count = parsed.operands.count
      if job.operandCounts.contains(count) { return parsed }
      let most = job.operandCounts.max() ?? 0
      if count > most { throw .extraOperand(parsed.operands[most]) }
      throw .missingOperands([job.operands], taken: parsed.taken)
    }
    if parsed.operands.count < operandCount.lowerBound {
      let names = operands.split(separator: " ").map(String.init)
      throw .missingOperands(Array(names.dropFirst(parsed.operands.count)), taken: parsed.taken)
    }
    if parsed.operands.count > operandCount.upperBound {
      if let suffix = parsed.separateSuffix { throw suffix }
      throw .extraOperand(parsed.operands[operandCount.upperBound])
    }
    return parsed
  }

  private func parseLong(
    _ argument: String, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    // By scalars, as a sign that combines with one before it would hide that.
    let body = argument.unicodeScalars.dropFirst(2)
    let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let option = try option(long: name)
    var value = parts.count > 1 ? String(parts[1]) : nil
    switch option.argument {
    case .none: if value != nil { throw .unexpectedValue("--" + option.long) }
    case .optional:
      // Who means a file writes it as ./NAME.
      if value == nil, let next = rest.first, option.values.contains(next) {
        throw .needs("--" + option.long + " " + next, "an equals sign: --" + option.long + "=" + next)
      }
    case .required:
      if value == nil { value = try take(&rest, for: "--" + option.long, &parsed) }
    }
    try add(option, value, &parsed)
  }

  private func parseBundle(
    _ argument: String, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    var letters = argument.unicodeScalars.dropFirst()
    while let scalar = letters.popFirst() {
      let letter = Character(scalar)
      guard let option = options.first(where: { $0.short == letter }) else {
        if let known = known("-\(letter)") { throw .foreignOption("-\(letter)", known: known) }
        throw .unknownOption("-\(letter)", nearest: nil)
      }
      var value: String?
      if option.argument != .none {
        value = letters.isEmpty ? nil : String(letters)
        letters = letters[letters.endIndex...]
        if case .required = option.argument, value == nil {
          value = try take(&rest, for: "-\(letter)", &parsed)
        }
      }
      try add(option, value, &parsed)
    }
  }

  /// The next word, as the value of the option in front of it.
  private func take(
    _ rest: inout ArraySlice<String>, for option: String, _ parsed: inout ParsedArguments
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw .missingValue(option) }
    parsed.taken.append(TakenValue(option: option, value: value))
    return value
  }

  /// How an option that other programs have is written here.
  private func known(_ name: String) -> String? { options.lazy.compactMap { $0.foreignNames[name] }.first }

  private func add(_ option: Option, _ value: String?, _ parsed: inout ParsedArguments) throws(UsageError) {
    if let value, let known = option.foreignNames["--\(option.long)=\(value)"] {
      throw .foreignOption("--\(option.long)=\(value)", known: known)
    }
    if let value, !option.values.isEmpty, !option.values.contains(value) {
      throw .invalidValue(
        option: "--" + option.long, value: value, expected: option.values.joined(separator: ", "))
    }
    if let value, !option.takesBytes, !value.isUTF8 {
      throw .invalidValue(option: "--" + option.long, value: value, expected: "text in UTF-8")
    }
    parsed.occurrences.append(.init(option: option, value: value))
  }

  private func option(long name: String) throws(UsageError) -> Option {
    if let exact = options.first(where: { $0.long == name }) { return exact }
    let candidates = options.filter { $0.long.hasPrefix(name) }
    if candidates.count == 1, !name.isEmpty { return candidates[0] }
    if candidates.count > 1, !name.isEmpty {
      throw .ambiguousOption("--" + name, candidates: candidates.map { "--" + $0.long })
    }
    if let known = known("--" + name) { throw .foreignOption("--" + name, known: known) }
    throw .unknownOption(
      "--" + name, nearest: NearestName.of(name, in: options.map(\.long)).map { "--" + $0 })
  }
}

extension ParsedArguments {
  /// The mistake of who writes `-i .bak FILE`, if the first operand may be one.
  var separateSuffix: UsageError? {
    guard has(.inPlace), value(.inPlace) == nil, operands.count > 1, let first = operands.first,
      first.hasPrefix(".") || first.hasPrefix("~"), !first.contains("/")
    else { return nil }
    return .invalidValue(
      option: "--in-place", value: first,
      expected: "a suffix directly behind it: -i\(first) or --in-place=\(first)")
  }
}
