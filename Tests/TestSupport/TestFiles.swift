import Foundation

/// Files for tests.
package enum TestFiles {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  package static func read(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  package static func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The files below `folder` whose names end in `suffix`, by path, sorted.
  package static func list(_ folder: String, suffix: String) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted().map {
      folder + "/" + $0
    }
  }

  /// Runs `body` with a folder of its own, which is removed afterwards.
  package static func withFolder<R>(_ body: (String) throws -> R) throws -> R {
    let folder = try makeFolder()
    defer { remove(folder) }
    return try body(folder)
  }

  /// A new folder, for whoever removes it.
  package static func makeFolder() throws -> String {
    let folder = NSTemporaryDirectory() + "/sz-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  package static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  /// The value of an environment variable.
  package static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// The root of this package.
  package static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of suites made by others, which is not part of this package: `SZ_SUITES`, or `../shared/suites`; nil when it
  /// is not there.
  package static var suites: String? {
    [variable("SZ_SUITES"), packageRoot + "/../shared/suites"].compactMap { $0 }.first { exists($0) }
  }

  /// The folder of measured tables for the converters, which is not part of this package: `SZ_VECTORS`, or
  /// `../shared/vectors`; nil when it is not there.
  package static var vectors: String? {
    [variable("SZ_VECTORS"), packageRoot + "/../shared/vectors"].compactMap { $0 }.first { exists($0) }
  }

  /// The tool `name` of the build that these tests belong to; nil when it was not built.
  package static func executable(_ name: String) -> String? {
    let path = (tools ?? "") + "/" + name
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// A folder beside the programs of the build, in which they stand under the names of their tools. It is made once a run.
  private static let tools: String? = {
    let bundle = Bundle.allBundles.map(\.bundlePath) + [CommandLine.arguments[0]]
    let folders =
      bundle.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } + [
        packageRoot + "/.build/debug"
      ]
    let files = FileManager.default
    guard let folder = folders.first(where: { files.isExecutableFile(atPath: $0 + "/sz") }) else {
      return nil
    }
    let tools = folder + "/tools"
    try? files.createDirectory(atPath: tools, withIntermediateDirectories: true)
    let names = [
      "sz": ["sz-diff", "sz-patch", "sz-merge", "sz-jsondate"],
      "sz-libxml2": ["sz-htmlenc", "coredata-model"],
    ]
    for (program, tool) in names.flatMap({ entry in entry.value.map { (entry.key, $0) } }) {
      // Another run may be using the name.
      let new = "\(tools)/\(tool).\(ProcessInfo.processInfo.processIdentifier)"
      unlink(new)
      if link(folder + "/" + program, new) == 0 { rename(new, tools + "/" + tool) }
    }
    return tools
  }()
}
