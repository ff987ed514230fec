package desk

import (
	"context"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/revision"
)

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
