import Foundation
import SZCommand
import SZJSON
import TestSupport
import Testing

/// What programs of the user's do with requests, well-behaved ones and others.
@Suite(.limited) struct ExchangeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let command: String
    /// What comes back, or is thrown.
    let wanted: Result<[String], Exchange.Fault>
    var timeout = 20
    var testDescription: String { name }
  }

  /// Answers request N with the value N, as `sed` sees it; one line at a time.
  private static let echo = #"sed -u 's/^{"id":\([0-9]*\).*/{"id":\1,"value":\1}/'"#
  private static let values = ["1", "2", "3"]

  static let cases = [
    Case(name: "answers as they come", command: echo, wanted: .success(values)),
    Case(
      name: "answers only when all is read",
      command: "sed 's/^/ /' | \(echo.replacing("{\"id", with: " {\"id"))", wanted: .success(values)),
    Case(name: "answers the other way round", command: "tac | \(echo)", wanted: .success(values), timeout: 1),
    Case(
      name: "writes on its standard error", command: "echo of a program that complains >&2; \(echo)",
      wanted: .success(values)),
    Case(
      name: "says more than a pipe holds",
      command:
        #"sed -u 's/^{"id":\([0-9]*\).*/\1/' | while read n; do printf '{"id":%s,"value":%s,"x":"' $n $n; head -c 200000 /dev/zero | tr '\0' x; echo '"}'; done"#,
      wanted: .success(values)),
    Case(
      name: "a last line without an end",
      command: #"read a; printf '{"id":1,"value":1}\n{"id":2,"value":2}\n{"id":3,"value":3}'"#,
      wanted: .success(values)),
    Case(
      name: "is not there", command: "exec ./no-such-program-here 2>/dev/null",
      wanted: .failure(.ended(.code(127), missing: 3))),
    Case(name: "ends at once", command: "exit 3", wanted: .failure(.ended(.code(3), missing: 3))),
    Case(name: "crashes", command: "read a; kill -9 $$", wanted: .failure(.ended(.signal(9), missing: 3))),
    Case(
      name: "ends after the first", command: #"read a; echo '{"id":1,"value":1}'"#,
      wanted: .failure(.ended(.code(0), missing: 2))),
    Case(
      name: "never reads", command: "exec sleep 30", wanted: .failure(.silent(seconds: 1, missing: 3)),
      timeout: 1),
    Case(
      name: "never answers", command: "cat >/dev/null; exec sleep 30",
      wanted: .failure(.silent(seconds: 1, missing: 3)), timeout: 1),
    Case(
      name: "no JSON", command: "echo hello; exec cat >/dev/null",
      wanted: .failure(.notAnObject(Array("hello".utf8)))),
    Case(
      name: "no object", command: "echo '[1]'; exec cat >/dev/null",
      wanted: .failure(.notAnObject(Array("[1]".utf8)))),
    Case(
      name: "an id that is not open", command: #"echo '{"id":4}'; exec cat >/dev/null"#,
      wanted: .failure(.unknownRequest(Array(#"{"id":4}"#.utf8)))),
    Case(
      name: "an id twice", command: #"echo '{"id":1}'; echo '{"id":1}'; exec cat >/dev/null"#,
      wanted: .failure(.unknownRequest(Array(#"{"id":1}"#.utf8)))),
    Case(
      name: "no id", command: #"echo '{}'; exec cat >/dev/null"#,
      wanted: .failure(.unknownRequest(Array("{}".utf8)))),
    Case(
      name: "cannot", command: #"echo '{"id":2,"error":"no such unit"}'; exec cat >/dev/null"#,
      wanted: .failure(.refused("no such unit"))),
  ]

  @Test(arguments: cases)
  func exchange(_ test: Case) {
    #expect(ExchangeTests.outcome(test) == test.wanted)
  }

  private static func outcome(_ test: Case) -> Result<[String], Exchange.Fault> {
    do throws(Exchange.Fault) {
      let exchange = try Exchange(command: test.command, timeout: test.timeout)
      // Some wait for the end of their input, so they are told that nothing more comes.
      let requests = ["1", "2", "3"].map { Array("\"op\":\"create\",\"target\":\($0)".utf8) }
      let replies = try exchange.replies(to: requests, isLast: true)
      try exchange.end()
      return .success(replies.map(value))
    } catch { return .failure(error) }
  }

  private static func value(_ reply: Document) -> String {
    guard let member = reply.member(reply.root, named: Array("value".utf8)) else { return "none" }
    return String(decoding: reply.text(member.value), as: UTF8.self)
  }

  @Test
  func manyRequestsWithoutADeadlock() throws {
    // Far more than the pipes hold, in both directions, to a program that answers each as it comes.
    let exchange = try Exchange(command: ExchangeTests.echo, timeout: 20)
    let padding = String(repeating: "x", count: 500)
    let replies = try exchange.replies(to: (0..<20_000).map { _ in Array("\"x\":\"\(padding)\"".utf8) })
    #expect(replies.count == 20_000)
    let again = try exchange.replies(to: [Array("\"x\":1".utf8)])
    #expect(again.map { $0.text($0.root) } == [Array(#"{"id":20001,"value":20001}"#.utf8)])
    try exchange.end()
  }

  @Test
  func aLineThatNobodyAskedForIsAFault() throws {
    let exchange = try Exchange(command: #"read a; echo '{"id":1}'; cat; echo '{"id":1}'"#, timeout: 20)
    _ = try exchange.replies(to: [[]])
    var fault: Exchange.Fault?
    do { try exchange.end() } catch { fault = error }
    #expect(fault == .unknownRequest(Array(#"{"id":1}"#.utf8)))
  }

  @Test(arguments: [
    // A shell that waits for what it started, one that has ended before it, and one whose child will not listen.
    "sleep 100 & echo '{\"id\":1,\"pid\":'$!'}'; wait",
    "sleep 100 >/dev/null & echo '{\"id\":1,\"pid\":'$!'}'",
    "(trap '' TERM; exec sleep 100) & echo '{\"id\":1,\"pid\":'$!'}'; wait",
  ])
  func whatAProgramStartedEndsWithIt(_ command: String) throws {
    let exchange = try Exchange(command: command, timeout: 1)
    let reply = try exchange.replies(to: [[]], isLast: true)[0]
    let number = try #require(reply.member(reply.root, named: Array("pid".utf8)))
    let child = try #require(Int32(String(decoding: reply.text(number.value), as: UTF8.self)))
    #expect(kill(child, 0) == 0)
    try? exchange.end()
    // Whoever takes it over notices its end in its own time.
    for _ in 0..<100 where !ExchangeTests.hasEnded(child) { usleep(20_000) }
    #expect(ExchangeTests.hasEnded(child))
  }

  /// Whether a process is there no more, or has ended and nobody has asked how.
  private static func hasEnded(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return true }
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return true
    }
    return status.contains(") Z ")
  }
}
