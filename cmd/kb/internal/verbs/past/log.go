package past

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/dates"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/revision"
)

// Log is kb log.
func (Verbs) Log() app.Verb {
	return app.Verb{
		Name: "log", Place: 70,
		Help:    "Tell the life of a note: its commits, and what each changed in what it says.",
		Command: &logCmd{},
		Answers: []any{NoteLog{}},
	}
}

// logCmd tells the life of a note.
type logCmd struct {
	Note    string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias, id or number; a path that is gone, too."`
	Limit   int    `short:"n" placeholder:"N" help:"At most this many commits."`
	Since   string `placeholder:"DATE" help:"Only commits of this day or later (2026-05-04, 2026-05, '2 weeks ago')."`
	Oneline bool   `help:"One line a commit, with how much it changed."`
	NoDiff  bool   `name:"no-diff" short:"s" help:"Without what each commit changed."`
	session.AtFlag
}

// NoteLog is the JSON form of the life of a note.
type NoteLog struct {
	Note    string     `json:"note"`
	Names   []string   `json:"names"`
	Commits []LogEntry `json:"commits"`
	Rest    int        `json:"rest"`
	Began   bool       `json:"began"`
	Unknown []string   `json:"unknown"`
}

// LogEntry is one commit in it.
type LogEntry struct {
	Commit      string         `json:"commit"`
	Parents     []string       `json:"parents"`
	Date        string         `json:"date"`
	Author      walk.Signature `json:"author"`
	Committer   walk.Signature `json:"committer"`
	Subject     string         `json:"subject"`
	Body        string         `json:"body,omitempty"`
	Trailers    []walk.Trailer `json:"trailers"`
	Credits     []walk.Credit  `json:"credits"`
	PullRequest string         `json:"pull_request,omitempty"`
	Status      walk.Status    `json:"status"`
	Path        string         `json:"path"`
	OldPath     string         `json:"old_path,omitempty"`
	Blob        string         `json:"blob,omitempty"`
	OldBlob     string         `json:"old_blob,omitempty"`
	Diff        *revision.Diff `json:"diff,omitempty"`
	Whole       *notelog.Size  `json:"whole,omitempty"`
	Uncompared  string         `json:"uncompared,omitempty"`
}

// Run prints the commits.
func (c *logCmd) Run(ctx context.Context, a *app.App) error {
	options, err := c.options(a.Now())
	if err != nil {
		return err
	}
	b, _, at, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	past, err := session.OpenChronicleAt(ctx, a, b.Repo, at.Commit)
	if err != nil {
		return err
	}
	defer past.Close()
	path, err := b.LookupPast(ctx, past, c.Note)
	if err != nil {
		return err
	}
	if past.Head == "" {
		return noCommits(path)
	}
	log, err := notelog.Of(ctx, b.Repo, past.History, past.Head, path, options)
	if err != nil {
		return err
	}
	if len(log.Entries)+log.Rest == 0 {
		if err := past.Known(ctx, b.Repo, path); err != nil {
			return err
		}
	}
	if a.JSON {
		return a.Emit(logForm(path, past, log))
	}
	switch {
	case len(log.Entries)+log.Rest > 0:
	case past.Gaps.Cut > 0:
		a.Remark("the commits to %s are not here", b.Shown(path))
	default:
		return noCommits(path)
	}
	p := logPrinter{app: a, base: b, past: past, brief: c.Oneline, bare: c.NoDiff}
	p.print(log)
	return nil
}

// noCommits is the error of a note that no commit has.
func noCommits(path string) error {
	return app.WithHint(fmt.Errorf("%s is not committed yet", path), "its history begins with: git add and git commit")
}

// options reads the flags.
func (c *logCmd) options(now time.Time) (notelog.Options, error) {
	o := notelog.Options{Limit: c.Limit, NoDiff: c.NoDiff}
	if c.Limit < 0 {
		return o, errors.New("--limit must be at least 1")
	}
	if c.Since == "" {
		return o, nil
	}
	since, err := dates.Since(c.Since, now)
	if err != nil {
		return o, app.WithHint(err, "write --since as 2026-05-04, 2026-05, 2026, yesterday, or '2 weeks ago'")
	}
	o.Since = since
	return o, nil
}

// logForm is the JSON form of a log.
func logForm(path string, past *session.Chronicle, log *notelog.Log) NoteLog {
	out := NoteLog{Note: path, Names: log.Names, Rest: log.Rest, Began: log.Began, Unknown: past.Unknowns()}
	for _, e := range log.Entries {
		out.Commits = append(out.Commits, LogEntry{
			Commit: e.Commit.ID, Parents: e.Commit.Parents, Date: e.Commit.Author.When.Format(time.DateOnly),
			Author: e.Commit.Author, Committer: e.Commit.Committer, Subject: e.Commit.Subject, Body: e.Commit.Body,
			Trailers: e.Commit.Trailers, Credits: e.Commit.Credits(), PullRequest: e.PullRequest,
			Status: e.Change.Status, Path: e.Change.Path, OldPath: e.Change.OldPath, Blob: e.Change.NewBlob, OldBlob: e.Change.OldBlob,
			Diff: e.Diff, Whole: e.Whole, Uncompared: e.Uncompared,
		})
	}
	return out
}
