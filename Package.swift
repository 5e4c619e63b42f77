// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

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
  ],
  swiftLanguageModes: [.v6]
)
