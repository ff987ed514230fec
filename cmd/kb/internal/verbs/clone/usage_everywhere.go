package clone

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/traces"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/usage"
)

// forgetEverywhere removes what kb keeps of a note, and tells what git keeps.
func forgetEverywhere(ctx context.Context, a *app.App, name string, dry bool) error {
	req, err := nameEverywhere(ctx, a, name)
	if err != nil {
		return err
	}
	req.DryRun = dry
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	b := session.In(a, repo)
	if err := b.OpenIndex(ctx); err != nil {
		return err
	}
	defer b.Close()
	u, err := b.OpenUsage(ctx)
	if err != nil {
		return unusable(err)
	}
	defer u.Close()
	found, err := traces.Forget(ctx, b.Desk, u, req)
	a.Progress.Stop()
	if err != nil {
		return app.WithHint(b.Worded(err), "what was removed is gone; the same command goes on with the rest")
	}
	if a.JSON {
		return a.Emit(found)
	}
	line := func(state, what, text, do string) {
		a.Printf("%-8s %-10s %s\n", state, what, report.CleanLine(text))
		for l := range strings.Lines(do) {
			a.Printf("%-8s %-10s   %s\n", "", "", report.CleanLine(strings.TrimSpace(l)))
		}
	}
	state := "removed"
	if found.DryRun {
		state = "found"
	}
	for _, t := range found.Own {
		line(state, t.What, t.Text, t.Do)
	}
	for _, t := range found.Kept {
		line("kept", t.What, t.Text, t.Do)
	}
	if names := found.Paths[1:]; len(names) > 0 {
		a.Remark("it was also called %s", app.CleanName(strings.Join(names, ", ")))
	}
	if len(found.Own)+len(found.Kept) == 0 {
		a.Remark("nothing of it was found")
	}
	return nil
}

// nameEverywhere finds all names of a note that is there, was there, or was used once. What it opens it
// closes: nothing may hold what is to be removed.
func nameEverywhere(ctx context.Context, a *app.App, name string) (traces.Request, error) {
	var req traces.Request
	b, notes, err := session.Read(ctx, a)
	if err != nil {
		return req, err
	}
	defer b.Close()
	req.Org = b.Config.Org.URL
	past, err := b.HistoryAt(ctx, "")
	if err != nil {
		return req, err
	}
	at, err := b.LookupPast(ctx, past, name)
	if err != nil {
		known, usedErr := usedOnce(ctx, b, name)
		if usedErr != nil || known == nil {
			return req, errors.Join(usedErr, err)
		}
		req.Note = *known
		return req, nil
	}
	req.Note.Path = at
	if record, err := notes.Note(ctx, at); err == nil {
		req.Note.ID = record.ID
		_, in, err := notes.Links(ctx, at)
		if err != nil {
			return req, err
		}
		for _, l := range in {
			if !slices.Contains(req.Linked, l.From) {
				req.Linked = append(req.Linked, l.From)
			}
		}
	}
	log, err := past.Log(ctx, at, notelog.Options{NoDiff: true})
	if errors.As(err, new(*desk.UncommittedError)) {
		return req, nil
	}
	if err != nil {
		return req, b.Worded(err)
	}
	req.Names = log.Names
	if req.Note.ID == "" {
		req.Note.ID, err = lastID(ctx, b, log)
	}
	return req, err
}

// usedOnce finds a note that neither the tree nor the history has, nil where none was ever used.
func usedOnce(ctx context.Context, b *session.Base, name string) (*usage.Note, error) {
	u, err := b.OpenUsage(ctx)
	if err != nil {
		return nil, unusable(err)
	}
	defer u.Close()
	counts, err := u.Counts(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range counts.All {
		if c.Note.Path == path.Join(b.Repo.Prefix, filepath.ToSlash(b.Typed(name))) || c.Note.Path == b.Typed(name) ||
			c.Note.ID != "" && c.Note.ID == name {
			return &c.Note, nil
		}
	}
	return nil, nil
}

// lastID is the id that the last version of a note had in its front matter, "" for none.
func lastID(ctx context.Context, b *session.Base, log *desk.NoteLog) (string, error) {
	blobs, err := b.Repo.RawBlobs(ctx)
	if err != nil {
		return "", err
	}
	defer blobs.Close()
	for _, c := range log.Commits {
		blob := c.Blob
		if blob == "" {
			blob = c.OldBlob
		}
		f := git.File{Path: c.Path, Blob: blob}
		if source, err := blobs.Read(f); blob != "" && err == nil {
			return snapshot.ReadEntry(f, &kb.Config{}, source).Note.ID, nil
		}
	}
	return "", nil
}
