package clone

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/text/wording"
)

// Status is kb status.
func (Verbs) Status() app.Verb {
	return app.Verb{
		Name: "status", Place: 320,
		Help:    "Tell what is indexed, how fresh it is, and what it takes.",
		Command: &statusCmd{},
		Answers: []any{State{}},
	}
}

// statusCmd reports on the index.
type statusCmd struct{}

// State is the JSON form of the status.
type State struct {
	Repository string `json:"repository"`
	Indexed    bool   `json:"indexed"`
	index.Status
	Usage *UsageInfo `json:"usage,omitempty"` // absent where it cannot be read

	History HistoryInfo `json:"history"`
}

// HistoryInfo is what is known of the repository's commits.
type HistoryInfo struct {
	Commits int  `json:"commits"` // that are recorded, on whatever branch
	Fresh   bool `json:"fresh"`   // HEAD and all that it descends from is
}

// Run prints the status.
func (statusCmd) Run(ctx context.Context, a *app.App) error {
	b, err := session.Open(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	state := State{Repository: cmp.Or(b.Repo.Root, b.Repo.GitDir)}
	st, err := b.Index.Status(ctx)
	if err != nil && !errors.Is(err, index.ErrNoIndex) {
		return err
	}
	if st != nil {
		state.Status = *st
	}
	state.Provider = cmp.Or(b.Config.Embeddings.Provider, state.Provider)
	state.Indexed = err == nil && state.Updated != ""
	if state.History, err = historyInfo(ctx, b); err != nil {
		return err
	}
	if state.Indexed {
		session.RemarkNoNotes(a, state.Notes, "")
	}
	kept, unread := usageInfo(ctx, a, b.Repo)
	if a.JSON {
		state.Usage = kept
		return a.Emit(state)
	}
	printState(a, state, b.Config.Server())
	a.Printf("%-11s %s\n", "usage", usageLine(kept, unread, session.Untracked(a)))
	return nil
}

// printState writes the status as lines of a name and a value. server names what embeds texts, ""
// for kb itself.
func printState(a *app.App, s State, server string) {
	line := func(name, value string) {
		if value != "" {
			a.Printf("%-11s %s\n", name, report.CleanLine(value))
		}
	}
	line("repository", s.Repository)
	line("index", s.Dir)
	line("server", server)
	if s.Damaged != "" {
		line("state", s.Damaged+": kb index builds it anew")
		return
	}
	if !s.Indexed {
		line("state", "not indexed yet: kb index")
		return
	}
	line("state", freshness(s))
	line("size", app.SizeOf(s.Bytes))
	line("commit", s.Commit)
	line("notes", wording.Count(s.Notes, "note")+" in "+wording.Count(s.Chunks, "chunk"))
	line("links", linkCounts(s))
	line("vectors", vectors(s))
	line("history", historyLine(s.History))
}

// freshness says whether the index is behind the files.
func freshness(s State) string {
	if s.Fresh {
		return "up to date, since " + s.Updated
	}
	return "behind the files, from " + s.Updated + ": kb index"
}

// linkCounts counts the links, and those that do not lead to one note.
func linkCounts(s State) string {
	out := wording.Count(s.Links, "link")
	if s.Broken > 0 {
		out += ", " + wording.Count(s.Broken, "broken one")
	}
	if s.Ambiguous > 0 {
		out += ", " + wording.Count(s.Ambiguous, "ambiguous one")
	}
	return out
}

// vectors says which provider embeds the texts, and by which model.
func vectors(s State) string {
	if s.Provider == "none" {
		return "none, switched off"
	}
	out := wording.Count(s.Vectors, "vector") + " by " + s.Provider
	if s.Model != "" {
		out += ", model " + s.Model
	}
	return out
}

// historyLine says how much of the history is known.
func historyLine(h HistoryInfo) string {
	switch {
	case h.Commits == 0:
		return "not read yet: kb index"
	case !h.Fresh:
		return wording.Count(h.Commits, "commit") + ", not as far as HEAD: kb index"
	}
	return wording.Count(h.Commits, "commit")
}

// historyInfo says what is recorded, without recording anything.
func historyInfo(ctx context.Context, b *session.Base) (HistoryInfo, error) {
	var info HistoryInfo
	head, err := b.Repo.Head(ctx)
	if err != nil || head == "" {
		return info, err
	}
	if _, err := os.Stat(filepath.Join(b.Repo.StateDir(), "index", history.File)); err != nil {
		return info, nil
	}
	h, err := history.Open(ctx, b.Repo, "")
	if err != nil {
		return info, err
	}
	defer h.Close()
	return HistoryInfo{Commits: h.Recorded(), Fresh: h.Has(ctx, head)}, nil
}
