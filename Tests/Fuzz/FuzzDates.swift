import Glibc
import SZCommand

/// Dates of .NET go to ISO 8601 as gmtime(3) says and back to the same bytes; and any bytes at all give the same in pieces as
/// whole, and are not changed a second time.
func fuzzDates(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let mode = input.below(2)
  let (choices, chunk) = (input.byte(), 1 + input.below(100))
  let dialect =
    (choices & 1 != 0 ? ["--odata"] : [])
    + [[], ["--wall=add"], ["--wall=subtract"], []][Int(choices >> 1) % 4]
  if mode == 0 {
    let forms = [
      [], ["--utc"], ["--assume", "+01:30"], ["--to", "dotnet"], ["--to", "epoch-ms"], ["--lenient"],
    ]
    let others = [[], ["--strict"], ["--escaped"], ["--keys"]][Int(choices >> 6)]
    var arguments = dialect + forms[Int(choices >> 3) % forms.count]
    if !(arguments.contains("--lenient") && others.contains("--strict")) { arguments += others }
    let result = try Fuzz.piecesMakeNoDifference(JSONDateCommand.self, arguments, input.rest(), chunk: chunk)
    if result.code == 0 {
      try Fuzz.expect(
        Fuzz.run(JSONDateCommand.self, arguments, result.output).output, result.output, "\(arguments) twice")
    }
    return
  }
  // Two days from either end, so that no zone leads out of the years 1 to 9999.
  let span: UInt64 = 315_537_897_600_000 - 4 * 86_400_000
  var number = Int(input.word() % span) - 62_135_596_800_000 + 2 * 86_400_000
  if choices & 64 != 0 { number -= number % 1000 }
  let minutes = input.below(2) == 0 ? 0 : input.below(256) * 4 % 841
  let (hasOffset, isWest) = (input.below(2) == 1, input.below(2) == 1)
  let digits = dialect.contains("--odata") ? minutes : minutes / 60 * 100 + minutes % 60
  let sign = isWest ? "-" : "+"
  let offset = hasOffset ? sign + String(String(10_000 + digits).dropFirst()) : ""
  let date = Array("\"\\/Date(\(number)\(offset))\\/\"".utf8)
  if number == -59_011_459_200_000 { return }
  let there = Fuzz.run(JSONDateCommand.self, dialect, date, chunk: chunk)
  try Fuzz.expect(
    Fuzz.run(JSONDateCommand.self, dialect + ["--to", "dotnet"], there.output, chunk: chunk).output, date,
    "\(dialect), by way of \(String(decoding: there.output, as: UTF8.self))")
  // Another calendar.
  let east = hasOffset ? isWest ? -minutes : minutes : 0
  let shift = dialect.contains("--wall=add") ? 1 : dialect.contains("--wall=subtract") ? -1 : 0
  let wall = number + (shift + 1) * east * 60_000
  let milliseconds = ((wall % 1000) + 1000) % 1000
  var seconds = time_t((wall - milliseconds) / 1000)
  var parts = tm()
  gmtime_r(&seconds, &parts)
  func padded(_ number: Int32, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.count) + text
  }
  let day = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
  let time = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
  let fraction = milliseconds == 0 ? "" : "." + padded(Int32(milliseconds), 3)
  let zone = hasOffset ? "\(sign)\(padded(Int32(minutes / 60), 2)):\(padded(Int32(minutes % 60), 2))" : "Z"
  try Fuzz.expect(
    String(decoding: there.output, as: UTF8.self), "\"\(day)T\(time)\(fraction)\(zone)\"",
    String(decoding: date, as: UTF8.self))
}
