internal import SZJSON
internal import SZLines

/// Says on the standard error how far a run over lines is: bytes, rate and the time that is left.
final class LineMeter {
  private let io: ToolIO
  private let name: String
  private let start = Platform.now
  private var last = 0.0
  private let isTerminal: Bool
  private let isAsked: Bool
  private var isShown = false
  /// How many bytes there are to read.
  var total: Int

  /// Nil where nobody is told: without `--progress` only a terminal is.
  init?(_ spec: CommandSpec, _ arguments: ParsedArguments, total: Int, _ io: ToolIO) {
    isTerminal = io.errorsAreTerminal
    isAsked = arguments.has(LineOption.progress)
    guard isTerminal || isAsked else { return nil }
    (self.io, name, self.total) = (io, spec.name, total)
  }

  var progress: LineProgress { LineProgress { [self] done in tell(done) } }

  /// A terminal is told after two seconds and then each half, anything else each ten.
  private func tell(_ done: Int) {
    let time = Platform.now - start
    let isDue = isTerminal ? time - last >= 0.5 && (isAsked || time >= 2) : time - last >= 10
    guard isDue else { return }
    last = time
    show(done, time)
  }

  private func show(_ done: Int, _ time: Double) {
    isShown = true
    let rate = Double(done) / max(time, 0.001)
    let left = max(0, Double(total - done) / max(rate, 1))
    let text =
      "\(name): \(LineMeter.size(done)) of \(LineMeter.size(max(done, total))), \(LineMeter.size(Int(rate)))/s, \(LineMeter.span(left)) left"
    io.tell(isTerminal ? "\r\u{1B}[K" + text : text + "\n")
  }

  /// Ends the line of a terminal; where it was asked for, the whole is told in the end.
  func end(_ done: Int) {
    if isAsked { show(done, Platform.now - start) }
    if isTerminal, isShown { io.tell("\n") }
  }

  static func size(_ bytes: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 1000, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    return unit == 0 ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  private static func span(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
