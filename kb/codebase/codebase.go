// Package codebase is the source files of a repository: each read once, by its blob, and kept in a
// private folder that branches and work trees share; and of a tree the graph of its symbols.
//
// # Limitations
//
// Nothing is read before it is asked for. Copies of what others wrote (folders vendor, node_modules,
// third_party), Go's testdata and files of more than code.MaxSize bytes are left out, and so are the
// files of languages that no reader reads. A Base is not for concurrent use; several processes may
// have one open.
package codebase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/grammar"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pack"
)

// Options say how source files are read.
type Options struct {
	// Dir is the folder of the index, in which sources are kept.
	Dir string
	// Progress is told how far the work is; may be nil.
	Progress func(stage string, done, total int)
}

// Base is the source files of a repository. Close it.
type Base struct {
	repo  *git.Repo // that is asked about source files
	o     Options
	kept  *pack.Store             // nil before something is asked for
	words []segment               // as Words has found them
	blobs *git.BlobReader         // nil before bytes are asked for
	known map[string]*graph.Graph // by the sum of what they were made of
}

// Open opens the source files of a repository. The folder is made when something is kept in it.
func Open(repo *git.Repo, o Options) (*Base, error) {
	specs := []string{":(icase)*go.mod", ":(icase)*package.json", ":(icase)*Cargo.toml"}
	for _, ending := range []string{"go", "ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx", "py", "pyi", "rs", "java", "c", "h", "cc",
		"cpp", "cxx", "hh", "hpp", "hxx"} {
		specs = append(specs, ":(icase)*."+ending)
	}
	asked, err := repo.Asking(git.Interest{
		Watched:      IsSource,
		WatchedSpecs: specs,
		Listed:       func(p []byte) bool { return IsSource(string(p)) },
		ListedSpecs:  specs,
	})
	if err != nil {
		return nil, fmt.Errorf("open the code: %w", err)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return &Base{repo: asked, o: o, known: map[string]*graph.Graph{}}, nil
}

// With asks git about the work tree once for the source files and for what a repository is asked about,
// where each is asked next.
func (b *Base) With(repo *git.Repo) { git.AskTogether(repo, b.repo) }

// Close ends the use of the database.
func (b *Base) Close() error {
	var err error
	if b.blobs != nil {
		err = b.blobs.Close()
	}
	b.blobs, b.kept, b.words = nil, nil, nil
	return err
}

// Read returns what was read of a file of the tree, reading it now where it is new; ErrUnreadable of
// package code where nothing can be made of it.
func (b *Base) Read(ctx context.Context, f git.File) (read code.File, err error) {
	err = b.mended(func() error {
		if _, err := b.Update(ctx, []git.File{f}); err != nil {
			return err
		}
		head, rest, ok, err := b.head(keyOf(f))
		if err == nil && !ok {
			err = code.ErrUnreadable
		}
		if read = head; err == nil {
			read.Uses, err = usesOf(rest)
		}
		return err
	})
	return read, err
}

// SymbolsOf returns the symbols of a blob of a file, none where it is no source or cannot be read.
func (b *Base) SymbolsOf(ctx context.Context, path, blob string) ([]code.Symbol, error) {
	if !IsSource(path) || blob == "" {
		return nil, nil
	}
	f, err := b.Read(ctx, git.File{Path: path, Blob: blob, Size: -1, InGit: true})
	if errors.Is(err, code.ErrUnreadable) {
		return nil, nil
	}
	return f.Symbols, err
}

// Declared returns the bytes of a file of the tree with what it declares; not ok where it cannot be read,
// or not whole.
func (b *Base) Declared(ctx context.Context, f git.File) (data []byte, symbols []code.Symbol, ok bool, err error) {
	if !IsSource(f.Path) {
		return nil, nil, false, nil
	}
	read, err := b.Read(ctx, f)
	if errors.Is(err, code.ErrUnreadable) {
		return nil, nil, false, nil
	}
	if err == nil && b.blobs == nil {
		b.blobs, err = b.repo.Blobs(ctx)
	}
	if err != nil {
		return nil, nil, false, err
	}
	if data, err = b.blobs.Read(f); err != nil {
		return nil, nil, false, ctx.Err() // not here, or changed meanwhile
	}
	return data, read.Symbols, !read.Partial, nil
}

// readers makes what reads the languages, for one goroutine.
type readers struct {
	grammars *grammar.Engine // that goroutines share
	of       map[string]code.Reader
}

// versionOf changes whenever the same bytes of a language are read otherwise; "" for a language that
// is not read.
func versionOf(language string) string {
	switch language {
	case "go":
		return "go/2"
	case "go.mod", "package.json", "cargo.toml":
		return language + "/1"
	}
	if grammar.Available() && slices.Contains(grammar.Languages(), language) {
		return language + "/" + grammar.Version
	}
	return ""
}

// close gives back what the readers hold.
func (r *readers) close() {
	for _, reader := range r.of {
		if c, ok := reader.(io.Closer); ok {
			_ = c.Close() // it was only read from
		}
	}
}
