import SZJSON
import SZMarkup
import SZModel
import TestSupport
import Testing

/// Core Data models as Xcode saves them, and what they are as models of ours.
@Suite(.limited) struct CoreDataModelTests {
  /// The answer for a model whose `contents` are `text`, with the folder's path left out.
  private func answer(_ text: String, _ options: [String] = []) throws -> String {
    try TestFiles.withFolder { folder in
      try TestFiles.write(Array(text.utf8), folder + "/contents")
      let answer = String(decoding: CoreDataProgram.answer([folder + "/contents"] + options), as: UTF8.self)
      return answer.replacing(folder + "/", with: "")
    }
  }

  private func model(_ inside: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\n\(inside)\n</model>\n"
  }

  static let entities: [(xml: String, json: String)] = [
    (
      #"<entity name="A"><attribute name="x" attributeType="Integer 16" defaultValueString="3"/></entity>"#,
      #"{"A":{"attributes":{"x":{"type":"integer","default":3}}}}"#
    ),
    (
      #"<entity name="A"><attribute name="x" optional="YES" attributeType="Integer 64" defaultValueString="0"/></entity>"#,
      #"{"A":{"attributes":{"x":"integer"}}}"#
    ),
    (
      #"<entity name="A"><attribute name="d" attributeType="Date" defaultDateTimeInterval="-31622400.5"/></entity>"#,
      #"{"A":{"attributes":{"d":{"type":"date","default":"1999-12-31T23:59:59.500Z"}}}}"#
    ),
    (
      #"<entity name="A"><attribute name="b" attributeType="Boolean" defaultValueString="YES"/><attribute name="s" attributeType="String" defaultValueString="&quot;é&#10;"/></entity>"#,
      #"{"A":{"attributes":{"b":{"type":"boolean","default":true},"s":{"type":"string","default":"\"é\n"}}}}"#
    ),
    (
      #"<entity name="A"><attribute name="t" transient="YES" attributeType="Transformable"/><attribute name="v" derived="YES" attributeType="Float"/><attribute name="c" attributeType="Composite"/></entity>"#,
      #"{"A":{"attributes":{"t":{"type":"transformable","transient":true},"v":{"type":"double","transient":true},"c":"any"}}}"#
    ),
    // One property says YES, so the other, which says nothing, is not syncable.
    (
      #"<entity name="A"><attribute name="x" attributeType="UUID" syncable="YES"/><attribute name="y" attributeType="URI"/></entity>"#,
      #"{"A":{"attributes":{"x":"uuid","y":{"type":"uri","syncable":false}}}}"#
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="String" syncable="NO"/><attribute name="y" attributeType="String"/></entity>"#,
      #"{"A":{"attributes":{"x":{"type":"string","syncable":false},"y":"string"}}}"#
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"/><attribute name="b" attributeType="String"/><userInfo><entry key="id" value="a, b"/></userInfo></entity>"#,
      #"{"A":{"identity":["a","b"],"attributes":{"a":"string","b":"string"}}}"#
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="sync.isPrimaryKey" value="YES"/></userInfo></attribute></entity>"#,
      #"{"A":{"identity":"a","attributes":{"a":"string"}}}"#
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"/><userInfo><entry key="CDKId" value="a"/></userInfo></entity>"#,
      #"{"A":{"identity":"a","attributes":{"a":"string"}}}"#
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"/><uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint></uniquenessConstraints></entity><entity name="B" parentEntity="A"/>"#,
      #"{"A":{"identity":"a","attributes":{"a":"string"}},"B":{"parent":"A"}}"#
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"/><attribute name="b" attributeType="String"/><uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint><uniquenessConstraint><constraint value="b"/></uniquenessConstraint></uniquenessConstraints></entity>"#,
      #"{"A":{"attributes":{"a":"string","b":"string"}}}"#
    ),
    (
      #"<entity name="A"><attribute name="v" attributeType="String"/><attribute name="u" attributeType="String"/><relationship name="r" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="A"><userInfo><entry key="sz.include" value="YES"/></userInfo></relationship><userInfo><entry key="sz.units" value="v,u"/><entry key="sz.tombstone" value="gone"/><entry key="sz.scope" value="parent"/><entry key="sz.template" value="{&quot;v&quot;: &quot;&quot;}"/></userInfo></entity>"#,
      #"{"A":{"scope":"parent","tombstone":"gone","attributes":{"v":"string","u":"string"},"relationships":{"r":{"destination":"A","many":true,"ordered":true,"deleteRule":"cascade","include":true}},"units":[["v","u"]],"template":{"v":""}}}"#
    ),
  ]

