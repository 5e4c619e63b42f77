import Foundation
import TestSupport
import Testing

@Suite(.limited) struct WatchdogTests {
  @Test func aTestThatWaitsForEverIsFound() async {
    await #expect(processExitsWith: .exitCode(70)) {
      _ = Watchdog(busy: 60, idle: 0.3, interval: 0.05).begin("waits")
      pause(60)
    }
  }

  @Test func aTestThatLoopsForEverIsFound() async {
    await #expect(processExitsWith: .exitCode(70)) {
      _ = Watchdog(busy: 0.2, idle: 60, interval: 0.05).begin("loops")
      let end = Date(timeIntervalSinceNow: 120)
      while Date() < end {}
    }
  }

  /// What goes on, and what has ended, may take its time.
  @Test func aTestThatEndsIsLeftAlone() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let watchdog = Watchdog(busy: 60, idle: 0.5, interval: 0.05)
      for _ in 0..<5 {
        let number = watchdog.begin("ends")
        pause(0.2)
        watchdog.end(number)
      }
      pause(0.8)
      exit(0)
    }
  }
}

/// Blocks the thread, as a test does that waits.
private func pause(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
