internal import SZJSON

/// The files of one command line by what they are for; finds one that is named twice where that would cost data.
///
/// Names are compared by what they lead to: links, other spellings, and the standard streams where these are files.
public struct FileRoles {
  private let io: ToolIO
  private var inputs: [(words: String, place: FilePlace, mayBeReplaced: Bool)] = []
  private var outputs: [(words: String, place: FilePlace)] = []

  public init(_ io: ToolIO) { self.io = io }

  /// Says that `name` is read; `mayBeReplaced` when the result is what becomes of it.
  public mutating func reads(_ name: String, option: Option? = nil, mayBeReplaced: Bool = false) {
    guard let place = io.place(reading: name) else { return }
    inputs.append((FileRoles.words(name == "-" ? "<stdin>" : name, option), place, mayBeReplaced))
  }

  /// Says that the model is read that a command line names: a file, or the folders of a Core Data model with what is in them.
  public mutating func readsModel(_ arguments: ParsedArguments) {
    guard let model = arguments.value(ModelOptions.model) else { return }
    var open = [model]
    for _ in 0..<3 {
      let paths = open
      open = []
      for path in paths {
        reads(path, option: ModelOptions.model)
        guard Folder.exists(io.path(path)), let names = try? Folder.names(io.path(path)) else { continue }
        open += names.map { path + "/" + $0 }
      }
    }
  }

  /// Says where `-o` and `-i` put the result of editing `operand`.
  /// - Throws: when the result would be written into a file that is read, or into what is no file.
  public mutating func writesResult(_ arguments: ParsedArguments, of operand: String?) throws(Failure) {
    if arguments.has(.inPlace), let operand {
      // A pipe would be fed its own output.
      if Platform.isSpecial(io.path(operand)) {
        throw .usage(.needs("--in-place", "files to edit; '\(operand)' is none"))
      }
      try replaces(operand, operand)
      if let suffix = arguments.value(.inPlace), !suffix.isEmpty { try backsUp(operand, suffix) }
    } else if let name = arguments.value(.output), name != "-" {
      try replaces(name, FileRoles.words(name, .output))
    } else if let place = io.place(writing: "-") {
      if let input = inputs.first(where: { $0.place == place }) {
        throw .inputIsOutput(input.words, isEmpty: io.outputIsEmpty)
      }
      outputs.append(("<stdout>", place))
    }
  }

  /// Says that `name` gets something else than the result.
  /// - Throws: when it is read, or written by another option too.
  public mutating func writes(_ name: String, _ option: Option) throws(Failure) {
    guard name != "-", let place = io.place(writing: name) else { return }
    try add(place, FileRoles.words(name, option))
  }

  /// Says that the old content of `name` is kept under its name with `suffix`.
  public mutating func backsUp(_ name: String, _ suffix: String) throws(Failure) {
    // A backup that is another name of the file itself holds what it should already.
    guard let place = io.place(writing: io.backup(of: name, suffix)), place != io.place(writing: name) else {
      return
    }
    try add(place, "the backup of " + name)
  }

  private mutating func add(_ place: FilePlace, _ words: String) throws(Failure) {
    if let other = inputs.first(where: { $0.place == place }) { throw .usage(.sameFile(words, other.words)) }
    if let other = outputs.first(where: { $0.place == place }) { throw .usage(.sameFile(words, other.words)) }
    outputs.append((words, place))
  }

  private mutating func replaces(_ name: String, _ words: String) throws(Failure) {
    guard let place = io.place(writing: name) else { return }
    if let input = inputs.first(where: { $0.place == place && !$0.mayBeReplaced }) {
      throw .usage(.sameFile(words, input.words))
    }
    outputs.append((words, place))
  }

  private static func words(_ name: String, _ option: Option?) -> String {
    option.map { "--\($0.long)=\(name)" } ?? name
  }
}
