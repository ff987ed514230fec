package mcp

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
)

// shownSkips is how many files are named that are not read.
const shownSkips = 8

// skips are the files that the last update passed over. No call waits while links among them are
// looked at, on a disk that may be slow.
func (b *base) skips() []kb.Skip {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.skipped
}

// leftOut says which markdown files are not read, and why.
func (b *base) leftOut() []string {
	skipped := slices.DeleteFunc(slices.Clone(b.skips()), func(s kb.Skip) bool { return b.linked(s) != "" })
	if len(skipped) == 0 {
		return nil
	}
	var names []string
	for _, s := range skipped[:min(len(skipped), shownSkips)] {
		names = append(names, fmt.Sprintf("%s (%s)", clip(s.Path, 200), s.Reason))
	}
	if len(skipped) > shownSkips {
		names = append(names, "…")
	}
	return []string{fmt.Sprintf("%s not read: %s", plural(len(skipped), "markdown file"), strings.Join(names, ", "))}
}

// unread says why there is no note at a path where there is a file; nil where there is none.
func (b *base) unread(r *kb.Resolver, p string) error {
	for _, s := range b.skips() {
		if s.Path != path.Clean(p) {
			continue
		}
		err := fmt.Errorf("%w: %s is not read: %s", errUnknown, shownPath(s.Path), s.Reason)
		if to := b.linked(s); to != "" && r.Note("", to).Path == to {
			return hint(err, "it stands for this note: "+cleanLine(to))
		}
		return hint(err, "a person can look into the file itself")
	}
	return nil
}

// linked is the path within the repository that a symbolic link stands for, "" for what is none and
// for one that leads out.
func (b *base) linked(s kb.Skip) string {
	if b.Repo.Root == "" || !strings.HasPrefix(s.Reason, "symbolic link") {
		return ""
	}
	root, err := os.OpenRoot(b.Repo.Root)
	if err != nil {
		return ""
	}
	defer root.Close()
	to, err := root.Readlink(filepath.FromSlash(s.Path))
	if err != nil || filepath.IsAbs(to) {
		return ""
	}
	to = path.Join(path.Dir(s.Path), filepath.ToSlash(to))
	if !filepath.IsLocal(to) {
		return ""
	}
	return to
}
