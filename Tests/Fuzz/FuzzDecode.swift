import SZCommand
import SZMarkup

/// Decoding undoes encoding, whatever the options; and any bytes at all give the same in pieces as whole.
func fuzzDecode(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let mode = input.below(4)
  let (choices, chunk) = (input.byte(), 1 + input.below(200))
  let readings = [["--decode"], ["--decode", "--html5"], ["--decode", "--html5", "--attribute"]]
  let reading = readings[Int(choices) % readings.count]
  if mode < 2 {
    // Any bytes, or any text in a string with escapes and plain.
    let bytes = mode == 0 ? input.rest() : Fuzz.token(input.text(), choices)
    let result = try Fuzz.piecesMakeNoDifference(
      HTMLEncodeCommand.self, reading + (choices & 64 != 0 ? ["--keys"] : []), bytes, chunk: chunk)
    if mode == 1 {
      let plain = Fuzz.characters(bytes)
      let raw = Fuzz.run(HTMLEncodeCommand.self, reading + ["--raw"], plain, chunk: chunk, window: 4096)
      try Fuzz.expect(Fuzz.characters(result.output), raw.output, "\(reading), \(bytes)")
    }
    return
  }
  let options = [
    [], ["--minimal"], ["--numeric"], ["--quote", "both"], ["--quote", "single"], ["--quote", "none"],
    ["--html5"],
    ["--html5", "--minimal"],
  ]
  let encoding = options[Int(choices) % options.count]
  let text = input.text()
  let token = Fuzz.token(text, choices)
  let encoded = Fuzz.run(HTMLEncodeCommand.self, encoding, token, chunk: chunk, window: 4096)
  let decoded = Fuzz.run(HTMLEncodeCommand.self, ["--decode"], encoded.output, chunk: chunk, window: 4096)
  try Fuzz.expect(
    Fuzz.characters(decoded.output), Array(text.utf8), "\(encoding), pieces of \(chunk), \(token)")
  let hasControls = text.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
  if encoding.contains("--html5"), !hasControls {
    let read = Fuzz.run(HTMLEncodeCommand.self, ["--decode", "--html5"], encoded.output)
    try Fuzz.expect(
      Fuzz.characters(read.output), Array(text.utf8), "as a browser reads it, \(encoding), \(token)")
  }
}
