package review

import (
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
)

// filesOf lists the files of notes.
func filesOf(entries []*snapshot.Entry) []git.File {
	files := make([]git.File, len(entries))
	for i, e := range entries {
		files[i] = e.File
	}
	return files
}
