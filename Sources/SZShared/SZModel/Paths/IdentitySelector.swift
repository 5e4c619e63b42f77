public import SZJSON

/// What selects an entity among others in a path: `[guid="r1"]`.
public enum IdentitySelector {
  /// Each part of an identity, by the text of its path, with its value, save those that are absent; empty without any.
  public static func text(_ identity: [(name: [UInt8], value: Value)]) -> [UInt8] {
    var selector: [UInt8] = []
    for part in identity where part.value.kind != .null {
      selector.append(UInt8(ascii: selector.isEmpty ? "[" : ","))
      let names = IdentityPath(part.name)?.steps.map(\.characters) ?? [part.name]
      for (number, name) in names.enumerated() {
        if number > 0 { selector.append(UInt8(ascii: ".")) }
        PathText.appendName(name, to: &selector)
      }
      selector.append(UInt8(ascii: "="))
      part.value.appendCompact(to: &selector)
    }
    if !selector.isEmpty { selector.append(UInt8(ascii: "]")) }
    return selector
  }
}
