package desk

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/lazy"
)

// Ref is a note, or a section or some lines of one, that somebody named.
type Ref struct {
	Path    string
	Heading string // after '#', "" for the whole note
	Lines   string // as in x.md:5-7, "" for all of them
}

// IsPart reports whether less than a whole note was named.
func (p Ref) IsPart() bool { return p.Heading != "" || p.Lines != "" }

// lines is the end of a name that search and others give with a place: x.md:5-7, x.md:5, x.md:5:3.
var lines = lazy.Pattern(`^(.+?):(\d{1,9}(?:-\d{1,9})?)(?::\d+)?$`)

// cutLines takes lines off a name.
func cutLines(name string) (rest, place string) {
	if m := lines().FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return name, ""
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
func SplitHeading(name string) Ref {
	p, heading, _ := strings.Cut(name, "#")
	p, place := cutLines(p)
	return Ref{Path: path.Clean(p), Heading: heading, Lines: place}
}

// Find returns the note that a name means: path, stem, title, alias, id or number, with a heading after '#' or
// lines after ':'.
// A path may begin in the folder from, "" for the root of the repository.
func (v *View) Find(ctx context.Context, from, name string) (Ref, error) {
	r, err := v.Resolver(ctx)
	if err != nil {
		return Ref{}, err
	}
	return v.FindIn(r, from, name)
}

// FindIn is Find among the notes that a resolver knows. A symbolic link of the work tree means the
// note that it leads to.
func (d *Desk) FindIn(r *kb.Resolver, from, name string) (Ref, error) {
	if strings.TrimSpace(name) == "" {
		return Ref{}, ErrNoName
	}
	whole := r.Note(from, name)
	if whole.Path != "" {
		return Ref{Path: whole.Path}, nil
	}
	if called, place := cutLines(name); place != "" {
		found := r.Note(from, called)
		if found.Path != "" {
			return Ref{Path: found.Path, Lines: place}, nil
		}
		whole.Candidates = append(whole.Candidates, found.Candidates...)
	}
	for at := strings.LastIndexByte(name, '#'); at > 0; at = strings.LastIndexByte(name[:at], '#') { // titles hold some too
		if found := r.Note(from, name[:at]); found.Path != "" {
			return Ref{Path: found.Path, Heading: name[at+1:]}, nil
		}
	}
	if len(whole.Candidates) > 0 {
		return Ref{}, &AmbiguousError{name, whole.Candidates}
	}
	at := SplitHeading(name)
	if to := d.behind(r, from, at.Path); to != "" {
		at.Path = to
		return at, nil
	}
	p := at.Path
	for _, s := range d.skips() {
		if s.Path == path.Clean(p) {
			return Ref{}, &UnreadError{Path: s.Path, Reason: s.Reason}
		}
	}
	return Ref{}, &UnknownError{name, r.Suggest(at.Path, nearNames)}
}
