internal import SZCommand

let diff = NamedTool("sz-diff", DiffCommand.main)
