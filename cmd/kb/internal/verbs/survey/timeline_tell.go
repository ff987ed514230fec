package survey

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/timeline"
	"github.com/9aea2451/kb/markdown"
)

// teller tells the kind of notes, and since when they are superseded, from what the index knows and
// from their old versions.
type teller struct {
	base    *session.Base
	records map[string]*index.NoteRecord
	within  map[string]bool // files of the commit that belong to the base
	blobs   *git.BlobReader
	search  *index.Searcher
	at      map[string]*timeline.Life // the notes of the commit
}

// newTeller reads the notes of a commit, and what the index says of them. Close it.
func newTeller(ctx context.Context, b *session.Base, s *index.Searcher, commit string) (*teller, error) {
	tree, err := b.Repo.TreeAt(ctx, commit)
	if err != nil {
		return nil, err
	}
	records, err := s.Notes(ctx, b.App.Now())
	if err != nil {
		return nil, err
	}
	blobs, err := b.Repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	t := &teller{
		base:    b,
		records: map[string]*index.NoteRecord{},
		within:  map[string]bool{},
		blobs:   blobs,
		search:  s,
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
	defer t.base.App.Progress.Stop()
	var out []timeline.Note
	for i, l := range lives {
		t.base.App.Progress.Report("notes", i, len(lives))
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
	note, _ := kb.NewNote(v.Path, v.Blob, markdown.Parse(data), data)
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
		_, takesPlace := kb.InactiveOn(&kb.Note{}, []*kb.Note{n}, t.base.App.Now())
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
	out, _, err := t.search.Links(ctx, by)
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
