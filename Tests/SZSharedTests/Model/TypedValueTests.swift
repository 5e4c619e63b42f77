import SZJSON
import SZModel
import TestSupport
import Testing

/// Which scalars mean the same under the type of their attribute.
@Suite(.limited) struct TypedValueTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let type: TypedValue
    let left: String
    let right: String
    let isEqual: Bool

    init(_ type: TypedValue, _ left: String, _ right: String, _ isEqual: Bool = true) {
      self.type = type
      self.left = left
      self.right = right
      self.isEqual = isEqual
    }

    var testDescription: String { "\(type) \(left) \(right)" }
  }

  static let rows = [
    Row(.date(nil), #""2020-01-01T00:00:00Z""#, #""2020-01-01T01:00:00.000+01:00""#),
    Row(.date(nil), #""2020-01-01t00:00:00z""#, #""2020-01-01T00:00:00-00:00""#),
    Row(.date(nil), #""2020-01-01T00:00:00Z""#, #""2020-01-01T00:00:00.001Z""#, false),
    Row(.date(nil), #""2020-01-01T00:00:00.1000000001Z""#, #""2020-01-01T00:00:00.1Z""#, false),
    Row(.date(nil), #""\/Date(0)\/""#, #""1970-01-01T00:00:00Z""#),
    Row(.date(nil), #""/Date(-500+0200)/""#, #""1969-12-31T23:59:59.5Z""#),
    // Without a zone it is no point in time, and stands for itself.
    Row(.date(nil), #""2020-01-01T00:00:00""#, #""2020-01-01T00:00:00Z""#, false),
    Row(.date(nil), #""2020-01-01T00:00:00""#, #""2020-01-01T00:00:00""#),
    Row(.date(nil), "0", #""1970-01-01T00:00:00Z""#, false),
    Row(.date(nil), "1", "1.0"),
    Row(.date(.epoch), "0", #""1970-01-01T00:00:00Z""#),
    Row(.date(.epoch), "-0.5", #""1969-12-31T23:59:59.5Z""#),
    Row(.date(.epoch), "1.3699872e9", #""2013-05-31T08:00:00Z""#),
    Row(.date(.epoch), "1e-7", #""1970-01-01T00:00:00.0000001Z""#),
    Row(.date(.epoch), "1e40", "10e39"),
    Row(.date(.epochMilliseconds), "1500", #""1970-01-01T00:00:01.5Z""#),
    Row(.date(.epochMilliseconds), "1500.5", #""1970-01-01T00:00:01.5005Z""#),
    Row(.date(.reference), "0", #""2001-01-01T00:00:00Z""#),
    Row(.date(.reference), "-978307200.25", #""1969-12-31T23:59:59.75Z""#),
    Row(.date(.iso), "0", #""1970-01-01T00:00:00Z""#, false),
    Row(.date(nil), "null", #""1970-01-01T00:00:00Z""#, false),
    Row(.binary(.base64), #""+/8=""#, #""-_8""#),
    Row(.binary(.base64), #""aGVs\r\nbG8=""#, #""aGVsbG8""#),
    Row(.binary(.base64), #""cafe""#, #""CAFE""#, false),
    Row(.binary(.base64), #""AB==""#, #""AA==""#, false),
    Row(.binary(.base64), #""A""#, #""A""#),
    Row(.binary(.base64), #""QUJDR""#, #""QUJD""#, false),
    Row(.binary(.base64), #""AA=A""#, #""AAA""#, false),
    Row(.binary(.hex), #""cafe""#, #""CAFE""#),
    Row(.binary(.hex), #""caf""#, #""CAF""#, false),
    Row(.binary(.hex), #""cafe""#, #""yv4=""#),
    Row(
      .uuid, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#),
    Row(.uuid, #""E621E1F8C36C495A93FC0C247A3E6E5F""#, #""e621e1f8c36c495a93fc0c247a3e6e5f""#, false),
    Row(.plain, #""A""#, #""a""#, false),
  ]

  @Test(arguments: rows) func means(_ row: Row) throws {
    let (left, right) = (try value(row.left), try value(row.right))
    #expect(row.type.isEqual(left, right, exactNumbers: false) == row.isEqual)
    #expect(row.type.isEqual(right, left, exactNumbers: false) == row.isEqual)
  }

  private func value(_ text: String) throws -> Value {
    let document = try Document.read(Array(text.utf8))
    return Value(document, document.root)
  }
}
