internal import SZJSON
internal import SZModel

/// The program beside the tools that reads Core Data models for them: `coredata-model PATH [--mapped-names]
/// [--identity=ENTITY=a,b]...` prints a ``CoreDataAnswer``. The tools are linked statically and start faster without libxml2.
public enum CoreDataProgram {
  /// Prints the answer. It is whole or, when it cannot be written, no JSON.
  @Sendable public static func main(_ words: [String]) {
    let output = Output(descriptor: 1)
    try? output.write(answer(words))
    try? output.flush()
  }

  /// The answer to a command line.
  public static func answer(_ arguments: [String]) -> [UInt8] {
    var options = CoreDataModel.Options()
    for argument in arguments.dropFirst() {
      if argument == "--mapped-names" {
        options.mapsNames = true
      } else if argument.hasPrefix("--identity="),
        let identity = ModelIdentity(argument.dropFirst("--identity=".count))
      {
        options.identities.append(identity)
      }
    }
    return CoreDataAnswer.of(arguments.first ?? "", options)
  }
}
