import TestSupport
import Testing

@testable import SZElements
@testable import SZMerge

/// What becomes of a to-one, by what stands in it: each row of the table, and of its mirror.
@Suite(.limited) struct ToOneTests {
  /// `-` is nothing, `a` a reference, `A` an entity, `?` one without identity, `xA` a mark, `>` what stands elsewhere, `!` what has its
  /// place here, `+A` what stays although it was deleted; of PRISTINE, EDITED and CURRENT.
  @Test(
    arguments: [
      ("- ! -", .arrive), ("A ! B", .arrive), ("- - !", .stay), ("A B !", .stay), ("- ! !", .arrive),
      ("A +A B", .compete), ("A B +A", .compete), ("A +A +B", .compete), ("A +A A", .take),
      ("A A +A", .merge),
      ("b +A b", .take), ("b +A c", .compete), ("- +A b", .compete), ("b b +A", .merge), ("b c +A", .compete),
      ("A +A -", .take), ("A +A xA", .take), ("A +A >", .take), ("A - +A", .merge), ("A xA +A", .merge),
      ("- xA +A", .merge), ("A > +A", .merge),
      ("A A A", .merge), ("- A A", .merge), ("A ? B", .merge), ("A A B", .compare), ("A B A", .compare),
      ("a b A", .compare), ("a A b", .compare), ("a b c", .compare), ("> A B", .compare),
      ("A A -", .delete(by: .current)), ("A A xB", .delete(by: .current)), ("A A >", .delete(by: .current)),
      ("A A xA", .delete(by: .current, leavesTombstone: true)), ("- A xA", .keep), ("B A xA", .keep),
      ("a b -", .compare), ("a A -", .compare), ("a b xA", .compare), ("a A xB", .compare), ("a a >", .take),
      ("A B -", .take), ("A b -", .take), ("- A -", .take), ("- a -", .take), ("- A xB", .take),
      ("- A >", .take), ("> A -", .take),
      ("A - A", .delete(by: .edited)), ("A xB A", .delete(by: .edited)), ("A > A", .delete(by: .edited)),
      ("A xA A", .delete(by: .edited, leavesTombstone: true)), ("- xA A", .take), ("B xA A", .take),
      ("a - b", .compare), ("a - A", .compare), ("a xA b", .compare), ("a > a", .keep),
      ("A - B", .keep), ("A - b", .keep), ("- - A", .keep), ("- - a", .keep), ("- xA B", .keep),
      ("- > A", .keep), ("> - A", .keep),
      ("- - -", .compare), ("A - -", .keep), ("a - -", .keep), ("xA - -", .keep), ("A xA -", .keep),
      ("a xA -", .keep), ("- xA -", .take), ("xB xA -", .take), ("> xA -", .take), ("A > -", .keep),
      ("A - xA", .keep), ("A xA xA", .keep), ("- > xA", .keep),
      ("- - >", .clear), ("A > >", .clear), ("A xA >", .clear), ("- xA >", .take),
      // What PRISTINE has marked, too, is an entity as any other.
      ("xA xA xA", .merge), ("xA A xA", .merge), ("xA xA A", .merge), ("xA xA -", .delete(by: .current)),
      ("xA - xA", .delete(by: .edited)), ("xA B xA", .compare), ("xA A -", .take), ("xA A A", .merge),
    ] as [(String, ToOne.Outcome)]) func rows(slots: String, outcome: ToOne.Outcome)
  {
    let found = slots.split(separator: " ").map(ToOneTests.slot)
    #expect(ToOne(Three(pristine: found[0], edited: found[1], current: found[2])).outcome == outcome)
  }

  private static func slot(_ text: Substring) -> ToOne.Slot {
    let name = UInt64(text.utf8.last ?? 0)
    return switch text {
    case "-": .nothing
    case ">": .relocated
    case "!": .here
    case "?": .entity(nil)
    case _ where text.hasPrefix("x"): .tombstone(name)
    case _ where text.hasPrefix("+"): .undeleted(name)
    case _ where text.first?.isUppercase ?? false: .entity(name)
    default: .reference(name)
    }
  }
}
