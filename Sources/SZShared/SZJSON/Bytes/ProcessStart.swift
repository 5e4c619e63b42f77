#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How a program is started: with our own streams and environment, but for what is said here.
struct ProcessStart {
  let program: String
  let arguments: [String]
  var input: Descriptor?
  var output: Descriptor?
  /// The descriptors that it does not get.
  var closing: [Descriptor] = []
  /// Whether it leads a session of its own, and so a group of processes that all of its own are in.
  var isApart = false
  /// The signals that are held back there; nil for those that are here.
  var heldBack: sigset_t?
  /// Variables of the environment that have other values there.
  var variables: [String: String] = [:]

  /// One whose name has no slash is looked for as a shell does.
  init(_ program: String, _ arguments: [String]) { (self.program, self.arguments) = (program, arguments) }

  /// Starts the program. A SIGPIPE that is ignored here is not ignored there.
  /// - Throws: what posix_spawn(3) says.
  func start() throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, number) in [(input, Descriptor(0)), (output, 1)] {
      guard let descriptor else { continue }
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      if descriptor != number { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    }
    for descriptor in closing { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    if ErrorStream.descriptor != 2 {
      unsafe posix_spawn_file_actions_adddup2(&actions, ErrorStream.descriptor, 2)
    }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | (isApart ? Platform.spawnsSession : 0)
    if var held = heldBack {
      unsafe posix_spawnattr_setsigmask(&attributes, &held)
      flags |= Int32(POSIX_SPAWN_SETSIGMASK)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    // The strings belong to the C library until the program has been started.
    var words = unsafe ([program] + arguments).map { unsafe strdup($0.systemName) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    var code: Int32 = 0
    if variables.isEmpty {
      code = unsafe posix_spawnp(&process, program.systemName, &actions, &attributes, &words, environ)
    } else {
      var environment = unsafe environment
      defer { for index in unsafe environment.indices { unsafe free(environment[index]) } }
      code = unsafe posix_spawnp(&process, program.systemName, &actions, &attributes, &words, &environment)
    }
    if code != 0 { throw SystemError(code) }
    return process
  }

  /// Our environment with other values for some variables, ending in nil, in strings of the C library.
  private var environment: [UnsafeMutablePointer<CChar>?] {
    var strings: [UnsafeMutablePointer<CChar>?] = unsafe []
    var index = 0
    while let entry = unsafe environ[index] {
      index += 1
      let name = unsafe String(cString: entry).prefix { $0 != "=" }
      if variables[String(name)] == nil { unsafe strings.append(strdup(entry)) }
    }
    for (name, value) in variables { unsafe strings.append(strdup("\(name)=\(value)")) }
    return unsafe strings + [nil]
  }
}
