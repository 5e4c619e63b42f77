#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The files that must not outlive the process, and the groups of processes: each is removed, or ended, when a signal ends it.
///
/// Unsafe code keeps to this: the table has a fixed place and size; an entry holds nil or a C string that is not released before
/// the entry is nil again. The handler makes only calls that signal-safety(7) allows. Files and groups are entered and taken out under
/// a lock, with the signals held back, so that there is no moment at which one is there and not in the table. A tool does that on one
/// thread, so that no handler comes upon a change half made; who runs several tools at once has the lock.
public enum SignalCleanup {
  private static let capacity = 16
  nonisolated(unsafe) private static let files: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
    let files = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    unsafe files.initialize(repeating: nil, count: capacity)
    return unsafe files
  }()
  /// The numbers of groups of processes; 0 where there is none.
  nonisolated(unsafe) private static let groups: UnsafeMutablePointer<pid_t> = {
    let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: capacity)
    unsafe groups.initialize(repeating: 0, count: capacity)
    return unsafe groups
  }()
  nonisolated(unsafe) private static var isPrepared = false
  nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
    let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
    return unsafe lock
  }()

  /// What ends a process unless it says otherwise, and may be raised from outside.
  private static var signals: [Int32] {
    [
      SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM,
      SIGPROF,
    ]
  }

  /// Runs `create`, which makes the file at `path`, and enters it when that succeeded.
  static func create<R>(_ path: String, _ create: () throws(SystemError) -> R) throws(SystemError) -> R {
    try withoutSignals { (_) throws(SystemError) in
      let result = try create()
      for index in 0..<capacity where unsafe files[index] == nil {
        unsafe files[index] = strdup(path.systemName)
        break
      }
      return result
    }
  }

  /// Takes out what is no longer there, or may stay.
  static func forget(_ path: String) {
    withoutSignals { _ in
      for index in 0..<capacity {
        guard let name = unsafe files[index], unsafe strcmp(name, path.systemName) == 0 else { continue }
        unsafe files[index] = nil
        unsafe free(name)
        return
      }
    }
  }

  /// Runs `start`, which starts a program that leads a group, and enters the group when that succeeded. `start` is told the signals
  /// that are to be held back in the program: those held back here, but for this call.
  static func start(_ start: (sigset_t) throws(SystemError) -> pid_t) throws(SystemError) -> pid_t {
    try withoutSignals { (held) throws(SystemError) in
      let group = try start(held)
      for index in 0..<capacity where unsafe groups[index] == 0 {
        unsafe groups[index] = group
        break
      }
      return group
    }
  }

  /// Takes out a group that has ended.
  static func forget(group: pid_t) {
    withoutSignals { _ in
      for index in 0..<capacity where unsafe groups[index] == group { unsafe groups[index] = 0 }
    }
  }

  /// Removes and ends all of them; may be called by a signal's handler.
  public static func removeAll() {
    guard unsafe isPrepared else { return }
    for index in 0..<capacity {
      if let name = unsafe files[index] { unsafe _ = unlink(name) }
      if unsafe groups[index] != 0 { _ = unsafe kill(-groups[index], SIGTERM) }
    }
  }

  /// Runs `body` under the lock, with all signals held back; they come when it has ended. It is told those that were held back before.
  private static func withoutSignals<R, E: Error>(_ body: (sigset_t) throws(E) -> R) throws(E) -> R {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    unsafe pthread_mutex_lock(lock)
    defer {
      unsafe pthread_mutex_unlock(lock)
      unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    prepare()
    return try body(before)
  }

  /// Signals that are ignored, as by nohup(1), stay so.
  private static func prepare() {
    if unsafe isPrepared { return }
    // Made before a handler could want it.
    _ = unsafe (files, groups)
    unsafe isPrepared = true
    for number in signals {
      var old = sigaction()
      unsafe sigaction(number, nil, &old)
      if Platform.isIgnored(old) { continue }
      var new = sigaction()
      Platform.setHandler(&new) { number in
        SignalCleanup.removeAll()
        // The default is in place again; the signal comes when this has returned, and ends the process as its sender meant.
        raise(number)
      }
      new.sa_flags = CInt(truncatingIfNeeded: SA_RESETHAND)
      unsafe sigaction(number, &new, nil)
    }
  }
}
