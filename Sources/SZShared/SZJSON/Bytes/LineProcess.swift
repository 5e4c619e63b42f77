#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A program that runs beside this one, is asked by lines on its standard input, and answers by lines on its standard output.
///
/// Writing and reading take turns as the program is ready for them, so that neither waits for the other, whatever either of them
/// holds back. Its standard error is ours. It has a session of its own, without our terminal, so that it ends with all that it started,
/// also when a signal ends us.
public final class LineProcess {
  /// What came from the program.
  public enum Event: Equatable, Sendable {
    /// A line, without its end.
    case line([UInt8])
    /// It has closed its standard output; nothing comes any more.
    case end
    /// No line ended, and nothing was taken, for as long as was waited.
    case silence
  }

  private let process: pid_t
  private var input: Descriptor?
  private let output: Descriptor
  /// What has not been taken by the program yet, from `written` on.
  private var pending: [UInt8] = []
  private var written = 0
  private var closesInput = false
  /// What came behind the last line that was handed out, from `handedOut` on, and how much of it was searched for a line's end.
  private var received: [UInt8] = []
  private var handedOut = 0
  private var searched = 0
  private var hasEnded = false
  private var isWaitedFor = false

  /// How much is read at once.
  private static let pieceSize = 1 << 16

  /// Starts `command` by `sh -c`. From then on this process ignores SIGPIPE.
  /// - Throws: what pipe(2) or posix_spawn(3) say.
  public init(command: String) throws(SystemError) {
    // A program that ends early is told by its output; writing to it must not end this process.
    signal(SIGPIPE, SIG_IGN)
    let (childInput, input) = try LineProcess.pipe()
    let output: Descriptor
    let childOutput: Descriptor
    do { (output, childOutput) = try LineProcess.pipe() } catch {
      for descriptor in [childInput, input] { close(descriptor) }
      throw error
    }
    defer { for descriptor in [childInput, childOutput] { close(descriptor) } }
    do {
      // The program must not live a moment in which a signal that ends us would not end it.
      process = try SignalCleanup.start { (held) throws(SystemError) in
        var start = ProcessStart("/bin/sh", ["-c", command])
        (start.input, start.output) = (childInput, childOutput)
        (start.isApart, start.heldBack) = (true, held)
        return try start.start()
      }
    } catch {
      for descriptor in [input, output] { close(descriptor) }
      throw error
    }
    for descriptor in [input, output] { LineProcess.setNonBlocking(descriptor) }
    (self.input, self.output) = (input, output)
  }

  deinit {
    closeInput()
    close(output)
    if !isWaitedFor { _ = end(within: 0) }
  }

  /// Queues a line; it is written while an answer is waited for.
  public func send(_ line: [UInt8]) {
    pending += line
    pending.append(0x0A)
  }

  /// Closes the program's input once all lines are written.
  public func finishInput() { closesInput = true }

  /// Waits for the next line, and writes what is queued meanwhile; at most `milliseconds` in which the program neither ends a line nor
  /// takes anything.
  /// - Throws: what poll(2) or read(2) say. That the program takes no more lines is no error: its output tells why.
  public func next(within milliseconds: Int32) throws(SystemError) -> Event {
    var deadline = LineProcess.now + Int(milliseconds)
    while true {
      if let line = takeLine() { return .line(line) }
      if hasEnded { return .end }
      if closesInput, pending.isEmpty { closeInput() }
      var requests = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
      if let input, !pending.isEmpty {
        requests.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
      }
      let count = nfds_t(requests.count)
      let left = deadline - LineProcess.now
      if left <= 0, milliseconds > 0 { return .silence }
      let ready = try SystemError.retrying { unsafe poll(&requests, count, Int32(clamping: max(0, left))) }
      if ready == 0 { return .silence }
      if requests.count > 1, requests[1].revents != 0 {
        writeSome()
        deadline = LineProcess.now + Int(milliseconds)
      }
      if requests[0].revents != 0 { try readSome() }
    }
  }

  /// Closes its input, waits until the program ends, and says how. What is still there of it and of all that it started is sent SIGTERM
  /// after `milliseconds`, or when the program has ended, and SIGKILL a second later.
  public func end(within milliseconds: Int) -> ChildProcess.Ending {
    closeInput()
    isWaitedFor = true
    var ending = ending(within: milliseconds)
    if ending == nil || isGroupThere {
      kill(-process, SIGTERM)
      var left = 1000
      while left > 0, ending == nil || isGroupThere {
        ending = ending ?? self.ending(within: 5)
        if ending != nil { LineProcess.sleep(5) }
        left -= 5
      }
      if left <= 0 { kill(-process, SIGKILL) }
    }
    SignalCleanup.forget(group: process)
    return ending ?? ChildProcess.ending(of: process)
  }

  /// Whether anything that the program started is there, or itself.
  private var isGroupThere: Bool { kill(-process, 0) == 0 }

  /// How the program ended; nil when it is there still after so many milliseconds.
  private func ending(within milliseconds: Int) -> ChildProcess.Ending? {
    var left = milliseconds
    while true {
      var status: Int32 = 0
      if unsafe waitpid(process, &status, WNOHANG) == process { return ChildProcess.Ending(status: status) }
      if left <= 0 { return nil }
      LineProcess.sleep(min(left, 5))
      left -= 5
    }
  }

  private static func sleep(_ milliseconds: Int) { _ = poll(nil, 0, Int32(milliseconds)) }

  private func closeInput() {
    if let input { close(input) }
    (input, pending, written) = (nil, [], 0)
  }

  private func takeLine() -> [UInt8]? {
    guard let end = received[searched...].firstIndex(of: 0x0A) else {
      searched = received.count
      guard hasEnded, handedOut < received.count else { return nil }
      // A last line without an end is one all the same.
      defer { (received, handedOut, searched) = ([], 0, 0) }
      return Array(received[handedOut...])
    }
    defer {
      (handedOut, searched) = (end + 1, end + 1)
      // What was handed out goes once it is the larger part, so that all lines together cost one copy.
      if handedOut * 2 > received.count {
        received.removeFirst(handedOut)
        (handedOut, searched) = (0, 0)
      }
    }
    return Array(received[handedOut..<end])
  }

  private func writeSome() {
    guard let input else { return }
    let count = unsafe pending.withUnsafeBytes { bytes in
      unsafe write(input, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    }
    if count < 0 {
      // It takes no more: why, its output will tell.
      if errno != EAGAIN, errno != EINTR { closeInput() }
      return
    }
    written += count
    if written == pending.count { (pending, written) = ([], 0) }
  }

  private func readSome() throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: LineProcess.pieceSize)
    let count: Int
    do {
      count = try SystemError.retrying {
        unsafe piece.withUnsafeMutableBytes { bytes in unsafe read(output, bytes.baseAddress, bytes.count) }
      }
    } catch {
      if error.code == EAGAIN { return }
      throw error
    }
    if count == 0 { hasEnded = true }
    received += piece[..<count]
  }

  /// Milliseconds of a clock that nobody sets.
  private static var now: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// A pipe whose ends other programs do not get, unless they are made their streams.
  private static func pipe() throws(SystemError) -> (readEnd: Descriptor, writeEnd: Descriptor) {
    var ends: [Descriptor] = [-1, -1]
    #if canImport(Glibc)
      let made = unsafe Glibc.pipe(&ends)
    #elseif canImport(Musl)
      let made = unsafe Musl.pipe(&ends)
    #else
      let made = unsafe Darwin.pipe(&ends)
    #endif
    guard made == 0 else { throw SystemError.current }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func setNonBlocking(_ descriptor: Descriptor) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}
