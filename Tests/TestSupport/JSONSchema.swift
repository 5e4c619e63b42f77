import Foundation
internal import SZCommand
package import SZJSON
internal import SZModel

/// A JSON Schema (draft 2020-12), as far as the schemas of this package go: what it does not know it refuses.
package struct JSONSchema {
  /// Where an instance is not as the schema says, and which keyword says so.
  package struct Mistake: CustomStringConvertible {
    package let path: String
    package let keyword: String
    package var description: String { "\(path): \(keyword)" }
  }

  private static let annotations: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "title", "description", "default", "examples",
  ]
  private static let keywords: Set<String> = [
    "type", "enum", "const", "properties", "patternProperties", "additionalProperties", "required",
    "dependentRequired",
    "minProperties", "maxProperties", "items", "minItems", "maxItems", "minimum", "pattern", "anyOf", "oneOf",
    "allOf",
    "not", "if", "then", "else", "$ref",
  ]

  private let schema: Document

  /// Reads a schema.
  /// - Throws: where it is none, or has a keyword that is not known here, at any depth.
  package init(_ text: [UInt8]) throws {
    schema = try Document.read(text)
    try checkKeywords()
  }

  /// Goes through all schemas within the schema, also those that no instance will reach.
  private func checkKeywords() throws {
    var work = [schema.root]
    while let node = work.popLast() {
      if [.true, .false].contains(schema.kind(node)) { continue }
      guard schema.kind(node) == .object else { throw failure("no schema", node) }
      for member in schema.members(node) {
        let name = schema.string(member.name)
        guard JSONSchema.annotations.contains(name) || JSONSchema.keywords.contains(name) else {
          throw failure("unknown keyword \(name)", node)
        }
        switch name {
        case "properties", "patternProperties", "$defs":
          for part in schema.members(member.value) { work.append(part.value) }
        case "anyOf", "oneOf", "allOf": work += Array(schema.elements(member.value))
        case "additionalProperties", "items", "not", "if", "then", "else": work.append(member.value)
        case "$ref": _ = try target(of: member.value)
        case "pattern": _ = try NSRegularExpression(pattern: schema.string(member.value))
        default: break
        }
      }
    }
  }

  private func failure(_ words: String, _ node: Document.Node) -> TestFiles.Failure {
    TestFiles.Failure("\(PathText.path(to: node, in: schema)): \(words)")
  }

  /// The schema that a reference within this schema leads to.
  private func target(of reference: Document.Node) throws -> Document.Node {
    let text = schema.string(reference)
    guard text.hasPrefix("#") else { throw failure("no reference in this schema: \(text)", reference) }
    var node = schema.root
    for step in text.dropFirst().split(separator: "/") {
      guard let member = schema.member(node, named: Array(step.utf8)) else {
        throw failure("nothing at \(text)", reference)
      }
      node = member.value
    }
    return node
  }

  /// The first thing that is not as the schema says; nil when all is.
  package func mistake(in instance: Document) throws -> Mistake? {
    try mistake(instance, instance.root, schema.root)
  }

  private func mistake(_ instance: Document, _ node: Document.Node, _ rule: Document.Node) throws -> Mistake?
  {
    switch schema.kind(rule) {
    case .true: return nil
    case .false: return Mistake(path: PathText.path(to: node, in: instance), keyword: "false")
    default: break
    }
    for member in schema.members(rule) {
      let name = schema.string(member.name)
      if JSONSchema.annotations.contains(name) { continue }
      if let inner = try check(name, member.value, in: rule, instance, node) { return inner }
    }
    return nil
  }

  /// What one keyword has against a value; a mistake deeper inside is the one that is told.
  private func check(
    _ keyword: String, _ value: Document.Node, in rule: Document.Node, _ instance: Document,
    _ node: Document.Node
  ) throws -> Mistake? {
    let wrong = Mistake(
      path: PathText.path(to: node, in: instance),
      keyword: "\(keyword) \(String(decoding: schema.text(value), as: UTF8.self).prefix(80))")
    func fits(_ rule: Document.Node) throws -> Bool { try mistake(instance, node, rule) == nil }
    let kind = instance.kind(node)
    switch keyword {
    case "type":
      let types = schema.kind(value) == .array ? Array(schema.elements(value)) : [value]
      return types.contains { JSONSchema.isOf(schema.string($0), instance, node) } ? nil : wrong
    case "const": return schema.isEqual(value, instance, node) ? nil : wrong
    case "enum": return schema.elements(value).contains { schema.isEqual($0, instance, node) } ? nil : wrong
    case "$ref": return try mistake(instance, node, try target(of: value))
    case "allOf":
      for part in schema.elements(value) {
        if let mistake = try mistake(instance, node, part) { return mistake }
      }
      return nil
    case "anyOf": return try schema.elements(value).contains(where: fits) ? nil : wrong
    case "oneOf": return try schema.elements(value).filter(fits).count == 1 ? nil : wrong
    case "not": return try fits(value) ? wrong : nil
    case "if":
      guard let branch = part(rule, try fits(value) ? "then" : "else") else { return nil }
      return try mistake(instance, node, branch)
    // They are looked at with "if".
    case "then", "else": return nil
    case "pattern":
      guard kind.isString else { return nil }
      let text = instance.string(node)
      let expression = try NSRegularExpression(pattern: schema.string(value))
      let range = NSRange(text.startIndex..., in: text)
      return expression.firstMatch(in: text, range: range) == nil ? wrong : nil
    case "minimum":
      guard kind == .number, let least = number(schema, value) else { return nil }
      return number(instance, node).map { $0 >= least } ?? false ? nil : wrong
    case "items", "minItems", "maxItems":
      return kind == .array ? try checkElements(keyword, value, instance, node, wrong) : nil
    case "properties", "patternProperties", "additionalProperties", "required", "dependentRequired",
      "minProperties",
      "maxProperties":
      return kind == .object ? try checkMembers(keyword, value, in: rule, instance, node, wrong) : nil
    default: throw failure("unknown keyword \(keyword)", value)
    }
  }

  private func checkElements(
    _ keyword: String, _ value: Document.Node, _ instance: Document, _ node: Document.Node, _ wrong: Mistake
  ) throws -> Mistake? {
    let elements = Array(instance.elements(node))
    let limit = number(schema, value) ?? 0
    switch keyword {
    case "minItems": return Double(elements.count) >= limit ? nil : wrong
    case "maxItems": return Double(elements.count) <= limit ? nil : wrong
    default:
      for element in elements { if let mistake = try mistake(instance, element, value) { return mistake } }
      return nil
    }
  }

  private func checkMembers(
    _ keyword: String, _ value: Document.Node, in rule: Document.Node, _ instance: Document,
    _ node: Document.Node, _ wrong: Mistake
  ) throws -> Mistake? {
    let members = Array(instance.members(node))
    let names = Set(members.map { instance.string($0.name) })
    switch keyword {
    case "minProperties": return Double(names.count) >= number(schema, value) ?? 0 ? nil : wrong
    case "maxProperties": return Double(names.count) <= number(schema, value) ?? 0 ? nil : wrong
    case "required":
      return schema.elements(value).allSatisfy { names.contains(schema.string($0)) } ? nil : wrong
    case "dependentRequired":
      for rule in schema.members(value) where names.contains(schema.string(rule.name)) {
        if !schema.elements(rule.value).allSatisfy({ names.contains(schema.string($0)) }) { return wrong }
      }
      return nil
    default: break
    }
    for member in members {
      let name = instance.string(member.name)
      let rules =
        switch keyword {
        case "properties": [part(value, name)].compactMap { $0 }
        case "patternProperties": try matching(value, name)
        default:
          try part(rule, "properties").flatMap({ part($0, name) }) == nil
            && (try part(rule, "patternProperties").map({ try matching($0, name) }) ?? []).isEmpty
            ? [value] : []
        }
      for rule in rules { if let mistake = try mistake(instance, member.value, rule) { return mistake } }
    }
    return nil
  }

  /// The schemas of `patternProperties` that a name matches.
  private func matching(_ patterns: Document.Node, _ name: String) throws -> [Document.Node] {
    try schema.members(patterns).filter {
      let expression = try NSRegularExpression(pattern: schema.string($0.name))
      return expression.firstMatch(in: name, range: NSRange(name.startIndex..., in: name)) != nil
    }.map(\.value)
  }

  private func part(_ rule: Document.Node, _ name: String) -> Document.Node? {
    schema.member(rule, named: Array(name.utf8))?.value
  }

  private func number(_ document: Document, _ node: Document.Node) -> Double? {
    Double(String(decoding: document.text(node), as: UTF8.self))
  }

  private static func isOf(_ type: String, _ document: Document, _ node: Document.Node) -> Bool {
    switch document.kind(node) {
    case .object: type == "object"
    case .array: type == "array"
    case .string, .escapedString, .shadowedName: type == "string"
    case .true, .false: type == "boolean"
    case .null: type == "null"
    case .number:
      type == "number"
        || type == "integer"
          && !document.text(node).contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }
  }
}