  @Test(arguments: entities) func entityIsRead(xml: String, json: String) throws {
    #expect(try answer(model(xml)) == "{\"model\":{\"entities\":\(json)},\"warnings\":[]}\n")
  }

  static let mistakes: [(text: String, error: String)] = [
    (
      "<model>\n  <entity name=\"A\">\n</model>",
      "contents:3:9: opening and ending tag mismatch: entity line 2 and model"
    ),
    (
      "<?xml version=\"1.0\"?>\n<!-- a -->\n <!DOCTYPE model [<!ENTITY a \"b\">]>\n<model/>",
      "contents:3:2: a document type is not allowed here: a model has none"
    ),
    (
      "<!DOCTYPE model SYSTEM \"http://127.0.0.1/x.dtd\"><model/>",
      "contents:1:1: a document type is not allowed here: a model has none"
    ),
    (
      "<plist version=\"1.0\"/>",
      "contents:1:1: this is no Core Data model: expected an element 'model', found 'plist'"
    ),
    ("<model/>", "contents:1:1: the model has no entities"),
    ("<model>\n<entity/></model>", "contents:2:1: entity needs 'name'"),
    (
      "<model><entity name=\"A\"/>\n  <entity name=\"A\"/></model>",
      "contents:2:3: entity 'A' is declared twice"
    ),
    (
      "<model><entity name=\"A\">\n<!-- <x> --><relationship name=\"r\"/></entity></model>",
      "contents:2:13: relationship needs 'destinationEntity'"
    ),
    (
      "<model><entity name=\"A\">\n<relationship name=\"r\" destinationEntity=\"B\"/></entity></model>",
      "contents:2:1: no entity is called 'B'; did you mean 'A'?"
    ),
    (
      "<model><entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\" deletionRule=\"Casade\"/></entity></model>",
      "contents:1:25: deletionRule 'Casade' is none of Nullify, Cascade, Deny, No Action"
    ),
    (
      "<model><entity name=\"A\"><userInfo><entry key=\"sz.template\" value=\"[\"/></userInfo></entity></model>",
      "contents:1:8: sz.template is no JSON object"
    ),
    ("<model>&undefined;</model>", "contents:1:19: entity 'undefined' not defined"),
    (
      "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"String\"><userInfo><entry key=\"sz.exclude\" value=\"perhaps\"/></userInfo></attribute></entity></model>",
      "contents:1:25: sz.exclude 'perhaps' is neither yes nor no"
    ),
    (
      "<model><entity name=\"A\"><relationship name=\"r\" destinationEntity=\"A\"><userInfo><entry key=\"sz.include\" value=\"\"/></userInfo></relationship></entity></model>",
      "contents:1:25: sz.include '' is neither yes nor no"
    ),
  ]

  @Test(arguments: mistakes) func mistakeIsTold(text: String, error: String) throws {
    let wanted = Array("{\"error\":".utf8) + JSONString.quoted(error) + Array("}\n".utf8)
    #expect(try answer(text) == String(decoding: wanted, as: UTF8.self))
  }

