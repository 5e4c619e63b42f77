internal import SZJSON

extension Diagnostics {
  /// Why a program that was asked about conflicts gave no answers.
  static func words(_ fault: Resolver.Fault) -> String {
    switch fault {
    case .exchange(let command, let fault): "resolver '\(command)': \(words(fault))"
    case .answer(let command, let pointer, let reason):
      "resolver '\(command)': its answer for the conflict at \(JSONString.shown(pointer)) is none: \(reason)"
    }
  }

  static func words(_ fault: Exchange.Fault) -> String {
    switch fault {
    case .cannotStart(let error): "cannot be started: \(error.words)"
    case .ended(let ending, 0): "ended with \(ending.words)"
    case .ended(let ending, let missing):
      "ended with \(ending.words) and \(missing) \(replies(missing)) missing"
    case .silent(let seconds, let missing):
      "said nothing for \(seconds) second\(seconds == 1 ? "" : "s"), and \(missing) \(replies(missing)) missing"
    case .notAnObject(let line): "a reply is no JSON object: \(shown(line))"
    case .unknownRequest(let line): "a reply to nothing that was asked: \(shown(line))"
    case .refused(let words): words
    }
  }

  private static func replies(_ count: Int) -> String { count == 1 ? "reply is" : "replies are" }

  /// The beginning of a line that may be long.
  private static func shown(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(100), as: UTF8.self)
    return line.count > 100 ? text + " ..." : text
  }
}
