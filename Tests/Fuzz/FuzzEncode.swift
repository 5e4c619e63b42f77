import SZCommand
import SZMarkup

/// `sz-htmlenc` against libxml2: the string that comes out is what one call of htmlEncodeEntities makes of the whole string
/// that went in; and any bytes at all give the same in pieces as whole.
func fuzzEncode(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let mode = input.below(4)
  let (name, quote): (String, LibXML2.Quote) =
    [("double", .double), ("single", .single), ("none", .none)][input.below(3)]
  let (choices, chunk) = (input.byte(), 1 + input.below(200))
  if mode == 0 {
    let options = [
      [], ["--no-double"], ["--minimal", "--quote", "both"], ["--numeric"], ["--keys"], ["--raw"],
    ]
    _ = try Fuzz.piecesMakeNoDifference(
      HTMLEncodeCommand.self, options[Int(choices) % options.count], input.rest(), chunk: chunk)
    return
  }
  var text = input.text()
  // Longer than the window now and then.
  if mode == 1, choices & 3 == 0 { text = String(repeating: text, count: 1 + 5000 / (text.utf8.count + 1)) }
  guard let wanted = LibXML2.encoded(Array(text.utf8), quote: quote) else {
    throw Fuzz.Disagreement("libxml2 refuses")
  }
  let raw = Fuzz.run(
    HTMLEncodeCommand.self, ["--raw", "--quote", name], Array(text.utf8), chunk: chunk, window: 4096)
  try Fuzz.expect(raw.output, wanted, "--raw --quote \(name), pieces of \(chunk)")
  let token = Fuzz.token(text, choices)
  let encoded = Fuzz.run(HTMLEncodeCommand.self, ["--quote", name], token, chunk: chunk, window: 4096)
  try Fuzz.expect(encoded.code, 0, "\(token)")
  try Fuzz.expect(Fuzz.characters(encoded.output), wanted, "--quote \(name), pieces of \(chunk), \(token)")
}
