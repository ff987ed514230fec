package desk

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// Place is a note, or a section of one, that somebody named.
type Place struct {
	Path    string
	Heading string // after '#', "" for the whole note
}

// ErrNoName is the error about a name that is empty.
var ErrNoName = errors.New("no note is named")

// AmbiguousError is the error about a name that several notes have.
type AmbiguousError struct {
	Name       string
	Candidates []string // paths
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q may be any of %d notes", e.Name, len(e.Candidates))
}

// UnknownError is the error about a name that no note has.
type UnknownError struct {
	Name string
	Near []string // paths of notes that are called alike, the nearest first
}

func (e *UnknownError) Error() string { return fmt.Sprintf("%v: %q", ErrUnknown, e.Name) }

func (e *UnknownError) Unwrap() error { return ErrUnknown }

// nearNames is how many names an UnknownError holds.
const nearNames = 5

// SplitHeading takes the heading off a name, without looking whether there is such a note.
func SplitHeading(name string) Place {
	p, heading, _ := strings.Cut(name, "#")
	return Place{Path: path.Clean(p), Heading: heading}
}

// Find returns the note that a name means: path, stem, title, alias or id, with a heading after '#'.
// A path may begin in the folder from, "" for the root of the repository.
func (v *View) Find(ctx context.Context, from, name string) (Place, error) {
	r, err := v.Resolver(ctx)
	if err != nil {
		return Place{}, err
	}
	return v.FindIn(r, from, name)
}

// FindIn is Find among the notes that a resolver knows.
func (d *Desk) FindIn(r *kb.Resolver, from, name string) (Place, error) {
	if strings.TrimSpace(name) == "" {
		return Place{}, ErrNoName
	}
	whole := r.Note(from, name)
	if whole.Path != "" {
		return Place{Path: whole.Path}, nil
	}
	for at := strings.LastIndexByte(name, '#'); at > 0; at = strings.LastIndexByte(name[:at], '#') { // titles hold some too
		if found := r.Note(from, name[:at]); found.Path != "" {
			return Place{Path: found.Path, Heading: name[at+1:]}, nil
		}
	}
	if len(whole.Candidates) > 0 {
		return Place{}, &AmbiguousError{name, whole.Candidates}
	}
	called, _, _ := strings.Cut(name, "#")
	if err := d.unread(r, called); err != nil {
		return Place{}, err
	}
	return Place{}, &UnknownError{name, r.Suggest(called, nearNames)}
}

// SectionError is the error about a heading that a note does not have.
type SectionError struct {
	Place
	Anchors []string // of the note's sections
}

func (e *SectionError) Error() string { return fmt.Sprintf("%s has no section %q", e.Path, e.Heading) }

// Section returns the lines of the section that the place names, 1-based and inclusive, and its
// heading with those above it; of the whole note where it names none.
func (p Place) Section(doc *markdown.Document, source []byte) (start, end int, heading string, err error) {
	if p.Heading == "" {
		return 1, max(1, strings.Count(string(source), "\n")+1), "", nil
	}
	if id, ok := strings.CutPrefix(p.Heading, "^"); ok {
		if span, ok := markdown.FindBlock(source, id); ok {
			return span.StartLine, span.EndLine, "", nil
		}
	}
	var anchors []string
	for i := range doc.Sections {
		s := &doc.Sections[i]
		if s.Level == 0 {
			continue
		}
		wanted := strings.TrimSpace(p.Heading)
		for _, called := range []string{s.Anchor, s.Heading, strings.Join(s.Path, "/"), strings.Join(s.Path, " › ")} {
			if strings.EqualFold(called, wanted) {
				return s.Span.StartLine, s.Span.EndLine, strings.Join(s.Path, " › "), nil
			}
		}
		anchors = append(anchors, s.Anchor)
	}
	return 0, 0, "", &SectionError{p, anchors}
}