  @Test func namesAreMapped() throws {
    let text = model(
      #"<entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="JSONKeyPath" value="b"/></userInfo></attribute></entity>"#
    )
    #expect(
      try answer(text)
        == "{\"model\":{\"entities\":{\"A\":{\"attributes\":{\"a\":\"string\"}}}},\"warnings\":[]}\n")
    #expect(
      try answer(text, ["--mapped-names"])
        == "{\"model\":{\"entities\":{\"A\":{\"attributes\":{\"a\":{\"type\":\"string\",\"member\":\"b\"}}}}},\"warnings\":[]}\n"
    )
  }

  /// What Xcode accepts, and nothing here can use: the model without it, and the lines that say so.
  static let leftOut: [(xml: String, options: [String], json: String, warnings: [String])] = [
    (
      #"<entity name="A"><attribute name="n" attributeType="Integer 64" defaultValueString="NO"/></entity>"#,
      [],
      #"{"A":{"attributes":{"n":"integer"}}}"#, ["attribute 'A.n' has no default: 'NO' is no integer"]
    ),
    (
      #"<entity name="A"><attribute name="b" attributeType="Boolean" defaultValueString="0.0"/><attribute name="d" attributeType="Decimal" defaultValueString=".5"/><attribute name="t" attributeType="Date" defaultDateTimeInterval="x"/></entity>"#,
      [], #"{"A":{"attributes":{"b":"boolean","d":"decimal","t":"date"}}}"#,
      [
        "attribute 'A.b' has no default: '0.0' is no boolean",
        "attribute 'A.d' has no default: '.5' is no decimal",
        "attribute 'A.t' has no default: 'x' is no date",
      ]
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"/><userInfo><entry key="relatedByAttribute" value="aID"/></userInfo></entity>"#,
      [], #"{"A":{"attributes":{"a":"string"}}}"#,
      ["entity 'A' has no identity: 'aID' is no attribute of 'A'"]
    ),
    (
      #"<entity name="A"><attribute name="a" transient="YES" attributeType="String"/><userInfo><entry key="id" value="a"/></userInfo></entity>"#,
      [], #"{"A":{"attributes":{"a":{"type":"string","transient":true}}}}"#,
      ["entity 'A' has no identity: 'a' is transient, so no change could carry it"]
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"/><attribute name="b" attributeType="String"/><userInfo><entry key="id" value="a"/></userInfo></entity><entity name="B" parentEntity="A"><userInfo><entry key="id" value="b"/></userInfo></entity>"#,
      [], #"{"A":{"identity":"a","attributes":{"a":"string","b":"string"}},"B":{"parent":"A"}}"#,
      ["entity 'B' has no identity: the identity of 'B' differs from that of 'A', which it inherits from"]
    ),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="B" inverseName="a"/></entity><entity name="B"><relationship name="a" destinationEntity="B" ordered="YES"/></entity>"#,
      [],
      #"{"A":{"relationships":{"r":{"destination":"B"}}},"B":{"relationships":{"a":{"destination":"B"}}}}"#,
      ["relationship 'A.r' has no inverse: inverse 'a' of 'B' does not point back here"]
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="JSONKeyPath" value="b.c"/></userInfo></attribute><attribute name="d" attributeType="String"/></entity>"#,
      ["--mapped-names"], #"{"A":{"attributes":{"d":"string"}}}"#,
      ["'A.a' is left out: 'b.c' is a path, and no member of an object"]
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="hyper.remoteKey" value="x"/></userInfo></attribute><attribute name="b" attributeType="String"><userInfo><entry key="mappedKeyName.2" value="z"/><entry key="mappedKeyName.1" value="p.q"/><entry key="mappedKeyName" value="m.n"/></userInfo></attribute><attribute name="c" attributeType="String"><userInfo><entry key="sync.remoteKey" value="x"/></userInfo></attribute></entity>"#,
      ["--mapped-names"],
      #"{"A":{"attributes":{"a":{"type":"string","member":"x"},"b":{"type":"string","member":"z"}}}}"#,
      ["'A.c' is left out: another property is called 'x' in documents"]
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="sync.nonExportable" value=""/></userInfo></attribute><attribute name="b" attributeType="String"><userInfo><entry key="hyper.nonExportable" value="NO"/></userInfo></attribute></entity>"#,
      [], #"{"A":{"attributes":{"a":{"type":"string","syncable":false},"b":"string"}}}"#, []
    ),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="B"><userInfo><entry key="relatedByAttribute" value="k"/></userInfo></relationship><relationship name="s" destinationEntity="C"><userInfo><entry key="relatedByAttribute" value="k"/></userInfo></relationship></entity><entity name="B"><attribute name="k" attributeType="String"/></entity><entity name="C"><attribute name="k" attributeType="String"/><attribute name="l" attributeType="String"/><relationship name="t" destinationEntity="C"><userInfo><entry key="relatedByAttribute" value="l"/></userInfo></relationship></entity>"#,
      [],
      #"{"A":{"relationships":{"r":{"destination":"B"},"s":{"destination":"C"}}},"B":{"identity":"k","attributes":{"k":"string"}},"C":{"attributes":{"k":"string","l":"string"},"relationships":{"t":{"destination":"C"}}}}"#,
      []
    ),
    (
      #"<entity name="A"><attribute name="value" attributeType="String"/><attribute name="suit" attributeType="String"/><userInfo><entry key="id" value="suit,value"/></userInfo></entity>"#,
      ["--identity=A=suit,['value']"],
      #"{"A":{"identity":["suit","['value']"],"attributes":{"value":"string","suit":"string"}}}"#, []
    ),
  ]

  @Test(arguments: leftOut) func whatCannotBeUsedIsLeftOut(
    xml: String, options: [String], json: String, warnings: [String]
  ) throws {
    let said = warnings.map { String(decoding: JSONString.quoted($0), as: UTF8.self) }
    #expect(
      try answer(model(xml), options)
        == "{\"model\":{\"entities\":\(json)},\"warnings\":[\(said.joined(separator: ","))]}\n")
  }

  @Test func aTypeThatIsNotKnownIsTold() throws {
    let text = model(
      #"<entity name="A"><attribute name="x" attributeType="Vector"/><attribute name="y" attributeType="Undefined"/></entity>"#
    )
    #expect(
      try answer(text)
        == "{\"model\":{\"entities\":{\"A\":{\"attributes\":{\"x\":\"any\",\"y\":\"any\"}}}},\"warnings\":[\"attribute 'A.x' is of no type that is known here, 'Vector': it is taken as any\"]}\n"
    )
  }

  @Test func reservedIdentityIsToldAndOverridden() throws {
    let text = model(
      #"<entity name="A"><attribute name="value" attributeType="String"/><attribute name="b" attributeType="String"/><userInfo><entry key="id" value="value"/></userInfo></entity>"#
    )
    #expect(try answer(text).contains("\"warnings\":[\"entity 'A' has no identity: 'value' is a word"))
    #expect(try answer(text, ["--identity=A=b"]).contains("\"identity\":\"b\""))
    #expect(try answer(text, ["--identity=A=b"]).hasSuffix("\"warnings\":[]}\n"))
  }

  // The models of others, each with what an independent reader made of it.

  static let folder = TestFiles.suites.map { $0 + "/model/coredata" }
  static let models = folder.map { TestFiles.list($0, suffix: "/contents") } ?? []

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"))
  func modelsOfOthersAreTheSame() throws {
    #expect(CoreDataModelTests.models.count > 80)
    for path in CoreDataModelTests.models {
      let answer = try Document.read(CoreDataProgram.answer([path]))
      let made = try #require(answer.member(answer.root, named: Array("model".utf8)), "\(path)")
      let reference = path.replacing("/Model.xcdatamodel/contents", with: "/model.json")
      let wanted = try ModelReader.read(try Document.read(try TestFiles.read(reference)))
      let text = answer.text(made.value)
      let again = ModelWriter.text(try ModelReader.read(try Document.read(text)))
      #expect(again == text, "\(path): printing what was printed")
      // It did not know what Sync keeps on the device.
      let source = String(decoding: try TestFiles.read(path), as: UTF8.self)
      if source.contains("nonExportable") {
        #expect(String(decoding: text, as: UTF8.self).contains("\"syncable\":false"))
        continue
      }
      // That reader kept the defaults of Float attributes as strings.
      let same = String(decoding: ModelWriter.text(wanted), as: UTF8.self).replacing(
        "\"default\":\"0.0\"", with: "\"default\":0.0")
      let sameModel = try Document.read(Array(same.utf8))
      #expect(Value(sameModel, sameModel.root).isEqual(Value(answer, made.value)), "\(path)")
    }
  }
}
