package review

import (
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

func filesOf(entries []*snapshot.Entry) []kb.File {
	files := make([]kb.File, len(entries))
	for i, e := range entries {
		files[i] = e.File
	}
	return files
}
