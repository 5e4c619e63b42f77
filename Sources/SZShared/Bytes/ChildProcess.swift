#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Programs that are run for what they print.
package enum ChildProcess {
  /// Runs the program at `path` and answers what it writes on its standard output; its standard error is ours.
  /// - Throws: what posix_spawn(3), pipe(2) or read(2) say. How the program ends is not looked at: who asks knows a whole
  ///   answer when it sees one.
  package static func output(of path: String, _ arguments: [String]) throws(SystemError) -> [UInt8] {
    var ends: [Descriptor] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.current }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(readEnd) }
    let process: pid_t
    do { process = try spawn(path, arguments, output: writeEnd, closing: readEnd) } catch {
      close(writeEnd)
      throw error
    }
    close(writeEnd)
    defer {
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    let source = try InputFile.read(descriptor: readEnd, name: path)
    return source.view.array(0..<source.count)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], output: Descriptor, closing: Descriptor
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    if ErrorStream.descriptor != 2 {
      unsafe posix_spawn_file_actions_adddup2(&actions, ErrorStream.descriptor, 2)
    }
    if output != 1 { unsafe posix_spawn_file_actions_addclose(&actions, output) }
    unsafe posix_spawn_file_actions_addclose(&actions, closing)
    // The strings belong to the C library until the program has been started.
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, nil, &words, environ)
    if code != 0 { throw SystemError(code) }
    return process
  }

  /// The folder of the program that runs; nil where the system does not tell.
  package static var ownFolder: String? {
    let path = Platform.resolved("/proc/self/exe")
    guard path != "/proc/self/exe", let slash = path.lastIndex(of: "/") else { return nil }
    return String(path[..<slash])
  }
}
