import SZShared

@main extension JSONDateCommand {}
