// Package deliver knows which notes reach an agent unasked: those about a file that it opens, those
// that know an error that came back, and the rules for the whole repository. It takes a short path:
// no index, no database and, as long as no note was added, removed or committed, no process. It
// asks one file (files-….idx), which is a pure function of the notes of the work tree, and reads the
// few notes that are to be quoted as they stand. What that file says of a note comes from what kb/notes
// keeps of it, where it was indexed.
//
// # Limitations
//
// Only memories of the types that warn or rule, and states of the work on the branch, are given: gotchas, error patterns, dead ends,
// constraints, causal dependencies, and requirements, standards and preferences for the whole
// repository or for the files that they name. Confidence is what the note states (0.8 where it states none): age is shown, not
// counted. An edit in place of a note's `files` is seen when the session starts or git's index
// changes. In a bare repository there is nothing to give.
package deliver

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/kb/record"
)

// entry is what files.idx holds of a note.
type entry struct {
	name     kb.Name
	blob     string
	kind     string   // type of the memory; "" for a note that is only there because it replaces others
	pinned   bool     // it holds for the whole repository whatever its files
	files    []string // globs of the front matter
	named    []string // paths that its text names
	errors   []string // normalised, of an error pattern
	replaces []string // targets of its relation supersedes, as written
	replaced []string // targets that supersede it, as written
	by       []int    // entries that supersede it
}

// Index is what files.idx says.
type Index struct {
	kept  lists  // the entries as they stand in the file: of thousands few are ever decoded
	table lists  // in which of them to look
	rest  string // see reading.rest
	state state

	// Behind tells that notes may have come or changed that it does not know of yet: a later call will.
	Behind bool
}

// match is a note that is about something, and how specifically: more is more.
type match struct {
	entry    *entry
	specific int
}

// How specifically a note is about a file. A glob counts by its length up to the first wildcard.
const (
	exactly = 1 << 20 // its `files` have the very path; one more: it cites the symbol
	byName  = 1 << 10 // its text names the path
)

// warns tells the types of memories that are given with a file.
func warns(kind string) bool {
	switch kind {
	case "gotcha", "error_pattern", "dead_end", "constraint", "causal_dependency":
		return true
	}
	return false
}

// rules tells the types of memories that may hold for the whole repository.
func rules(kind string) bool {
	switch kind {
	case "constraint", "requirement", "standard", "preference":
		return true
	}
	return false
}

// workState is the type of a memory that says where the work on a branch stands.
const workState = "work_state"

// states returns the notes that say where the work on a branch stands; of which, each says itself.
func (x *Index) states() []match {
	return x.find(x.listed(ofStates), func(e *entry) int {
		if e.kind == workState {
			return 1
		}
		return 0
	})
}

// find returns those of some entries for which how is more than 0, in the order of it. To how they are
// decoded as far as heads are.
func (x *Index) find(in []int, how func(*entry) int) []match {
	var found []match
	var head entry // used again, with the memory of its lists
	slices.Sort(in)
	for _, i := range slices.Compact(in) {
		head.readHead(record.Read(x.kept.at(i)))
		if n := how(&head); n > 0 {
			found = append(found, match{x.entry(i), n})
		}
	}
	return inOrder(found)
}

// about returns the notes that are about a file, and of those that cite a symbol of it those in whose
// symbols the edit is, the most specific first.
func (x *Index) about(file string, in func(symbol string) bool) []match {
	ofSymbol := file + "#"
	return x.find(x.near(file), func(e *entry) int {
		if !warns(e.kind) && !(rules(e.kind) && len(e.files) > 0) {
			return 0
		}
		return e.covers(file, ofSymbol, in)
	})
}

// wildcards begin what a glob leaves open.
const wildcards = `*?[\`

// covers tells how specifically a note is about a file, 0 for not at all. ofSymbol is how the names of
// its symbols begin.
func (e *entry) covers(file, ofSymbol string, in func(symbol string) bool) int {
	best := 0
	for _, cited := range [][]string{e.files, e.named} {
		for _, c := range cited {
			if rest, ok := strings.CutPrefix(strings.TrimPrefix(c, "./"), ofSymbol); ok && in(rest) {
				return exactly + 1
			}
		}
	}
	for _, g := range e.files {
		g = strings.TrimSuffix(strings.TrimPrefix(g, "./"), "/")
		literal := g
		if i := strings.IndexAny(g, wildcards); i >= 0 {
			literal = g[:i]
		}
		switch {
		case g == file:
			return exactly
		case strings.HasPrefix(file, literal) && query.PathMatch(g, file):
			best = max(best, 1+len(literal))
		}
	}
	if best < byName && slices.Contains(e.named, file) {
		best = byName
	}
	return best
}

// explains returns the notes that know one of the errors (see failure.Errors), or of earlier ones by
// their fingerprints, the longest match first.
func (x *Index) explains(errors, earlier []string) []match {
	if len(errors)+len(earlier) == 0 {
		return nil
	}
	text := strings.Join(errors, "\n")
	return x.find(x.listed(ofErrors), func(e *entry) (best int) {
		for _, known := range e.errors {
			if len(known) > best && (strings.Contains(text, known) || slices.Contains(earlier, failure.Fingerprint(known))) {
				best = len(known)
			}
		}
		return best
	})
}

// standing returns the rules for the whole repository, those that are pinned first.
func (x *Index) standing() []match {
	return x.find(x.listed(ofRules), func(e *entry) int {
		switch {
		case e.pinned && (warns(e.kind) || rules(e.kind)):
			return 2
		case rules(e.kind) && len(e.files) == 0:
			return 1
		}
		return 0
	})
}

// inOrder sorts by how specific, then by path.
func inOrder(found []match) []match {
	slices.SortFunc(found, func(a, b match) int {
		if a.specific != b.specific {
			return b.specific - a.specific
		}
		return strings.Compare(a.entry.name.Path, b.entry.name.Path)
	})
	return found
}

// settle finds out who of some entries supersedes whom.
func settle(entries []entry) {
	names := make([]kb.Name, len(entries))
	at := map[string]int{}
	relations := false
	for i := range entries {
		names[i], at[entries[i].name.Path] = entries[i].name, i
		relations = relations || len(entries[i].replaces)+len(entries[i].replaced) > 0
		entries[i].by = nil
	}
	if !relations {
		return
	}
	resolver := kb.NewResolver(names)
	find := func(from, target string) (int, bool) {
		i, ok := at[resolver.Relation(from, target).Path]
		return i, ok
	}
	for i := range entries {
		e := &entries[i]
		for _, target := range e.replaces {
			if old, ok := find(e.name.Path, target); ok {
				entries[old].by = append(entries[old].by, i)
			}
		}
		for _, target := range e.replaced {
			if newer, ok := find(e.name.Path, target); ok {
				e.by = append(e.by, newer)
			}
		}
	}
}
