import SZJSON
import SZModel

/// What a document must be that was made of another one by what changes at the places that are in: at these the new one, the old one
/// everywhere else. By recursion and by trying all ways to match the elements of lists.
struct SelectedResult {
  private let a: Document
  private let b: Document
  private let r: Document
  private let oracle: PathOracle
  /// No path tells one element from another, so elements that only contain places that are in must be paired up.
  private let isUniform: Bool
  private let isSelectedByPatch: Bool

  /// `a` is the old document, `b` the new one, and `r` what was made of `a`: by a comparison that selects, or by a patch that does, which
  /// takes the members and the elements of lists as they were matched when all was compared.
  init(_ a: Document, _ b: Document, _ r: Document, _ oracle: PathOracle, isSelectedByPatch: Bool = false) {
    (self.a, self.b, self.r, self.oracle) = (a, b, r, oracle)
    self.isSelectedByPatch = isSelectedByPatch
    isUniform = !isSelectedByPatch && oracle.isUniform
  }

  /// The place that is wrong; nil when there is none.
  var mistake: String? { verify(a.root, b.root, r.root, []) }

  /// Nil when `z` is what the law wants of `x` in a and `y` in b; else the place that is wrong.
  private func verify(
    _ x: Document.Node, _ y: Document.Node, _ z: Document.Node, _ way: [PathOracle.Step]
  ) -> String? {
    let kind = a.kind(x)
    if a.isEqual(x, r, z), isSame(x, y, way) { return nil }
    if kind == b.kind(y), kind == .object { return object(x, y, z, way) }
    if kind == b.kind(y), kind == .array { return array(x, y, z, way) }
    let isRight = oracle.isIn(way) ? b.isEqual(y, r, z) : a.isEqual(x, r, z)
    return isRight ? nil : PathText.path(to: z, in: r)
  }

  /// Whether `x` in a and `y` in b agree in all that is in, place by place: then a is what the law wants, also where a path by index
  /// takes the identity of one element and leaves that of another.
  private func isSame(_ x: Document.Node, _ y: Document.Node, _ way: [PathOracle.Step]) -> Bool {
    let kind = a.kind(x)
    guard kind == b.kind(y), kind.isContainer else { return !oracle.isIn(way) || b.isEqual(y, a, x) }
    let (olds, news) = (PathOracle.children(Value(a, x)), PathOracle.children(Value(b, y)))
    guard kind == .object || olds.count == news.count else { return !oracle.isIn(way) }
    for (node, step) in olds {
      let other = news.first {
        kind == .object ? $0.1.name == step.name : $0.1.places.first?.0 == step.places.first?.0
      }
      guard let other else {
        if oracle.isIn(way + [step]) { return false } else { continue }
      }
      let both = PathOracle.Step(name: step.name, places: step.places, values: step.values + other.1.values)
      if !isSame(node, other.0, way + [both]) { return false }
    }
    return !news.contains { _, step in
      oracle.isIn(way + [step]) && kind == .object && !olds.contains { $0.1.name == step.name }
    }
  }

  private func object(
    _ x: Document.Node, _ y: Document.Node, _ z: Document.Node, _ way: [PathOracle.Step]
  ) -> String? {
    guard r.kind(z) == .object else { return PathText.path(to: z, in: r) }
    let names = Set(
      a.members(x).map { a.characters($0.name) } + b.members(y).map { b.characters($0.name) }
        + r.members(z).map { r.characters($0.name) })
    for name in names {
      let (inA, inB) = (a.member(x, named: name)?.value, b.member(y, named: name)?.value)
      let inR = r.member(z, named: name)?.value
      let values = [inA.map { Value(a, $0) }, inB.map { Value(b, $0) }].compactMap { $0 }
      let child = way + [PathOracle.Step(name: name, values: values)]
      if let mistake = one(inA, inB, inR, child) {
        return mistake.isEmpty
          ? PathText.path(to: z, in: r) + " " + String(decoding: name, as: UTF8.self) : mistake
      }
    }
    return nil
  }

