internal import SZCommand
internal import SZMarkup

let coreDataModel = NamedTool("coredata-model", CoreDataProgram.main)
