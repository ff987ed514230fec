// Package notelog tells the life of a note: the commits that touched it, through renames, with what
// each changed in its sections and statements.
package notelog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/revision"
)

// Options say how much is told. The zero value tells all.
type Options struct {
	Limit  int       // at most this many commits; 0 for all
	Since  time.Time // only commits committed then or later
	NoDiff bool      // do not compare versions
}

// Log is the life of a note.
type Log struct {
	Names   []string // that it had, newest first
	Entries []Entry  // newest first
	Rest    int      // commits beyond Limit, or before Since
	Began   bool     // its first commit is known to be the beginning
}

// Entry is one commit in the life of a note.
type Entry struct {
	Commit      *walk.Commit
	Change      walk.Change
	PullRequest string         // such as #12, "" for none that is known
	Diff        *revision.Diff // against the version before; nil when there is none, or NoDiff
	Whole       *Size          // of the new version, where there was none before
	Uncompared  string         // why there is no Diff although there should be; "" otherwise
}

// Size is how much a version holds.
type Size struct {
	Sections   int `json:"sections"`
	Passages   int `json:"passages"` // sentences, list items and lines that are no prose
	Statements int `json:"statements"`
}

// maxBytes is how much text of all versions together is compared.
const maxBytes = 64 << 20

// Of tells the life of a note that a commit's tree has, or had earlier, at a path.
func Of(ctx context.Context, repo *kb.Repo, h *history.History, commit, path string, o Options) (*Log, error) {
	events, err := h.Note(ctx, commit, path)
	if err != nil {
		return nil, err
	}
	s, err := h.FirstLast(ctx, commit, path)
	if err != nil {
		return nil, err
	}
	log := &Log{Names: s.Names, Began: s.Began}
	for _, e := range events {
		if o.Limit > 0 && len(log.Entries) == o.Limit || e.Commit.Committer.When.Before(o.Since) {
			log.Rest++
			continue
		}
		request, err := h.PullRequest(ctx, commit, e.Commit)
		if err != nil {
			return nil, err
		}
		log.Entries = append(log.Entries, Entry{Commit: e.Commit, Change: e.Change, PullRequest: request})
	}
	if o.NoDiff {
		return log, nil
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, fmt.Errorf("log of %s: %w", path, err)
	}
	defer blobs.Close()
	r := &reader{blobs: blobs, notes: map[string]version{}}
	at := 0
	for i := range log.Entries {
		for events[at].Commit != log.Entries[i].Commit {
			at++
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.compare(&log.Entries[i], events[at].Others)
	}
	return log, nil
}

// reader reads versions, each once while it is needed: the old one of a commit is mostly the new
// one of the next.
type reader struct {
	blobs *git.BlobReader
	notes map[string]version
	order []string // of notes, oldest first
	bytes int
}

// version is a version of the note, or why there is none to compare.
type version struct {
	note *revision.Note
	why  string // it cannot be compared
}

// kept is how many versions are kept.
const kept = 4

// read gives the version of a blob, and lets the one go that was read first when there are too
// many.
func (r *reader) read(blob string) version {
	if v, ok := r.notes[blob]; ok {
		return v
	}
	v := r.parse(blob)
	r.notes[blob], r.order = v, append(r.order, blob)
	if len(r.order) > kept {
		delete(r.notes, r.order[0])
		r.order = r.order[1:]
	}
	return v
}

// parse reads the blob of a version. After maxBytes of all versions together it reads no more.
func (r *reader) parse(blob string) version {
	if r.bytes > maxBytes {
		return version{why: "there is too much text to compare"}
	}
	data, err := r.blobs.Read(git.Blob(blob))
	switch {
	case errors.Is(err, git.ErrTooLarge):
		return version{why: "a version is too large"}
	case errors.Is(err, git.ErrMissing):
		return version{why: "a version is not here"}
	case err != nil:
		return version{why: "a version cannot be read"}
	case encoding.Binary(data):
		return version{why: "it is no text"}
	}
	r.bytes += len(data)
	return version{note: revision.Read(data)}
}

// compare adds to an entry what its commit changed.
func (r *reader) compare(e *Entry, others []string) {
	c := e.Change
	if c.NewBlob == "" || c.OldBlob == c.NewBlob {
		return
	}
	now := r.read(c.NewBlob)
	if now.why != "" {
		e.Uncompared = now.why
		return
	}
	if c.OldBlob == "" {
		sections, passages, statements := now.note.Size()
		e.Whole = &Size{sections, passages, statements}
		return
	}
	before := r.read(c.OldBlob)
	if before.why != "" {
		e.Uncompared = before.why
		return
	}
	e.Diff = revision.Compare(before.note, now.note)
	for _, blob := range others {
		if blob == "" {
			continue
		}
		if other := r.read(blob); other.note != nil {
			e.Diff.Without(other.note)
		}
	}
}
