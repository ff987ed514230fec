package notes

import (
	"hash/fnv"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// glance is what is asked of every note of a tree, known without its links and its code.
type glance struct {
	names string // that its references may mean, as hashes: four bytes each, ascending
	marks bool   // see Marks
}

const hashBytes = 4

// Marks reports whether a code span of the note, or a file of its front matter, has a # behind a point in one word, as
// a citation of a symbol of a file has.
func (r *Reading) Marks() bool { return r.glance.marks }

// MayMean reports whether a reference of the note may mean one of some names, folded. It is always true
// where one does, and seldom where none does.
func (r *Reading) MayMean(names map[string]bool) bool {
	hashes := r.glance.names
	for name := range names {
		hash := nameHash(name)
		at := func(i int) uint32 { return record.Read(hashes[hashBytes*i:]).Uint32() }
		if _, found := sort.Find(len(hashes)/hashBytes, func(i int) int { return int(int64(hash) - int64(at(i))) }); found {
			return true
		}
	}
	return false
}

// NamesOf returns the names, folded, that a target of a reference may mean a note by: all of it, its last
// part without its ending, that with blanks for hyphens, the number in it without leading zeros, the folder.
func NamesOf(target string) []string {
	target = kb.FoldName(strings.TrimSuffix(target, "/"))
	name := kb.Stem(target)
	names := []string{target, name, strings.ReplaceAll(name, "-", " "), Number(name)}
	if strings.Contains(target, "/") {
		names = append(names, path.Base(path.Dir(target)))
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// Number returns the digits of a text without leading zeros.
func Number(text string) string {
	digits := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, text)
	return strings.TrimLeft(digits, "0")
}

// nameHash returns the FNV-1a hash of a name; two names may have the same, so that MayMean says no more
// than may.
func nameHash(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}

// marked reports whether a word of a text has a # behind a point.
func marked(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if file, _, ok := strings.Cut(word, "#"); ok && strings.Contains(file, ".") {
			return true
		}
	}
	return false
}

// References returns the links of a note's body with the relations of its front matter, which stand in column 1.
func References(note *kb.Note, links []markdown.Link) []markdown.Link {
	refs := links[:len(links):len(links)]
	for _, rel := range note.Relations {
		if !rel.Body {
			refs = append(refs, markdown.Link{Kind: markdown.LinkRelation, Target: rel.Target, Line: rel.Line, Col: 1})
		}
	}
	return refs
}

// glanceAt looks at a note that was parsed.
func glanceAt(note *kb.Note, doc *markdown.Document) glance {
	g := glance{marks: slices.ContainsFunc(note.Files, marked) ||
		slices.ContainsFunc(doc.Code, func(c markdown.CodeSpan) bool { return marked(c.Text) })}
	var hashes []uint32
	for _, l := range References(note, doc.Links) {
		for _, name := range NamesOf(l.Target) {
			hashes = append(hashes, nameHash(name))
		}
	}
	slices.Sort(hashes)
	var w record.Writer
	for _, hash := range slices.Compact(hashes) {
		w.Uint32(hash)
	}
	g.names = string(w.Data)
	return g
}
