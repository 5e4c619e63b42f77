/// Looks into what is in order by halves.
public enum Bisection {
  /// How many elements are in front for which `isInFront` holds: they come before all for which it does not. Logarithmic.
  @inline(__always) public static func count<Element>(_ elements: [Element], _ isInFront: (Element) -> Bool)
    -> Int
  {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if isInFront(elements[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
