internal import SZCommand

// The tools that are linked without any library: they start in half a millisecond.
Program([diff, patch, merge, jsondate], otherwise: NamedTool("sz", ProgramCommand.main)).run()
