import TestSupport
import Testing

@testable import SZJSON

@Suite(.limited) struct AtomicFileTests {
  /// A backup is the old content, by a link or by a copy, and takes the place of an older one.
  @Test(arguments: [true, false]) func backupsAreWhole(isLink: Bool) throws {
    try TestFiles.withFolder { folder in
      let content = [UInt8](repeating: 0x61, count: 300_000)
      try TestFiles.write(content, folder + "/a")
      try TestFiles.write([0x62], folder + "/a.bak")
      try AtomicFile.backUp(folder + "/a", to: folder + "/a.bak", isLink: isLink)
      #expect(try TestFiles.read(folder + "/a.bak") == content)
      #expect(FileIdentity(path: folder + "/a") != nil)
      #expect((FileIdentity(path: folder + "/a") == FileIdentity(path: folder + "/a.bak")) == isLink)
      #expect(FileState(path: folder + "/a")?.size == content.count)
      #expect(TestFiles.list(folder, suffix: "").count == 2)
    }
  }

  /// A file that somebody else has written or replaced since it was read is left as it is.
  @Test func whatChangedMeanwhileStays() throws {
    try TestFiles.withFolder { folder in
      let path = folder + "/a"
      for change in 0..<3 {
        try TestFiles.write([0x61], path)
        let file = try AtomicFile(path: path, expected: FileState(path: path))
        try file.output.write([0x63])
        if change == 1 { try TestFiles.write([0x64, 0x64], path) }
        if change == 2 { try AtomicFile.remove(path: path) }
        if change == 0 {
          try file.commit(backupSuffix: "~")
          #expect(try TestFiles.read(path) == [0x63])
        } else {
          #expect(throws: AtomicFile.Problem.changedMeanwhile) { try file.commit(backupSuffix: "~") }
          if change == 1 { #expect(try TestFiles.read(path) == [0x64, 0x64]) }
        }
        #expect(try TestFiles.read(path + "~") == [0x61])
      }
    }
  }

  /// Tools that run at once in one process, as here, enter their files in one table (``SignalCleanup``).
  @Test func manyAtOnceAreWhole() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try TestFiles.withFolder { folder in
            for round in 0..<50 {
              let file = try AtomicFile(path: folder + "/a", expected: nil)
              try file.output.write([UInt8(number), UInt8(round)])
              try file.commit()
              #expect(try TestFiles.read(folder + "/a") == [UInt8(number), UInt8(round)])
            }
            #expect(TestFiles.list(folder, suffix: "") == [folder + "/a"])
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
