internal import SZJSON

/// Writes a change as Markdown, for a comment at a merge request or the summary of a job.
///
/// All that comes out of the documents stands in one block of code, whose fence is longer than any in it: so no value can be a
/// mention, a link, an image or the end of the block.
public enum MarkdownFormat {
  /// The text: a summary, then what changed. With `limit`, what would make it longer than so many bytes is left out, from the end, and how
  /// much that is is said. Linear in the change.
  public static func text(_ changes: [ValueChange], _ styling: TextStyling, limit: Int?) -> [UInt8] {
    let head = Array("**".utf8) + ChangeSummary(changes).text + Array("**\n".utf8)
    if changes.isEmpty { return head }
    var styling = styling
    (styling.colors, styling.isSplit) = (false, true)
    let groups = ValueGroups(changes).groups.map { TerminalText.safe(block($0, styling)) }
    // What stands around the block, with fences as long as they may have to be.
    let fence = [UInt8](repeating: UInt8(ascii: "`"), count: max(3, groups.map(longestFence).max() ?? 0) + 1)
    let frame = head.count + 2 * fence.count + 8
    var (body, left): ([UInt8], Int) = ([], 0)
    for group in groups {
      if left > 0 || limit.map({ frame + body.count + group.count + 64 > $0 }) ?? false {
        left += 1
      } else {
        body += group
      }
    }
    var text = head
    if !body.isEmpty { text += [0x0A] + fence + Array("diff\n".utf8) + body + fence + [0x0A] }
    if left > 0 {
      text += Array(
        "\n… \(left) more object\(left == 1 ? "" : "s") or array\(left == 1 ? "" : "s") left out\n".utf8)
    }
    return text
  }

  private static func block(_ group: ValueGroups.Group, _ styling: TextStyling) -> [UInt8] {
    var text: [UInt8] = []
    TextFormat.write(group, styling, to: &text)
    // The heading is the first line.
    let end = text.firstIndex(of: 0x0A) ?? text.count
    return Array("@@ ".utf8) + text[..<end] + Array(" @@".utf8) + text[end...]
  }

  private static func longestFence(_ text: [UInt8]) -> Int {
    var (longest, run) = (0, 0)
    for byte in text {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
