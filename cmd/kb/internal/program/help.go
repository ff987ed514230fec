package program

// shortHelp is what kb says when it is asked nothing.
const shortHelp = `kb finds, writes and checks the knowledge that a git repository holds as markdown.

  kb search "how do sidecar containers restart"   find the section that answers
  kb show NOTE                                    read a note, by path, title or id
  kb related NOTE                                 find the notes near to it
  kb remember "TEXT"                              write down what was learned
  kb check "STATEMENT"                            ask whether it contradicts what is said
  kb hooks install                                let git check each commit

The first search builds the index by itself. All commands: kb --help
`
