import Foundation
import SZCommand
import SZJSON
import SZMarkup
import TestSupport
import Testing

/// The measured tables for the converters, when they are there.
@Suite(.limited) struct VectorTests {
  static let hasVectors = TestFiles.vectors != nil

  /// The rows of a table: one JSON object a line.
  private static func rows(_ name: String) throws -> [[String: Any]] {
    guard let folder = TestFiles.vectors else { return [] }
    return try TestFiles.read(folder + "/" + name).split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }

  private func date(_ input: String, _ arguments: [String]) -> String {
    let result = ToolRunner.run(JSONDateCommand.self, arguments, input: Array(input.utf8))
    return String(decoding: result.output, as: UTF8.self) + result.errors
  }

  /// Where this tool does better than the table's policy: an offset that is not known stays so (RFC 3339, 4.3), and .NET's
  /// smallest date stands for "no date" in whatever zone it was written.
  private static func differs(_ input: String, _ column: String) -> String? {
    switch (input, column) {
    case ("\"\\/Date(785635200000-0000)\\/\"", "out"),
      ("\"\\/Date(785635200000-0000)\\/\"", "out_keep_sentinels"):
      "\"1994-11-24T00:00:00-00:00\""
    case ("\"\\/Date(-62135575200000-0600)\\/\"", "out"), ("\"\\/Date(-62135575200000-0600)\\/\"", "out_utc"):
      "null"
    default: nil
    }
  }

  @Test(.enabled(if: hasVectors, "no SZ_VECTORS and no ../shared/vectors")) func datesComeOutAsListed() throws
  {
    let columns = [("out", [String]()), ("out_keep_sentinels", ["--keep-sentinels"]), ("out_utc", ["--utc"])]
    for row in try VectorTests.rows("jsondate.ndjson") {
      let input = try #require(row["in"] as? String)
      for (column, arguments) in columns where row.keys.contains(column) || column == "out" {
        let wanted = VectorTests.differs(input, column) ?? row[column] as? String ?? "null"
        #expect(date(input, arguments) == wanted, "\(column) of \(input)")
      }
    }
  }

  @Test(.enabled(if: hasVectors, "no SZ_VECTORS and no ../shared/vectors")) func datesGoBackAsListed() throws
  {
    for row in try VectorTests.rows("jsondate-reverse.ndjson") {
      let input = try #require(row["in"] as? String)
      let note = row["note"] as? String ?? ""
      // RFC 3339 allows more than .NET does: small letters, and more digits.
      if row["msdate"] == nil, note.contains("lower-case") || note.contains("16 fraction digits") { continue }
      // What stands for "no date" goes back as it is listed where it is kept.
      let zone = ["--keep-sentinels"] + (row["zone"] as? String == "none" ? ["--assume", "utc"] : [])
      for (column, arguments) in [("msdate", [String]()), ("msdate_utc", ["--utc"])] {
        let isUnknownZone = column == "msdate" && input.hasSuffix("-00:00\"")
        let wanted = (row[column] as? String).map {
          "\""
            + $0.replacingOccurrences(of: "/", with: "\\/")
            .replacingOccurrences(of: isUnknownZone ? "+0000" : "none", with: "-0000") + "\""
        }
        #expect(
          date(input, ["--to", "dotnet"] + arguments + zone) == wanted ?? input, "\(column) of \(input)")
      }
      if let milliseconds = row["ms"] as? Int {
        #expect(date(input, ["--to", "epoch-ms"] + zone) == String(milliseconds), "ms of \(input)")
      }
      if zone.contains("--assume") {
        #expect(date(input, ["--to", "dotnet", "--keep-sentinels"]) == input)
      }
    }
  }

  @Test(.enabled(if: hasVectors, "no SZ_VECTORS and no ../shared/vectors")) func markupComesOutAsListed()
    throws
  {
    let quotes = [34: "double", 39: "single", -1: "none"]
    for row in try VectorTests.rows("htmlenc.ndjson") {
      guard row["level"] as? String == "call" else {
        let input = try #require(row["in"] as? String)
        let result = ToolRunner.run(HTMLEncodeCommand.self, [], input: Array(input.utf8))
        #expect(String(decoding: result.output, as: UTF8.self) == row["out"] as? String, "\(input)")
        continue
      }
      guard row["rc"] as? Int == 0, row["inlen"] as? Int == row["given"] as? Int, row["outcap"] == nil,
        row["cat"] as? String != "ill-formed-accepted", let quote = quotes[row["quoteChar"] as? Int ?? 0],
        let hex = row["in_hex"] as? String, let wanted = row["out"] as? String
      else { continue }
      let input = bytes(hex)
      let raw = ToolRunner.run(HTMLEncodeCommand.self, ["--raw", "--quote", quote], input: input)
      #expect(raw.output == Array(wanted.utf8), "\(hex)")
      let token = JSONString.quoted(String(decoding: input, as: UTF8.self))
      let encoded = ToolRunner.run(HTMLEncodeCommand.self, ["--quote", quote], input: token)
      #expect(encoded.output == JSONString.quoted(wanted), "\(hex)")
      let decoded = ToolRunner.run(HTMLEncodeCommand.self, ["--decode"], input: encoded.output)
      #expect(decoded.output == token, "\(hex)")
    }
  }

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }
}
