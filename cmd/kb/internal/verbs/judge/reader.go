package judge

import (
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/secondread"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/text/wording"
)

// openReader opens the models of a second reader, nil where none is asked for.
func openReader(b *session.Base, wanted bool, f *session.ModelFlags) (*session.Models, error) {
	if !wanted {
		if f.DryRun {
			return nil, errors.New("--dry-run shows what --model would send: give both")
		}
		return nil, nil
	}
	return b.OpenModels(f)
}

// readerOf asks for a second reader.
func readerOf(m *session.Models, f *session.ModelFlags) *secondread.Request {
	return &secondread.Request{Chat: m.Chat, Embedder: m.Embedder, Meter: m.Meter, Shown: f.DryRun}
}

// shownBy answers with what would have been sent.
func shownBy(m *session.Models, a *app.App) error {
	if m == nil {
		return nil
	}
	return m.PrintShown(a)
}

// remarkReader says what a second reader was asked.
func remarkReader(a *app.App, r *secondread.Report) {
	a.Remark("second reader: %s, %d known, %d judged now, %d left for the next time",
		wording.Count(r.Pairs, "pair"), r.Known, r.Judged, r.Left)
	if r.Failed != "" {
		a.Remark("second reader: %s", r.Failed)
	}
	session.RemarkCount(a, r.Model)
}
