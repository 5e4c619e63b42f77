import SZShared

@main extension DiffCommand {}
