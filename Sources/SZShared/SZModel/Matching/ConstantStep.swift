/// Whether a row of three integers or more rises or falls by one step all along.
struct ConstantStep {
  private var count = 0
  private var last: Int?
  private var step: Int?
  /// Whether it does not, whatever comes.
  private(set) var isBroken = false

  /// Adds the next number; nil is one that is too large for this, or none.
  mutating func add(_ number: Int?) {
    count += 1
    guard let number else { return isBroken = true }
    if let last {
      // Numbers of 18 digits at most: their difference cannot overflow.
      if let step, number - last != step { isBroken = true }
      step = step ?? number - last
    }
    last = number
  }

  var isConstant: Bool { !isBroken && count >= 3 }
}
