package build

import (
	"context"
	"fmt"
	"runtime"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/markdown"
)

// reading is one file on its way to the records.
type reading struct {
	store.ParsedFile
	encoding string // that the source was decoded from, "" for UTF-8
	skip     string // why the file is left out
	err      error
	panic    *workers.Panic // of the parser
}

// ingestBatch is how many files one transaction takes: a crash loses at most so much parsing.
const ingestBatch = 500

// ingest reads and parses the files and writes their records. What is keyed by content is harmless
// until a view names it, so it is committed as it comes. Files that cannot be indexed are returned.
func ingest(ctx context.Context, x *store.Folder, db store.Records, files []git.File, full bool, report *Report) ([]kb.Skip, error) {
	if len(files) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dict, err := dictionary(ctx, x, db, files)
	if err != nil {
		return nil, err
	}
	readings, wait := parseAll(ctx, x, files, dict)
	defer wait()
	defer cancel()
	var skipped []kb.Skip
	batch := make([]store.ParsedFile, 0, ingestBatch)
	done := 0
	flush := func() error {
		err := db.Insert(batch, full)
		batch = batch[:0]
		return err
	}
	for r := range readings {
		done++
		x.Options.Progress("reading", done, len(files))
		switch {
		case r.panic != nil:
			panic(fmt.Errorf("read %s: %w", r.File.Path, r.panic))
		case r.err != nil:
			return nil, r.err
		case r.skip != "":
			skipped = append(skipped, kb.Skip{Path: r.File.Path, Reason: r.skip})
			continue
		}
		report.Parsed++
		report.addProblems(r.File.Path, r.Problems)
		if batch = append(batch, r.ParsedFile); len(batch) == ingestBatch {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return skipped, flush()
}

// parseAll reads the files one after another and parses them side by side; results come in any order.
func parseAll(ctx context.Context, x *store.Folder, files []git.File, dictionary []byte) (<-chan reading, func()) {
	sources := make(chan reading, 64)
	results := make(chan reading, 64)
	var group workers.Group
	group.Go(func() {
		defer close(sources)
		readAll(ctx, x, files, sources)
	})
	var parsers workers.Group
	for range runtime.GOMAXPROCS(0) {
		parsers.Go(func() {
			packer := store.Packer{Dictionary: dictionary}
			for r := range sources {
				r.panic = workers.Carry(func() {
					if r.parse(); r.err == nil && r.skip == "" {
						r.err = packer.Pack(&r.ParsedFile)
					}
				})
				select {
				case results <- r:
				case <-ctx.Done():
				}
			}
		})
	}
	group.Go(func() {
		parsers.Wait()
		close(results)
	})
	return results, group.Wait
}

// readAll sends the bytes of each file, or why it is left out, until ctx ends. An error that is of
// no single file is sent last.
func readAll(ctx context.Context, x *store.Folder, files []git.File, out chan<- reading) {
	send := func(r reading) {
		select {
		case out <- r:
		case <-ctx.Done():
		}
	}
	blobs, err := x.Repo.Blobs(ctx)
	if err != nil {
		send(reading{err: err})
		return
	}
	defer blobs.Close()
	err = blobs.Each(files, func(f git.File, source []byte, err error) error {
		r := reading{ParsedFile: store.ParsedFile{File: f, Source: source}, encoding: blobs.Encoding}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.skip = err.Error()
		case encoding.Binary(source):
			r.skip = "binary"
		}
		send(r)
		return ctx.Err()
	})
	if err != nil && ctx.Err() == nil {
		send(reading{err: err})
	}
}

// parse fills in the document, the note and the problems of both. What is to be left
// out stays as it is.
func (r *reading) parse() {
	if r.err != nil || r.skip != "" {
		return
	}
	r.Doc = markdown.Parse(r.Source)
	var problems []markdown.Problem
	r.Note, problems = kb.NewNote(r.File.Path, r.File.Blob, r.Doc, r.Source)
	r.Problems = append(append([]markdown.Problem{}, r.Doc.Problems...), problems...)
	if r.encoding != "" {
		r.Problems = append(r.Problems, markdown.Problem{Line: 1, Col: 1, Message: "read as " + r.encoding + "; kb edits UTF-8 only"})
	}
}

// manyFiles is from how many files on the records are worth a dictionary.
const manyFiles = 256

// dictionary gives that of the records, and makes one when many files are the first to come.
func dictionary(ctx context.Context, x *store.Folder, db store.Records, files []git.File) ([]byte, error) {
	data, err := db.Dictionary()
	if len(data) > 0 || err != nil || len(files) < manyFiles {
		return data, err
	}
	sample := make([]git.File, store.DictionaryFiles)
	for i := range sample {
		sample[i] = files[i*len(files)/len(sample)]
	}
	blobs, err := x.Repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	var parsed []store.ParsedFile
	err = blobs.Each(sample, func(f git.File, source []byte, err error) error {
		if err == nil && !encoding.Binary(source) {
			r := reading{ParsedFile: store.ParsedFile{File: f, Source: source}}
			r.parse()
			parsed = append(parsed, r.ParsedFile)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	if data, err = store.NewDictionary(parsed); len(data) == 0 || err != nil {
		return nil, err
	}
	return data, db.PutDictionary(data)
}
