package mcp

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// editor changes a repository as people and their tools do.
type editor struct {
	r      *repository
	notes  []string
	branch string // that was checked out at first
	count  int    // changes that were made
}

func newEditor(r *repository, notes []string) *editor {
	return &editor{r: r, notes: notes, branch: strings.TrimSpace(r.git("symbolic-ref", "--short", "HEAD"))}
}

// change makes the next change, and says which.
func (e *editor) change() string {
	n := e.count
	e.count++
	note := e.notes[n*13%len(e.notes)]
	edited := fmt.Sprintf("soak/edited-%d.md", n%50)
	switch n % 20 {
	case 3, 9, 16:
		e.r.git("add", "-A")
		e.r.git("commit", "-q", "--allow-empty", "-m", "Soak")
		return "a commit"
	case 5:
		e.r.git("mv", "-k", edited, fmt.Sprintf("soak/moved-%d.md", n%50))
		return "a rename of " + edited
	case 6:
		os.Remove(filepath.Join(e.r.dir, filepath.FromSlash(edited)))
		return "a removal of " + edited
	case 10:
		e.r.git("checkout", "-q", "-f", "-B", "side", "HEAD~1")
		return "a checkout of a side branch"
	case 13:
		e.r.git("commit", "-q", "--allow-empty", "-a", "-m", "Side")
		e.r.git("rebase", "-q", "-X", "theirs", e.branch)
		return "a rebase"
	case 14:
		e.r.git("checkout", "-q", "-f", e.branch)
		return "a checkout of the first branch"
	case 18:
		e.r.git("reset", "-q", "--hard", "HEAD~1")
		return "a hard reset"
	case 19:
		if n%200 == 199 {
			e.r.git("-c", "gc.auto=0", "gc", "-q", "--prune=now")
			return "a collection of garbage"
		}
	case 1, 8, 12:
		return "an edit of " + e.append(note, n)
	}
	e.r.write(edited, fmt.Sprintf("# Edited\n\nThis is edit number %d of the soak.\n", n))
	return "an edit of " + edited
}

// append adds a line to a note that is there.
func (e *editor) append(note string, n int) string {
	f, err := os.OpenFile(filepath.Join(e.r.dir, filepath.FromSlash(note)), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return note + ", which is not there"
	}
	defer f.Close()
	fmt.Fprintf(f, "\nLine %d of the soak.\n", n)
	return note
}

// folderSize is what the files in a folder take, in bytes.
func folderSize(dir string) (sum int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // removed meanwhile
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			sum += info.Size()
		}
		return nil
	})
	return sum
}
