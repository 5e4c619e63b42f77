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

  /// The executable `name` of the build that these tests belong to; nil when it was not built.
  package static func executable(_ name: String) -> String? {
    let bundle = Bundle.allBundles.map(\.bundlePath) + [CommandLine.arguments[0]]
    let folders =
      bundle.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } + [
        packageRoot + "/.build/debug"
      ]
    return folders.map { $0 + "/" + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
