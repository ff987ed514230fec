package program

// elsewhere says what to type for a verb that other tools have and kb calls otherwise, "" for any other word.
func elsewhere(word string) string {
	switch word {
	case "list", "ls":
		return "list the notes of a folder: kb search -l -n 1000 --path ."
	case "find", "grep", "query", "ask":
		return "find notes: kb search WORDS"
	case "cat", "view", "get":
		return "print a note: kb show NOTE"
	case "open", "edit":
		return "open a note: $EDITOR \"$(kb search -l -n 1 WORDS)\""
	case "add", "create":
		return "write a note: kb new doc \"TITLE\", or kb remember \"TEXT\""
	case "rename", "move":
		return "rename a note, with the links to it: kb mv OLD NEW"
	case "rm", "remove", "delete":
		return "remove a note with git: git rm FILE; put another in its place: kb supersede OLD NEW"
	case "tag":
		return "tag a note: kb set NOTE tags+=TAG; find by tag: kb search tag:TAG"
	case "tags":
		return "find by tag: kb search tag:TAG"
	case "backlinks":
		return "see what links to a note: kb links NOTE"
	case "diff":
		return "see what a change does to what is known: kb review; what changed in a note: kb log NOTE"
	case "history":
		return "see the life of a note: kb log NOTE"
	case "lint", "doctor", "fsck":
		return "judge all notes: kb validate --all"
	case "update", "reindex", "build":
		return "bring the index up to date: kb index"
	case "import":
		return "make notes of what is there: kb init --from all"
	case "serve", "server":
		return "serve agents: kb mcp"
	}
	return ""
}
