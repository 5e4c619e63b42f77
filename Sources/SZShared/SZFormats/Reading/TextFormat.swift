internal import SZJSON

/// Writes a change for people: a heading for each object and array in which something changed, and below it what did.
///
/// Laws: every value that differs is told by the text alone, save what ``TextStyling`` was asked to leave out, which says how much
/// that is; what is left out of a string is equal on both sides; what goes and what comes in its place are never two equal lines.
public enum TextFormat {
  /// The text. Linear in the change, but for the alignment of strings that changed.
  public static func text(
    _ changes: [ValueChange], _ styling: TextStyling = TextStyling(), hasSummary: Bool = true
  ) -> [UInt8] {
    var output: [UInt8] = []
    for group in ValueGroups(changes).groups { write(group, styling, to: &output) }
    if hasSummary { output += styling.colored(ChangeSummary(changes).text, .bold) + [0x0A] }
    return TerminalText.safe(output)
  }

  /// The heading of what holds values that changed, and the values.
  static func write(_ group: ValueGroups.Group, _ styling: TextStyling, to output: inout [UInt8]) {
    if group.path.isEmpty {
      for change in group.changes { writeRoot(change, styling, to: &output) }
      return
    }
    let isSet = group.changes.contains { $0.step.isEmpty }
    let note = isSet ? "  (set)" : group.entityName.map { "  (\($0))" } ?? ""
    output += styling.colored(styling.cut(group.path + Array(note.utf8)), .bold) + [0x0A]
    for (number, change) in group.changes.enumerated() {
      var lines = ChangedValue(styling)
      if let source = group.renamed[number] {
        write(change, renamedFrom: source, styling, to: &lines)
        if let old = source.old, let new = change.new { lines.members(old, new) }
        output += lines.output
      } else {
        write(change, taking: group.taken[number] ?? [], to: &lines)
        output += lines.output
      }
    }
  }

  /// The document itself.
  private static func writeRoot(_ change: ValueChange, _ styling: TextStyling, to output: inout [UInt8]) {
    let note = change.operation == .add ? "  (created)" : change.operation == .remove ? "  (deleted)" : ""
    output += styling.colored(change.path + Array(note.utf8), .bold) + [0x0A]
    var lines = ChangedValue(styling)
    if let old = change.old { lines.whole(.removed, [], old) }
    if let new = change.new { lines.whole(.added, [], new) }
    output += lines.output
  }

  private static func write(_ change: ValueChange, taking taken: [[UInt8]], to lines: inout ChangedValue) {
    let label = label(change)
    switch (change.operation, change.old, change.new) {
    case (.move, _, _):
      lines.line(.moved, label + name(change) + Array("  \(ValueLines.moved(change))".utf8))
    case (_, let old?, let new?): lines.replaced(label, old, new)
    case (_, let old?, nil): lines.whole(.removed, label, old, note: name(change))
    case (_, nil, let new?):
      lines.whole(.added, label, new, note: name(change) + place(change))
      if !taken.isEmpty { lines.movedInto(taken) }
    case (_, nil, nil): break
    }
  }

  private static func write(
    _ change: ValueChange, renamedFrom source: ValueChange, _ styling: TextStyling,
    to lines: inout ChangedValue
  ) {
    let note = Array("  renamed from ".utf8) + label(source)
    lines.line(.none, label(change) + name(change) + note + place(change))
  }

  /// What a member or element is called below the heading: its name, its index or its identity.
  private static func label(_ change: ValueChange) -> [UInt8] {
    change.memberName.map { MemberLabel.text($0) } ?? Array(change.step)
  }

  private static func name(_ change: ValueChange) -> [UInt8] {
    change.isMember ? change.entityName.map { Array("  (\($0))".utf8) } ?? [] : []
  }

  /// Where it comes to stand, where that is not the end.
  private static func place(_ change: ValueChange) -> [UInt8] {
    change.neighbour.map { Array("  \($0.isBehind ? "after" : "before") ".utf8) + $0.selector } ?? []
  }
}
