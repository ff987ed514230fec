package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/revision"
)

// Past is the history of a repository as far as a commit.
type Past struct {
	*history.History
	Head  string         // the commit; "" in a repository without commits
	Gaps  history.Limits // what is not known
	Added int            // commits that were recorded for this answer

	desk *Desk
}

// BehindError is the error about a history that is not read as far as a commit and is not to be.
type BehindError struct{ Commit string } // "" for HEAD

func (e *BehindError) Error() string {
	if e.Commit == "" {
		return "the history has not been read as far as HEAD"
	}
	return fmt.Sprintf("the history has not been read as far as %.10s", e.Commit)
}

// MissingError is the error about a note that a commit has though no known commit tells of it: what
// its commits changed is not known.
type MissingError struct{ Path string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("where %s comes from is not known: objects are missing", e.Path)
}

// UncommittedError is the error about a note that no commit has.
type UncommittedError struct{ Path string }

func (e *UncommittedError) Error() string { return e.Path + " is not committed yet" }

// HistoryAt returns the history as far as a commit, "" for HEAD, for answers that cannot do without. It
// is brought up to date however long that takes, unless the desk answers from what there is.
func (d *Desk) HistoryAt(ctx context.Context, commit string) (*Past, error) {
	h, p := d.History, &Past{Head: commit, desk: d}
	var err error
	if commit == "" {
		if p.Head, err = d.Repo.Head(ctx); err != nil {
			return nil, err
		}
	}
	select {
	case h.busy <- struct{}{}:
		defer func() { <-h.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if p.History, err = h.open(ctx); err != nil || p.Head == "" {
		return p, err
	}
	if !d.o.AsIs {
		if p.Added, err = p.read(ctx, p.Head); err != nil {
			return nil, historyError(err)
		}
	}
	p.Gaps, err = p.Limits(ctx, p.Head)
	if errors.Is(err, history.ErrNotRecorded) {
		err = &BehindError{commit}
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// read records commits and what they descend from, and returns how many are new.
func (p *Past) read(ctx context.Context, commits ...string) (added int, err error) {
	p.History.Progress = func(done, total int) { p.desk.o.Progress("history", done, total) }
	p.History.Most = 0
	defer p.desk.o.rest()
	report, err := p.Update(ctx, commits...)
	return report.Added, err
}

// Unknown says what is not known of the history, in words.
func (p *Past) Unknown() []string { return p.Gaps.Messages() }

// Reach has the history read as far as commits that Head may not descend from; "" is passed over.
func (p *Past) Reach(ctx context.Context, commits ...string) error {
	for _, commit := range commits {
		if commit == "" {
			continue
		}
		_, err := p.Limits(ctx, commit)
		if errors.Is(err, history.ErrNotRecorded) && !p.desk.o.AsIs {
			_, err = p.read(ctx, commit)
		}
		if err != nil {
			return fmt.Errorf("read the history of %.10s: %w", commit, err)
		}
	}
	return nil
}

// Had reports whether there is a note at a path, or was one before the commit.
func (p *Past) Had(ctx context.Context, path string) (bool, error) {
	if p.Head == "" || !kb.IsMarkdown(path) {
		return false, nil
	}
	events, err := p.Note(ctx, p.Head, path)
	return len(events) > 0, err
}

// missing is an error where the commit has a note of which no known commit tells.
func (p *Past) missing(ctx context.Context, path string) error {
	if p.Gaps.Unknown == 0 {
		return nil
	}
	tree, err := p.desk.Repo.TreeAt(ctx, p.Head)
	if err != nil || !slices.ContainsFunc(tree.Files, func(f git.File) bool { return f.Path == path }) {
		return err
	}
	return &MissingError{path}
}

// NoteLog is the life of a note.
type NoteLog struct {
	Note    string     `json:"note"`
	Names   []string   `json:"names"`   // that it had, newest first
	Commits []LogEntry `json:"commits"` // newest first
	Rest    int        `json:"rest"`    // commits beyond the limit, or before the first day
	Began   bool       `json:"began"`   // its first commit is known to be the beginning
	Unknown []string   `json:"unknown"` // what is not known of the history, in words
}

// LogEntry is one commit in the life of a note.
type LogEntry struct {
	Commit      string         `json:"commit"`
	Parents     []string       `json:"parents"`
	Date        string         `json:"date"` // of its author, in the author's zone, such as 2026-03-04
	Author      walk.Signature `json:"author"`
	Committer   walk.Signature `json:"committer"`
	Subject     string         `json:"subject"`
	Body        string         `json:"body,omitempty"`
	Trailers    []walk.Trailer `json:"trailers"`
	Credits     []walk.Credit  `json:"credits"`
	PullRequest string         `json:"pull_request,omitempty"` // such as #12
	Status      walk.Status    `json:"status"`
	Path        string         `json:"path"`
	OldPath     string         `json:"old_path,omitempty"`
	Blob        string         `json:"blob,omitempty"`
	OldBlob     string         `json:"old_blob,omitempty"`
	Diff        *revision.Diff `json:"diff,omitempty"`       // against the version before, where there is one
	Whole       *notelog.Size  `json:"whole,omitempty"`      // of the new version, where there was none before
	Uncompared  string         `json:"uncompared,omitempty"` // why there is no diff although there should be
}

// Merge reports whether the commit has several parents.
func (e *LogEntry) Merge() bool { return len(e.Parents) > 1 }

// Log tells the life of a note that the commit has, or had earlier, at a path. A note that is not
// committed has an empty one, unless its commits may be among those that are not here.
func (p *Past) Log(ctx context.Context, path string, o notelog.Options) (*NoteLog, error) {
	if p.Head == "" {
		return nil, &UncommittedError{path}
	}
	log, err := notelog.Of(ctx, p.desk.Repo, p.History, p.Head, path, o)
	if err != nil {
		return nil, err
	}
	if len(log.Entries)+log.Rest == 0 {
		if err := p.missing(ctx, path); err != nil {
			return nil, err
		}
	}
	out := &NoteLog{Note: path, Names: log.Names, Rest: log.Rest, Began: log.Began, Unknown: p.Unknown()}
	for _, e := range log.Entries {
		out.Commits = append(out.Commits, LogEntry{
			Commit: e.Commit.ID, Parents: e.Commit.Parents, Date: e.Commit.Author.When.Format(time.DateOnly),
			Author: e.Commit.Author, Committer: e.Commit.Committer, Subject: e.Commit.Subject, Body: e.Commit.Body,
			Trailers: e.Commit.Trailers, Credits: e.Commit.Credits(), PullRequest: e.PullRequest,
			Status: e.Change.Status, Path: e.Change.Path, OldPath: e.Change.OldPath, Blob: e.Change.NewBlob, OldBlob: e.Change.OldBlob,
			Diff: e.Diff, Whole: e.Whole, Uncompared: e.Uncompared,
		})
	}
	return out, nil
}