  /// One member or entity that may be in each of the documents.
  private func one(
    _ x: Document.Node?, _ y: Document.Node?, _ z: Document.Node?, _ way: [PathOracle.Step]
  ) -> String? {
    switch (x, y) {
    case (let x?, let y?): return z.map { verify(x, y, $0, way) } ?? ""
    case (let x?, nil):
      if oracle.isIn(way) { return z == nil ? nil : "" }
      return z.map { a.isEqual(x, r, $0) } ?? false ? nil : ""
    case (nil, let y?):
      if !oracle.isIn(way) { return z == nil ? nil : "" }
      return z.map { b.isEqual(y, r, $0) } ?? false ? nil : ""
    case (nil, nil): return ""
    }
  }

  private func array(
    _ x: Document.Node, _ y: Document.Node, _ z: Document.Node, _ way: [PathOracle.Step]
  ) -> String? {
    guard r.kind(z) == .array else { return PathText.path(to: z, in: r) }
    let (olds, news, results) = (Array(a.elements(x)), Array(b.elements(y)), Array(r.elements(z)))
    if let key = ElementIdentity.name(Value(a, x), Value(b, y)) {
      return entities(key, olds, news, results, z, way)
    }
    return list(olds, news, results, way) ? nil : PathText.path(to: z, in: r)
  }

  private func identity(_ document: Document, _ element: Document.Node, _ key: [UInt8]) -> Value? {
    guard document.kind(element) == .object, let value = document.member(element, named: key)?.value,
      !document.kind(value).isContainer, document.kind(value) != .null
    else { return nil }
    return Value(document, value)
  }

  private func same(_ left: Value?, _ right: Value?) -> Bool {
    guard let left, let right else { return false }
    return left.isEqual(right)
  }

  private func entities(
    _ key: [UInt8], _ olds: [Document.Node], _ news: [Document.Node], _ results: [Document.Node],
    _ z: Document.Node, _ way: [PathOracle.Step]
  ) -> String? {
    func find(_ document: Document, _ elements: [Document.Node], _ value: Value?) -> Int? {
      elements.firstIndex { same(identity(document, $0, key), value) }
    }
    func step(_ i: Int?, _ j: Int?) -> PathOracle.Step {
      PathOracle.Step(
        places: [i.map { ($0, olds.count) }, j.map { ($0, news.count) }].compactMap { $0 },
        values: [i.map { Value(a, olds[$0]) }, j.map { Value(b, news[$0]) }].compactMap { $0 })
    }
    // The places in OLD, NEW and the result of what is in itself, and of what is not.
    var (inNew, inResult, outOld, outResult): ([Int], [Int], [Int], [Int]) = ([], [], [], [])
    var count = 0
    for i in olds.indices {
      let value = identity(a, olds[i], key)
      let (j, k) = (find(b, news, value), find(r, results, value))
      let child = way + [step(i, j)]
      if let mistake = one(olds[i], j.map { news[$0] }, k.map { results[$0] }, child) {
        return mistake.isEmpty ? PathText.path(to: z, in: r) : mistake
      }
      guard let k else { continue }
      count += 1
      if let j, oracle.isIn(child) {
        inNew.append(j)
        inResult.append(k)
      } else {
        outOld.append(i)
        outResult.append(k)
      }
    }
    for j in news.indices where find(a, olds, identity(b, news[j], key)) == nil {
      let k = find(r, results, identity(b, news[j], key))
      if let mistake = one(nil, news[j], k.map { results[$0] }, way + [step(nil, j)]) {
        return mistake.isEmpty ? PathText.path(to: z, in: r) : mistake
      }
      guard let k else { continue }
      count += 1
      inNew.append(j)
      inResult.append(k)
    }
    func isSameOrder(_ left: [Int], _ right: [Int]) -> Bool {
      let sorted = zip(left, right).sorted { $0.0 < $1.0 }.map(\.1)
      return zip(sorted, sorted.dropFirst()).allSatisfy { $0 < $1 }
    }
    let isRight = count == results.count && isSameOrder(inNew, inResult) && isSameOrder(outOld, outResult)
    return isRight ? nil : "order of " + PathText.path(to: z, in: r)
  }

