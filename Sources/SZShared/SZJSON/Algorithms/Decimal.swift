/// Integers as decimal text.
public enum Decimal {
  public static func append(_ number: Int, to output: inout [UInt8]) {
    if number < 0 { output.append(UInt8(ascii: "-")) }
    // The last digit is known first.
    var (rest, left, right) = (number.magnitude, output.count, output.count - 1)
    repeat {
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      right += 1
    } while rest > 0
    while left < right {
      output.swapAt(left, right)
      (left, right) = (left + 1, right - 1)
    }
  }
}
