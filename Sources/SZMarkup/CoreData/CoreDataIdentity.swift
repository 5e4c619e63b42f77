/// What identifies an entity of a Core Data model: Core Data itself has no word for it, so the conventions of import libraries
/// count, the first that is there.
enum CoreDataIdentity {
  /// The attributes that the user infos of an entity and its attributes name; nil when they name none.
  static func declared(_ xml: XMLTree, _ entity: Int, _ info: UserInfo) -> [String]? {
    if let names = named(info["id"]) { return names }
    // MagicalRecord.
    if let names = named(info["relatedByAttribute"]) { return names }
    // Sync marks the attribute, in one of the spellings that it has had.
    let keys = xml.children(of: entity, named: "attribute").filter { attribute in
      let info = UserInfo(xml, attribute)
      return ["sync.isPrimaryKey", "hyper.isPrimaryKey"].contains { info.truth($0) ?? false }
        || info["sync.PrimaryKey"] != nil
    }
    if !keys.isEmpty { return keys.compactMap { xml.elements[$0].attribute("name") } }
    // Groot.
    if let names = named(info["identityAttributes"]) ?? named(info["identityAttribute"]) { return names }
    // CoreDataKit.
    return named(info["CDKId"])
  }

  /// The attributes by which relationships say that their destinations are known, by the name of the destination, where all of them say the
  /// same: MagicalRecord.
  static func related(_ xml: XMLTree) -> [String: [String]] {
    var found: [String: Set<[String]>] = [:]
    for entity in xml.children(of: 0, named: "entity") {
      for relationship in xml.children(of: entity, named: "relationship") {
        guard let destination = xml.elements[relationship].attribute("destinationEntity"),
          let names = named(UserInfo(xml, relationship)["relatedByAttribute"])
        else { continue }
        found[destination, default: []].insert(names)
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// The uniqueness constraints that an entity declares itself, each the names of its attributes.
  static func constraints(_ xml: XMLTree, _ entity: Int) -> [[String]] {
    xml.children(of: entity, named: "uniquenessConstraints").flatMap { list in
      xml.children(of: list, named: "uniquenessConstraint").map { constraint in
        xml.children(of: constraint, named: "constraint").compactMap { xml.elements[$0].attribute("value") }
      }
    }
  }

  private static func named(_ text: String?) -> [String]? {
    let names = UserInfo.names(text ?? "")
    return names.isEmpty ? nil : names
  }
}
