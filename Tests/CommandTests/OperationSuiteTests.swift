import Foundation
import SZCommand
import TestSupport
import Testing

/// The suites of others for JSON Patch and merge patch, all of them.
@Suite(.limited) struct OperationSuiteTests {
  static let folder = TestFiles.suites

  static func cases(_ name: String) throws -> [[String: Any]] {
    let bytes = try TestFiles.read((folder ?? "") + "/" + name)
    if name.hasSuffix(".json") {
      return try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]] ?? []
    }
    return try bytes.split(separator: 0x0A).map {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:]
    }
  }

  static func text(_ value: Any) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys]))
  }

  private func patched(_ target: [UInt8], _ patch: [UInt8], _ format: String) throws -> ToolRunner.Result {
    try TestFiles.withFolder { folder in
      try TestFiles.write(target, folder + "/c.json")
      try TestFiles.write(patch, folder + "/p.json")
      return ToolRunner.run(
        PatchCommand.self, ["--format", format, "-p", "p.json", "c.json"], folder: folder)
    }
  }

  private func isEqual(_ left: [UInt8], _ right: [UInt8]) throws -> Bool {
    try TestFiles.withFolder { folder in
      try TestFiles.write(left, folder + "/a.json")
      try TestFiles.write(right, folder + "/b.json")
      return ToolRunner.run(DiffCommand.self, ["-q", "a.json", "b.json"], folder: folder).code == 0
    }
  }

  @Test(
    .enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"),
    arguments: ["rfc6902/tests.json", "rfc6902/spec_tests.json"])
  func jsonPatchesDoAsListed(file: String) throws {
    var count = 0
    for line in try OperationSuiteTests.cases(file) where line["disabled"] == nil {
      guard let document = line["doc"], let patch = line["patch"] else { continue }
      count += 1
      let result = try patched(
        OperationSuiteTests.text(document), OperationSuiteTests.text(patch), "json-patch")
      if line["error"] != nil {
        #expect(result.code != 0 && result.output.isEmpty, "\(line)")
      } else {
        #expect(result.code == 0, "\(line) \(result.errors)")
        if let wanted = line["expected"] {
          #expect(try isEqual(result.output, OperationSuiteTests.text(wanted)), "\(line)")
        }
      }
    }
    #expect(count > 10)
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"))
  func mergePatchesDoAsListed() throws {
    for line in try OperationSuiteTests.cases("rfc7396/apply_cases.jsonl") {
      guard let target = line["target"] as? String, let patch = line["patch"] as? String,
        let wanted = line["expected"] as? String
      else { continue }
      let result = try patched(Array(target.utf8), Array(patch.utf8), "merge-patch")
      #expect(try result.code == 0 && isEqual(result.output, Array(wanted.utf8)), "\(line)")
    }
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"))
  func mergePatchesAreMadeAsListed() throws {
    for line in try OperationSuiteTests.cases("rfc7396/generate_cases.jsonl") {
      guard let old = line["a"] as? String, let new = line["b"] as? String,
        let wanted = line["patch"] as? String
      else { continue }
      let result = try TestFiles.withFolder { folder in
        try TestFiles.write(Array(old.utf8), folder + "/a.json")
        try TestFiles.write(Array(new.utf8), folder + "/b.json")
        return ToolRunner.run(
          DiffCommand.self, ["--format", "merge-patch", "a.json", "b.json"], folder: folder)
      }
      // Those that do not lead to the new document are no example.
      let isExample = line["applies"] as? Bool ?? true
      #expect(try result.code == 0 && (!isExample || isEqual(result.output, Array(wanted.utf8))), "\(line)")
      #expect(
        try isEqual(patched(Array(old.utf8), result.output, "merge-patch").output, Array(new.utf8)), "\(line)"
      )
    }
  }
}
