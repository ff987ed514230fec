package mcpclient

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
)

// File is a file of a client in which it is told of servers.
type File struct {
	Client Client
	Path   string
	User   bool   // the file is the user's, for all repositories
	entry  string // of kb
}

// ErrThere tells that the file names a server kb already, which is left as it is.
var ErrThere = errors.New("a server called kb is there already")

// ErrMissing tells that the file names no server kb.
var ErrMissing = errors.New("no server called kb is there")

// ErrOther tells that the server kb of the file is not what Add writes, and so not for Remove.
var ErrOther = errors.New("the server called kb is not as kb wrote it")

// Snippet is what a file holds that names kb and nothing else.
func (f File) Snippet() string {
	out, err := f.Add(nil)
	if err != nil {
		return "" // an empty file takes it: a test adds it for every client
	}
	return string(out)
}

// Add gives the text of the file with kb added, all other bytes being as they were.
func (f File) Add(text []byte) ([]byte, error) {
	if f.Client.keys == nil {
		return addTOML(text, f.entry)
	}
	path := append(slices.Clone(f.Client.keys), "kb")
	if f.Client.newer != nil {
		later := append(slices.Clone(f.Client.newer), "kb")
		if f.inNewerForm(text) {
			if depth, _, err := lookup(text, path); err == nil && depth == len(path) {
				return nil, ErrThere
			}
			path = later
		}
	}
	out, err := addJSON(text, path, f.entry)
	if err != nil && !errors.Is(err, ErrThere) {
		return nil, fmt.Errorf("%s: %w", filepath.Base(f.Path), err)
	}
	return out, err
}

// inNewerForm tells that the object for servers of the later form is there. A server of that name in
// the older form is none: it says of which type it is.
func (f File) inNewerForm(text []byte) bool {
	if blank(text) {
		return false
	}
	depth, in, err := lookup(text, append(slices.Clone(f.Client.newer), "type"))
	if err != nil || depth < len(f.Client.newer) {
		return false
	}
	m, n := in.member("type")
	return n == 0 || text[m.valueStart] == '{'
}

// Remove gives the text of the file without what Add wrote: the text that Add was given, as far as
// that can be told. An empty text means that the file held nothing else, and can go.
func (f File) Remove(text []byte) ([]byte, error) {
	if f.Client.keys == nil {
		return f.proved(text, cutTOML(text, f.entry), ErrMissing)
	}
	cuts, err := cutJSON(text, append(slices.Clone(f.Client.keys), "kb"), f.entry)
	if f.Client.newer != nil && errors.Is(err, ErrMissing) {
		cuts, err = cutJSON(text, append(slices.Clone(f.Client.newer), "kb"), f.entry)
	}
	if err != nil {
		return nil, err
	}
	return f.proved(text, cuts, ErrOther)
}

// proved takes the first of the texts to which adding kb gives the text that is there. Where others
// have changed the lines around it since, none does, and the last is taken.
func (f File) proved(text []byte, before [][]byte, none error) ([]byte, error) {
	for _, b := range before {
		if again, err := f.Add(b); err == nil && bytes.Equal(again, text) {
			return b, nil
		}
	}
	if len(before) == 0 {
		return nil, none
	}
	return before[len(before)-1], nil
}
