package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/timeline"
)

// Lives follows the notes through the history, along first parents: what became of each, its kind, and
// since when it is superseded. steps are the commits that were followed.
func (v *View) Lives(ctx context.Context, past *Past) (notes []timeline.Note, steps []history.Step, err error) {
	if steps, err = past.MainLine(ctx, past.Head, kb.IsMarkdown); err != nil {
		return nil, nil, err
	}
	t, err := v.teller(ctx, past.Head)
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	notes, err = t.tell(ctx, timeline.Lives(steps, kb.IsMarkdown))
	return notes, steps, err
}

// teller tells the kind of notes, and since when they are superseded, from what the index knows and
// from their old versions.
type teller struct {
	view    *View
	records map[string]*index.NoteRecord
	within  map[string]bool // files of the commit that belong to the base
	blobs   *git.BlobReader
	at      map[string]*timeline.Life // the notes of the commit
}

// teller reads the notes of a commit, and what the index says of them. Close it.
func (v *View) teller(ctx context.Context, commit string) (*teller, error) {
	tree, err := v.Repo.TreeAt(ctx, commit)
	if err != nil {
		return nil, err
	}
	records, err := v.Searcher.Notes(ctx, v.Now())
	if err != nil {
		return nil, err
	}
	blobs, err := v.Repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	t := &teller{
		view:    v,
		records: map[string]*index.NoteRecord{},
		within:  map[string]bool{},
		blobs:   blobs,
		at:      map[string]*timeline.Life{},
	}
	for _, f := range tree.Files {
		t.within[f.Path] = true
	}
	for _, r := range records {
		t.records[r.Path] = r
	}
	return t, nil
}

func (t *teller) close() { t.blobs.Close() }

// tell makes notes of lives. Files that the base leaves out are none.
func (t *teller) tell(ctx context.Context, lives []*timeline.Life) ([]timeline.Note, error) {
	for _, l := range lives {
		if !l.Removed() {
			t.at[l.Last().Path] = l
		}
	}
	defer t.view.o.rest()
	var out []timeline.Note
	for i, l := range lives {
		t.view.o.Progress("notes", i, len(lives))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		last := l.Last()
		if !l.Removed() && !t.within[last.Path] || last.Mode&0o170000 != 0o100000 {
			continue
		}
		n := timeline.Note{Life: l}
		by := ""
		if r := t.records[last.Path]; r != nil && !l.Removed() && r.Blob == last.Blob {
			n.Kind, by = r.Kind, r.SupersededBy
			if r.Status != "superseded" && by == "" {
				out = append(out, n)
				continue
			}
		}
		known, err := t.read(last)
		if err != nil {
			return nil, err
		}
		n.Kind = known.Kind
		if n.Superseded, err = t.superseded(ctx, l, by); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// read reads what a version says of itself; of one whose bytes are not here, or too many, what its path says.
func (t *teller) read(v timeline.Version) (kb.Note, error) {
	data, err := t.blobs.Read(git.Blob(v.Blob))
	if err != nil && !errors.Is(err, git.ErrMissing) && !errors.Is(err, git.ErrTooLarge) {
		return kb.Note{}, err
	}
	note, _ := notes.Of(v.Path, data)
	return note, nil
}

// superseded is since when a note has been superseded: by its own status, or by what the note says
// that takes its place.
func (t *teller) superseded(ctx context.Context, l *timeline.Life, by string) (time.Time, error) {
	since, err := t.since(l, func(n *kb.Note) bool { return n.Status == "superseded" })
	if err != nil || by == "" || t.at[by] == nil {
		return since, err
	}
	targets, err := t.targets(ctx, l.Last().Path, by)
	if err != nil {
		return since, err
	}
	stated, err := t.since(t.at[by], func(n *kb.Note) bool {
		_, takesPlace := kb.InactiveOn(&kb.Note{}, []*kb.Note{n}, t.view.Now())
		return takesPlace != "" && slices.ContainsFunc(n.Relations, func(r kb.Relation) bool {
			return r.Type == "supersedes" && !r.Inverse && slices.Contains(targets, r.Target)
		})
	})
	if since.IsZero() || !stated.IsZero() && stated.Before(since) {
		since = stated
	}
	return since, err
}

// targets are the words by which a note says that it supersedes another.
func (t *teller) targets(ctx context.Context, path, by string) ([]string, error) {
	out, _, err := t.view.Searcher.Links(ctx, by)
	var targets []string
	for _, l := range out {
		if l.To == path && l.Type == "supersedes" && !l.Inverse {
			targets = append(targets, l.Target)
		}
	}
	return targets, err
}

// since is from when on something holds of a note up to its last version; the zero time for never,
// or nobody knows.
func (t *teller) since(l *timeline.Life, holds func(*kb.Note) bool) (time.Time, error) {
	var since time.Time
	for i := len(l.Versions) - 1; i >= 0; i-- {
		v := l.Versions[i]
		if v.Blob == "" {
			continue
		}
		n, err := t.read(v)
		if err != nil || !holds(&n) {
			return since, err
		}
		if since = v.When; i == 0 && !l.Known {
			return time.Time{}, nil
		}
	}
	return since, nil
}
