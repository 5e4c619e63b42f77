/// Integers as decimal text.
public enum Decimal {
  public static func append(_ number: Int, to output: inout [UInt8]) {
    if number < 0 { output.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var place: UInt = 1
    while rest / place >= 10 { place *= 10 }
    while place > 0 {
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    }
  }
}
