/// Why a stream ended before its input did.
package enum StreamFailure: Error {
  case notJSON(JSONError.Reason, SourcePosition, Mistake?)
  case input(SystemError)
  case output(SystemError)
}
