import SZJSON
import SZModel
import TestSupport
import Testing

/// Mistakes in models, each with the place and the words that it is told by, and the normal form of what is none.
@Suite(.limited) struct ModelReaderTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let model: String
    let offset: Int
    let words: String

    /// `^` in the model marks where the mistake is.
    init(_ model: String, _ words: String) {
      let bytes = Array(model.utf8)
      offset = bytes.firstIndex(of: UInt8(ascii: "^")) ?? -1
      self.model = String(decoding: bytes.filter { $0 != UInt8(ascii: "^") }, as: UTF8.self)
      self.words = words
    }

    var testDescription: String { model }
  }

  static let mistakes: [Mistake] = [
    Mistake("^[]", "expected an object, a model"),
    Mistake("^{}", "a model needs 'entities'"),
    Mistake(#"{"entities":^{}}"#, "a model needs at least one entity"),
    Mistake(#"{"entities":^[]}"#, "expected an object of entities by name"),
    Mistake(#"{"entities":{"A":{}},^"rot":"A"}"#, "a model has no member 'rot'; did you mean 'root'?"),
    Mistake(
      #"{"entities":{"A":{^"identiy":"x"}}}"#, "an entity has no member 'identiy'; did you mean 'identity'?"),
    Mistake(#"{"entities":{"A":{"abstract":^1}}}"#, "expected true or false"),
    Mistake(#"{"root":^"B","entities":{"A":{}}}"#, "no entity is called 'B'; did you mean 'A'?"),
    Mistake(
      #"{"root":{"entity":^"Bird"},"entities":{"Birds":{}}}"#,
      "no entity is called 'Bird'; did you mean 'Birds'?"),
    Mistake(#"{"root":{"tables":{"t":^"B"}},"entities":{"Person":{}}}"#, "no entity is called 'B'"),
    Mistake(#"{"root":^{"ordered":true},"entities":{"A":{}}}"#, "a set of entities needs 'entity'"),
    Mistake(#"{"entities":{"A":{"parent":^"B"}}}"#, "no entity is called 'B'; did you mean 'A'?"),
    Mistake(#"{"entities":{"A":{"parent":^"B"},"B":{"parent":"A"}}}"#, "entity 'A' is its own ancestor"),
    Mistake(#"{"entities":{"A":{"parent":^"A"}}}"#, "entity 'A' is its own ancestor"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":"integer"}},"B":{"parent":"A","attributes":{"x":^"string"}}}}"#,
      "property 'x' is declared by 'A' already"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":"any"},"relationships":{"x":^{"destination":"A"}}}}}"#,
      "property 'x' is declared twice"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":"any","y":^{"member":"x"}}}}}"#,
      "properties 'x' and 'y' are both called 'x' in documents"),
    Mistake(#"{"entities":{"A":{"identity":^"x"}}}"#, "identity 'x' is no attribute of 'A'"),
    Mistake(
      #"{"entities":{"A":{"identity":^[]}}}"#, "expected the name of an attribute, or an array of names"),
    Mistake(
      #"{"entities":{"A":{"identity":^"r","relationships":{"r":{"destination":"A"}}}}}"#,
      "identity 'r' is a relationship; only attributes identify"),
    Mistake(
      #"{"entities":{"A":{"identity":^"x","attributes":{"x":{"transient":true}}}}}"#,
      "identity 'x' is transient, so no change could carry it"),
    Mistake(
      #"{"entities":{"A":{"identity":^"x","attributes":{"x":{"syncable":false}}}}}"#,
      "identity 'x' is not syncable, so no change could carry it"),
    Mistake(
      #"{"entities":{"A":{"identity":^"x","attributes":{"x":{"exclude":true}}}}}"#,
      "identity 'x' is excluded, so no change could carry it"),
    Mistake(
      #"{"entities":{"A":{"identity":^"order","attributes":{"order":"any"}}}}"#,
      "identity 'order' is a word that changes use themselves; --identity A=NAME names another one, --identity \"A=['order']\" means this one"
    ),
    Mistake(
      #"{"entities":{"A":{"identity":"x","attributes":{"x":"any","y":"any"}},"B":{"parent":"A","identity":^"y"}}}"#,
      "the identity of 'B' differs from that of 'A', which it inherits from"),
    Mistake(
      #"{"entities":{"A":{"relationships":{"r":{"destination":^"Z"}}}}}"#,
      "no entity is called 'Z'; did you mean 'A'?"),
    Mistake(#"{"entities":{"A":{"relationships":{"r":^{}}}}}"#, "a relationship needs 'destination'"),
    Mistake(
      #"{"entities":{"A":{"relationships":{"r":{"destination":"A","inverse":^"q"}}}}}"#,
      "inverse 'q' is no relationship of 'A'"),
    Mistake(
      #"{"entities":{"A":{"relationships":{"r":{"destination":"B","inverse":^"q"}}},"B":{"relationships":{"q":{"destination":"B"}}}}}"#,
      "inverse 'q' of 'B' does not point back here"),
    Mistake(
      #"{"entities":{"A":{"relationships":{"r":{"destination":"A","ordered":^true}}}}}"#,
      "only a relationship that is 'many' can be 'ordered'"),
    Mistake(
      #"{"entities":{"A":{"relationships":{"r":{"destination":"A","deleteRule":^"casade"}}}}}"#,
      "'casade' is none of cascade, nullify, deny, noAction; did you mean 'cascade'?"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":{"type":"boolean","merge":^"sum"}}}}}"#,
      "'sum' does not go with the type boolean"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":{"type":"string","dateFormat":^"iso"}}}}}"#,
      "'dateFormat' does not go with the type string"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":^"strng"}}}}"#,
      "'strng' is none of string, integer, decimal, double, boolean, date, binary, uuid, uri, transformable, any; did you mean 'string'?"
    ),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":"any"},"units":^[["x","q"]]}}}"#,
      "unit names 'q', which is no attribute of 'A'"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":"any"},"units":^[["x"]]}}}"#, "a unit has at least two attributes"
    ),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":"any","s":"any"},"units":^[["x","s"],["x"]]}}}"#,
      "attribute 'x' is in two units"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":{"merge":"max"},"s":"any"},"units":^[["x","s"]]}}}"#,
      "attribute 'x' is in a unit and has a 'merge' of its own"),
    Mistake(
      #"{"entities":{"A":{"merge":^"newest:t"}}}"#, "'newest:' names 't', which is no attribute of 'A'"),
    Mistake(
      #"{"entities":{"A":{"merge":^"newest"}}}"#, "'newest' is none of edited, current, newest:ATTRIBUTE"),
    Mistake(#"{"entities":{"A":{"template":{"t":^1}}}}"#, "template names 't', which is no property of 'A'"),
    Mistake(
      #"{"entities":{"A":{"attributes":{"x":"string"},"template":{"x":^{}}}}}"#,
      "attribute 'x' holds a scalar, the template has none there"),
    Mistake(
      #"{"entities":{"A":{"relationships":{"r":{"destination":"A","many":true}},"template":{"r":[{},{"r":[{"z":^1}]}]}}}}"#,
      "template names 'z', which is no property of 'A'"),
    Mistake(
      #"{"entities":{"A":{"relationships":{"r":{"destination":"A","many":true}},"template":{"r":^{}}}}}"#,
      "relationship 'r' holds an array, the template has none there"),
  ]

  @Test(arguments: mistakes) func mistakeIsTold(_ mistake: Mistake) throws {
    let document = try Document.read(Array(mistake.model.utf8))
    do {
      _ = try ModelReader.read(document)
      Issue.record("was let through")
    } catch {
      #expect(error.words == mistake.words)
      #expect(error.offset(in: document) == mistake.offset)
    }
  }

  /// A model, and what it is normalised to.
  static let normalForms: [(model: String, normal: String)] = [
    (
      #"{"entities":{"B":{"parent":"A","identity":"x"},"A":{"identity":["x"],"attributes":{"x":{"type":"string"},"y":{}}}}}"#,
      #"{"entities":{"A":{"identity":"x","attributes":{"x":"string","y":"any"}},"B":{"parent":"A"}}}"#
    ),
    (
      #"{"$schema":"s","x-note":1,"unknown":"compare","root":{"entity":"A","ordered":false},"entities":{"A":{"description":"d","scope":"document","relationships":{"r":{"destination":"A","many":false,"deleteRule":"nullify","member":"r"}}}}}"#,
      #"{"root":"A","entities":{"A":{"relationships":{"r":{"destination":"A"}}}}}"#
    ),
    (
      #"{"root":{"tables":{"t":{"entity":"A","ordered":true},"s":"A"}},"dateFormat":"epoch-ms","binaryFormat":"hex","tombstone":"gone","unknown":"error","entities":{"A":{"attributes":{"x":"any","y":"any","d":{"type":"date","default":1.50,"merge":"max"}},"units":[["x","y"]],"merge":"newest:d","template":{"x": [1, 2]}}}}"#,
      #"{"root":{"tables":{"t":{"entity":"A","ordered":true},"s":"A"}},"dateFormat":"epoch-ms","binaryFormat":"hex","tombstone":"gone","unknown":"error","entities":{"A":{"merge":"newest:d","attributes":{"x":"any","y":"any","d":{"type":"date","default":1.50,"merge":"max"}},"units":[["x","y"]],"template":{"x":[1,2]}}}}"#
    ),
  ]

  @Test(arguments: normalForms) func modelIsNormalised(model: String, normal: String) throws {
    let once = ModelWriter.text(try ModelReader.read(try Document.read(Array(model.utf8))))
    #expect(String(decoding: once, as: UTF8.self) == normal)
    let twice = ModelWriter.text(try ModelReader.read(try Document.read(once)))
    #expect(twice == once)
  }

  /// `--identity` beats the model, in the whole tree of inheritance and as far up as its attributes are.
  @Test(arguments: [
    ("B=x", "A", ["x"]), ("B=y", "A", []), ("B=y", "B", ["y"]), ("A=x+z", "B", ["x", "z"]),
    ("A=x,z", "A", ["x", "z"]),
  ]) func identityIsOverridden(option: String, entity: String, identity: [String]) throws {
    let text =
      #"{"entities":{"A":{"identity":"z","attributes":{"x":"any","z":"any"}},"B":{"parent":"A","attributes":{"y":"any"}}}}"#
    let override = try #require(ModelIdentity(option))
    let model = try ModelReader.read(try Document.read(Array(text.utf8)), identities: [override])
    #expect(model.identity(of: try #require(model.entity(named: entity))) == identity)
  }

  @Test(arguments: ["", "A", "A=", "=x", "A=x,", "A=+x"]) func identityOptionIsRefused(_ option: String) {
    #expect(ModelIdentity(option) == nil)
  }
}
