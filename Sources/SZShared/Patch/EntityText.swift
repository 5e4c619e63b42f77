/// An entity as a JSON object, made of what a change says of it.
enum EntityText {
  /// The value that a created entity will be or a deleted one was. Of an updated one, its identity and its new attributes.
  ///
  /// Relationships become members: an entity an object, a to-many an array of what is created in it, a list what its hunks
  /// insert. Walks without recursion.
  static func value(_ tree: ChangeTree, _ index: Int) -> Value {
    let text = text(tree, index)
    guard let document = try? Document.read(text) else { preconditionFailure("a change made no JSON") }
    return Value(document, document.root)
  }

  private static func text(_ tree: ChangeTree, _ index: Int) -> [UInt8] {
    var output: [UInt8] = []
    var closers: [(end: Int, byte: UInt8)] = []
    let end = tree.items[index].end
    let isDeletion = tree.items[index].state == .deleted
    func comma() {
      if let last = output.last, ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":")].contains(last) {
        output.append(UInt8(ascii: ","))
      }
    }
    var position = index
    while position < end {
      while let closer = closers.last, closer.end <= position {
        output.append(closer.byte)
        closers.removeLast()
      }
      let item = tree.items[position]
      switch item.role {
      case .entity:
        comma()
        output.append(UInt8(ascii: "{"))
        closers.append((item.end, UInt8(ascii: "}")))
        appendMissingIdentity(tree, position, isDeletion, &output)
        position += 1
      case .attribute:
        if let value = isDeletion ? item.old : item.new, let name = item.name {
          comma()
          name.appendCompact(to: &output)
          output.append(UInt8(ascii: ":"))
          value.appendCompact(to: &output)
        }
        position = item.end
      case .relationship:
        comma()
        item.name?.appendCompact(to: &output)
        output.append(UInt8(ascii: ":"))
        position += 1
      case .toMany, .list:
        output.append(UInt8(ascii: "["))
        closers.append((item.end, UInt8(ascii: "]")))
        position += 1
      case .hunk:
        for value in tree.values(position, isDeletion ? .old : .new) {
          comma()
          value.appendCompact(to: &output)
        }
        position = item.end
      default: position = item.end
      }
    }
    for closer in closers.reversed() { output.append(closer.byte) }
    return output
  }

  /// The identity, where the attributes do not have it themselves.
  private static func appendMissingIdentity(
    _ tree: ChangeTree, _ index: Int, _ isDeletion: Bool, _ output: inout [UInt8]
  ) {
    var named: Set<[UInt8]> = []
    for child in tree.children(index) where tree.items[child].role == .attribute {
      guard (isDeletion ? tree.items[child].old : tree.items[child].new) != nil else { continue }
      if let name = tree.items[child].name { named.insert(name.document.characters(name.node)) }
    }
    for child in tree.children(index) where tree.items[child].role == .identity {
      guard let name = tree.items[child].name, !named.contains(name.document.characters(name.node)) else {
        continue
      }
      if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
      name.appendCompact(to: &output)
      output.append(UInt8(ascii: ":"))
      tree.items[child].new?.appendCompact(to: &output)
    }
  }
}
