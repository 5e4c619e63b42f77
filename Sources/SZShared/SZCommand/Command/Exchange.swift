public import SZJSON

/// Asks a program of the user's: a JSON line for each request, a JSON line for each reply, matched by `id`, in any order.
///
/// Requests are written ahead, so that the program may work on many at once.
public final class Exchange {
  /// What went wrong with the program; nothing that it said is used then.
  public enum Fault: Error, Equatable, Sendable {
    case cannotStart(SystemError)
    /// It ended before all replies were there, or then with another exit code than 0.
    case ended(ChildProcess.Ending, missing: Int)
    /// No reply came for so many seconds.
    case silent(seconds: Int, missing: Int)
    case notAnObject([UInt8])
    /// A reply to nothing that was asked, or a second one.
    case unknownRequest([UInt8])
    /// The program says itself why it cannot.
    case refused(String)
  }

  private let program: LineProcess
  private let timeout: Int
  private let exactNumbers: Bool
  private var nextNumber = 1

  /// Starts `command` by `sh -c`. A reply is waited for at most `timeout` seconds. The number of a request may be written otherwise in a
  /// reply, as in 1.0 for 1, unless numbers are compared by their text (`exactNumbers`).
  public init(command: String, timeout: Int, exactNumbers: Bool = false) throws(Fault) {
    self.timeout = timeout
    self.exactNumbers = exactNumbers
    do { program = try LineProcess(command: command) } catch { throw .cannotStart(error) }
  }

  /// Starts `command`, asks it all at once, and ends it; answers the replies in the order of the requests. See ``replies(to:isLast:)``.
  public static func ask(
    _ command: String, timeout: Int, exactNumbers: Bool, _ requests: [some Collection<UInt8>]
  ) throws(Fault) -> [Document] {
    let exchange = try Exchange(command: command, timeout: timeout, exactNumbers: exactNumbers)
    let replies = try exchange.replies(to: requests, isLast: true)
    try exchange.end()
    return replies
  }

  /// The replies to requests, in the order of the requests. Each request is the members of an object, without braces; it gets
  /// its `id` here. A program may be asked again, unless `isLast` says that nothing more comes: then its input ends, which some wait
  /// for. Linear in what is written and read.
  public func replies(
    to requests: [some Collection<UInt8>], isLast: Bool = false
  ) throws(Fault) -> [Document] {
    let first = nextNumber
    nextNumber += requests.count
    for (offset, members) in requests.enumerated() {
      var line = Array("{\"id\":\(first + offset)".utf8)
      if !members.isEmpty { line.append(UInt8(ascii: ",")) }
      program.send(line + members + [UInt8(ascii: "}")])
    }
    if isLast { program.finishInput() }
    var replies = [Document?](repeating: nil, count: requests.count)
    var missing = requests.count
    while missing > 0 {
      let line = try nextLine(missing: missing)
      guard let reply = try? Document.read(line), reply.kind(reply.root) == .object else {
        throw .notAnObject(line)
      }
      guard let number = number(of: reply), number >= first, number < nextNumber,
        replies[number - first] == nil
      else { throw .unknownRequest(line) }
      if let error = reply.member(reply.root, named: Array("error".utf8))?.value {
        throw .refused(
          String(
            decoding: reply.kind(error).isString ? reply.characters(error) : reply.text(error), as: UTF8.self)
        )
      }
      replies[number - first] = reply
      missing -= 1
    }
    return replies.compactMap { $0 }
  }

  /// Ends the program: it is told that nothing more is asked, and may end in its own time.
  /// - Throws: when it says something still that nobody asked for, or ends as a program does that has failed.
  public func end() throws(Fault) {
    program.finishInput()
    while true {
      switch event() {
      case .line(let line): throw .unknownRequest(line)
      case .end:
        let ending = program.end(within: timeout * 1000)
        if ending != .code(0) { throw .ended(ending, missing: 0) }
        return
      case .silence:
        _ = program.end(within: 0)
        return
      }
    }
  }

  private func nextLine(missing: Int) throws(Fault) -> [UInt8] {
    switch event() {
    case .line(let line): return line
    case .end: throw .ended(program.end(within: timeout * 1000), missing: missing)
    case .silence:
      _ = program.end(within: 0)
      throw .silent(seconds: timeout, missing: missing)
    }
  }

  /// A program that cannot be read from any more has ended.
  private func event() -> LineProcess.Event {
    (try? program.next(within: Int32(clamping: timeout * 1000))) ?? .end
  }

  private func number(of reply: Document) -> Int? {
    guard let node = reply.member(reply.root, named: Array("id".utf8))?.value, reply.kind(node) == .number
    else {
      return nil
    }
    let text = String(decoding: reply.text(node), as: UTF8.self)
    return Int(text) ?? (exactNumbers ? nil : DecimalNumber(reply.bytes, reply.range(node)).integer)
  }
}
