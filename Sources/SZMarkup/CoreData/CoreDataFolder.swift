internal import SZCommand
public import SZJSON

/// Finds the XML of a Core Data model: in a `.xcdatamodeld` folder of versions, a `.xcdatamodel` folder, or the file itself.
public enum CoreDataFolder {
  /// Why there is none.
  public enum Failure: Error, Sendable {
    case file(String, SystemError)
    /// A `.xcdatamodeld` without versions.
    case noVersion(String)
    /// Several versions, and nothing says which is current.
    case ambiguous(String, versions: [String])
    /// The current version is not there.
    case missing(String, version: String)
    /// `.xccurrentversion` is no property list.
    case unreadableVersion(String, XMLError, text: [UInt8])
    /// A folder without `contents`.
    case noContents(String)
    /// A model as an app has it.
    case compiled(String)
    /// A model of Xcode before 4.1.
    case binary(String)

    /// In words, with the path in front; nil for one that has a place in a file.
    public var words: String? {
      switch self {
      case .file(let path, let error): "\(path): \(error.words)"
      case .noVersion(let path): "\(path): no version of the model (.xcdatamodel) in this folder"
      case .ambiguous(let path, let versions):
        "\(path): several versions (\(versions.joined(separator: ", "))) and no .xccurrentversion that names one; "
          + "give the path of one"
      case .missing(let path, let version):
        "\(path): the current version '\(version)', which .xccurrentversion names, is not there"
      case .noContents(let path): "\(path): no 'contents' in this folder; is it a Core Data model?"
      case .compiled(let path):
        "\(path): a compiled model; give the .xcdatamodeld that it was made from"
      case .binary(let path):
        "\(path): a binary model, from before Xcode 4.1; open it in a newer Xcode, which saves it as XML"
      case .unreadableVersion: nil
      }
    }
  }

  /// The path of the XML of the model at `path`.
  public static func contents(_ path: String) throws(Failure) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard Folder.exists(path) else { return path }
    if path.hasSuffix(".xcdatamodeld") { return try contents(ofVersion: path + "/" + currentVersion(path)) }
    return try contents(ofVersion: path)
  }

  private static func contents(ofVersion path: String) throws(Failure) -> String {
    let names = try names(path)
    if names.contains("contents") { return path + "/contents" }
    if names.contains(where: { $0.hasSuffix(".mom") }) { throw .compiled(path) }
    throw names.contains("elements") ? .binary(path) : .noContents(path)
  }

  private static func names(_ path: String) throws(Failure) -> [String] {
    do { return try Folder.names(path) } catch { throw .file(path, error) }
  }

  private static func currentVersion(_ path: String) throws(Failure) -> String {
    let names = try names(path)
    let versions = names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
    if names.contains(".xccurrentversion"), let current = try namedVersion(path + "/.xccurrentversion") {
      guard versions.contains(current) else { throw .missing(path, version: current) }
      return current
    }
    guard let only = versions.first else { throw .noVersion(path) }
    if versions.count > 1 { throw .ambiguous(path, versions: versions) }
    return only
  }

  /// What the property list says; nil when it names no version.
  private static func namedVersion(_ path: String) throws(Failure) -> String? {
    let text: [UInt8]
    do {
      let source = try InputFile.read(path: path, name: path).0
      text = source.view.array(0..<source.count)
    } catch { throw .file(path, error) }
    let list: XMLTree
    do { list = try XMLReader.read(text, allowsDocumentType: true) } catch {
      throw .unreadableVersion(path, error, text: text)
    }
    for (number, element) in list.elements.enumerated()
    where element.name == "key" && element.text == "_XCCurrentVersionName" {
      guard let parent = element.parent else { continue }
      let siblings = list.elements[parent].children
      guard let place = siblings.firstIndex(of: number), place + 1 < siblings.count else { continue }
      let value = list.elements[siblings[place + 1]]
      if value.name == "string" { return value.text }
    }
    return nil
  }
}
