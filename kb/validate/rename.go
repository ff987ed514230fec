package validate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/snapshot"
)

const (
	// renameSimilarity is the share of statements and links that two files must have in common to
	// be one that was renamed.
	renameSimilarity = 0.5
	// maxRenamePairs bounds how many pairs of files are compared.
	maxRenamePairs = 100_000
)

// pairRenames makes one change of a note that goes and the like one that comes: the same bytes, the
// same id, else the most alike.
func pairRenames(changes []Change) []Change {
	var gone, come []int
	for i, c := range changes {
		switch {
		case c.New == nil:
			gone = append(gone, i)
		case c.Old == nil:
			come = append(come, i)
		}
	}
	taken := map[int]bool{}
	pair := func(alike func(old, now *snapshot.Entry) bool) {
		for _, n := range come {
			if changes[n].Old != nil {
				continue
			}
			for _, o := range gone {
				if !taken[o] && alike(changes[o].Old, changes[n].New) {
					taken[o], changes[n].Old = true, changes[o].Old
					break
				}
			}
		}
	}
	pair(func(old, now *snapshot.Entry) bool { return old.File.Blob == now.File.Blob })
	pair(func(old, now *snapshot.Entry) bool { return old.Note.ID != "" && old.Note.ID == now.Note.ID })
	if len(gone)*len(come) <= maxRenamePairs {
		var pairs []alikePair
		contents := map[*snapshot.Entry]map[string]struct{}{}
		content := func(e *snapshot.Entry) map[string]struct{} {
			if contents[e] == nil {
				contents[e] = contentOf(e)
			}
			return contents[e]
		}
		for _, n := range come {
			for _, o := range gone {
				if changes[n].Old != nil || taken[o] {
					continue
				}
				if score := similarity(content(changes[o].Old), content(changes[n].New)); score >= renameSimilarity {
					pairs = append(pairs, alikePair{o, n, score})
				}
			}
		}
		slices.SortStableFunc(pairs, func(a, b alikePair) int { return cmp.Compare(b.score, a.score) })
		for _, p := range pairs {
			if !taken[p.old] && changes[p.now].Old == nil {
				taken[p.old], changes[p.now].Old = true, changes[p.old].Old
			}
		}
	}
	i := -1
	return slices.DeleteFunc(changes, func(Change) bool {
		i++
		return taken[i]
	})
}

// alikePair is two changes that may be one: of a note that goes, and of one that comes.
type alikePair struct {
	old, now int
	score    float64
}

// contentOf is what a note says and names, as a set.
func contentOf(e *snapshot.Entry) map[string]struct{} {
	set := map[string]struct{}{}
	for _, st := range e.Statements() {
		set[strings.ToLower(st.Text)] = struct{}{}
	}
	for _, l := range e.Links() {
		set["→"+l.Target] = struct{}{}
	}
	if e.Note.Title != "" {
		set["#"+e.Note.Title] = struct{}{}
	}
	return set
}

// similarity is the Jaccard index of two sets; small ones are alike only when equal.
func similarity(a, b map[string]struct{}) float64 {
	common := 0
	for s := range a {
		if _, ok := b[s]; ok {
			common++
		}
	}
	union := len(a) + len(b) - common
	if union == 0 || union < 4 && common < union {
		return 0
	}
	return float64(common) / float64(union)
}
