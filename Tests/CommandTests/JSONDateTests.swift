import SZCommand
import SZJSON
import TestSupport
import Testing

/// `sz-jsondate`: its laws, and its dates against another calculation.
@Suite(.limited) struct JSONDateTests {
  private func run(_ arguments: [String], _ input: String, chunk: Int = .max) -> String {
    let result = ToolRunner.run(JSONDateCommand.self, arguments, input: Array(input.utf8), chunkSize: chunk)
    return String(decoding: result.output, as: UTF8.self) + result.errors
  }

  /// Every day of 400 years and the days at both ends follow each other, and go back.
  @Test func civilDaysFollowEachOther() {
    var expected = CivilDate(year: 1, month: 1, day: 1)
    for days in -719_162...2_932_896 {
      if days > -719_162 + 146_097 * 6, days < 2_932_896 - 146_097 { continue }
      let date = CivilDate(daysSince1970: days)
      if days == 2_932_896 - 146_097 { expected = date }
      #expect(date == expected && date.daysSince1970 == days && date.isValid)
      expected.day += 1
      if !expected.isValid { (expected.month, expected.day) = (expected.month + 1, 1) }
      if !expected.isValid { (expected.year, expected.month) = (expected.year + 1, 1) }
    }
  }

  /// A date as serialisers write it is read as words, with a slash spelled otherwise character by character: both become the same.
  @Test(arguments: [
    [], ["--odata"], ["--wall=subtract"], ["--to", "epoch"], ["--to", "dotnet", "--utc"],
    ["--keep-sentinels"], ["--strict"],
  ])
  func spellingsOfOneDateBecomeTheSame(options: [String]) {
    let numbers = (0...19).flatMap { count in
      ["1", "9", "0"].map { String(repeating: $0, count: count) }
    }
    let ends = ["", "+0100", "-0000", "-0130", "+1400", "+1401", "+0060", "+0840", "+01", "+01000", "+", "x"]
    let special = [
      "253402300799999", "253402300800000", "62135596800000", "59011459200000", "1 ", "1e3", "1.5",
    ]
    for number in numbers + special {
      for (sign, end) in ["", "-"].flatMap({ sign in ends.map { (sign, $0) } }) {
        let inside = "Date(\(sign)\(number)\(end))\\/\""
        let words = run(options, "\"\\/" + inside)
        let characters = run(options, "\"\\u002f" + inside)
        #expect(words == characters.replacing("\\u002f", with: "\\/"), "\(options) \(inside)")
      }
    }
  }

