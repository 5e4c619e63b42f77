internal import SZCommand
internal import SZMarkup

let htmlenc = NamedTool("sz-htmlenc", HTMLEncodeCommand.main)
