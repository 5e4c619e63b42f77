/// The user info of an entity or a property: what Core Data keeps for others.
struct UserInfo {
  private let entries: [String: String]

  init(_ xml: XMLTree, _ element: Int) {
    var entries: [String: String] = [:]
    for info in xml.children(of: element, named: "userInfo") {
      for entry in xml.children(of: info, named: "entry") {
        guard let key = xml.elements[entry].attribute("key") else { continue }
        entries[key] = xml.elements[entry].attribute("value") ?? ""
      }
    }
    self.entries = entries
  }

  subscript(_ key: String) -> String? { entries[key] }

  /// Whether an entry says yes or no, in one of the spellings that are in use; nil where it says something else.
  func truth(_ key: String) -> Bool? {
    switch entries[key]?.lowercased() {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    default: nil
    }
  }

  /// The names that import libraries note for a property, the first that counts first: Sync's, MagicalRecord's, which may be several,
  /// and Mantle's.
  var mappedNames: [String] {
    let prefix = "mappedKeyName."
    let numbered = entries.keys.compactMap { key in
      key.hasPrefix(prefix) ? Int(key.dropFirst(prefix.count)) : nil
    }
    let keys =
      ["sync.remoteKey", "hyper.remoteKey", "mappedKeyName"] + numbered.sorted().map { prefix + String($0) }
      + ["JSONKeyPath"]
    return keys.compactMap { entries[$0] }.filter { !$0.isEmpty }
  }

  /// Whether Sync is told that a property never leaves the device.
  var isNonExportable: Bool {
    ["sync.nonExportable", "hyper.nonExportable"].contains { entries[$0] != nil && truth($0) != false }
  }

  /// Names separated by commas, without the blanks around them.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