  /// What .NET writes goes to ISO 8601 and back, byte for byte.
  @Test(arguments: [
    [], ["--odata"], ["--wall"], ["--wall=subtract"], ["--odata", "--wall=subtract"],
    ["--odata", "--wall=add"],
  ])
  func dotNetDatesSurviveTheWayThereAndBack(options: [String]) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<2000 {
      let milliseconds = Int.random(in: -62_135_500_000_000...253_402_200_000_000, using: &random)
      var date = "\"\\/Date(\(random.chance(2) ? milliseconds : milliseconds / 1000 * 1000)"
      if random.chance(2) {
        let minutes = random.below(14 * 60)
        let digits = options.contains("--odata") ? minutes : minutes / 60 * 100 + minutes % 60
        date += (random.chance(2) ? "-" : "+") + String(String(10_000 + digits).dropFirst())
      }
      date += ")\\/\""
      let there = run(options, date)
      #expect(there.count >= 22 && there.hasPrefix("\"") && !there.contains("Date"), "\(date)")
      #expect(
        run(["--to", "dotnet"] + options, there) == date,
        "seed \(SeededGenerator.runSeed), \(date) became \(there)")
    }
  }

  /// The ways to write one date give the same, wherever the stream is cut.
  @Test func cutsMakeNoDifference() {
    let input = """
      {"a":"\\/Date(700000+0500)\\/","b":["/Date(-1)/","\\u002fDate(1234)\\u002f",12.5,"/Date(x)/","2000-01-01T00:00:00Z"],
      "/Date(0)/":null}{"c":true} "\\/Date(0)\\/" 12 [] 3
      """
    for arguments in [
      [], ["--to", "dotnet"], ["--keys"], ["--to", "epoch"], ["--only", "$.b[1,4]"], ["--ignore", "$..b"],
    ] {
      let whole = run(arguments, input)
      for chunk in 1...input.utf8.count {
        #expect(run(arguments, input, chunk: chunk) == whole, "chunk \(chunk)")
      }
    }
  }

  /// Own rows, so that these tests stand without the tables.
  @Test(arguments: [
    ("\"\\/Date(946684861000+0100)\\/\"", "\"2000-01-01T01:01:01+01:00\""),
    ("\"/Date(-62135596800000)/\"", "null"), ("\"/Date(-59011459200000)/\"", "null"),
    ("\"/Date(253402300799999)/\"", "\"9999-12-31T23:59:59.999Z\""),
    ("\"/Date(253402300800000)/\"", "\"/Date(253402300800000)/\""),
    ("\"/Date(9223372036854775808)/\"", "\"/Date(9223372036854775808)/\""),
    ("\"/Date(99999999999999999999)/\"", "\"/Date(99999999999999999999)/\""),
    ("\"/Date(0+1401)/\"", "\"1970-01-01T00:00:00Z\""), ("\"/Date(0+01)/\"", "\"1970-01-01T01:00:00+01:00\""),
    ("\"/Date(\"", "\"/Date(\""), ("\"/\"", "\"/\""),
    ("\"/Date(1)/\\n\"", "\"/Date(1)/\\n\""), ("\"\\u002f\\u0044ate(1)/\"", "\"1970-01-01T00:00:00.001Z\""),
    ("\"/Date(-62135596800000-0500)/\"", "null"),
    ("\"2000-01-01T00:00:00+01:00\"", "\"2000-01-01T00:00:00+01:00\""),
  ])
  func converts(input: String, output: String) { #expect(run([], input) == output) }

  @Test(arguments: [
    (["--to", "epoch"], "\"/Date(1500)/\"", "1.500"), (["--to", "epoch"], "\"/Date(-1)/\"", "-0.001"),
    (["--to", "epoch"], "\"2000-01-01T00:00:00Z\"", "946684800"),
    (["--to", "epoch-ms"], "\"/Date(-1)/\"", "-1"), (["--to", "epoch"], "12", "12"),
    (["--to", "epoch", "--keys"], "{\"/Date(1000)/\":1}", "{\"1\":1}"),
    (["--keys"], "{\"/Date(-62135596800000)/\":1}", "{\"/Date(-62135596800000)/\":1}"),
    (["--lenient"], "\"date(1234.5\"", "\"1970-01-01T00:00:01.234Z\""),
    (["--lenient"], "\"/DATE(0+0100) x\"", "\"1970-01-01T01:00:00+01:00\""),
    (["--odata"], "\"/Date(0+0060)/\"", "\"1970-01-01T01:00:00+01:00\""),
    (["--odata"], "\"/Date(0-5)/\"", "\"1969-12-31T23:55:00-00:05\""),
    (["--odata"], "\"/Date(0+0841)/\"", "\"1970-01-01T00:00:00Z\""),
    (["--wall"], "\"/Date(0+0100)/\"", "\"1970-01-01T02:00:00+01:00\""),
    (["--wall=add"], "\"/Date(0+0100)/\"", "\"1970-01-01T02:00:00+01:00\""),
    (["--wall=subtract"], "\"/Date(0+0100)/\"", "\"1970-01-01T00:00:00+01:00\""),
    (["--wall=subtract", "--odata"], "\"/Date(0-0090)/\"", "\"1970-01-01T00:00:00-01:30\""),
    (["--wall=add", "--odata", "--utc"], "\"/Date(0-0090)/\"", "\"1969-12-31T22:30:00Z\""),
    (["--wall=subtract", "--to", "epoch"], "\"/Date(3600000+0100)/\"", "0"),
    (["--wall=subtract", "--to", "dotnet"], "\"1970-01-01T00:00:00+01:00\"", "\"\\/Date(0+0100)\\/\""),
    (["--wall", "--to", "dotnet"], "\"1970-01-01T02:00:00+01:00\"", "\"\\/Date(0+0100)\\/\""),
    (["--wall=subtract"], "\"/Date(-62135596800000+0100)/\"", "null"),
    (["--wall=subtract"], "\"/Date(5+2400)/\"", "\"1970-01-01T00:00:00.005Z\""),
    // The whole string counts, with its escapes resolved, also where the end does not matter.
    (["--lenient"], "\"\\/Date(946684861000\\u002b0100)\\/\"", "\"2000-01-01T01:01:01+01:00\""),
    (["--lenient"], "\"\\/Date(94668\\u00346861000)\\/\"", "\"2269-12-28T23:41:01Z\""),
    (["--lenient"], "\"/Date(0+01:00)/\"", "\"1970-01-01T01:00:00+01:00\""),
    (["--lenient"], "\"\\/Date(0-09:30)\\/\"", "\"1969-12-31T14:30:00-09:30\""),
    (["--lenient", "--odata"], "\"/Date(0+01:00)/\"", "\"1970-01-01T01:00:00+01:00\""),
    (["--lenient"], "\"/Date(0+01:60)/\"", "\"1970-01-01T00:00:00Z\""),
    (["--lenient"], "\"/Date(0+01:0)/\"", "\"1970-01-01T00:00:00Z\""),
    ([], "\"/Date(0+01:00)/\"", "\"/Date(0+01:00)/\""),
    // An offset that is not known.
    ([], "\"\\/Date(785635200000-0000)\\/\"", "\"1994-11-24T00:00:00-00:00\""),
    ([], "\"\\/Date(785635200000+0000)\\/\"", "\"1994-11-24T00:00:00+00:00\""),
    (["--odata"], "\"/Date(0-0)/\"", "\"1970-01-01T00:00:00-00:00\""),
    (["--to", "dotnet"], "\"1994-11-24T00:00:00-00:00\"", "\"\\/Date(785635200000-0000)\\/\""),
    (["--utc"], "\"1994-11-24T00:00:00-00:00\"", "\"1994-11-24T00:00:00Z\""),
    (["--to", "epoch"], "\"/Date(1000-0000)/\"", "1"),
    // .NET's smallest date, where it was written.
    ([], "\"/Date(-62135578800000-0500)/\"", "null"), ([], "\"/Date(-62135600400000+0100)/\"", "null"),
    ([], "\"/Date(-62135578800000)/\"", "null"),
    (["--odata"], "\"/Date(-62135578800000-0300)/\"", "null"),
    (["--keep-sentinels"], "\"/Date(-62135578800000-0500)/\"", "\"0001-01-01T00:00:00-05:00\""),
    (["--keep-sentinels"], "\"/Date(-62135600400000+0100)/\"", "\"/Date(-62135600400000+0100)/\""),
    (["--to", "dotnet", "--utc"], "\"/Date(-62135578800000-0500)/\"", "null"),
    (["--to", "dotnet"], "\"/Date(-62135578800000-0500)/\"", "\"/Date(-62135578800000-0500)/\""),
    (["--to", "dotnet"], "\"0001-01-01T00:00:00\"", "null"),
    (["--to", "dotnet"], "\"0001-01-01T00:00:00.000Z\"", "null"),
    (["--to", "epoch"], "\"0001-01-01T05:00:00Z\"", "null"),
    (["--to", "epoch-ms"], "\"0001-01-01T00:00:00+01:00\"", "null"),
    (["--to", "epoch-ms"], "\"0100-01-01T00:00:00Z\"", "null"),
    (["--to", "dotnet"], "\"0001-01-01T05:00:01Z\"", "\"\\/Date(-62135578799000)\\/\""),
    (["--to", "dotnet"], "\"0001-01-01T00:00:00.5Z\"", "\"\\/Date(-62135596799500)\\/\""),
    (["--to", "dotnet"], "\"0001-01-01\"", "\"0001-01-01\""),
    (["--to", "dotnet", "--assume", "utc"], "\"0001-01-01\"", "null"),
    (["--to", "dotnet", "--keep-sentinels"], "\"0001-01-01T00:00:00Z\"", "\"\\/Date(-62135596800000)\\/\""),
    (["--utc"], "\"0001-01-01T00:00:00+01:00\"", "null"),
    ([], "\"0001-01-01T00:00:00Z\"", "\"0001-01-01T00:00:00Z\""),
    // Numbers that somebody says are no date.
    (["--sentinel", "0"], "\"/Date(0)/\"", "null"),
    (["--sentinel", "0"], "\"/Date(0+0100)/\"", "null"),
    (["--sentinel", "0"], "\"/Date(1)/\"", "\"1970-01-01T00:00:00.001Z\""),
    (["--sentinel", "-1", "--sentinel", "1", "--to", "dotnet"], "\"1970-01-01T00:00:00.001Z\"", "null"),
    (["--sentinel", "0", "--to", "dotnet"], "{\"1970-01-01T00:00:00Z\":1}", "{\"1970-01-01T00:00:00Z\":1}"),
    // To the form that they have.
    (["--to", "dotnet", "--utc"], "\"/Date(0+1500)/\"", "\"\\/Date(0)\\/\""),
    (["--to", "dotnet", "--lenient"], "\"date(1234.5\"", "\"\\/Date(1234)\\/\""),
    (["--to", "dotnet", "--lenient"], "\"/Date(0+0100)/\"", "\"/Date(0+0100)/\""),
    (["--to", "dotnet", "--lenient"], "\"/Date(0+01:00)/\"", "\"\\/Date(0+0100)\\/\""),
    (["--to", "dotnet", "--strict"], "\"/Date(0+0100)/\"", "\"/Date(0+0100)/\""),
    (["--to", "dotnet", "--strict"], "\"/Date(-62135596800000)/\"", "\"/Date(-62135596800000)/\""),
    // What RFC 3339 does not have, where an option says so.
    (["--lenient"], "\"2000-01-01T01:01Z\"", "\"2000-01-01T01:01:00Z\""),
    (["--lenient"], "\"2000-01-01 01:01:01.50+01:00\"", "\"2000-01-01T01:01:01.50+01:00\""),
    (["--lenient"], "\"2000-01-01 01:01:01\"", "\"2000-01-01 01:01:01\""),
    (["--lenient"], "\"2000-01-01T01:01:01z\"", "\"2000-01-01T01:01:01z\""),
    (["--lenient", "--to", "epoch"], "\"1970-01-01 00:01Z\"", "60"),
    (["--to", "epoch"], "\"1970-01-01 00:01Z\"", "\"1970-01-01 00:01Z\""),
    (["--to", "epoch"], "\"1970-01-01T00:01Z\"", "\"1970-01-01T00:01Z\""),
    (["--assume", "+01:00"], "\"2000-01-01\"", "\"2000-01-01T00:00:00+01:00\""),
    (["--assume", "utc", "--to", "epoch-ms"], "\"1970-01-02\"", "86400000"),
    (["--assume", "utc"], "\"2000-01-01 01:01\"", "\"2000-01-01T01:01:00Z\""),
    (["--assume", "utc"], "\"2000-01-01T24:00\"", "\"2000-01-02T00:00:00Z\""),
    (["--assume", "utc"], "\"2000-01-01T24:01\"", "\"2000-01-01T24:01\""),
    (["--assume", "utc"], "\"2000-02-30\"", "\"2000-02-30\""),
    (["--assume", "utc"], "\"2000-01-01T01:01.5Z\"", "\"2000-01-01T01:01.5Z\""),
    (["--lenient", "--to", "dotnet"], "\"2000-01-01\"", "\"2000-01-01\""),
    // What is prose to JavaScriptSerializer stays.
    (["--escaped"], "[\"/Date(0)/\",\"\\/Date(0)\\/\"]", "[\"/Date(0)/\",\"1970-01-01T00:00:00Z\"]"),
    (["--escaped"], "\"\\u002fDate(0)\\u002f\"", "\"\\u002fDate(0)\\u002f\""),
    (["--escaped"], "\"\\/Date(\\u0030)\\/\"", "\"\\/Date(\\u0030)\\/\""),
    (["--escaped", "--lenient"], "\"\\/Date(0\\u002b0100)\\/\"", "\"\\/Date(0\\u002b0100)\\/\""),
    (["--escaped", "--lenient"], "\"\\/date(0+0100)\\/\"", "\"1970-01-01T01:00:00+01:00\""),
    (["--escaped", "--strict"], "[\"/Date(x)/\"]", "[\"/Date(x)/\"]"),
    (["--escaped", "--to", "epoch"], "\"1970-01-01T00:00:00Z\"", "0"),
    // Prose may begin with a date.
    (["--strict", "--to", "epoch"], "\"2000-01-01 12 people came\"", "\"2000-01-01 12 people came\""),
    (["--strict", "--utc"], "\"2000-01-01T00:00:00Z INFO\"", "\"2000-01-01T00:00:00Z INFO\""),
    (["--utc"], "\"2000-01-01T00:00:00.1234567+01:00\"", "\"1999-12-31T23:00:00.1234567Z\""),
    (["--assume", "-03:30"], "\"2000-01-01T00:00:00.5\"", "\"2000-01-01T00:00:00.5-03:30\""),
    (["--assume", "utc", "--to", "dotnet"], "\"2000-01-01T00:00:00\"", "\"\\/Date(946684800000)\\/\""),
    (["--to", "dotnet"], "\"2000-01-01T00:00:00\"", "\"2000-01-01T00:00:00\""),
    (["--to", "dotnet"], "\"1999-12-31T24:00:00z\"", "\"\\/Date(946684800000)\\/\""),
    (["--to", "dotnet"], "\"1998-12-31T23:59:60Z\"", "\"1998-12-31T23:59:60Z\""),
    (["--to", "dotnet"], "\"2000-01-01T00:00:00.\"", "\"2000-01-01T00:00:00.\""),
    (["--to", "dotnet"], "\"1969-12-31T23:59:59.99999999999999999999999Z\"", "\"\\/Date(0)\\/\""),
    (["--to", "dotnet", "--utc"], "\"/Date(0+0100)/\"", "\"\\/Date(0)\\/\""),
    (["--to", "dotnet"], "\"/Date(0+0100)/\"", "\"/Date(0+0100)/\""),
  ])
  func options(arguments: [String], input: String, output: String) {
    #expect(run(arguments, input) == output)
    for chunk in 1...3 { #expect(run(arguments, input, chunk: chunk) == output) }
  }

  /// What somebody meant for a date and is none.
  @Test(arguments: [
    ([], "/Date(0+1500)/"), (["--to", "dotnet"], "/Date(pizza)/"),
    (["--to", "dotnet"], "\\/Date(0+1500)\\/"),
    (["--escaped"], "\\/Date(pizza)\\/"), (["--to", "epoch"], "2000-01-01T25:00:00Z"),
    (["--to", "epoch"], "2000-01-01T01:01Z"), (["--utc"], "2000-01-01 01:01:01Z"),
    (["--utc"], "2000-01-01T01:01:01"),
    (["--assume", "utc"], "2000-02-30"), (["--assume", "utc"], "2000-01-01 24:01"),
    (["--to", "epoch"], "2000-01-01T00:00:00+15:00"),
  ])
  func strictRefuses(arguments: [String], text: String) {
    #expect(
      run(["--strict"] + arguments, "\"" + text + "\"")
        == "sz-jsondate: <stdin>:1:1: this begins like a date but cannot be converted\n")
  }
}
