package vocabulary

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb/git"
)

// Trees holds the names of a tree before a change and after it. Nothing is listed or read before it is asked for; the
// first error ends it. It is not for concurrent use.
type Trees struct {
	Before, After func() ([]git.File, error) // list the files; Before is nil where everything is new
	Repo          *git.Repo
	Options       Options

	asked         bool
	before, after *Table
	err           error
}

// Err returns the error that ended it, nil for none.
func (t *Trees) Err() error { return t.err }

// open reads the tables.
func (t *Trees) open(ctx context.Context) bool {
	if !t.asked {
		t.asked = true
		if t.err = t.read(ctx); t.err != nil {
			t.err = fmt.Errorf("read the names of the code: %w", t.err)
		}
	}
	return t.err == nil
}

// read lists the trees and reads what of them is not kept.
func (t *Trees) read(ctx context.Context) error {
	files, err := t.After()
	if err != nil {
		return err
	}
	base, err := Open(ctx, t.Repo, files, t.committed(ctx), t.Options)
	if err != nil {
		return err
	}
	if t.after, err = base.At(ctx, t.Repo, files); err != nil || t.Before == nil {
		return err
	}
	if files, err = t.Before(); err == nil {
		t.before, err = base.At(ctx, t.Repo, files)
	}
	return err
}

// committed lists the files of HEAD: what is kept must be in git, so that it can be corrected.
func (t *Trees) committed(ctx context.Context) func() ([]git.File, error) {
	return func() ([]git.File, error) {
		head, err := t.Repo.Head(ctx)
		if err != nil {
			return nil, err
		}
		return t.Repo.Files(ctx, head)
	}
}

// Slips returns what Table.Slips of the tree after the change does.
func (t *Trees) Slips(ctx context.Context, path string, source []byte) (list []Slip) {
	if t.open(ctx) {
		list, t.err = t.after.Slips(path, source)
	}
	return list
}

// Gone is a name that the change takes away from the code and that notes still say.
type Gone struct {
	Name  string
	From  string   // path of a file that declared it
	Notes []string // paths, sorted
	Now   string   // a name that the change brings to that file in its place, "" where none is known
}

// Gone returns the names of several words that files of code had before the change, that nothing but notes has after
// it, and that notes say in code, sorted.
func (t *Trees) Gone(ctx context.Context) (list []Gone) {
	if t.Before == nil || !t.open(ctx) {
		return nil
	}
	differ := map[string]bool{} // names of files that differ from what is kept, on one side
	for _, side := range []*Table{t.before, t.after} {
		if side.since != nil {
			for text := range side.since.names {
				differ[text] = slip.Several(text)
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(differ)) {
		if !differ[text] || t.after.declares(text) {
			continue
		}
		was, is := t.before.Get(slip.Key(text)), t.after.Get(slip.Key(text))
		if code, _ := was.Declared(); code == 0 {
			continue
		}
		g := Gone{Name: text}
		for _, n := range was.Names {
			if n.Text == text {
				g.From = n.First
			}
		}
		for _, n := range is.Names {
			for _, s := range n.Said {
				if n.Text == text && s.Form != slip.Prose {
					g.Notes = append(g.Notes, s.Note)
				}
			}
		}
		if len(g.Notes) > 0 {
			slices.Sort(g.Notes)
			g.Notes = slices.Compact(g.Notes)
			list = append(list, g)
		}
	}
	return list
}
