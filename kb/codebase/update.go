package codebase

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/golang"
	"github.com/9aea2451/kb/kb/code/grammar"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/workers"
)

// CodeReport is what an update did.
type CodeReport struct {
	Files      int            `json:"files"`      // source files of the tree
	Read       int            `json:"read"`       // that were new
	Unreadable int            `json:"unreadable"` // of those: no text, too long, or not of the language
	Languages  map[string]int `json:"languages"`  // files of each
	Symbols    int            `json:"symbols"`    // that they declare
	Edges      int            `json:"edges"`      // between symbols and files: who uses whom
	Precise    int            `json:"precise"`    // files that index.scip resolves
}

// batch is the number of sources that are kept at once: what was read before an end stays.
const batch = 500

// fewFiles are no tree, by which one could tell what is not wanted any more.
const fewFiles = 50

// Update reads those of some files whose blobs were never read.
func (b *Base) Update(ctx context.Context, files []git.File) (*CodeReport, error) {
	if b.kept == nil {
		b.kept = sources.Open(Folder(b.o.Dir))
	}
	r := &CodeReport{Files: len(files), Languages: map[string]int{}}
	wanted := make(map[sourceKey]bool, len(files))
	var unread []git.File
	for _, f := range files {
		k := keyOf(f)
		r.Languages[languageOf(f.Path)]++
		if !wanted[k] && !b.kept.Has(k.reader, k.blob) {
			unread = append(unread, f)
		}
		wanted[k] = true
	}
	if len(files) > fewFiles {
		if err := b.prune(wanted); err != nil {
			return nil, err
		}
	}
	if len(unread) == 0 {
		return r, nil
	}
	for from := 0; from < len(unread); from += batch {
		b.o.Progress("code", from, len(unread))
		if err := b.readAll(ctx, unread[from:min(from+batch, len(unread))], r); err != nil {
			return nil, fmt.Errorf("read the code: %w", err)
		}
	}
	b.o.Progress("code", len(unread), len(unread))
	return r, nil
}

// readAll reads some files on all processors, and keeps what was read of them at once.
func (b *Base) readAll(ctx context.Context, files []git.File, r *CodeReport) error {
	blobs, err := b.repo.Blobs(ctx)
	if err != nil {
		return err
	}
	defer blobs.Close()
	type job struct {
		file git.File
		data []byte
	}
	engine := grammar.New(filepath.Join(b.o.Dir, "grammars"))
	defer engine.Close()
	jobs := make(chan job)
	var mu sync.Mutex
	var read []*pack.Entry
	var failed error
	var group workers.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			of := readers{grammars: engine}
			defer of.close()
			for j := range jobs {
				group.Do(func() {
					f, err := parse(ctx, &of, j.file, j.data)
					e := keyOf(j.file).entry(f)
					mu.Lock()
					defer mu.Unlock()
					failed = errors.Join(failed, err)
					if read = append(read, e); f == nil {
						r.Unreadable++
					}
				})
			}
		})
	}
	err = blobs.Each(files, func(f git.File, data []byte, err error) error {
		if err != nil {
			data = nil // not here, changed meanwhile, too large: the next update looks again
			return ctx.Err()
		}
		jobs <- job{f, data}
		return ctx.Err()
	})
	close(jobs)
	group.Wait()
	if err := errors.Join(err, failed, ctx.Err()); err != nil {
		return err
	}
	r.Read += len(read)
	return b.kept.Add(pack.List(read...))
}

// parse reads one file; nil for one that cannot be read. What a reader says is checked before it is
// kept.
func parse(ctx context.Context, of *readers, f git.File, data []byte) (*code.File, error) {
	if len(data) > code.MaxSize || encoding.Binary(data) {
		return nil, nil
	}
	language := languageOf(f.Path)
	if of.of == nil {
		of.of = map[string]code.Reader{}
	}
	got, ok := of.of[language]
	if !ok {
		switch language {
		case "go":
			got = golang.Reader{}
		case "go.mod", "package.json", "cargo.toml":
			got = manifest{}
		default:
			const every = "" // no language is called so
			if of.of[every] == nil {
				of.of[every] = of.grammars.Reader()
			}
			got = of.of[every]
		}
		of.of[language] = got
	}
	read, err := got.Read(ctx, f.Path, data)
	if errors.Is(err, code.ErrUnreadable) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	if read.Check(len(data)) != nil {
		return nil, nil
	}
	return &read, nil
}
