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
  ],
  targets: [
    .target(name: "SZShared", swiftSettings: strict),
    tool("sz-diff"),
    tool("sz-patch"),
    tool("sz-merge"),
    .target(
      name: "TestSupport", dependencies: ["SZShared"], path: "Tests/TestSupport", swiftSettings: testing),
    .testTarget(
      name: "SZSharedTests", dependencies: ["SZShared", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "CommandTests", dependencies: ["SZShared", "TestSupport"], exclude: ["Cases"],
      swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6]
)
