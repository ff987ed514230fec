package desk

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
)

// Ref is a note, or a section of one, that somebody named.
type Ref struct {
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
func SplitHeading(name string) Ref {
	p, heading, _ := strings.Cut(name, "#")
	return Ref{Path: path.Clean(p), Heading: heading}
}

// Find returns the note that a name means: path, stem, title, alias, id or number, with a heading after '#'.
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
	for at := strings.LastIndexByte(name, '#'); at > 0; at = strings.LastIndexByte(name[:at], '#') { // titles hold some too
		if found := r.Note(from, name[:at]); found.Path != "" {
			return Ref{Path: found.Path, Heading: name[at+1:]}, nil
		}
	}
	if len(whole.Candidates) > 0 {
		return Ref{}, &AmbiguousError{name, whole.Candidates}
	}
	called, heading, _ := strings.Cut(name, "#")
	if to := d.behind(r, from, called); to != "" {
		return Ref{Path: to, Heading: heading}, nil
	}
	if err := d.unread(called); err != nil {
		return Ref{}, err
	}
	return Ref{}, &UnknownError{name, r.Suggest(called, nearNames)}
}
