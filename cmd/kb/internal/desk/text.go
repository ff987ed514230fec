package desk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// Text is what a note says.
type Text struct {
	Place
	Source   []byte // UTF-8
	Encoding string // that it was decoded from, "" for UTF-8
}

// GoneError is the error about a note whose file is not there any more.
type GoneError struct{ Path string }

func (e *GoneError) Error() string { return e.Path + " is gone" }

// AbsentError is the error about a note that a tree of the past does not have.
type AbsentError struct{ Path, At string }

func (e *AbsentError) Error() string { return fmt.Sprintf("there is no %s at %s", e.Path, e.At) }

// Text reads the note that a name means, from the work tree or, where there is none and of a past
// commit, from git.
func (v *View) Text(ctx context.Context, name string) (Text, error) {
	p, err := v.Find(ctx, "", name)
	if err != nil {
		return Text{}, err
	}
	return v.TextOf(ctx, p)
}

// TextOf reads the note at a place.
func (v *View) TextOf(ctx context.Context, p Place) (Text, error) {
	if v.Repo.Root == "" || v.At.Commit != "" {
		rec, err := v.Searcher.Note(ctx, p.Path)
		if err != nil {
			return Text{}, err
		}
		return v.object(ctx, p, git.File{Path: p.Path, Blob: rec.Blob, Size: -1, InGit: true})
	}
	source, encoding, err := v.Repo.ReadText(p.Path)
	if errors.Is(err, os.ErrNotExist) {
		err = &GoneError{p.Path}
	}
	return Text{p, source, encoding}, err
}

// TextAt reads a note as it was at a commit or on a day. A title or an id of today means the path
// that the note has today.
func (v *View) TextAt(ctx context.Context, name, at string) (Text, error) {
	p := SplitHeading(name)
	tree, err := v.Repo.TreeAt(ctx, at)
	if err != nil {
		return Text{}, err
	}
	if found, err := v.Find(ctx, "", name); err == nil {
		p = found
	}
	i, ok := slices.BinarySearchFunc(tree.Files, p.Path, func(f git.File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return Text{}, &AbsentError{p.Path, at}
	}
	return v.object(ctx, p, tree.Files[i])
}

// object reads an object of git.
func (d *Desk) object(ctx context.Context, p Place, f git.File) (Text, error) {
	blobs, err := d.Repo.Blobs(ctx)
	if err != nil {
		return Text{}, err
	}
	defer blobs.Close()
	source, err := blobs.Read(f)
	return Text{p, source, blobs.Encoding}, err
}
