#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Runs two pieces of work at once on plain threads, and waits for both.
///
/// The second runs on a thread of its own; when none can be made, after the first. Swift's concurrency runtime is not
/// used because loading it doubles the start-up time of a tool.
enum ParallelPair {
  static func run<A: Sendable, B: Sendable>(
    _ first: () -> A, _ second: @escaping @Sendable () -> B
  ) -> (A, B) {
    let job = Job(second)
    #if os(Linux)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let argument = unsafe Unmanaged.passRetained(job).toOpaque()
    let status = unsafe pthread_create(&thread, nil, jobMain, argument)
    let result = first()
    if status == 0 {
      #if os(Linux)
        pthread_join(thread, nil)
      #else
        if let thread { unsafe pthread_join(thread, nil) }
      #endif
    } else {
      unsafe Unmanaged<AnyJob>.fromOpaque(argument).takeRetainedValue().run()
    }
    return (result, job.result ?? second())
  }
}

/// What the thread begins with: it takes over the reference to its job.
#if os(Linux)
  private func jobMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    FaultHandler.useOwnStack()
    if let argument = unsafe argument {
      unsafe Unmanaged<AnyJob>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
  }
#else
  private func jobMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    FaultHandler.useOwnStack()
    unsafe Unmanaged<AnyJob>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#endif

private class AnyJob { func run() {} }

/// The result is written by one thread and read after that thread has been joined.
private final class Job<R: Sendable>: AnyJob {
  private let body: @Sendable () -> R
  private(set) var result: R?
  init(_ body: @escaping @Sendable () -> R) { self.body = body }
  override func run() { result = body() }
}
