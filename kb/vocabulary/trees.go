package vocabulary

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// Trees holds the names of a tree before a change and after it. Nothing is listed or read before it is asked for; the
// first error ends it. It is not for concurrent use.
type Trees struct {
	Before, After func(ctx context.Context) ([]git.File, error) // list the files; Before is nil where everything is new
	Repo          *git.Repo
	Options       Options

	asked         bool
	before, after *Table
	err           error
}

// Between returns the names of the trees of two commits: before is "" where everything is new, after "" for the work
// tree. With staged what is staged comes after, and others are the files beside notes that it changes, as they were.
func Between(repo *kb.Repo, before, after string, staged bool, others []git.Entry, o Options) (*Trees, error) {
	all, err := repo.Asking(git.Interest{Watched: func(string) bool { return true }, Listed: func([]byte) bool { return true }})
	if err != nil {
		return nil, err
	}
	o.Hurried = staged
	t := &Trees{Repo: all, Options: o, After: func(ctx context.Context) ([]git.File, error) {
		switch {
		case staged:
			entries, err := all.Index(ctx)
			return git.FilesOf(entries, git.MaxFile), err
		case after != "":
			return all.Files(ctx, after)
		}
		return all.WorkFiles(ctx, git.MaxFile)
	}}
	if before != "" && (!staged || len(others) > 0) { // a commit of notes alone takes nothing from the code
		t.Before = func(ctx context.Context) ([]git.File, error) {
			if !staged {
				return all.Files(ctx, before)
			}
			entries, err := all.Index(ctx)
			return git.FilesOf(git.Unstaged(entries, others), git.MaxFile), err
		}
	}
	return t, nil
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
	files, err := t.After(ctx)
	if err != nil {
		return err
	}
	committed := func() ([]git.File, error) { // what is kept must be in git, so that it can be corrected
		head, err := t.Repo.Head(ctx)
		if err != nil {
			return nil, err
		}
		return t.Repo.Files(ctx, head)
	}
	base, err := Open(ctx, t.Repo, files, committed, t.Options)
	if err != nil {
		return err
	}
	if t.after, err = base.At(ctx, t.Repo, files); err != nil || t.Before == nil {
		return err
	}
	if files, err = t.Before(ctx); err == nil {
		t.before, err = base.At(ctx, t.Repo, files)
	}
	return err
}

// Slips returns what Table.Slips of the tree after the change does.
func (t *Trees) Slips(ctx context.Context, path string, source []byte) (list []Slip) {
	if t.open(ctx) {
		list, t.err = t.after.Slips(path, source)
	}
	return list
}

// Entries returns what the trees have of a key, before the change and after it; both empty where that is not known.
func (t *Trees) Entries(ctx context.Context, key string) (was, is Entry) {
	if t.Before == nil || !t.open(ctx) {
		return Entry{}, Entry{}
	}
	return t.before.Get(key), t.after.Get(key)
}

// Gone is a name that the change takes away from the code and that notes still say.
type Gone struct {
	Name  string
	From  string   // path of a file that declared it
	Notes []string // paths, sorted
}

// Gone returns the names of several words that files of code had before the change, that nothing but notes and tests
// has after it, and that notes say in code, sorted.
func (t *Trees) Gone(ctx context.Context) (list []Gone) {
	if t.Before == nil || !t.open(ctx) || t.before.partial || t.after.partial {
		return nil
	}
	for _, text := range t.fewer() {
		if !slip.Several(text) {
			continue
		}
		was, is := t.before.Get(slip.Key(text)), t.after.Get(slip.Key(text))
		known := func(n Name) bool { return n.Files[Code]+n.Files[Other] > 0 }
		if code, _ := was.Declared(); code == 0 || slices.ContainsFunc(is.Names, known) {
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

// fewer returns the names that fewer files of code have after the change than before it, sorted. Both trees are told
// by what differs from the one that is kept.
func (t *Trees) fewer() []string {
	less := map[string]int{}
	for by, table := range map[int]*Table{-1: t.before, 1: t.after} {
		if table.since != nil {
			for text, s := range table.since.names {
				less[text] += by * s.files[Code]
			}
		}
	}
	maps.DeleteFunc(less, func(_ string, n int) bool { return n >= 0 })
	return slices.Sorted(maps.Keys(less))
}
