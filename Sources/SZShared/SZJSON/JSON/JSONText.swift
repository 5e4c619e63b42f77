/// Values that the program has by itself.
public enum JSONText {
  public static let noElements = JSONWriter.value { writer in
    writer.beginArray()
    writer.endArray()
  }
  public static let null = JSONWriter.value { $0.appendNull() }
  public static let `true` = JSONWriter.value { $0.append(true) }
}
