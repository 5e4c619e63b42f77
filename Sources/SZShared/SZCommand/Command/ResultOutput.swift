internal import SZJSON

/// How a tool writes its result: laid out as the options say, to where they say, with all that is written beside it.
struct ResultOutput {
  let layout: OutputLayout
  let arguments: ParsedArguments
  let io: ToolIO
  /// What is written beside the result, and gets its place when that has its own.
  var companions: [Companion] = []

  /// Whether what is printed goes to a terminal.
  var isTerminal: Bool { io.outputIsTerminal && !arguments.has(.output) }

  /// Prints a text that no file is edited to be; where it is one JSON text, laid out.
  func print(_ text: [UInt8], isOneText: Bool = true) throws(Failure) {
    try Destination(arguments, inPlace: nil, io).write(beside: companions) { output throws(SystemError) in
      if !isOneText { return try output.write(text) }
      try layout.write(text, fallback: isTerminal ? .terminal : nil, isShown: isTerminal, to: output)
    }
  }

  /// Writes a document with edits in it, which with `--in-place` stands in the file called `operand`. A file in which nothing `isChanged`
  /// is left alone.
  func write(
    _ edits: SourceEdits, of document: Document, named operand: String?, isChanged: Bool
  ) throws(Failure) {
    if !isChanged, !layout.changesText, arguments.has(.inPlace), operand != nil, operand != "-",
      !arguments.has(.output)
    {
      return try writeBeside()
    }
    try Destination(arguments, inPlace: operand, io).write(beside: companions) { output throws(SystemError) in
      if layout.changesText {
        try layout.write(edits.applied(to: document.bytes), to: output)
      } else {
        try edits.write(document.bytes, to: output)
      }
    }
  }

  /// Writes what stands beside the result, without one.
  func writeBeside() throws(Failure) {
    for companion in companions { try companion.commit() }
  }
}
