/// What tells files apart that a command line names, also those that are yet to be made.
///
/// Only regular files have a place: a device or a pipe that is named twice loses nothing.
public enum FilePlace: Hashable, Sendable {
  case existing(FileIdentity)
  case new(folder: FileIdentity, name: [UInt8])

  /// Where a file that is read stands.
  public init?(reading path: String) {
    guard let state = FileState(path: path), state.isRegular else { return nil }
    self = .existing(state.identity)
  }

  /// What is behind an open file.
  public init?(descriptor: Descriptor) {
    guard let state = FileState(descriptor: descriptor), state.isRegular else { return nil }
    self = .existing(state.identity)
  }

  /// Where a file that is written stands or will stand.
  public init?(writing path: String) {
    switch try? WriteTarget(path: path) {
    case nil, .device: return nil
    case .stream(let descriptor): self.init(descriptor: descriptor)
    case .file(let resolved):
      if let state = FileState(path: resolved) {
        self = .existing(state.identity)
      } else {
        guard let folder = FileIdentity(path: WriteTarget.folder(of: resolved)) else { return nil }
        let name = resolved.systemBytes.split(separator: 0x2F, omittingEmptySubsequences: false).last ?? []
        self = .new(folder: folder, name: Array(name))
      }
    }
  }
}
