/// How often a value may stand in what two edits of a list come to, by how often it stands in each version.
///
/// Where both put it in, between what the one did that put in more and both together; where both took it out likewise. Of `[x]` and two
/// versions `[x, x]` there may be two or three. One that stands at most once in all three stands at most once, and one that both sides
/// have is in the result: of `[x, y, x]` one side takes out the first `x` and the other one the last, which is no reason for none.
public struct JointCount {
  private let least: Int
  public let most: Int
  /// Whether one side has it oftener than PRISTINE, and the other one took all of it out.
  private let isContradictory: Bool

  public init(_ count: Three<Int>) {
    let (own, other) = (count.edited - count.pristine, count.current - count.pristine)
    let sum = count.pristine + own + other
    let fewest = count.edited > 0 && count.current > 0 ? 1 : 0
    // Where some are left, it was there several times, and what was put needs not be the one that was taken out.
    isContradictory = fewest == 0 && (own > 0 && other < 0 || own < 0 && other > 0)
    let isLess = own < 0 || other < 0
    least = isLess ? max(fewest, sum) : count.pristine + max(own, other)
    let upper = own < 0 && other < 0 ? count.pristine + min(own, other) : sum
    most = max(count.pristine, count.edited, count.current) == 1 ? min(upper, 1) : upper
  }

  /// Whether it may stand so often; never where the sides contradict each other.
  func allows(_ count: Int) -> Bool { !isContradictory && count >= least && count <= most }
}
