package search

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/edition"
)

// Of two notes that say different things about one matter the current one is to rank above the
// stale one. Two notes speak of one matter when their best chunks answer to the same words of the
// query and share at least sameMatter of the stems of the shorter one.
const (
	currentTop  = 20   // notes that are compared
	currentNear = 0.85 // share of the older note's score that the newer one must have
	sameMatter  = 0.5
)

// preferCurrent moves a newer note right above an older one that speaks of the same matter, where
// their scores are close, or that it takes back.
func (r *run) preferCurrent(ctx context.Context, kept []candidate) error {
	order := bestFirst(kept, asPlaced)
	order = order[:min(len(order), currentTop)]
	stems, err := r.datedStems(ctx, kept, order)
	if err != nil || len(stems) < 2 {
		return err
	}
	for a := range order {
		i := order[a].at
		for _, other := range order[a+1:] {
			j := other.at
			older, newer := &kept[i], &kept[j]
			if stems[i] == nil || stems[j] == nil || currentDate(older.record) >= currentDate(newer.record) ||
				newer.score >= older.score || newer.apart() < updateNear*older.apart() {
				continue
			}
			over := newer.apart() >= currentNear*older.apart() && r.oneMatter(stems[i], stems[j])
			if !over {
				if over, err = r.takesBack(ctx, newer.number, older.number, stems[i]); err != nil {
					return err
				}
			}
			if !over {
				continue
			}
			newer.factors.set("current", older.score/newer.score)
			newer.score = rank.Round(older.score + 1e-8)
		}
	}
	return nil
}

// currentDate is the last day on which a note is known to have been right.
func currentDate(n *store.NoteRecord) string { return max(n.Date, n.Verified, n.ValidFrom) }

// datedStems gives the stems of the best chunk of each candidate that tells its date.
func (r *run) datedStems(ctx context.Context, kept []candidate, order []placed) (map[int]map[string]bool, error) {
	var dated []int
	for _, p := range order {
		if currentDate(kept[p.at].record) != "" {
			dated = append(dated, p.at)
		}
	}
	out := map[int]map[string]bool{}
	if len(dated) < 2 {
		return out, nil
	}
	for _, i := range dated {
		rows := r.bestChunks(kept[i].number, 1)
		if len(rows) == 0 {
			continue
		}
		stems, err := r.stems(ctx, rows[0])
		if err != nil {
			return nil, err
		}
		out[i] = stems
	}
	return out, nil
}

// oneMatter tells whether two chunks answer to the same words of the query and share most of their stems.
func (r *run) oneMatter(a, b map[string]bool) bool {
	for _, t := range r.terms {
		if t.in(a) != t.in(b) {
			return false
		}
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	shared := 0
	for t := range a {
		if b[t] {
			shared++
		}
	}
	return float64(shared) >= sameMatter*float64(len(a))
}

// maxReplaced bounds how long a chain of notes that supersede each other is followed.
const maxReplaced = 8

// preferReplacements puts a note that supersedes another right above it, where both answer: who
// finds what was given up looks for what took its place.
func preferReplacements(kept []candidate) {
	at := make(map[string]int, len(kept))
	for i := range kept {
		at[kept[i].record.Path] = i
	}
	for range maxReplaced {
		moved := false
		for i := range kept {
			old := &kept[i]
			j, ok := at[old.record.SupersededBy]
			if !ok || old.record.Inactive == "" || j == i || kept[j].score > old.score {
				continue
			}
			by := &kept[j]
			by.factors.set("replaces", (old.score+1e-8)/by.score)
			by.score = rank.Round(old.score + 1e-8)
			moved = true
		}
		if !moved {
			return
		}
	}
}

// Documentation keeps a folder for each version: "v1.3/install.md" beside "v1.4/install.md" and
// "latest/install.md". Who names no version asks about the one of now.
const (
	editionNear  = 0.9 // share of the older page's score that a newer one must have: else it lacks what is asked for
	editionOlder = 0.8 // factor of the older one then, which says what the newer says
)

// page is a path without one of its folders: what stands before the folder's name, and behind it.
type page struct{ above, rest string }

// versioned is a page in the folder of a version, such as "v1.3-docs" in content/v1.3-docs/install.md.
type versioned struct {
	edition.Version // without Parts for the folder of now
	page            page
	at              int // the candidate
}

// preferEditions moves the page of a newer version above those of older ones that say much the same, and
// lowers these, which would fill the places below. Versions that the query names stay where they are.
//
// Of 160 sections of the current pages of two sites with some 20 versions each, asked for by their
// headings, 76 came first without this and 132 with it (91 and 150 among the first three).
func (r *run) preferEditions(kept []candidate) {
	asked := strings.Fields(strings.ToLower(r.request.Words))
	all := map[page][]versioned{}
	for i := range kept {
		for e := range editionsOf(kept[i].record.Path) {
			if e.at = i; e.Parts != nil && !e.Named(asked) {
				all[e.page] = append(all[e.page], e)
			}
		}
	}
	if len(all) == 0 {
		return
	}
	for i := range kept {
		for e := range editionsOf(kept[i].record.Path) {
			if e.at = i; e.Parts == nil && all[e.page] != nil {
				all[e.page] = append(all[e.page], e)
			}
		}
	}
	lowered := map[int]bool{}
	for i := range kept { // in their order, for one page may be of several lists
		for e := range editionsOf(kept[i].record.Path) {
			preferNewest(kept, all[e.page], lowered)
			delete(all, e.page)
		}
	}
	for i := range kept {
		if lowered[i] {
			kept[i].factors.set("version", editionOlder)
			kept[i].score = rank.Round(kept[i].score * editionOlder)
		}
	}
}

// preferNewest compares the editions of one page, and adds those to be lowered.
func preferNewest(kept []candidate, list []versioned, lowered map[int]bool) {
	slices.SortStableFunc(list, newestFirst)
	for i := range list {
		newer := &kept[list[i].at]
		score, near := newer.score, newer.apart()
		for j := range list[i+1:] {
			old := &list[i+1+j]
			older := &kept[old.at]
			if !list[i].follows(old, kept) || near < editionNear*older.apart() {
				continue
			}
			lowered[old.at] = true
			score = max(score, rank.Round(older.score+1e-8))
		}
		if score > newer.score && !lowered[list[i].at] {
			newer.factors.set("current", score/newer.score)
			newer.score = score
		}
	}
}

// newestFirst orders editions: the one of now, then by their versions.
func newestFirst(a, b versioned) int {
	switch {
	case a.Parts == nil && b.Parts == nil:
		return 0
	case a.Parts == nil:
		return -1
	case b.Parts == nil:
		return 1
	}
	return slices.Compare(b.Parts, a.Parts)
}

// follows reports whether e is a later edition than old: in a folder whose name differs in the version
// alone, or in one without a version, where both pages have one title.
func (e *versioned) follows(old *versioned, kept []candidate) bool {
	if e.Parts == nil {
		return old.Parts != nil && kept[e.at].record.Title == kept[old.at].record.Title
	}
	return e.Before == old.Before && e.After == old.After && slices.Compare(e.Parts, old.Parts) > 0
}

// editionsOf gives, for each folder of a path, what it is an edition of if that folder is the version's.
func editionsOf(path string) iter.Seq[versioned] {
	return func(yield func(versioned) bool) {
		for above, name := range edition.Folders(path) {
			if !yield(versioned{Version: edition.VersionIn(name), page: page{above, path[len(above)+len(name):]}}) {
				return
			}
		}
	}
}
