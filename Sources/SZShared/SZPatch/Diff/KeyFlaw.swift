internal import SZJSON
internal import SZModel

/// Why a key that was asked for does not identify the elements of an array.
struct KeyFlaw {
  /// What is wrong, in words.
  let words: String

  /// Nil when nothing is wrong. Linear in the elements.
  init?(_ key: IdentityKey, _ array: Value, _ elements: [Document.Node]) {
    let document = array.document
    guard let hashing = document.hashing else { return nil }
    var (missing, first): (Int, Int?) = (0, nil)
    var places = HashTable(expected: elements.count)
    var double: (first: Int, second: Int)?
    for (position, element) in elements.enumerated() {
      if let (hash, _) = key.hash(document, element, hashing) {
        if double == nil, !places.insert(hash, value: position), let other = places.value(hash) {
          double = (other, position)
        }
      } else {
        missing += 1
        first = first ?? position
      }
    }
    func path(_ position: Int) -> String {
      let path = NodePaths(document, to: [array.node]).path(to: array.node)
      return String(decoding: path, as: UTF8.self) + "[\(position)]"
    }
    if let first {
      let name = KeyFlaw.missingName(key, document, elements[first])
      words =
        "\(missing) of \(elements.count) elements \(missing == 1 ? "has" : "have") no \(name), the first at \(path(first))"
    } else if let double {
      words = "\(path(double.first)) and \(path(double.second)) have the same"
    } else {
      return nil
    }
  }

  /// The name of the part of the key that an element has no value for.
  private static func missingName(_ key: IdentityKey, _ document: Document, _ element: Document.Node)
    -> String
  {
    guard document.kind(element) == .object else { return key.text }
    let part = key.parts.indices.first { number in
      switch key.find(document, element, number) {
      case .value: false
      case .absent: !key.parts[number].isOptional
      case .other: true
      }
    }
    return part.map { String(decoding: key.parts[$0].path.text, as: UTF8.self) } ?? key.text
  }
}
