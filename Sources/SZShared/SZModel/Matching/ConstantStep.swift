/// Whether a row of integers numbers something: three or more that rise or fall by one step all along, or 0 and 1, or 1 and 2.
struct ConstantStep {
  private(set) var count = 0
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

  var isConstant: Bool {
    guard !isBroken, let last, let step else { return false }
    return count >= 3 || abs(step) == 1 && (0...1).contains(min(last, last - step))
  }
}
