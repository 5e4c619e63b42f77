#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What ends the process when the processor or the system stops it: a line that names the tool and the reason, exit code 2,
/// and no temporary files.
///
/// Two causes are not the program's: a file that somebody cuts short while it is mapped and read (SIGBUS), and the end of
/// memory, which Swift's own arrays answer with a trap, as they have no other way.
///
/// Unsafe code keeps to this: whatever the handler reads was made before it was installed, or is entered with the field that
/// makes it valid last; it makes only calls that signal-safety(7) allows, and runs on a stack of its own.
public enum FaultHandler {
  /// A mapped input.
  @safe private struct Mapped {
    var start: UInt = 0
    var end: UInt = 0
    var name: UnsafeMutablePointer<CChar>?
    init() { unsafe name = nil }
  }

  private static let capacity = 16
  private static let stackSize = 1 << 16
  nonisolated(unsafe) private static let inputs: UnsafeMutablePointer<Mapped> = {
    let inputs = UnsafeMutablePointer<Mapped>.allocate(capacity: capacity)
    unsafe inputs.initialize(repeating: Mapped(), count: capacity)
    return unsafe inputs
  }()
  nonisolated(unsafe) private static var toolName: UnsafeMutablePointer<CChar>?
  /// How much memory the process could have had at most.
  nonisolated(unsafe) private static var memoryLimit = 0
  nonisolated(unsafe) private static var isOutOfMemory = false

  /// Sets the handler up for a process that is the tool called `name`.
  public static func install(_ name: String) {
    _ = unsafe inputs
    unsafe toolName = strdup(name)
    unsafe memoryLimit = FaultHandler.limit()
    useOwnStack()
    for number in [SIGBUS, SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
      var action = sigaction()
      unsafe Platform.setFaultHandler(&action) { number, info, _ in
        unsafe FaultHandler.end(number, at: Platform.faultAddress(info))
      }
      action.sa_flags = CInt(truncatingIfNeeded: SA_SIGINFO) | CInt(truncatingIfNeeded: SA_ONSTACK)
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Gives the calling thread a stack for its handlers, for the case that its own is used up.
  static func useOwnStack() {
    let memory = unsafe mmap(nil, stackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return }
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = memory
    unsafe stack.ss_size = stackSize
    unsafe sigaltstack(&stack, nil)
  }

  /// Says that the `count` bytes at `base` are those of a file, whose reading may fail.
  static func expect(at base: UnsafeMutableRawPointer, count: Int, name: String) {
    guard unsafe toolName != nil else { return }
    let start = UInt(bitPattern: base)
    for index in 0..<capacity where unsafe inputs[index].end == 0 || inputs[index].start == start {
      unsafe inputs[index].end = 0
      unsafe free(inputs[index].name)
      unsafe inputs[index].name = strdup(name)
      unsafe inputs[index].start = start
      unsafe inputs[index].end = start + UInt(count)
      return
    }
  }

  /// Ends the process because there is no memory.
  public static func endOutOfMemory() -> Never {
    unsafe isOutOfMemory = true
    preconditionFailure("out of memory")
  }

  /// The least of what the limits of the process and the machine's memory allow.
  private static func limit() -> Int {
    var least = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(getpagesize())
    for which in Platform.memoryLimits {
      if let limit = Platform.limit(which) { least = min(least, limit) }
    }
    return least
  }

  /// Whether memory is what was missing: whoever could not double what it has cannot have three quarters of all.
  private static var hasNoMemory: Bool {
    if unsafe isOutOfMemory { return true }
    let size = unsafe memoryLimit / 4 * 3
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    if unsafe memory == MAP_FAILED { return true }
    unsafe munmap(memory, size)
    return false
  }

  private static func end(_ number: Int32, at address: UInt) -> Never {
    SignalCleanup.removeAll()
    if let toolName = unsafe toolName { unsafe say(toolName) }
    say(words: ": ")
    if number == SIGBUS, let index = mappedInput(address) {
      if let name = unsafe inputs[index].name { unsafe say(name) }
      say(words: ": cut short while it was being read\n")
    } else if hasNoMemory {
      say(words: "out of memory\n")
    } else {
      say(words: "stopped by a mistake in this program, which ought to be reported\n")
    }
    // What every tool ends with in trouble.
    _exit(2)
  }

  /// The input whose mapping holds `address`. The page at its end counts, as it goes with the file.
  private static func mappedInput(_ address: UInt) -> Int? {
    for index in 0..<capacity where unsafe address >= inputs[index].start && address < inputs[index].end {
      return index
    }
    return nil
  }

  /// By another name than that for C strings, to which a literal would be turned by an allocation.
  private static func say(words text: StaticString) {
    unsafe _ = write(ErrorStream.descriptor, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func say(_ text: UnsafePointer<CChar>) {
    unsafe _ = write(ErrorStream.descriptor, text, strlen(text))
  }
}
