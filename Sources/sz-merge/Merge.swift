internal import SZCommand

let merge = NamedTool("sz-merge", MergeCommand.main)
