internal import SZJSON
internal import SZModel

/// The options by which a tool is given a model, and what they say.
public enum ModelOptions {
  static let model = Option(
    "model", .required("PATH", .bytes),
    help:
      "what is known about the entities: a model as sz-model(5) describes, or a Core Data model as Xcode saves it"
  )
  static let root = Option(
    "root", .required("[MEMBER=]ENTITY"),
    help: "with --model: the entity that the document is, or that stands in MEMBER of it; can be repeated")
  static let identity = Option(
    "identity", .required("ENTITY=NAMES"),
    help: "with --model: the attributes that identify an entity, separated by commas; can be repeated")
  static let include = Option(
    "include", .required("ENTITY.NAME"),
    help: "with --model: walk this relationship, whatever its delete rule says; can be repeated")
  static let exclude = Option(
    "exclude", .required("ENTITY.NAME"), help: "with --model: leave this property out; can be repeated")
  static let mappedNames = Option(
    "mapped-names", help: "with --model: take the names that import libraries note in a Core Data model")
  public static let printModel = Option(
    "print-model", help: "print the model in its JSON form and exit"
  ).withoutOperands
  public static let summary = Option(
    "summary",
    help: "with --print-model: a line for each entity instead, its identity, what is walked and what is not"
  )

  static let dangling = Option(
    "dangling", .required("WHAT", .words(["refuse", "allow"])),
    help: "with --model: whether references may be written or left that no entity answers (default: refuse)")

  static let noDefaults = Option(
    "no-defaults",
    help:
      "with --model: write no template and no defaults into what is created, so that the change can be undone"
  )

  public static let all = [model, root, identity, include, exclude, mappedNames, printModel, summary]

  /// The path of the model; nil without one.
  /// - Throws: when an option that speaks of a model is there without one.
  static func path(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    if arguments.has(summary), !arguments.has(printModel) {
      throw .needs("--" + summary.long, "--" + printModel.long)
    }
    if let path = arguments.value(model) { return path }
    for option in all + [dangling, noDefaults] where arguments.has(option) {
      throw .needs("--" + option.long, "--model PATH")
    }
    return nil
  }

  static func identities(_ arguments: ParsedArguments) throws(UsageError) -> [ModelIdentity] {
    var identities: [ModelIdentity] = []
    for value in arguments.values(identity) {
      guard let identity = ModelIdentity(value) else {
        throw .invalidValue(option: "--identity", value: value, expected: "ENTITY=NAME, or ENTITY=NAME,NAME")
      }
      identities.append(identity)
    }
    return identities
  }

  /// Carries out what the options say about a model.
  static func apply(_ arguments: ParsedArguments, to model: inout Model) throws(UsageError) {
    for identity in try identities(arguments) where model.entity(named: identity.entity) == nil {
      throw unknown(
        "--identity", identity.entity, model,
        "\(identity.entity)=\(identity.attributes.joined(separator: ","))")
    }
    try applyRoots(arguments.values(root), to: &model)
    for value in arguments.values(include) { try choose(value, isIncluded: true, in: &model) }
    for value in arguments.values(exclude) { try choose(value, isIncluded: false, in: &model) }
  }

  private static func applyRoots(_ values: [String], to model: inout Model) throws(UsageError) {
    var tables: [(name: String, set: Model.EntitySet)] = []
    var entity: String?
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[parts.count - 1]
      if model.entity(named: name) == nil { throw unknown("--root", name, model, value) }
      if parts.count == 1 { entity = name } else { tables.append((parts[0], Model.EntitySet(entity: name))) }
    }
    if let entity, !tables.isEmpty { throw .conflicting("--root \(entity)", "--root MEMBER=ENTITY") }
    if let entity {
      model.root = .entity(Model.EntitySet(entity: entity))
    } else if !tables.isEmpty {
      model.root = .tables(tables)
    }
  }

  private static func choose(_ value: String, isIncluded: Bool, in model: inout Model) throws(UsageError) {
    let option = isIncluded ? "--include" : "--exclude"
    guard let dot = value.firstIndex(of: "."), dot != value.startIndex,
      value.index(after: dot) != value.endIndex
    else {
      throw .invalidValue(
        option: option, value: value, expected: isIncluded ? "ENTITY.RELATIONSHIP" : "ENTITY.PROPERTY")
    }
    let (name, property) = (String(value[..<dot]), String(value[value.index(after: dot)...]))
    guard let entity = model.entity(named: name) else { throw unknown(option, name, model, value) }
    let relationships = model.lineage(of: entity).flatMap { model[$0].relationships.map(\.name) }
    let attributes = model.lineage(of: entity).flatMap { model[$0].attributes.map(\.name) }
    let known = isIncluded ? relationships : relationships + attributes
    guard known.contains(property) else {
      let kind = isIncluded ? "relationship" : "property"
      let nearest = NearestName.of(property, in: known).map { "; did you mean '\($0)'?" } ?? ""
      throw .invalidValue(
        option: option, value: value, expected: "a \(kind) of '\(name)', which '\(property)' is not\(nearest)"
      )
    }
    if !isIncluded, model.identity(of: entity).contains(property) {
      throw .invalidValue(option: option, value: value, expected: "no property that identifies '\(name)'")
    }
    model.choices.append(Model.Choice(entity: entity, property: property, isIncluded: isIncluded))
  }

  private static func unknown(_ option: String, _ name: String, _ model: Model, _ value: String) -> UsageError
  {
    let names = model.entities.map(\.name)
    let nearest = NearestName.of(name, in: names).map { "; did you mean '\($0)'?" } ?? ""
    return .invalidValue(
      option: option, value: value, expected: "an entity of the model, which '\(name)' is not\(nearest)")
  }
}
