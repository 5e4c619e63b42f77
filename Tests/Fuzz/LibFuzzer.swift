import Glibc

/// The target that `SZ_FUZZ_TARGET` names.
private let target = getenv("SZ_FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// What libFuzzer calls with each input: see https://llvm.org/docs/LibFuzzer.html. A disagreement ends the process, as a trap does.
@_cdecl("LLVMFuzzerTestOneInput")
package func libFuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let target else { fatalError("SZ_FUZZ_TARGET names no target") }
  do { try target.run(Array(UnsafeBufferPointer(start: data, count: size))) } catch {
    fatalError("disagreement: \(error)")
  }
  return 0
}
