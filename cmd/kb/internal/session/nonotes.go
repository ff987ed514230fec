package session

import (
	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// noNotes is said where there is nothing to answer from, and noNotesHint what to do about it.
const (
	noNotes = "this repository has no notes: it holds no *.md, *.markdown or *.mdx file, " +
		"or they are all ignored (.gitignore, .kbignore, .memory/kb.yaml)"
	noNotesHint = "write the first one with kb new doc \"TITLE\", or prepare the repository for a team with kb init"
)

// RemarkNoNotes says that there is nothing to answer from, where that is so.
func RemarkNoNotes(a *app.App, notes int, commit string) {
	switch {
	case notes > 0:
	case commit != "":
		a.Remark("the tree of %.10s has no notes", commit)
	default:
		a.Remark("%s", noNotes)
		a.Remark("%s", noNotesHint)
	}
}
