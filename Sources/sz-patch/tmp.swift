import SZShared
@main struct M { static func main() {
  let io = ToolIO()
  let input = try! io.read(CommandLine.arguments[1])
  let h = CommandLine.arguments.count > 2 ? Hashing() : nil
  let d = try! Document.read(input.source, .init(hashing: h))
  print(d.kind(0), d.range(0), d.end(0), Double(d.end(0)*8)/Double(input.source.count))
} }
