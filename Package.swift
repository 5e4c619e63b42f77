// swift-tools-version: 6.2
import PackageDescription

let testing: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let strict = testing + [.strictMemorySafety()]

/// A module of the library: rooms that stand on those of the modules it depends on.
func module(_ name: String, on dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/SZShared/\(name)", exclude: exclude,
    swiftSettings: strict)
}

/// A program that is several tools, the folders of `Sources` that are their name tags. In a release it is linked with `flags`, so that
/// it needs no Swift where it runs; the modules are compiled once for both.
func program(_ name: String, _ tools: [String], on dependencies: [Target.Dependency], linked flags: [String])
  -> Target
{
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources",
    exclude: folders.filter { !(tools + [name]).contains($0) },
    sources: [name] + tools, swiftSettings: strict,
    linkerSettings: [.unsafeFlags(flags, .when(platforms: [.linux], configuration: .release))])
}

/// All folders of `Sources`.
let folders = [
  "CAttributes", "CLibXML2", "CPrefetch", "SZMarkup", "SZShared", "coredata-model", "sz", "sz-diff",
  "sz-htmlenc", "sz-jsondate",
  "sz-libxml2", "sz-merge", "sz-patch",
]

let package = Package(
  name: "sz",
  products: [
    .executable(name: "sz", targets: ["sz"]),
    .executable(name: "sz-libxml2", targets: ["sz-libxml2"]),
  ],
  targets: [
    // A header of one line, which the compiler puts in place.
    .systemLibrary(name: "CPrefetch"),
    // Headers of the C library that Swift does not bring along.
    .systemLibrary(name: "CAttributes"),
    module("SZJSON", on: ["CPrefetch", "CAttributes"]),
    module(
      "SZModel", on: ["SZJSON"], exclude: ["Change/README.md", "Matching/README.md", "Model/README.md"]),
    module("SZPatch", on: ["SZJSON", "SZModel"], exclude: ["Patch/README.md"]),
    module("SZOperations", on: ["SZJSON", "SZModel", "SZPatch"]),
    module("SZFormats", on: ["SZJSON", "SZModel", "SZPatch"], exclude: ["Reading/README.md"]),
    module("SZElements", on: ["SZJSON", "SZModel"], exclude: ["Elements/README.md"]),
    module("SZMerge", on: ["SZJSON", "SZModel", "SZElements"], exclude: ["Merge/README.md"]),
    module("SZLines", on: ["SZJSON", "SZModel"], exclude: ["Lines/README.md"]),
    module(
      "SZCommand",
      on: ["SZJSON", "SZModel", "SZPatch", "SZOperations", "SZFormats", "SZElements", "SZMerge", "SZLines"],
      exclude: ["Command/README.md", "Stream/README.md"]),
    // Fully static: it starts in half a millisecond.
    program(
      "sz", ["sz-diff", "sz-patch", "sz-merge", "sz-jsondate"], on: ["SZCommand"],
      linked: ["-static-executable", "-use-ld=lld"]),
    // Loading libxml2 would take the other tools' time.
    .systemLibrary(name: "CLibXML2"),
    .target(
      name: "SZMarkup", dependencies: ["SZJSON", "SZModel", "SZCommand", "CLibXML2"], swiftSettings: strict),
    // One of its names reads Core Data models for the tools that are linked without libxml2.
    program(
      "sz-libxml2", ["sz-htmlenc", "coredata-model"], on: ["SZCommand", "SZMarkup"],
      linked: ["-static-stdlib", "-use-ld=lld"]),
    .target(
      name: "TestSupport",
      dependencies: [
        "SZJSON", "SZModel", "SZPatch", "SZOperations", "SZFormats", "SZElements", "SZMerge", "SZLines",
        "SZCommand",
        "SZMarkup",
      ],
      path: "Tests/TestSupport", swiftSettings: testing),
    // What Scripts/fuzz lets libFuzzer try, and a test its seeds.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "SZJSON", "SZModel", "SZPatch", "SZOperations", "SZFormats", "SZElements", "SZMerge", "SZCommand",
        "SZMarkup",
        "TestSupport",
      ],
      path: "Tests/Fuzz", exclude: ["corpus"], swiftSettings: testing),
    .testTarget(
      name: "SZSharedTests",
      dependencies: [
        "SZJSON", "SZModel", "SZPatch", "SZOperations", "SZFormats", "SZElements", "SZMerge", "SZLines",
        "SZCommand",
        "TestSupport",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "SZJSON", "SZModel", "SZPatch", "SZOperations", "SZFormats", "SZElements", "SZMerge", "SZCommand",
        "SZMarkup",
        "TestSupport",
        "FuzzTargets",
      ],
      exclude: ["Cases"], swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6]
)
