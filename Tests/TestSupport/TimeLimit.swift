import Foundation
package import Testing

/// Lets no test hang unseen, however slow the machine is: ``Watchdog`` is told of each test that begins and that ends.
package struct WatchedTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let number = Watchdog.shared.begin("\(test.id)")
    defer { Watchdog.shared.end(number) }
    try await function()
  }
}

extension Trait where Self == WatchedTrait {
  /// What every suite has.
  package static var limited: Self { WatchedTrait() }
}

/// Ends the process when nothing goes on any more in its tests, and says which were not done.
///
/// How long a test takes says nothing where others have the processors. So two things are looked at since the last test began or ended:
/// what the process has used of a processor itself, as a test does that loops, and the time on the wall where it uses none, as a test does
/// that waits for what never comes.
package final class Watchdog: @unchecked Sendable {
  /// A hundred times what the slowest test needs. A hunt has tests that take a day.
  package static let shared = Watchdog(
    busy: TestFiles.variable("SZ_ROUNDS") == nil ? 600 : 86_400,
    idle: TestFiles.variable("SZ_ROUNDS") == nil ? 1800 : 86_400, interval: 5)

  private let busy: Double
  private let idle: Double
  private let interval: Double
  private let lock = NSLock()
  private var running: [Int: String] = [:]
  private var count = 0
  private var isStarted = false
  /// The clocks when a test last began or ended.
  private var last = Watchdog.clocks

  /// One that allows so many seconds of a processor and so many of the wall, and looks after it every so often.
  package init(busy: Double, idle: Double, interval: Double) {
    (self.busy, self.idle, self.interval) = (busy, idle, interval)
  }

  /// Says that a test begins; answers its number.
  package func begin(_ name: String) -> Int {
    lock.withLock {
      if !isStarted {
        isStarted = true
        Thread.detachNewThread { [self] in watch() }
      }
      count += 1
      running[count] = name
      last = Watchdog.clocks
      return count
    }
  }

  package func end(_ number: Int) {
    lock.withLock {
      running[number] = nil
      last = Watchdog.clocks
    }
  }

  /// The exit code of a run that hangs.
  package static let exitCode: Int32 = 70

  private func watch() {
    // What it had used when it was last seen using anything to speak of, and when that was.
    var seen = Watchdog.clocks
    while true {
      Thread.sleep(forTimeInterval: interval)
      let now = Watchdog.clocks
      let (last, names) = lock.withLock { (self.last, running.sorted { $0.key < $1.key }.map(\.value)) }
      if now.processor - seen.processor > interval / 100 || last.wall > seen.wall { seen = now }
      if names.isEmpty { continue }
      let reason =
        now.processor - last.processor > busy
        ? "no test has begun or ended in \(Int(busy)) seconds of a processor"
        : now.wall - seen.wall > idle ? "nothing has gone on for \(Int(idle)) seconds" : nil
      guard let reason else { continue }
      let text = "tests hang: \(reason), in:\n" + names.prefix(20).map { "  \($0)\n" }.joined()
      FileHandle.standardError.write(Data(text.utf8))
      exit(Watchdog.exitCode)
    }
  }

  /// Seconds of a processor that the process has used, and seconds of a clock that nobody sets.
  private static var clocks: (processor: Double, wall: Double) {
    (seconds(CLOCK_PROCESS_CPUTIME_ID), seconds(CLOCK_MONOTONIC))
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
