package app

// Verb describes a verb of the command line. A method of the type Verbs of its package returns it.
type Verb struct {
	Name    string // as it is typed
	Help    string // its line in the list of commands
	Place   int    // where it stands in that list: after the verbs of a lesser place
	Command any    // a pointer to the struct of its flags and arguments, which has the method Run
	Answers []any  // what it prints with --json, each kind of answer once; docs/json.md explains them
	Edits   bool   // it changes notes: an edit that was interrupted before is undone first
	// Words are what ${NAME} stands for in the long help, and in the tags of flags and arguments,
	// where a text is longer than a line or comes from the program. Every verb has ${kinds} and
	// ${statuses} for an enum, ${choices} for an enum in words, ${glob}, ${at} and those of the
	// parser, such as ${default}.
	Words  map[string]string
	Hidden bool // it stands in no list, since no person types it
}
