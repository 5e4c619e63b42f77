/// The help of a tool, made from its data.
public enum HelpText {
  private static let width = 79
  private static let column = 26

  public static func of(_ spec: CommandSpec) -> String {
    var text = "usage: \(spec.name) [OPTION]... \(spec.operands)\n\n"
    for paragraph in spec.details.split(separator: "\n\n") {
      text += wrap(paragraph.split(whereSeparator: \.isWhitespace), indent: 0, first: 0) + "\n\n"
    }
    text += "options:\n"
    for option in spec.options { text += line(option) }
    text += "\nexit status:\n"
    for (code, meaning) in spec.exitCodes.enumerated() { text += "  \(code)  \(meaning)\n" }
    return text
  }

  /// How the option is written, such as `-o, --output FILE`.
  public static func synopsis(_ option: Option) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return switch option.argument {
    case .none: "\(short)--\(option.long)"
    case .required(let name, _): "\(short)--\(option.long) \(name)"
    case .optional(let name, _): "\(short)--\(option.long)[=\(name)]"
    }
  }

  private static func line(_ option: Option) -> String {
    var help = option.help
    if !option.values.isEmpty { help += " (" + option.values.joined(separator: ", ") + ")" }
    let head = "  " + synopsis(option)
    let words = help.split(separator: " ")
    if head.count + 2 > column {
      return head + "\n" + wrap(words, indent: column, first: 0) + "\n"
    }
    let padding = String(repeating: " ", count: column - head.count)
    return head + padding + wrap(words, indent: column, first: column) + "\n"
  }

  /// Words in lines of at most ``width`` columns; `first` columns of the first line are taken.
  private static func wrap(_ words: [Substring], indent: Int, first: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var text = first == 0 ? margin : ""
    var used = indent
    var isFirst = true
    for word in words {
      if !isFirst, used + 1 + word.count > width {
        text += "\n" + margin
        used = indent
        isFirst = true
      }
      if !isFirst {
        text += " "
        used += 1
      }
      text += word
      used += word.count
      isFirst = false
    }
    return text
  }
}
