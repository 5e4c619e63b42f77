public import SZJSON

/// Why a stream ended before its input did.
public enum StreamFailure: Error {
  case notJSON(JSONError.Reason, SourcePosition, Mistake?)
  case input(SystemError)
  case output(SystemError)
}
