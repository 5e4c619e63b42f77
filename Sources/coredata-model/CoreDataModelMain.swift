private import SZMarkup

@main enum CoreDataModelMain {
  static func main() { CoreDataProgram.main() }
}
