package blame

import (
	"bytes"

	"github.com/9aea2451/kb/kb/history/quiet"
	"github.com/9aea2451/kb/text/diff"
)

// passesOver tells whether a version that has one parent is passed over.
func (w *descent) passesOver(version int, there, here [][]byte) bool {
	if version == uncommitted {
		return false
	}
	return w.ignored.Has(w.versions[version].Commit.ID) || quiet.Same(bytes.Join(there, nil), bytes.Join(here, nil))
}

// relaid gives lines that a version changed to those of the n lines of its parent in whose place they
// stand: the k-th of a hunk to the one at the same share of the hunk before, or to the line above
// where nothing stood. Spans are in order and lie within hunks.
func relaid(spans []span, hunks []diff.Hunk, n int) []span {
	var out []span
	at := 0
	for _, s := range spans {
		for i := range s.n {
			line := s.here + i
			for at < len(hunks) && hunks[at].NewEnd <= line {
				at++
			}
			if at == len(hunks) {
				return out
			}
			h := hunks[at]
			to := h.OldStart - 1
			if old := h.OldEnd - h.OldStart; old > 0 {
				to = h.OldStart + (line-h.NewStart)*old/(h.NewEnd-h.NewStart)
			}
			out = append(out, span{s.line + i, min(max(to, 0), n-1), 1})
		}
	}
	return out
}
