/// Options that have no effect beside others: declared once, and said on the standard error where a command line has them.
public struct VainOptions: Sendable {
  /// What a command line says.
  public enum Setting: Sendable {
    case given(Option)
    case absent(Option)
    /// The option has one of these values.
    case value(Option, [String])
    /// It has not this one.
    case unlike(Option, String)

    func holds(_ arguments: ParsedArguments) -> Bool {
      switch self {
      case .given(let option): arguments.has(option)
      case .absent(let option): !arguments.has(option)
      case .unlike(let option, let value): arguments.value(option) != value
      case .value(let option, let values): arguments.value(option).map(values.contains) ?? false
      }
    }

    func words(_ arguments: ParsedArguments) -> String {
      switch self {
      case .given(let option): "with '--\(option.long)'"
      case .absent(let option): "without '--\(option.long)'"
      case .unlike(let option, let value): "without '--\(option.long)=\(value)'"
      case .value(let option, _): "with '--\(option.long)=\(arguments.value(option) ?? "")'"
      }
    }

    func isGiven(_ name: String) -> Bool {
      if case .given(let option) = self { option.long == name } else { false }
    }
  }

  let options: [Option]
  /// Where they have none: each a reason by itself, all of whose settings hold.
  let reasons: [[Setting]]

  public init(_ options: [Option], where reasons: [[Setting]]) {
    (self.options, self.reasons) = (options, reasons)
  }

  /// With `--print-model` no document is looked at.
  static func besidePrintModel(_ options: [Option]) -> VainOptions {
    VainOptions(options.filter(\.operandCounts.isEmpty), where: [[.given(ModelOptions.printModel)]])
  }
}

extension CommandSpec {
  /// What to say of the options of a command line that have no effect, in the order in which they are declared to have none.
  ///
  /// With an option that is another job of the tool, only what is declared of that counts.
  func vainOptions(_ arguments: ParsedArguments) -> [String] {
    let job = arguments.occurrences.first { !$0.option.operandCounts.isEmpty }?.option.long
    var said: Set<String> = []
    var notes: [String] = []
    for entry in vain {
      let reason = entry.reasons.first { reason in
        reason.allSatisfy { $0.holds(arguments) }
          && (job.map { name in reason.contains { $0.isGiven(name) } } ?? true)
      }
      guard let reason else { continue }
      let words = reason.map { $0.words(arguments) }.joined(separator: ", ")
      for option in entry.options where arguments.has(option) && said.insert(option.long).inserted {
        notes.append("'--\(option.long)' has no effect \(words)")
      }
    }
    return notes
  }
}
