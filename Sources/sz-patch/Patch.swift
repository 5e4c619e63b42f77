internal import SZCommand

let patch = NamedTool("sz-patch", PatchCommand.main)
