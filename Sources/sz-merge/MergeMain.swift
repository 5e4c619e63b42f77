import SZShared

@main extension MergeCommand {}
