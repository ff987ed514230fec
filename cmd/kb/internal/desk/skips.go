package desk

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
)

// UnreadError is the error about a file that is no note, though it is called like one.
type UnreadError struct {
	Path   string // from the root of the repository
	Reason string
}

func (e *UnreadError) Error() string {
	return fmt.Sprintf("%v: %s is not read: %s", ErrUnknown, e.Path, e.Reason)
}

func (e *UnreadError) Unwrap() error { return ErrUnknown }

// ErrUnknown is wrapped by errors about a name that no note has.
var ErrUnknown = errors.New("no such note")

// SetSkipped keeps which files the last update passed over.
func (d *Desk) SetSkipped(skipped []kb.Skip) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.skipped = skipped
}

// Skipped lists the markdown files that the last update passed over, with the reasons. Links to
// notes of the repository are left out: what they stand for is read.
func (d *Desk) Skipped() []kb.Skip {
	return slices.DeleteFunc(slices.Clone(d.skips()), func(s kb.Skip) bool {
		return strings.HasPrefix(s.Reason, "symbolic link") && d.linked(s.Path) != ""
	})
}

// skips does not look at links: on a slow disk no caller waits for that while the lock is held.
func (d *Desk) skips() []kb.Skip {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.skipped
}

// maxLinks is how many symbolic links that lead from one to the next are followed.
const maxLinks = 8

// behind returns the note that a symbolic link at a path, from the folder from or from the root of
// the repository, leads to, "" for none.
func (d *Desk) behind(r *kb.Resolver, from, name string) string {
	for _, to := range slices.Compact([]string{path.Join(from, name), path.Clean(name)}) {
		for range maxLinks {
			if to = d.linked(to); to == "" {
				break
			}
			if r.Note("", to).Path == to {
				return to
			}
		}
	}
	return ""
}

// linked returns the path within the repository that a symbolic link stands for, "" for what is no
// link and for one that leads out.
func (d *Desk) linked(name string) string {
	if d.Repo.Root == "" || !filepath.IsLocal(name) {
		return ""
	}
	root, err := os.OpenRoot(d.Repo.Root)
	if err != nil {
		return ""
	}
	defer root.Close()
	to, err := root.Readlink(filepath.FromSlash(name))
	if err != nil || filepath.IsAbs(to) {
		return ""
	}
	to = path.Join(path.Dir(name), filepath.ToSlash(to))
	if !filepath.IsLocal(to) {
		return ""
	}
	return to
}
