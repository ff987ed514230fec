package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
)

// statusCmd reports on the index.
type statusCmd struct{}

// Help holds the verb's details and examples.
func (statusCmd) Help() string {
	return `Looks only: the index is not brought up to date first.

Examples:

    kb status
    kb status --json | jq .data.fresh`
}

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
func (statusCmd) Run(ctx context.Context, a *app) error {
	b, err := a.openBase(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	state := State{Repository: cmp.Or(b.repo.Root, b.repo.GitDir)}
	st, err := b.index.Status(ctx)
	if err != nil && !errors.Is(err, index.ErrNoIndex) {
		return err
	}
	if st != nil {
		state.Status = *st
	}
	state.Provider = cmp.Or(b.config.Embeddings.Provider, state.Provider)
	state.Indexed = err == nil && state.Updated != ""
	if state.History, err = b.historyInfo(ctx); err != nil {
		return err
	}
	if state.Indexed {
		a.remarkNoNotes(state.Notes, "")
	}
	kept, unread := a.usageInfo(ctx, b.repo)
	if a.JSON {
		state.Usage = kept
		return a.emit(state)
	}
	printState(a, state, b.config.Server())
	a.printf("%-11s %s\n", "usage", usageLine(kept, unread, a.untracked()))
	return nil
}

// printState writes the status as lines of a name and a value. server names what embeds texts, ""
// for kb itself.
func printState(a *app, s State, server string) {
	line := func(name, value string) {
		if value != "" {
			a.printf("%-11s %s\n", name, report.CleanLine(value))
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
	line("size", sizeOf(s.Bytes))
	line("commit", s.Commit)
	line("notes", count(s.Notes, "note")+" in "+count(s.Chunks, "chunk"))
	line("links", linkCounts(s))
	line("vectors", vectors(s))
	line("history", historyLine(s.History))
}

func freshness(s State) string {
	if s.Fresh {
		return "up to date, since " + s.Updated
	}
	return "behind the files, from " + s.Updated + ": kb index"
}

func linkCounts(s State) string {
	out := count(s.Links, "link")
	if s.Broken > 0 {
		out += ", " + count(s.Broken, "broken one")
	}
	if s.Ambiguous > 0 {
		out += ", " + count(s.Ambiguous, "ambiguous one")
	}
	return out
}

func vectors(s State) string {
	if s.Provider == "none" {
		return "none, switched off"
	}
	out := count(s.Vectors, "vector") + " by " + s.Provider
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
		return count(h.Commits, "commit") + ", not as far as HEAD: kb index"
	}
	return count(h.Commits, "commit")
}
