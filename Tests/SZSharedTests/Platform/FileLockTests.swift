import Foundation
import TestSupport
import Testing

@testable import SZJSON

@Suite(.limited) struct FileLockTests {
  /// What somebody found who asked for a lock on a thread of his own, as asking blocks.
  private final class Waiting: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var size: Int?
    private var said = 0

    init(_ path: String) {
      Thread.detachNewThread {
        let lock = try? FileLock(path: path) { self.said += 1 }
        self.size = lock.flatMap { FileState(descriptor: $0.descriptor)?.size }
        self.done.signal()
      }
    }

    /// How large the file was that he locked, and how often it was said that he waits.
    func found() -> (size: Int?, said: Int) {
      done.wait()
      return (size, said)
    }
  }

  /// Who has waited has the file that the name leads to by then, not the one that was there before.
  @Test func whoWaitsGetsWhatTookThePlace() throws {
    try TestFiles.withFolder { folder in
      let path = folder + "/a"
      try TestFiles.write([1], path)
      var first: FileLock? = try FileLock(path: path) {}
      let next = Waiting(path)
      Thread.sleep(forTimeInterval: 0.05)
      let file = try AtomicFile(path: path)
      try file.output.write([1, 2, 3])
      try file.commit()
      #expect(first.flatMap { FileState(descriptor: $0.descriptor) }?.size == 1)
      first = nil
      let found = next.found()
      #expect(found.size == 3)
    }
  }

  @Test func whatIsNotThereCannotBeLocked() {
    #expect(throws: SystemError.noSuchFile) { try FileLock(path: "/nowhere/at/all") {} }
  }

  /// It is said once that somebody is waited for, and not of a lock that is free.
  @Test func waitingIsSaid() throws {
    try TestFiles.withFolder { folder in
      let path = folder + "/a"
      try TestFiles.write([1], path)
      #expect(Waiting(path).found().said == 0)
      var first: FileLock? = try FileLock(path: path) {}
      let next = Waiting(path)
      Thread.sleep(forTimeInterval: 1.3)
      #expect(first?.descriptor != nil)
      first = nil
      #expect(next.found().said == 1)
    }
  }
}