  /// Whether the result is made of the two lists by an alignment in which only what is in comes or goes.
  private func list(
    _ olds: [Document.Node], _ news: [Document.Node], _ results: [Document.Node], _ way: [PathOracle.Step]
  ) -> Bool {
    struct Key: Hashable {
      let i, j, k: Int
      let left: Set<Bool>
      let missed: Set<Bool>
    }
    func step(_ i: Int?, _ j: Int?) -> [PathOracle.Step] {
      way + [
        PathOracle.Step(
          places: [i.map { ($0, olds.count) }, j.map { ($0, news.count) }].compactMap { $0 },
          values: [i.map { Value(a, olds[$0]) }, j.map { Value(b, news[$0]) }].compactMap { $0 })
      ]
    }
    let oldIn = olds.indices.map { oracle.isIn(step($0, nil)) }
    let newIn = news.indices.map { oracle.isIn(step(nil, $0)) }
    // What must not be left over on both sides between two pairs.
    let oldKind = olds.indices.map { partial(Value(a, olds[$0]), step($0, nil)) }
    let newKind = news.indices.map { partial(Value(b, news[$0]), step(nil, $0)) }
    var known: [Key: Bool] = [:]
    func isPossible(_ i: Int, _ j: Int, _ k: Int, _ left: Set<Bool>, _ missed: Set<Bool>) -> Bool {
      if isUniform, !left.isDisjoint(with: missed) { return false }
      if i == olds.count, j == news.count, k == results.count { return true }
      let key = Key(i: i, j: j, k: k, left: left, missed: missed)
      if let answer = known[key] { return answer }
      var answer = false
      if i < olds.count, oldIn[i] { answer = answer || isPossible(i + 1, j, k, left, missed) }
      if i < olds.count, k < results.count, !oldIn[i], a.isEqual(olds[i], r, results[k]) {
        let more = oldKind[i].map { left.union([$0]) } ?? left
        answer = answer || isPossible(i + 1, j, k + 1, more, missed)
      }
      if j < news.count, !newIn[j] {
        let more = newKind[j].map { missed.union([$0]) } ?? missed
        answer = answer || isPossible(i, j + 1, k, left, more)
      }
      if j < news.count, k < results.count, newIn[j], b.isEqual(news[j], r, results[k]) {
        answer = answer || isPossible(i, j + 1, k + 1, left, missed)
      }
      // A change may replace an element as a whole; what is ignored in it goes along.
      if i < olds.count, j < news.count, k < results.count, !answer, isSelectedByPatch,
        oracle.isIn(step(i, j)), b.isEqual(news[j], r, results[k])
      {
        answer = isPossible(i + 1, j + 1, k + 1, [], [])
      }
      if i < olds.count, j < news.count, k < results.count, !answer,
        verify(olds[i], news[j], results[k], step(i, j)) == nil
      {
        answer = isPossible(i + 1, j + 1, k + 1, [], [])
      }
      known[key] = answer
      return answer
    }
    return isPossible(0, 0, 0, [], [])
  }

  /// Whether a container that is not in itself is an object, when something in it is in.
  private func partial(_ value: Value, _ way: [PathOracle.Step]) -> Bool? {
    guard value.kind.isContainer, !oracle.isIn(way) else { return nil }
    func hasIn(_ value: Value, _ way: [PathOracle.Step]) -> Bool {
      PathOracle.children(value).contains { node, step in
        oracle.isIn(way + [step]) || hasIn(Value(value.document, node), way + [step])
      }
    }
    return hasIn(value, way) ? value.kind == .object : nil
  }
}
