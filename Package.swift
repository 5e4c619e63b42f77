// swift-tools-version: 6.2
import PackageDescription

let testing: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let strict = testing + [.strictMemorySafety()]

/// A tool's executable: a name tag over the library.
func tool(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: ["SZShared"], swiftSettings: strict)
}

let package = Package(
  name: "sz",
  products: [
    .executable(name: "sz-diff", targets: ["sz-diff"]),
    .executable(name: "sz-patch", targets: ["sz-patch"]),
    .executable(name: "sz-merge", targets: ["sz-merge"]),
    .executable(name: "sz-jsondate", targets: ["sz-jsondate"]),
    .executable(name: "sz-htmlenc", targets: ["sz-htmlenc"]),
    .executable(name: "coredata-model", targets: ["coredata-model"]),
  ],
  targets: [
    // A header of one line, which the compiler puts in place.
    .systemLibrary(name: "CPrefetch"),
    // A header of the C library that Swift does not bring along.
    .systemLibrary(name: "CAttributes"),
    .target(
      name: "SZShared", dependencies: ["CPrefetch", "CAttributes"], exclude: ["Merge/README.md"],
      swiftSettings: strict),
    tool("sz-diff"),
    tool("sz-patch"),
    tool("sz-merge"),
    tool("sz-jsondate"),
    // libxml2 is a matter of this tool alone: loading it takes the others' time.
    .systemLibrary(name: "CLibXML2"),
    .target(name: "SZMarkup", dependencies: ["SZShared", "CLibXML2"], swiftSettings: strict),
    // Reads Core Data models for the tools that are linked without libxml2.
    .executableTarget(name: "coredata-model", dependencies: ["SZMarkup", "SZShared"], swiftSettings: strict),
    .executableTarget(name: "sz-htmlenc", dependencies: ["SZMarkup", "SZShared"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["SZShared", "SZMarkup"], path: "Tests/TestSupport",
      swiftSettings: testing),
    // What Scripts/fuzz lets libFuzzer try, and a test its seeds.
    .target(
      name: "FuzzTargets", dependencies: ["SZShared", "SZMarkup", "TestSupport"], path: "Tests/Fuzz",
      exclude: ["corpus"],
      swiftSettings: testing),
    .testTarget(
      name: "SZSharedTests", dependencies: ["SZShared", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "CommandTests", dependencies: ["SZShared", "SZMarkup", "TestSupport", "FuzzTargets"],
      exclude: ["Cases"],
      swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6]
)
