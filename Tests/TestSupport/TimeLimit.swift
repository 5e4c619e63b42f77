package import Testing

extension Trait where Self == TimeLimitTrait {
  /// How long a test may take before it counts as hanging: a hundred times what the slowest one needs, and a day in a hunt.
  package static var limited: Self {
    .timeLimit(.minutes(TestFiles.variable("SZ_ROUNDS") == nil ? 10 : 24 * 60))
  }
}
