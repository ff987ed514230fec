// Package cited holds the citations of symbols in notes (internal/auth/jwt.go#Sign) against the source
// files of two trees: which symbol is gone, and what became of it.
//
// # Limitations
//
// A file that cannot be read, whole and in its language, says nothing. What became of a symbol is told
// by the difference of the two trees; package stale knows the history.
package cited

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/text/wording"
)

// Of lists the citations of symbols in a note. A note without any costs next to nothing.
func Of(e *snapshot.Entry) []stale.Citation {
	if !e.Marks() {
		return nil
	}
	return slices.DeleteFunc(stale.CitedFiles(e, git.Origin{}), func(c stale.Citation) bool { return !c.OfSymbol() })
}

// Sources reads source files (codebase.Base).
type Sources interface {
	// Declared returns the bytes of a file with what it declares; not ok where it cannot be read whole.
	Declared(ctx context.Context, f git.File) (data []byte, symbols []code.Symbol, ok bool, err error)
}

// Trees are the source files before a change and after it, each sorted by path.
type Trees struct {
	Before, After []git.File
	Sources       Sources

	changed []git.File // files of After that Before does not have so; nil before they are asked for
}

// Gone is what became of a symbol that a note cites.
type Gone struct {
	File, Symbol string // where it is not
	Was          bool   // it stood there before the change
	Home         string // path#Symbol where it is now, "" where it has ended or that is not known
	Past         string // what the history says of it in a sentence, "" where it was not asked
	Near         string // a symbol of the file that is written like it, "" for none
}

// Lost tells what became of the symbol of a citation, nil where it stands, or nobody can tell. With
// changed only what the change took away is told.
func (t *Trees) Lost(ctx context.Context, c *stale.Citation, changed bool) (*Gone, error) {
	was, now := File(t.Before, c), File(t.After, c)
	if was == nil && now == nil || changed && (was == nil || now != nil && was.Blob == now.Blob) {
		return nil, nil
	}
	g, whole := &Gone{Symbol: c.Symbol}, true
	if now != nil {
		g.File = now.Path
		_, symbols, ok, err := t.Sources.Declared(ctx, *now)
		if err != nil || len(symbols) == 0 && !ok || Named(symbols, c.Symbol) != nil {
			return nil, err
		}
		whole, g.Near = ok, Nearest(symbols, c.Symbol)
	}
	if was != nil && (now == nil || was.Blob != now.Blob) {
		if err := t.before(ctx, g, was); err != nil {
			return nil, err
		}
	}
	if now == nil && !g.Was || !whole && g.Home == "" {
		return nil, nil
	}
	return g, nil
}

// before tells whether a symbol stood in a file before the change, and if so where it went.
func (t *Trees) before(ctx context.Context, g *Gone, was *git.File) error {
	data, symbols, _, err := t.Sources.Declared(ctx, *was)
	if err != nil {
		return err
	}
	body := stale.Body(data, symbols, g.Symbol)
	if body == nil {
		return nil
	}
	g.File, g.Was = was.Path, true
	g.Home, err = t.home(ctx, was.Path, g.Symbol, body)
	return err
}

// maxLooked bounds the changed files that are read for the new home of a symbol.
const maxLooked = 200

// home finds where a body went: in its file, then in those of its folder, then in others that changed.
func (t *Trees) home(ctx context.Context, file, symbol string, body []byte) (string, error) {
	h := stale.NewHome(file, symbol, body)
	if t.changed == nil {
		t.changed = []git.File{}
		for _, f := range t.After {
			if old := at(t.Before, f.Path); old == nil || old.Blob != f.Blob {
				t.changed = append(t.changed, f)
			}
		}
	}
	nearness := func(f git.File) int {
		switch {
		case f.Path == file:
			return 0
		case path.Dir(f.Path) == path.Dir(file):
			return 1
		}
		return 2
	}
	files := slices.DeleteFunc(slices.Clone(t.changed), func(f git.File) bool { return !h.Possible(f.Path) })
	slices.SortStableFunc(files, func(a, b git.File) int { return nearness(a) - nearness(b) })
	for _, f := range files[:min(len(files), maxLooked)] {
		data, symbols, _, err := t.Sources.Declared(ctx, f)
		if err != nil {
			return "", err
		}
		var stood []code.Symbol
		if old := at(t.Before, f.Path); old != nil {
			if _, stood, _, err = t.Sources.Declared(ctx, *old); err != nil {
				return "", err
			}
		}
		h.Look(f.Path, data, symbols, stood)
	}
	return h.Found, nil
}

// at is the file at a path of a sorted list, nil for none.
func at(files []git.File, p string) *git.File {
	i, ok := slices.BinarySearchFunc(files, p, func(f git.File, p string) int { return strings.Compare(f.Path, p) })
	if !ok {
		return nil
	}
	return &files[i]
}

// File is the source file of a tree that a citation means, nil where there is none, or several.
func File(files []git.File, c *stale.Citation) *git.File {
	if c.Glob {
		return at(files, strings.TrimPrefix(path.Clean(c.Text), "/"))
	}
	for _, p := range c.Paths {
		if f := at(files, p); f != nil {
			return f
		}
	}
	if !c.Suffix {
		return nil
	}
	var found *git.File
	for i := range files {
		if strings.HasSuffix(files[i].Path, "/"+strings.TrimPrefix(c.Text, "./")) {
			if found != nil {
				return nil
			}
			found = &files[i]
		}
	}
	return found
}

// Named is the first of some symbols that can be called by a name, nil for none.
func Named(symbols []code.Symbol, name string) *code.Symbol {
	name = code.PlainName(name)
	if i := slices.IndexFunc(symbols, func(s code.Symbol) bool { return s.Called(name) }); i >= 0 {
		return &symbols[i]
	}
	return nil
}

// Nearest is the symbol that is written most like a name, "" for none that is.
func Nearest(symbols []code.Symbol, name string) string {
	name = code.PlainName(name)
	var names []string
	for _, s := range symbols {
		if strings.Contains(name, ".") {
			names = append(names, s.Path())
		} else {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	if found := wording.Nearest(name, slices.Compact(names), 1); len(found) > 0 {
		return found[0]
	}
	return ""
}
