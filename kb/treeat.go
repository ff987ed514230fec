package kb

import (
	"context"

	"github.com/9aea2451/kb/kb/git"
)

// TreeAt lists the markdown files of a commit: a revision, or a date (2006-01-02 or RFC 3339: the
// last commit of HEAD's first-parent history not after it; a day lasts until its end in UTC). A
// revision that looks like a date comes first. Sizes are not known.
func (r *Repo) TreeAt(ctx context.Context, rev string) (*Tree, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	return r.treeOf(ctx, commit)
}

// treeOf lists the markdown files of the commit with this id, none when it is "".
func (r *Repo) treeOf(ctx context.Context, commit string) (*Tree, error) {
	if commit == "" {
		return &Tree{Config: &Config{}}, nil
	}
	entries, err := r.Listing(ctx, commit)
	if err != nil {
		return nil, err
	}
	t := &Tree{Commit: commit}
	r.fill(ctx, t, entries, nil)
	return t, nil
}

// fill adds the entries of a commit or of git's index to a tree, with the settings that stand among
// them. rules is the tree whose rules say what belongs to it, nil for its own.
func (r *Repo) fill(ctx context.Context, t *Tree, entries []git.Entry, rules *Tree) {
	read, done := r.ReaderOf(ctx, entries)
	defer done()
	sel := t.configure(read)
	if rules != nil {
		sel = t.follow(rules)
	}
	t.leads = func(e git.Entry) string {
		e.Mode = git.ModeRegular // whose bytes are the path
		read, done := r.ReaderOf(ctx, []git.Entry{e})
		defer done()
		to, _ := read(e.Path)
		return string(to)
	}
	var settings []git.Entry
	for _, e := range entries {
		if t.addEntry(e, sel); isSetting(e.Path) && e.Stage == 0 {
			settings = append(settings, e)
		}
	}
	t.setting = func(path string) ([]byte, error) {
		read, done := r.ReaderOf(ctx, settings)
		defer done()
		return read(path)
	}
	t.sort()
}

// TreeUnder lists the markdown files of a commit (an id) by the rules of another tree: what that
// one includes, excludes, labels and sets counts. Problems and Setting are the commit's own. A
// change is read so: it must not say itself what is looked at.
func (r *Repo) TreeUnder(ctx context.Context, commit string, rules *Tree) (*Tree, error) {
	entries, err := r.Listing(ctx, commit)
	if err != nil {
		return nil, err
	}
	t := &Tree{Commit: commit}
	r.fill(ctx, t, entries, rules)
	return t, nil
}

// WorkTreeUnder reads the work tree as scanned by the rules of another tree: see TreeUnder.
func (r *Repo) WorkTreeUnder(ctx context.Context, s *Scan, rules *Tree) (*Tree, error) {
	return r.workTree(ctx, s, nil, rules)
}

// follow takes over the rules of another tree.
func (t *Tree) follow(rules *Tree) *selection {
	t.Config, t.sel = rules.Config, rules.sel
	if t.sel == nil {
		t.sel = newSelection(nil, rules.Config)
	}
	return t.sel
}
