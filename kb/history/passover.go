package history

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/quiet"
	"github.com/9aea2451/kb/kb/history/walk"
)

// passing tells which changes are passed over. It reads two blobs of each change it is asked about,
// through a reader that is kept for one question.
type passing struct {
	ctx     context.Context
	ignored quiet.Ignored
	blobs   *git.BlobReader
	layout  map[[2]string]bool // by the blobs before and after: they differ in layout alone
	bulk    map[int32]bool     // commits that changed the layout of many notes
	unsure  bool               // bytes that would tell are missing in a partial clone: see History.telling
}

// Bounds of what is looked at.
const (
	mostPassed = 32      // changes of a note that are passed over, one after another
	mostText   = 4 << 20 // bytes of a version that is compared
	leastBulk  = 10      // notes that a commit changes in bulk, at least
	bulkSample = 40      // of them, evenly spread, that are looked at
	bulkOthers = 0.05    // share of these that may say something new
)

// brokenOff tells that nobody waits for the answer any more: what is found out is not to be kept.
func (p *passing) brokenOff() bool { return p.ctx != nil && p.ctx.Err() != nil }

// quiet tells whether a change of a note is passed over: commit and blobs by their whole ids. What
// cannot be read is not.
func (h *History) quiet(commit, path string, status walk.Status, before, after string) bool {
	if status != walk.Modified || before == "" || after == "" || !kb.IsMarkdown(path) {
		return false
	}
	return h.pass.ignored.Has(commit) || h.layoutOnly(before, after)
}

// telling is the place of the first of n changes, newest first, that is not passed over; 0 where there is
// none near. sure is false where a newer one may be of layout alone, and a partial clone lacks the bytes
// that would tell: then nothing is said of when or by whom, which is what all who ask go by.
func (h *History) telling(n int, quiet func(i int) bool) (at int, sure bool) {
	h.pass.unsure = false
	for i := range min(n, mostPassed) {
		if !quiet(i) {
			return i, !h.pass.unsure
		}
	}
	return 0, true
}

// layoutOnly compares two blobs.
func (h *History) layoutOnly(before, after string) bool {
	p := &h.pass
	key := [2]string{before, after}
	if same, ok := p.layout[key]; ok {
		return same
	}
	if p.blobs == nil {
		blobs, err := h.repo.Blobs(p.ctx)
		if err != nil {
			return false
		}
		p.blobs = blobs
	}
	a, errA := p.blobs.Read(git.Blob(before))
	b, errB := p.blobs.Read(git.Blob(after))
	if errors.Is(errA, git.ErrMissing) || errors.Is(errB, git.ErrMissing) {
		packs, _ := filepath.Glob(filepath.Join(h.repo.CommonDir, "objects", "pack", "*.promisor")) // of a partial clone
		p.unsure = p.unsure || len(packs) > 0
		return false
	}
	same := errA == nil && errB == nil && max(len(a), len(b)) <= mostText && quiet.Same(a, b)
	if p.brokenOff() {
		return false
	}
	if p.layout == nil {
		p.layout = map[[2]string]bool{}
	}
	p.layout[key] = same
	return same
}

// bulkLayout tells whether a commit is passed over for all that it changed: it is ignored, or it
// changed many notes, and next to all of them in layout alone. A sample tells.
func (h *History) bulkLayout(n int32, commit string, changes []walk.Change) bool {
	p := &h.pass
	if p.ignored.Has(commit) {
		return true
	}
	is, known := p.bulk[n]
	if !known {
		if p.bulk == nil {
			p.bulk = map[int32]bool{}
		}
		if is = h.sampled(changes); p.brokenOff() {
			return false
		}
		p.bulk[n] = is
	}
	return is
}

// sampled is bulkLayout of a commit that nobody has asked about.
func (h *History) sampled(changes []walk.Change) bool {
	var notes []walk.Change
	for _, c := range changes {
		if c.Status == walk.Modified && kb.IsMarkdown(c.Path) {
			notes = append(notes, c)
		}
	}
	if len(notes) < leastBulk {
		return false
	}
	look := min(len(notes), bulkSample)
	others := 0
	for i := range look {
		c := notes[i*len(notes)/look]
		if !h.layoutOnly(c.OldBlob, c.NewBlob) {
			if others++; float64(others) > bulkOthers*float64(look) {
				return false
			}
		}
	}
	return true
}
