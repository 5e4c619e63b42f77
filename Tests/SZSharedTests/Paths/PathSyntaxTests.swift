import SZJSON
import SZModel
import TestSupport
import Testing

/// What is a path and what is none, by RFC 9535, RFC 6901 and sz-path(7).
@Suite(.limited) struct PathSyntaxTests {
  static let document =
    #"{"a":{"b":1,"0":"zero","é":2,"a b":3,"'":4,"\"":5,"\\":6,"":7,"a/b":8,"m~n":9,"\ud83d":10,"\u0000":11},"list":[{"id":1,"x":{"y":"p"},"k.d":true},{"id":2.0,"x":{"y":"q"}},{"id":"2"},[0,1,2,3,4],null]}"#

  @Test(arguments: [
    ("$", "{"), ("", "{"), ("$.a.b", "1"), (".a.b", "1"), ("['a']['b']", "1"), ("$[\"a\"].b", "1"),
    ("$ .a", "{"), ("$.a ['b']", "1"), ("$\n[ 'a' , 'b' ]", "{"), ("$.a['a b']", "3"), (#"$.a['\'']"#, "4"),
    (#"$.a["'"]"#, "4"), (#"$.a["\""]"#, "5"), (#"$.a['"']"#, "5"), (#"$.a['\\']"#, "6"), ("$.a['']", "7"),
    (#"$.a['a\/b']"#, "8"), ("$.a['a/b']", "8"), (#"$.a['\u0062']"#, "1"), (#"$.a["\u00E9"]"#, "2"),
    ("$.a.é", "2"),
    (#"$.a["\ud83d"]"#, "10"), (#"$.a["\u0000"]"#, "11"), ("$.a['0']", "\"zero\""), ("$.list[0].id", "1"),
    ("$.list[-4].id", "2.0"), ("$.list[3][1:3]", "1 2"), ("$.list[3][::2]", "0 2 4"),
    ("$.list[3][::-2]", "0 2 4"),
    ("$.list[3][3:1:-1]", "2 3"), ("$.list[3][-2:]", "3 4"), ("$.list[3][:]", "0 1 2 3 4"),
    ("$.list[3][1:4:0]", ""),
    ("$.list[3][ 1 : 4 : 2 ]", "1 3"), ("$.list[3][9007199254740991]", ""),
    ("$.list[3][-9007199254740991:]", "0 1 2 3 4"),
    ("$.list[3][*]", "0 1 2 3 4"), ("$.list[3].*", "0 1 2 3 4"), ("$.list[3][0,2,0]", "0 2"),
    ("$..y", "\"p\" \"q\""),
    ("$..[1].id", "2.0"), ("$.list[id=1].id", "1"), ("$.list[id=2].id", "2.0"),
    ("$.list[id=20e-1].id", "2.0"),
    ("$.list[id=\"2\"].id", "\"2\""), ("$.list[id='2'].id", "\"2\""),
    ("$.list[ id = 1 , x.y = \"p\" ].id", "1"),
    ("$.list[id=1,x.y=\"q\"].id", ""), ("$.list['k.d'=true].id", "1"), ("$.list[x.'y'=\"q\"].id", "2.0"),
    ("$.list[x['y']=\"q\"].id", "2.0"), ("$.list[['id']=1].id", "1"), ("$.list[id=null]", ""),
    ("$.list[?@.id==1].id", "1"), ("$.list[?1==@.id].id", "1"),
    ("$.list[? @ .id == 2 && @['x'].y == 'q' ].id", "2.0"),
    ("$.list[?(@.id==1)].id", "1"), ("$.list[?((@.id==1) && 'p'==@.x.y)].id", "1"),
    ("$.list[?@.id==1, 1].id", "1 2.0"),
    ("$[?@.b==1].b", "1"), ("$..[y='q'].y", "\"q\""), ("/a/b", "1"), ("/a/0", "\"zero\""),
    ("/list/0/id", "1"),
    ("/list/00/id", ""), ("/a/a~1b", "8"), ("/a/m~0n", "9"), ("/a/", "7"), ("/a/a b", "3"), ("/list/-", ""),
    ("/list/9007199254740992", ""), ("/list/99999999999999999999999", ""),
  ]) func selects(path: String, values: String) throws {
    let document = try Document.read(Array(PathSyntaxTests.document.utf8))
    let path = try JSONPath(path)
    let naive = PathOracle.nodes(path, in: document)
    #expect(naive == PathSyntaxTests.nodes(path, in: document))
    let text = naive.map { node in
      document.kind(node).isContainer ? "{" : String(decoding: document.text(node), as: UTF8.self)
    }
    #expect(text.joined(separator: " ") == values)
  }

  /// What a matcher selects on the way down.
  static func nodes(_ path: JSONPath, in document: Document) -> [Document.Node] {
    let selection = Selection(only: [path])
    var found: [Document.Node] = []
    func visit(_ node: Document.Node, _ place: Selection.Place?, _ isBelow: Bool) {
      if selection.isIn(place), !isBelow { found.append(node) }
      // What is below a place that is in is in, too, so each child is asked as if its parent were not.
      switch document.kind(node) {
      case .object:
        for member in document.members(node) {
          visit(
            member.value,
            selection.member(place, document.characters(member.name), Value(document, member.value)),
            isBelow || selection.isIn(place))
        }
      case .array:
        let elements = Array(document.elements(node))
        for (index, element) in elements.enumerated() {
          visit(
            element, selection.element(place, index, of: elements.count, Value(document, element)),
            isBelow || selection.isIn(place))
        }
      default: break
      }
    }
    visit(document.root, selection.root, false)
    return found
  }

  @Test(arguments: [
    "a", "a.b", " $", "$ ", "$.a ", "$.", "$..", "$. a", "$.a.", "$.1a", "$.-a", "$.a-b", "$['a", "$[a]",
    "$['a'", "$[",
    "$[]", "$['a',]", "$[,]", "$[01]", "$[-0]", "$[-]", "$[-01]", "$[1.0]", "$[1e0]", "$[+1]", "$[1 2]",
    "$[00]",
    "$[1:-0]", "$[1:2:03]", "$[1:2:3:4]", "$[9007199254740992]", "$[-9007199254740992]",
    "$[::-9223372036854775808]",
    "$[99999999999999999999]", #"$['\x']"#, #"$['\"']"#, #"$["\'"]"#, #"$['\u12']"#, #"$['\u00g0']"#,
    "$['a\nb']", "$.'a'",
    "$$", "$.a$", "$.a[?]", "$[?@.a]", "$[?@.a>1]", "$[?@.a!=1]", "$[?@.a==1||@.b==2]", "$[?!@.a]",
    "$[?@.a==@.b]",
    "$[?@.a==$.b]", "$[?$.a==1]", "$[?@==1]", "$[?@.a==1", "$[?(@.a==1]", "$[?@.a==1)]", "$[?@.a=1]",
    "$[?@.a==01]",
    "$[?@.a==]", "$[?@.a==1 & @.b==2]", "$[?length(@.a)==1]", "$[?@[0]==1]", "$[?@.*==1]", "$[?@..a==1]",
    "$[?@.a==\"x]", "$[?@.a==tru]", "$[a==1]", "$[a=]", "$[a=01]", "$[a=1,]", "$[a=1,0]", "$[a.=1]",
    "$[.a=1]", "$[a=[1]]",
    "$[a='x]", "/a~", "/a~2", "$.a[(@.b)]", "$*", "..", "[", "*", "$...a", "$.[0]", "$..['a", "-1", "'a'",
  ]) func isRefused(path: String) {
    #expect(throws: JSONPath.SyntaxError.self, "\(path)") { _ = try JSONPath(path) }
  }

  @Test(arguments: [
    ("$.a=sum", "=", "sum"), ("$.a['x=y']=max", "=", "max"), ("$[id=\"a=b\"].c=d=e", "=", "d=e"),
    ("/a=b/c=max", "=", "max"),
    ("=max", "=", "max"), ("$=id", "=", "id"), ("$.a[?@.b==1]=x", "=", "x"),
    ("$.home:street,city", ":", "street,city"),
    ("$[1:2]:a,b", ":", "a,b"), ("/a:b:x,y", ":", "x,y"),
  ]) func endsAtSeparator(text: String, separator: Character, wanted: String) throws {
    var rest: [UInt8] = []
    let path = try JSONPath(text, before: separator.asciiValue ?? 0, rest: &rest)
    #expect(String(decoding: rest, as: UTF8.self) == wanted)
    #expect(path.text + String(separator) + wanted == text)
  }

  /// More segments than a word has bits, and hostile lengths.
  @Test func longPathsAreRead() throws {
    let count = 5000
    let paths = [
      try JSONPath("$" + String(repeating: ".a", count: count)),
      try JSONPath("$" + String(repeating: "..a", count: 100)),
    ]
    let text = String(repeating: "{\"a\":", count: count) + "1" + String(repeating: "}", count: count)
    let document = try Document.read(Array(text.utf8))
    for (path, wanted) in zip(paths, [count, 100]) {
      let selection = Selection(only: [path])
      var (node, place, depth) = (document.root, selection.root, 0)
      while !selection.isIn(place), let member = document.member(node, named: Array("a".utf8)) {
        place = selection.member(place, Array("a".utf8), Value(document, member.value))
        node = member.value
        depth += 1
      }
      #expect(depth == wanted)
    }
    #expect(
      try JSONPath(
        "$[?" + String(repeating: "(", count: 100_000) + "@.a==1" + String(repeating: ")", count: 100_000)
          + "]"
      ).segments.count == 1)
  }

  /// A printed step selects the member that it names, whatever is in the name.
  @Test func printedNamesSelect() throws {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    let alphabet: [UInt8] = Array("ab.'\"\\/~[]$@*?=,: \n\u{1}\u{7F}é0-1_".utf8)
    for _ in 0..<2000 {
      var name = (0..<generator.below(6)).map { _ in alphabet[generator.below(alphabet.count)] }
      name = Array(String(decoding: name, as: UTF8.self).utf8)
      if generator.chance(4) {
        name += [0xED, 0xA0 + UInt8(generator.below(32)), 0x80 + UInt8(generator.below(64))]
      }
      var text = Array("$".utf8)
      PathText.appendStep(name, to: &text)
      let printed = String(decoding: text, as: UTF8.self)
      #expect(
        try JSONPath(printed).segments == [.init(isDescendant: false, selectors: [.name(name)])], "\(printed)"
      )
    }
  }
}
