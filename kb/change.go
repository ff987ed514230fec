package kb

import (
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// Change is one file in which two trees differ. A zero File stands for one that is not there.
type Change struct {
	Path     string
	Old, New git.File
}

// Diff lists the files in which the trees differ, sorted by path. A renamed file is one that goes
// and one that comes.
func Diff(before, after *Tree) []Change {
	var changes []Change
	old, now := before.Files, after.Files
	for len(old) > 0 || len(now) > 0 {
		switch order := comparePaths(old, now); {
		case order < 0:
			changes = append(changes, Change{Path: old[0].Path, Old: old[0]})
			old = old[1:]
		case order > 0:
			changes = append(changes, Change{Path: now[0].Path, New: now[0]})
			now = now[1:]
		default:
			if old[0].Blob != now[0].Blob {
				changes = append(changes, Change{Path: now[0].Path, Old: old[0], New: now[0]})
			}
			old, now = old[1:], now[1:]
		}
	}
	return changes
}

// comparePaths orders the first files of two lists; a list that has ended comes last.
func comparePaths(a, b []git.File) int {
	switch {
	case len(b) == 0:
		return -1
	case len(a) == 0:
		return 1
	}
	return strings.Compare(a[0].Path, b[0].Path)
}
