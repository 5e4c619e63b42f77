internal import SZJSON
public import SZModel

/// Reads the model that a command line names.
public enum ModelInput {
  /// The model, with all that the command line says about it; nil without `--model`. What a person should know of a Core Data
  /// model is said on the standard error.
  public static func read(_ arguments: ParsedArguments, _ io: ToolIO, _ spec: CommandSpec) throws(Failure)
    -> Model?
  {
    let identities: [ModelIdentity]
    let path: String
    do throws(UsageError) {
      guard let given = try ModelOptions.path(arguments) else { return nil }
      path = given
      identities = try ModelOptions.identities(arguments)
    } catch { throw .usage(error) }
    var model: Model
    if Folder.exists(io.path(path)) {
      model = try coreDataModel(path, arguments, io, spec)
    } else {
      let input = try io.read(path)
      if looksLikeXML(input.source.view) {
        // Another program reads it once more.
        guard FileState(path: io.path(path))?.isRegular ?? false else {
          throw .told("\(path): a Core Data model is read from a file, and this is none")
        }
        model = try coreDataModel(path, arguments, io, spec)
      } else {
        model = try jsonModel(input, identities)
      }
    }
    do { try ModelOptions.apply(arguments, to: &model) } catch { throw .usage(error) }
    return model
  }

  private static func jsonModel(_ input: Input, _ identities: [ModelIdentity]) throws(Failure) -> Model {
    let document: Document
    do { document = try Document.read(input.source) } catch { throw .notJSON(input, error) }
    do { return try ModelReader.read(document, identities: identities) } catch {
      throw .unusable(input, offset: error.offset(in: document), reason: error.words)
    }
  }

  /// XML begins with `<`; no JSON does.
  private static func looksLikeXML(_ bytes: ByteView) -> Bool {
    let start = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    let first = Lexer.skipWhitespace(bytes, from: start)
    return first < bytes.count && bytes[first] == UInt8(ascii: "<")
  }

  private static func coreDataModel(
    _ path: String, _ arguments: ParsedArguments, _ io: ToolIO, _ spec: CommandSpec
  ) throws(Failure) -> Model {
    var words = [io.path(path)]
    if arguments.has(ModelOptions.mappedNames) { words.append("--mapped-names") }
    for identity in arguments.values(ModelOptions.identity) { words.append("--identity=" + identity) }
    let text: [UInt8]
    do { text = try io.coreDataAnswer(words) } catch {
      throw .told("\(path): cannot start coredata-model, which reads Core Data models: \(error.words)")
    }
    guard let answer = try? Document.read(text), answer.kind(answer.root) == .object else {
      throw .told("\(path): the program that reads Core Data models gave no answer")
    }
    if let error = answer.member(answer.root, named: Array("error".utf8)), answer.kind(error.value).isString {
      throw .told(answer.string(error.value))
    }
    for member in answer.members(answer.root)
    where answer.isString(member.name, equalTo: Array("warnings".utf8)) {
      guard answer.kind(member.value) == .array else { continue }
      for warning in answer.elements(member.value) where answer.kind(warning).isString {
        io.say("\(spec.name): \(path): \(answer.string(warning))\n")
      }
    }
    guard let node = answer.member(answer.root, named: Array("model".utf8))?.value,
      let model = try? ModelReader.read(JSONWriter.value { $0.append(Value(answer, node)) }.document)
    else { throw .told("\(path): the program that reads Core Data models gave no model") }
    return model
  }
}
