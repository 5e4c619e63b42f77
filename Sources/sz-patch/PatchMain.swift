import SZShared

@main extension PatchCommand {}
