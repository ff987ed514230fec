package kb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"
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

// Resolve gives the id of the commit that a revision or a date names, as TreeAt understands them;
// ErrUnknownRev when there is none.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	end, isDate := endOf(rev)
	if isDate {
		if _, err := r.refs.find(rev); errors.Is(err, fs.ErrNotExist) || errors.Is(err, errRefFormat) {
			return r.commitBefore(ctx, rev, end)
		}
	}
	id, err := r.git.resolve(ctx, rev)
	if err != nil {
		return "", fmt.Errorf("resolve revision: %w", err)
	}
	return id, nil
}

// commitBefore gives the last commit of HEAD's first-parent history not after t.
func (r *Repo) commitBefore(ctx context.Context, rev string, t time.Time) (string, error) {
	head, err := r.Head(ctx)
	if err != nil {
		return "", fmt.Errorf("resolve date: %w", err)
	}
	var id string
	if head != "" {
		id, err = r.git.before(ctx, head, t)
	}
	if err == nil && id == "" {
		err = fmt.Errorf("%w: no commit on or before %s", ErrUnknownRev, rev)
	}
	if err != nil {
		return "", fmt.Errorf("resolve date: %w", err)
	}
	return id, nil
}

// CommitTime gives the committer's time of the commit with this id, in UTC.
func (r *Repo) CommitTime(ctx context.Context, commit string) (time.Time, error) {
	t, err := r.git.time(ctx, commit)
	if err != nil {
		return time.Time{}, fmt.Errorf("read commit %s: %w", commit, err)
	}
	return t, nil
}

// endOf reads a date; a day means its last second in UTC.
func endOf(date string) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339, date); err == nil {
		return t, true
	}
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return t.Add(24*time.Hour - time.Second), true
	}
	return time.Time{}, false
}

// treeOf lists the markdown files of the commit with this id, none when it is "".
func (r *Repo) treeOf(ctx context.Context, commit string) (*Tree, error) {
	if commit == "" {
		return &Tree{Config: &Config{}}, nil
	}
	entries, err := r.git.tree(ctx, commit, wantedInTree)
	if err != nil {
		return nil, fmt.Errorf("read tree of %s: %w", commit, err)
	}
	t := &Tree{Commit: commit}
	r.fill(ctx, t, entries, nil)
	return t, nil
}

// fill adds the entries of a commit or of git's index to a tree, with the settings that stand among
// them. rules is the tree whose rules say what belongs to it, nil for its own.
func (r *Repo) fill(ctx context.Context, t *Tree, entries []entry, rules *Tree) {
	read, done := r.readerOf(ctx, entries)
	defer done()
	sel := t.configure(read)
	if rules != nil {
		sel = t.follow(rules)
	}
	var settings []entry
	for _, e := range entries {
		if t.addEntry(e, sel); IsSetting(e.path) && e.stage == 0 {
			settings = append(settings, e)
		}
	}
	t.setting = func(path string) ([]byte, error) {
		read, done := r.readerOf(ctx, settings)
		defer done()
		return read(path)
	}
	t.sort()
}

// readerOf reads the files of a commit's tree by their paths; call done in the end.
func (r *Repo) readerOf(ctx context.Context, entries []entry) (read func(path string) ([]byte, error), done func()) {
	var blobs objectReader
	read = func(path string) ([]byte, error) {
		for _, e := range entries {
			if e.path != path || e.mode&modeType != modeRegular {
				continue
			}
			if blobs == nil {
				b, err := r.git.objects(ctx)
				if err != nil {
					return nil, err
				}
				blobs = b
			}
			return blobs.read(e.id)
		}
		return nil, fs.ErrNotExist
	}
	return read, func() {
		if blobs != nil {
			blobs.Close()
		}
	}
}
