internal import SZCommand

let jsondate = NamedTool("sz-jsondate", JSONDateCommand.main)
