// Package notes reads a note once, and keeps what was read by its blob and path, in files that can be
// deleted at any time: its front matter, anchors, links, code, chunks, statements, what it says twice and
// differently, and the errors that it quotes. Whatever wants to know a note asks here.
//
// # Limitations
//
// What is kept is a function of the file's bytes and path alone. The label that the configuration of a tree
// gives, and what depends on other notes, are for those who read it.
package notes

import (
	"cmp"
	"slices"
	"sync"

	"github.com/9aea2451/kb/contradict/choice"
	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// Reading holds what was read of a note beside the note itself. It may be used from several goroutines. What
// comes from a file of the store is decoded when it is first asked for, and is empty where it is damaged.
type Reading struct {
	Key    uint64 // of the blob at the path; 0 for a file without a blob, which nothing is kept of
	stated int
	glance glance

	kept *pack.Pieces // nil for one that was parsed just now

	once  sync.Once
	found *found
}

// found holds what a note says.
type found struct {
	err        error
	parts      [parts]string // as they are kept
	links      delayed[[]markdown.Link]
	code       delayed[[]markdown.CodeSpan]
	anchors    delayed[[]string]
	statements delayed[[]markdown.Statement]
	facts      delayed[[]fact.Disagreement]
	chosen     delayed[choice.Decision]
	errors     delayed[[]string]
}

// delayed is a value that is made when it is first asked for.
type delayed[T any] struct {
	once  sync.Once
	value T
}

// set gives the value before anybody has asked for it.
func (l *delayed[T]) set(value T) { l.once.Do(func() { l.value = value }) }

// get returns the value; the first caller's read makes it of what is kept.
func (l *delayed[T]) get(kept string, read func(*record.Reader) T) T {
	l.once.Do(func() { l.value = read(record.Read(kept)) })
	return l.value
}

// what returns what the note says.
func (r *Reading) what() *found {
	r.once.Do(func() {
		if r.found != nil {
			return
		}
		r.found = &found{}
		text, err := r.kept.Body()
		in := record.Read(text)
		for i := range r.found.parts {
			r.found.parts[i] = in.String()
		}
		if r.found.err = cmp.Or(err, in.End()); r.found.err != nil {
			r.found.parts = [parts]string{}
		}
	})
	return r.found
}

// The parts of a reading, each a block of the record of what a note says.
const (
	linksPart = iota
	codePart
	anchorsPart
	statementsPart
	factsPart
	chosenPart
	errorsPart
	parts
)

// Parsed is a file that was parsed just now.
type Parsed struct {
	*Reading
	Note     kb.Note
	Doc      *markdown.Document
	Source   []byte
	Problems []markdown.Problem // of the front matter, as markdown and as kb read it
}

// Parse reads a file of a tree.
func Parse(f git.File, source []byte) *Parsed {
	doc := Document(source)
	note, problems := kb.NewNote(f.Path, f.Blob, doc, source)
	p := &Parsed{Reading: &Reading{found: &found{}}, Note: note, Doc: doc, Source: source, Problems: slices.Concat(doc.Problems, problems)}
	anchors := doc.AnchorNames()
	if len(anchors) == 0 || takesText(source) { // a page without a heading is a program's
		anchors = append([]string{takesIn}, anchors...)
	}
	p.found.links.set(doc.Links)
	p.found.code.set(doc.Code)
	p.found.anchors.set(anchors)
	if note.Asserts() {
		p.found.statements.set(sentences(&note, doc, source))
		p.found.facts.set(fact.Find(string(withoutDerived(&note, source)), markdown.Argues))
		p.found.chosen.set(chosen(&note, doc, source, p.Statements()))
	} else {
		p.found.statements.set(nil)
		p.found.facts.set(nil)
		p.found.chosen.set(choice.Decision{})
	}
	p.found.errors.set(Errors(&note, doc, source))
	if f.Blob != "" {
		p.Key = pack.Key(f.Path, f.Blob)
	}
	p.stated = len(p.Statements())
	p.glance = glanceAt(&note, doc)
	return p
}

// Links returns the links of the note's body, in source order.
func (r *Reading) Links() []markdown.Link {
	return r.what().links.get(r.what().parts[linksPart], ReadLinks)
}

// Code returns the code spans of the note's body, in source order.
func (r *Reading) Code() []markdown.CodeSpan {
	return r.what().code.get(r.what().parts[codePart], readCode)
}

// Anchors returns the names by which fragments may know a place of the note.
func (r *Reading) Anchors() []string {
	return r.what().anchors.get(r.what().parts[anchorsPart], (*record.Reader).Strings)
}

// Statements returns what the note states, in source order: none for notes that plan or record
// instead, or are yet to be filled in.
func (r *Reading) Statements() []markdown.Statement {
	return r.what().statements.get(r.what().parts[statementsPart], readStatements)
}

// Facts returns what the note says twice and differently of named things, where it asserts anything.
func (r *Reading) Facts() []fact.Disagreement {
	return r.what().facts.get(r.what().parts[factsPart], readFacts)
}

// Chosen returns what the note chooses, where it is a decision that holds or may hold.
func (r *Reading) Chosen() choice.Decision {
	return r.what().chosen.get(r.what().parts[chosenPart], readChosen)
}

// Errors returns the errors that the note quotes, see the function of that name.
func (r *Reading) Errors() []string {
	return r.what().errors.get(r.what().parts[errorsPart], (*record.Reader).Strings)
}

// Stated returns how many statements the note makes.
func (r *Reading) Stated() int { return r.stated }

// Err returns the error of a kept reading that cannot be read.
func (r *Reading) Err() error { return r.what().err }

// Kept reports whether the reading comes from a file of the store.
func (r *Reading) Kept() bool { return r.kept != nil }

// takesIn stands before the anchors of a note that takes text in from elsewhere, whose anchors nobody knows here.
const takesIn = ""

// Reaches reports whether a fragment may name something of the note: one of its anchors, or of what it takes in
// from elsewhere. marks tells that its site makes anchors of its own of headings: see markdown.Reaches.
func (r *Reading) Reaches(fragment, marks string) bool {
	names := r.Anchors()
	return len(names) > 0 && names[0] == takesIn || markdown.Reaches(names, fragment, marks)
}

// withoutDerived returns a note with blanks in the place of what a summary repeats of others.
func withoutDerived(n *kb.Note, source []byte) []byte {
	if n.Kind != "summary" {
		return source
	}
	start, end, derived, _ := kb.Derived(source)
	if !derived {
		return source
	}
	out := slices.Clone(source)
	for i := start; i < end; i++ {
		if out[i] != '\n' && out[i] != '\r' {
			out[i] = ' '
		}
	}
	return out
}

// sentences returns the statements of a note without what says something of the note itself: a header, relations.
func sentences(n *kb.Note, doc *markdown.Document, source []byte) []markdown.Statement {
	lines := kb.HeaderLines(doc, source)
	for _, r := range n.Relations {
		if r.Body {
			lines = append(lines, r.Line)
		}
	}
	all := markdown.Statements(doc, withoutDerived(n, source))
	if st, ok := decided(n, doc, source); ok {
		all = append([]markdown.Statement{st}, all...)
	}
	if len(lines) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(st markdown.Statement) bool { return slices.Contains(lines, st.Line) })
}
