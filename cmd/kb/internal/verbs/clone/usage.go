package clone

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/traces"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/text/wording"
)

// Usage is kb usage.
func (Verbs) Usage() app.Verb {
	return app.Verb{
		Name: "usage", Place: 325,
		Help:    "Say what is recorded of searches and reads; export, forget or share it.",
		Command: &usageCmd{},
		Answers: []any{desk.UsageInfo{}, UsageShared{}, usage.Export{}, usage.Forgotten{}, traces.Traces{}},
		Words: map[string]string{
			"note": "Path, stem, title, alias, id or number; also the path of a note that is no more.",
		},
	}
}

// usageCmd holds the verbs about what is recorded.
type usageCmd struct {
	Show   usageShowCmd   `cmd:"" default:"1" help:"Say what is kept, where, and how to switch it off."`
	Export usageExportCmd `cmd:"" help:"Print what is kept: all of it, or that of a note or of some days."`
	Forget usageForgetCmd `cmd:"" help:"Erase what is kept: all of it, or that of a note or of some days."`
	Push   usagePushCmd   `cmd:"" help:"Give the counts of this clone, without queries and names, to a remote."`
	Pull   usagePullCmd   `cmd:"" help:"Take in the counts of other clones from a remote."`
}

// usageShowCmd sums up what is kept.
type usageShowCmd struct{}

// Run prints the summary. It reads the whole database, and repairs one that is damaged.
func (*usageShowCmd) Run(ctx context.Context, a *app.App) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	aside, err := usage.Repair(repo.StateDir(), a.Now())
	switch {
	case err != nil:
		return unusable(err)
	case aside != "":
		a.Remark("%s", usage.Repaired(aside))
	}
	if b, err := session.Open(ctx, a); err == nil {
		b.FollowRenames(ctx)
		b.Close()
	}
	b := session.In(a, repo)
	u, err := b.OpenUsage(ctx) // counts what waits
	if err != nil {
		return unusable(err)
	}
	if err := u.Close(); err != nil {
		return err
	}
	info, err := b.UsageInfo(ctx)
	if err != nil {
		return unusable(err)
	}
	if a.JSON {
		return a.Emit(info)
	}
	printUsage(a, info)
	return nil
}

// unusable says what to do about a database that cannot be used.
func unusable(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, usage.ErrNewer):
		return app.WithHint(fmt.Errorf("usage.db is %w: it stays as it is", err),
			"use that kb, or record nothing with this one: KB_NO_TRACK=1")
	case errors.Is(err, usage.ErrForeign):
		return app.WithHint(fmt.Errorf("usage.db is %w: it stays as it is", err), "move it away, and kb makes one of its own")
	case errors.Is(err, usage.ErrBusy):
		return app.WithHint(fmt.Errorf("usage.db is %w", err), "try again when the other process has ended")
	}
	return fmt.Errorf("usage.db: %w", err)
}

// printUsage writes the summary as lines of a name and a value.
func printUsage(a *app.App, u *desk.UsageInfo) {
	line := func(name, format string, args ...any) {
		a.Printf("%-10s %s\n", name, report.CleanLine(fmt.Sprintf(format, args...)))
	}
	line("kept in", "%s", u.Path)
	if u.Notes+u.Searches+u.Reads == 0 {
		line("", "nothing so far")
	} else {
		line("", "%s, in this clone only: never committed, and sent nowhere but by kb usage push", app.SizeOf(u.Bytes))
		since := ""
		if !u.Since.IsZero() {
			since = ", since " + u.Since.Format(time.DateOnly)
		}
		line("counts", "%s, shown %s and opened %s%s", wording.Count(u.Notes, "note"), wording.Count(u.Shown, "time"),
			wording.Count(u.Opened, "time"), since)
		line("searches", "%s, with their words", wording.Count(u.Searches, "search"))
		line("reads", "%s, with the search before them", wording.Count(u.Reads, "read"))
	}
	if u.Clones > 0 {
		line("shared", "the counts of %s, by kb usage pull", wording.Count(u.Clones, "other clone"))
	}
	for _, file := range u.Aside {
		line("damaged", "%s", file)
	}
	if u.Recording {
		line("recording", "on; off with --no-track or KB_NO_TRACK=1, and in continuous integration (CI)")
	} else {
		line("recording", "off by %s", u.OffBy)
	}
	line("look", "kb usage export")
	line("erase", "kb usage forget NOTE, kb usage forget --after DATE, kb usage forget --all")
}

// usageLine sums usage up in one line of kb status.
func usageLine(u *desk.UsageInfo, err error, offBy string) string {
	if err != nil {
		return fmt.Sprintf("usage.db is %v: kb usage", err)
	}
	out := "nothing recorded yet"
	if u.Notes+u.Searches+u.Reads > 0 {
		out = fmt.Sprintf("%s and %s recorded, in this clone only", wording.Count(u.Searches, "search"),
			wording.Count(u.Reads, "read"))
	}
	if offBy != "" {
		out += "; off by " + offBy
	}
	return out + ": kb usage"
}
