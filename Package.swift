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
  ],
  targets: [
    .target(name: "SZShared", swiftSettings: strict),
    tool("sz-diff"),
    tool("sz-patch"),
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
