package notes

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/markdown"
)

// Outcome is a file that was read.
type Outcome struct {
	File     git.File
	Skip     string             // why it is no note, "" for one that is
	Problems []markdown.Problem // of a note
	Parsed   *Parsed            // where it is not packed
	Packed   *Packed

	source   []byte
	encoding string // that the source was decoded from, "" for UTF-8
	panic    *workers.Panic
}

// ReadAll reads files one after another and parses them side by side. They come in any order, with what was
// read or, with pack, with what a store takes of it; an error comes last.
func ReadAll(ctx context.Context, repo *kb.Repo, files []git.File, pack bool) iter.Seq2[*Outcome, error] {
	return func(yield func(*Outcome, error) bool) {
		if len(files) == 0 {
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		sources, results := make(chan *Outcome, 64), make(chan *Outcome, 64)
		var unreadable error // of no single file
		var group, parsers workers.Group
		group.Go(func() {
			defer close(sources)
			unreadable = readSources(ctx, repo, files, sources)
		})
		for range runtime.GOMAXPROCS(0) {
			parsers.Go(func() {
				for o := range sources {
					o.panic = workers.Carry(func() { o.parse(pack) })
					select {
					case results <- o:
					case <-ctx.Done():
					}
				}
			})
		}
		group.Go(func() {
			parsers.Wait()
			close(results)
		})
		for o := range results {
			if o.panic != nil {
				panic(fmt.Errorf("read %s: %w", o.File.Path, o.panic))
			}
			if !yield(o, nil) {
				cancel()
				group.Wait()
				return
			}
		}
		group.Wait()
		if err := cmp.Or(ctx.Err(), unreadable); err != nil {
			yield(nil, err)
		}
	}
}

// readSources sends the bytes of each file, or why it is left out, until ctx ends.
func readSources(ctx context.Context, repo *kb.Repo, files []git.File, out chan<- *Outcome) error {
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return err
	}
	defer blobs.Close()
	return blobs.Each(files, func(f git.File, source []byte, err error) error {
		o := &Outcome{File: f, source: source, encoding: blobs.Encoding}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			o.Skip = err.Error()
		case encoding.Binary(source):
			o.Skip = "binary"
		}
		select {
		case out <- o:
		case <-ctx.Done():
		}
		return ctx.Err()
	})
}

// parse reads the note in the bytes of the file.
func (o *Outcome) parse(pack bool) {
	if o.Skip != "" {
		return
	}
	p := Parse(o.File, o.source)
	o.Problems, o.Parsed, o.source = p.Problems, p, nil
	if o.encoding != "" {
		o.Problems = append(o.Problems, markdown.Problem{Line: 1, Col: 1, Message: "read as " + o.encoding + "; kb edits UTF-8 only"})
	}
	if pack {
		o.Parsed, o.Packed = nil, p.Pack()
	}
	p.Doc, p.Source = nil, nil // many notes would fill the memory
}
