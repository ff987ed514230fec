package clone

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

// Status is kb status.
func (Verbs) Status() app.Verb {
	return app.Verb{
		Name: "status", Place: 320,
		Help:    "Tell what is indexed, how fresh it is, and what it takes.",
		Command: &statusCmd{},
		Answers: []any{desk.Status{}},
	}
}

// statusCmd reports on the index.
type statusCmd struct{}

// Run prints the status.
func (statusCmd) Run(ctx context.Context, a *app.App) error {
	b, err := session.Open(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	s, unread, err := b.Status(ctx)
	if err != nil {
		return err
	}
	if s.Indexed {
		session.RemarkNoNotes(a, s.Notes, "")
	}
	if a.JSON {
		return a.Emit(s)
	}
	printStatus(a, s, b.Config.Server(model.RoleEmbed))
	for _, role := range []string{model.RoleRerank, model.RoleChat} {
		if server := b.Config.Server(role); server != "" {
			a.Printf("%-11s %s\n", role, report.CleanLine(server))
		}
	}
	a.Printf("%-11s %s\n", "usage", usageLine(s.Usage, unread, session.Untracked(a)))
	return nil
}

// printStatus writes the status as lines of a name and a value. server names what embeds texts, ""
// for kb itself.
func printStatus(a *app.App, s *desk.Status, server string) {
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
func freshness(s *desk.Status) string {
	if s.Fresh {
		return "up to date, since " + s.Updated
	}
	return "behind the files, from " + s.Updated + ": kb index"
}

// linkCounts counts the links, and those that do not lead to one note.
func linkCounts(s *desk.Status) string {
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
func vectors(s *desk.Status) string {
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
func historyLine(h desk.HistoryInfo) string {
	switch {
	case h.Commits == 0:
		return "not read yet: kb index"
	case !h.Fresh:
		return wording.Count(h.Commits, "commit") + ", not as far as HEAD: kb index"
	}
	return wording.Count(h.Commits, "commit")
}
