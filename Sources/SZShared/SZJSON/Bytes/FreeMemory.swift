/// How much memory a process may take without taking it from others.
public enum FreeMemory {
  /// An estimate in bytes: what the system says is available, and no more than what is left of a limit for the process's group.
  /// Where nobody says, a quarter of the machine's memory.
  public static var bytes: Int {
    let available = number(behind: "MemAvailable:", in: "/proc/meminfo").map { $0 * 1024 }
    var least = available ?? Platform.memory / 4
    let group = "/sys/fs/cgroup/memory."
    if let limit = number(behind: "", in: group + "max"), let used = number(behind: "", in: group + "current")
    {
      least = min(least, max(0, limit - used))
    }
    return least
  }

  /// The number that a file has behind a word.
  private static func number(behind word: String, in path: String) -> Int? {
    guard let (source, _) = try? InputFile.read(path: path, name: path) else { return nil }
    let text = String(decoding: source.view.array(0..<source.count), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(word) }) else { return nil }
    return line.dropFirst(word.count).split(separator: " ").first.flatMap { Int($0) }
  }
}
