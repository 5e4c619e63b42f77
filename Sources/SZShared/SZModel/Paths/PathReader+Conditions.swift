internal import SZJSON

extension PathReader {
  /// Conditions in brackets, `[guid="r1"]` or `[a=1,b.c='x']`, from behind the bracket to behind the closing one; nil, and nothing
  /// taken, where something else stands there.
  mutating func pairs() throws(PathReader.Failure) -> [PathCondition]? {
    let start = index
    var conditions: [PathCondition] = []
    while true {
      skipBlanks()
      guard let names = try memberNames() else {
        index = start
        return nil
      }
      skipBlanks()
      guard take(UInt8(ascii: "=")) else {
        // A name in quotes alone is a selector of its own.
        let isName = bytes[start] == UInt8(ascii: "'") || bytes[start] == UInt8(ascii: "\"")
        if conditions.isEmpty, isName {
          index = start
          return nil
        }
        throw fail(
          conditions.isEmpty && names.count == 1 ? "expected a name in quotes, or NAME=VALUE" : "expected '='"
        )
      }
      if current == UInt8(ascii: "=") { throw fail("'==' stands in a filter: [?@.a==1]") }
      skipBlanks()
      conditions.append(PathCondition(names: names, value: try scalar()))
      skipBlanks()
      if take(UInt8(ascii: "]")) { return conditions }
      guard take(UInt8(ascii: ",")) else { throw fail("expected ',' or ']'") }
    }
  }

  /// The names in front of `=`, with dots between them, each plain, in quotes, or in quotes and brackets; nil for none.
  private mutating func memberNames() throws(PathReader.Failure) -> [[UInt8]]? {
    var names: [[UInt8]] = []
    while true {
      switch current {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): names.append(try quoted())
      case UInt8(ascii: "["): names.append(try quotedInBrackets())
      case _ where !isAtEnd && PathReader.isNameByte(current, isFirst: true): names.append(try shorthand())
      default:
        if names.isEmpty { return nil }
        throw fail("expected a name")
      }
      if current == UInt8(ascii: "[") { continue }
      guard take(UInt8(ascii: ".")) else { return names }
    }
  }

  private mutating func quotedInBrackets() throws(PathReader.Failure) -> [UInt8] {
    index += 1
    skipBlanks()
    guard current == UInt8(ascii: "'") || current == UInt8(ascii: "\"") else {
      throw fail("expected a name in quotes")
    }
    let name = try quoted()
    skipBlanks()
    guard take(UInt8(ascii: "]")) else { throw fail("expected ']'") }
    return name
  }

  /// A filter of comparisons with `==` between a member of the element and a scalar, joined by `&&`: from behind the `?`.
  mutating func filter() throws(PathReader.Failure) -> [PathCondition] {
    var conditions: [PathCondition] = []
    // All is joined by one operator, so parentheses change nothing.
    var depth = 0
    while true {
      skipBlanks()
      while take(UInt8(ascii: "(")) {
        depth += 1
        skipBlanks()
      }
      conditions.append(try comparison())
      skipBlanks()
      while depth > 0, take(UInt8(ascii: ")")) {
        depth -= 1
        skipBlanks()
      }
      guard take(UInt8(ascii: "&")) else { break }
      guard take(UInt8(ascii: "&")) else { throw fail("expected '&&'") }
    }
    if current == UInt8(ascii: "|") { throw unsupported("'||'") }
    if depth > 0 { throw fail("expected ')'") }
    return conditions
  }

  private mutating func comparison() throws(PathReader.Failure) -> PathCondition {
    if current == UInt8(ascii: "!") { throw unsupported("'!'") }
    if current == UInt8(ascii: "$") { throw unsupported("comparing with another place") }
    if current == UInt8(ascii: "@") {
      let names = try relativePath()
      try equals()
      if current == UInt8(ascii: "@") || current == UInt8(ascii: "$") {
        throw unsupported("comparing two places")
      }
      return PathCondition(names: names, value: try scalar())
    }
    let value = try scalar()
    try equals()
    guard current == UInt8(ascii: "@") else { throw fail("expected '@'") }
    return PathCondition(names: try relativePath(), value: value)
  }

  private mutating func equals() throws(PathReader.Failure) {
    skipBlanks()
    switch current {
    case UInt8(ascii: "="):
      index += 1
      guard take(UInt8(ascii: "=")) else { throw fail("expected '=='") }
    case UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"): throw unsupported("this comparison")
    case UInt8(ascii: "]"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ")"), UInt8(ascii: ","):
      throw unsupported("asking whether something exists")
    default: throw fail("expected '=='")
    }
    skipBlanks()
  }

  private mutating func relativePath() throws(PathReader.Failure) -> [[UInt8]] {
    index += 1
    var names: [[UInt8]] = []
    while true {
      let end = index
      skipBlanks()
      if take(UInt8(ascii: ".")) {
        if current == UInt8(ascii: ".") || current == UInt8(ascii: "*") {
          throw unsupported("more than one place in a filter")
        }
        names.append(try shorthand())
      } else if current == UInt8(ascii: "[") {
        let bracket = index
        index += 1
        skipBlanks()
        let isName = current == UInt8(ascii: "'") || current == UInt8(ascii: "\"")
        index = bracket
        guard isName else { throw unsupported("an index in a filter") }
        names.append(try quotedInBrackets())
      } else {
        index = end
        break
      }
    }
    if names.isEmpty { throw unsupported("comparing the element itself") }
    return names
  }

  private func unsupported(_ what: String) -> PathReader.Failure {
    fail("\(what) is not supported; a filter compares members with values by '==', joined by '&&'")
  }

  /// A JSON scalar; a string may stand in single quotes.
  private mutating func scalar() throws(PathReader.Failure) -> PathScalar {
    if current == UInt8(ascii: "'") || current == UInt8(ascii: "\"") { return .string(try quoted()) }
    let start = index
    while !isAtEnd,
      current == UInt8(ascii: "-") || current == UInt8(ascii: "+") || current == UInt8(ascii: ".")
        || PathReader.isNameByte(current, isFirst: false)
    {
      index += 1
    }
    let token = Array(bytes[start..<index])
    let end = index
    index = start
    if current == UInt8(ascii: "("), end == start { throw fail("expected a value") }
    if bytes.indices.contains(end), bytes[end] == UInt8(ascii: "(") { throw unsupported("a function") }
    guard !token.isEmpty, let document = try? Document.read(token), !document.kind(document.root).isContainer
    else { throw fail("expected a string in quotes, a number, true, false or null") }
    index = end
    switch document.kind(document.root) {
    case .true: return .literal(.true)
    case .false: return .literal(.false)
    case .null: return .literal(.null)
    default: return .number(DecimalNumber(document.bytes, document.range(document.root)))
    }
  }
}
