/// Values that the program has by itself.
enum JSONText {
  static let noElements = JSONWriter.value { writer in
    writer.beginArray()
    writer.endArray()
  }
  static let null = JSONWriter.value { $0.appendNull() }
  static let `true` = JSONWriter.value { $0.append(true) }
}
