import Foundation
import TestSupport
import Testing

/// The real tools on a pipe whose writer pauses: what has come so far is out before the input ends.
@Suite(.serialized, .limited) struct LivePipeTests {
  @Test(arguments: [
    (
      "sz-jsondate", "{\"at\":\"\\/Date(0)\\/\",\"next\":\"\\/Da",
      "{\"at\":\"1970-01-01T00:00:00Z\",\"next\":",
      "te(1)\\/\"}\n", "\"1970-01-01T00:00:00.001Z\"}\n"
    ),
    ("sz-jsondate", "1\n", "1\n", "2", "2"),
    (
      "sz-htmlenc", "{\"a\":\"<b>\"}\n{\"b\":\"\u{e9}", "{\"a\":\"&lt;b&gt;\"}\n{\"b\":", "\"}\n",
      "\"&eacute;\"}\n"
    ),
  ])
  func outputComesBeforeTheEnd(
    tool: String, first: String, firstOutput: String, second: String, secondOutput: String
  ) throws {
    let path = try #require(TestFiles.executable(tool), "the tool was not built beside the tests")
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(first.utf8))
    #expect(read(output, count: firstOutput.utf8.count) == firstOutput)
    input.fileHandleForWriting.write(Data(second.utf8))
    try input.fileHandleForWriting.close()
    #expect(read(output, count: secondOutput.utf8.count) == secondOutput)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Pipes that some other process has told not to block, as event loops do, are waited for.
  @Test(arguments: ["sz-jsondate", "sz-htmlenc"]) func pipesNeedNotBlock(tool: String) throws {
    let path = try #require(TestFiles.executable(tool))
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    for end in [input.fileHandleForReading, output.fileHandleForWriting] {
      #expect(fcntl(end.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    }
    process.executableURL = URL(fileURLWithPath: path)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // More than a pipe holds, begun after the tool has found nothing there.
    let text = "[" + String(repeating: "\"text\",", count: 50_000) + "1]"
    usleep(100_000)
    Thread.detachNewThread {
      input.fileHandleForWriting.write(Data(text.utf8))
      try? input.fileHandleForWriting.close()
    }
    usleep(100_000)
    #expect(read(output, count: text.utf8.count) == text)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Where no temporary file can be made, the message names the folder, which nobody wrote on the command line.
  @Test func theFolderForTemporaryFilesIsNamed() throws {
    let path = try #require(TestFiles.executable("sz-htmlenc"))
    try TestFiles.withFolder { folder in
      let text = "\"" + String(repeating: "x", count: 3 << 20) + "\""
      try TestFiles.write(Array(text.utf8), folder + "/big.json")
      let process = Process()
      let errors = Pipe()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = [folder + "/big.json"]
      process.environment = ["TMPDIR": folder + "/none"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      let told = try #require(try errors.fileHandleForReading.readToEnd())
      #expect(
        String(decoding: told, as: UTF8.self).contains(
          "no temporary file in \(folder)/none, which TMPDIR names: no such file or directory"))
      process.waitUntilExit()
      #expect(process.terminationStatus == 2)
    }
  }

  /// A Core Data model is read twice, which a pipe is not.
  @Test func aCoreDataModelIsAFile() throws {
    let path = try #require(TestFiles.executable("sz-diff"))
    let process = Process()
    let (input, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--model", "/dev/stdin", "/dev/null", "/dev/null"]
    process.standardInput = input
    process.standardError = errors
    try process.run()
    input.fileHandleForWriting.write(Data("<model/>".utf8))
    try input.fileHandleForWriting.close()
    let told = try #require(try errors.fileHandleForReading.readToEnd())
    #expect(
      String(decoding: told, as: UTF8.self)
        == "sz-diff: /dev/stdin: a Core Data model is read from a file, and this is none\n")
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }

  /// What a resolver has started ends when a signal ends the tool that started it, however early: here the resolver sends it itself.
  @Test(arguments: 1...10) func whatWasStartedEndsWithASignal(time: Int) throws {
    let path = try #require(TestFiles.executable("sz-merge"))
    try TestFiles.withFolder { folder in
      for (name, text) in [("p", "1"), ("e", "2"), ("c", "3")] {
        try TestFiles.write(Array(text.utf8), folder + "/" + name)
      }
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments =
        ["--resolver", "sleep 100 & echo $! >&2; kill $PPID; wait"]
        + ["p", "e", "c"].map { folder + "/" + $0 }
      process.standardError = output
      // Threads of a pool hold signals back, and what they start inherits that.
      var (none, before) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let child = try #require(pid_t(line.dropLast()))
      // Its end has to be noticed by whoever takes it over.
      func isThere() -> Bool {
        kill(child, 0) == 0
          && (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8))?.contains(") Z ") != true
      }
      for _ in 0..<100 where isThere() { usleep(20_000) }
      #expect(!isThere())
      // Waiting for the tool is waiting for what it started, too.
      if isThere() { kill(child, SIGKILL) }
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
    }
  }

  /// Reads `count` bytes; waits at most ten seconds.
  private func read(_ pipe: Pipe, count: Int) -> String {
    var bytes: [UInt8] = []
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    while bytes.count < count {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 10_000) == 1 else { break }
      let piece = pipe.fileHandleForReading.availableData
      if piece.isEmpty { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The system's zone rules, which only a process of its own can be given.
  @Test(arguments: [
    ("America/New_York", ["--local"], "\"/Date(1583020800000)/\"", "\"2020-02-29T19:00:00-05:00\""),
    ("America/New_York", ["--local"], "\"/Date(1593561600000)/\"", "\"2020-06-30T20:00:00-04:00\""),
    ("America/New_York", ["--assume", "local"], "\"2020-07-01T00:00:00\"", "\"2020-07-01T00:00:00-04:00\""),
    ("Asia/Kolkata", ["--local"], "\"/Date(0+0100)/\"", "\"1970-01-01T05:30:00+05:30\""),
    ("Africa/Monrovia", ["--local"], "\"/Date(-2208988800000)/\"", "\"1899-12-31T23:17:00-00:43\""),
    // Offsets with seconds: the instant counts, and the zone is shown in whole minutes.
    ("Africa/Monrovia", ["--assume", "local", "--to", "epoch"], "\"1971-01-01T00:00:00\"", "31538670"),
    (
      "Africa/Monrovia", ["--assume", "local"], "\"1971-01-01T00:00:00.25\"",
      "\"1970-12-31T23:59:30.25-00:45\""
    ),
    ("Africa/Monrovia", ["--assume", "local", "--utc"], "\"1971-01-01\"", "\"1971-01-01T00:44:30Z\""),
    ("Europe/Berlin", ["--assume", "local", "--utc"], "\"1890-01-01T00:00:00\"", "\"1889-12-31T23:06:32Z\""),
    ("Europe/Berlin", ["--local"], "\"1889-12-31T23:06:32Z\"", "\"1889-12-31T23:59:32+00:53\""),
    // Further than an offset can be read back from.
    ("America/Juneau", ["--local"], "\"/Date(-3786825600000+0100)/\"", "\"1850-01-01T00:00:00Z\""),
    ("America/Juneau", ["--assume", "local"], "\"1850-01-01T15:02:19\"", "\"1850-01-01T00:00:00Z\""),
    // A time that clocks never showed.
    ("Europe/Berlin", ["--assume", "local"], "\"2024-03-31T02:30:00\"", "\"2024-03-31T03:30:00+02:00\""),
  ])
  func localTimeFollowsTheZone(zone: String, arguments: [String], input: String, output: String) throws {
    guard TestFiles.exists("/usr/share/zoneinfo/" + zone) else { return }
    let path = try #require(TestFiles.executable("sz-jsondate"))
    let process = Process()
    let (inputPipe, outputPipe) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ["TZ": zone]
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    try process.run()
    inputPipe.fileHandleForWriting.write(Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    #expect(read(outputPipe, count: output.utf8.count) == output)
    process.waitUntilExit()
  }
}
