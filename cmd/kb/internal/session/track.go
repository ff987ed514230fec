package session

import (
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
)

// FromCommandLine is the source of what is recorded by the verbs.
const FromCommandLine = "cli"

// Untracked says why this use is not recorded, "" when it is.
func Untracked(a *app.App) string {
	switch {
	case a.NoTrack:
		return "--no-track"
	case switchedOn(a.Getenv("KB_NO_TRACK")):
		return "KB_NO_TRACK"
	case switchedOn(a.Getenv("CI")):
		return "CI"
	}
	return ""
}

// switchedOn reads a variable of the environment that is a switch: set to anything but 0, false or no.
func switchedOn(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "0", "false", "no", "off":
		return false
	}
	return true
}

// Record hands the answer over to stdout, and then lets f record the use: recording never delays an answer.
func (b *Base) Record(f func(r *usage.Recorder)) error {
	if err := b.App.Flush(); err != nil {
		return err
	}
	if Untracked(b.App) == "" {
		b.recordIn(b.Repo, f)
	}
	return nil
}

// recordIn lets f record the use of a repository's notes.
func (b *Base) recordIn(repo *kb.Repo, f func(r *usage.Recorder)) {
	r := usage.NewRecorder(repo.StateDir(), func(message string) { b.App.Remark("%s", message) })
	defer r.Close()
	f(r)
}

// RecordHits is Record of an answer with hits: where several bases are asked, each records its own.
func (b *Base) RecordHits(hits []index.Hit, f func(r *usage.Recorder, hits []index.Hit)) error {
	bases := b.View.Bases()
	if bases == nil {
		return b.Record(func(r *usage.Recorder) { f(r, hits) })
	}
	if err := b.App.Flush(); err != nil || Untracked(b.App) != "" {
		return err
	}
	for i := range bases {
		var its []index.Hit
		for _, h := range hits {
			if h.Base == bases[i].Name {
				its = append(its, h)
			}
		}
		if len(its) > 0 {
			b.recordIn(bases[i].View.Repo, func(r *usage.Recorder) { f(r, its) })
		}
	}
	return nil
}

// RecordRead records that a note was opened.
func (b *Base) RecordRead(n *index.NoteRecord) error {
	_, path := b.View.Of(n.Path)
	return b.Record(func(r *usage.Recorder) {
		r.Read(usage.Read{At: b.App.Now(), Source: FromCommandLine, Note: usage.Note{Path: path, ID: n.ID}})
	})
}
