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

  /// Names separated by commas, without the blanks around them.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
