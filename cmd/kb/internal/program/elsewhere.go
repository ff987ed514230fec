package program

// elsewhere says what to type for a verb that other tools have and kb calls otherwise, "" for any other word.
func elsewhere(word string) string {
	switch word {
	case "ls":
		return "list notes: kb list, those of a folder: kb list path:FOLDER"
	case "find", "grep", "query", "ask":
		return "find notes: kb search WORDS"
	case "cat", "view", "get":
		return "print a note: kb show NOTE"
	case "edit":
		return "open a note in your editor: kb open NOTE"
	case "pick", "fzf":
		return "pick a note with fzf: see kb list --help"
	case "daily", "today", "journal":
		return "write or open the note of the day: kb new daily"
	case "add", "create":
		return "write a note: kb new doc \"TITLE\", or kb remember \"TEXT\""
	case "rename", "move":
		return "rename a note, with the links to it: kb mv OLD NEW"
	case "rm", "remove", "delete":
		return "remove a note with git: git rm FILE; put another in its place: kb supersede OLD NEW"
	case "tag":
		return "tag a note: kb set NOTE tags+=TAG; all tags: kb tags; notes of a tag: kb list tag:TAG"
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
