import SZShared
@main struct M { static func main() {} }
