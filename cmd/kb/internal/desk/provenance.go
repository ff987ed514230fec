package desk

import (
	"cmp"
	"context"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/kb/history"
)

// maxSectionBlame is the greatest size of a note, in bytes, of which the lines of a section are
// followed when it is shown.
const maxSectionBlame = 1 << 20

// tip is the commit whose history is asked.
func (v *View) tip() string { return cmp.Or(v.At.Commit, v.History.tip()) }

// history returns the history as far as the commit of the view, nil while it is not read.
func (v *View) history(ctx context.Context) *history.History {
	return v.History.Known(ctx, v.At.Commit)
}

// Provenance says where the bytes of a note come from, nil where that is not known.
func (v *View) Provenance(ctx context.Context, path, blob string) *history.Provenance {
	if of, there := v.Of(path); of != v {
		return of.Provenance(ctx, there, blob)
	}
	kept := v.History.kept()
	present := v.At.Commit == "" && kept != nil
	if present {
		if p, ok := kept.Provenance(path, blob); ok {
			return p
		}
	}
	h := v.history(ctx)
	if h == nil {
		return nil
	}
	ask := func() (*history.Provenance, error) { return h.Provenance(ctx, v.tip(), path, blob) }
	if present {
		ask = func() (*history.Provenance, error) { return kept.Ask(ctx, h, path, blob) }
	}
	p, err := ask()
	if err != nil {
		return nil
	}
	return p
}

// SectionProvenance says where lines of a note come from, 1-based and inclusive, of the text that
// was read; nil where that is not known.
func (v *View) SectionProvenance(ctx context.Context, path string, text []byte, start, end int) *history.Provenance {
	if of, there := v.Of(path); of != v {
		return of.SectionProvenance(ctx, there, text, start, end)
	}
	h := v.history(ctx)
	if h == nil || len(text) > maxSectionBlame {
		return nil
	}
	found, err := blame.Of(ctx, v.Repo, h, v.tip(), path, text)
	if err != nil || start < 1 || end > len(found.Lines) || start > end {
		return nil
	}
	newest, changed := -1, false
	for _, o := range found.Lines[start-1 : end] {
		if found.Origins[o].Commit == nil {
			changed = true
		} else if newest < 0 || o < newest {
			newest = o
		}
	}
	if newest < 0 || found.Origins[newest].Boundary { // whoever wrote it before cannot be looked at
		return nil
	}
	p, err := h.ProvenanceOf(ctx, v.tip(), found.Origins[newest].Commit, committed(found.Holders(start, end)))
	if err != nil {
		return nil
	}
	p.Changed = changed
	return p
}

// AddProvenance says of each hit where its note comes from.
func (v *View) AddProvenance(ctx context.Context, hits []index.Hit) {
	known := map[string]*history.Provenance{}
	for i := range hits {
		h := &hits[i]
		p, ok := known[h.Path]
		if !ok {
			p = v.Provenance(ctx, h.Path, h.Blob)
			known[h.Path] = p
		}
		h.Provenance = p
	}
}
