internal import SZCommand
internal import SZJSON
internal import SZModel

/// What a tool that does not call libxml2 itself is told of a Core Data model: a JSON object with `model` and `warnings`, or
/// with `error`, in words that begin with the file and place.
public enum CoreDataAnswer {
  /// The answer for the model at `path`, one line.
  public static func of(_ path: String, _ options: CoreDataModel.Options) -> [UInt8] {
    let contents: String
    do { contents = try CoreDataFolder.contents(path) } catch { return refusal(words(error)) }
    let source: SourceBytes
    do { source = try InputFile.read(path: contents, name: contents).0 } catch {
      return refusal("\(contents): \(error.words)")
    }
    let text = source.view.array(0..<source.count)
    do {
      let xml = try XMLReader.read(text)
      do {
        let (model, warnings) = try CoreDataModel.read(xml, options)
        return answer(model, warnings)
      } catch { return refusal("\(place(contents, source, .offset(error.offset))): \(error.words)") }
    } catch { return refusal("\(place(contents, source, error.position)): \(error.words)") }
  }

  private static func words(_ failure: CoreDataFolder.Failure) -> String {
    guard case .unreadableVersion(let path, let error, let text) = failure else { return failure.words ?? "" }
    return "\(place(path, SourceBytes(text), error.position)): \(error.words)"
  }

  private static func place(_ path: String, _ source: SourceBytes, _ position: XMLError.Position) -> String {
    switch position {
    case .line(let line, let column): return "\(path):\(line):\(column)"
    case .offset(let offset):
      let position = SourcePosition(source.view, offset: offset)
      return "\(path):\(position.line):\(position.column)"
    }
  }

  private static func refusal(_ words: String) -> [UInt8] {
    Array("{\"error\":".utf8) + JSONString.quoted(words) + Array("}\n".utf8)
  }

  private static func answer(_ model: Model, _ warnings: [String]) -> [UInt8] {
    var output = Array("{\"model\":".utf8) + ModelWriter.text(model) + Array(",\"warnings\":[".utf8)
    for (number, warning) in warnings.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      output += JSONString.quoted(warning)
    }
    return output + Array("]}\n".utf8)
  }
}
