package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// parsed is what the records keep of a blob beside its chunks.
type parsed struct {
	Links []markdown.Link `json:"links,omitempty"`
}

// reading is one file that has been read: a row of readings, and of blobs and chunks where the blob is new.
type reading struct {
	file     kb.File
	source   []byte
	encoding string // that the source was decoded from, "" for UTF-8
	doc      *markdown.Document
	note     kb.Note
	problems []markdown.Problem
	skip     string // why the file is left out
	err      error
	panic    *carried // of the parser
}

// unread tells which of the files have no reading in the records yet.
func unread(ctx context.Context, db *sql.DB, files []kb.File) ([]kb.File, error) {
	stmt, err := db.PrepareContext(
		ctx,
		`SELECT EXISTS(SELECT 1 FROM readings r JOIN blobs b ON b.id = r.blob WHERE b.oid = ? AND r.path = ?)`,
	)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	var out []kb.File
	for _, f := range files {
		var known bool
		if err := stmt.QueryRowContext(ctx, f.Blob, f.Path).Scan(&known); err != nil {
			return nil, err
		}
		if !known {
			out = append(out, f)
		}
	}
	return out, nil
}

// ingestBatch is how many files one transaction takes: a crash loses at most so much parsing.
const ingestBatch = 500

// ingest reads and parses the files and writes their records. What is keyed by content is harmless
// until a view names it, so it is committed as it comes. Files that cannot be indexed are returned.
func (x *Index) ingest(ctx context.Context, db *sql.DB, files []kb.File, full bool, report *Report) ([]kb.Skip, error) {
	if len(files) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	readings, wait := x.parseAll(ctx, files)
	defer wait()
	defer cancel()
	var skipped []kb.Skip
	batch := make([]reading, 0, ingestBatch)
	done := 0
	flush := func() error {
		err := insert(ctx, db, batch, full)
		batch = batch[:0]
		return err
	}
	for r := range readings {
		done++
		x.o.Progress("reading", done, len(files))
		switch {
		case r.panic != nil:
			panic(fmt.Errorf("read %s: %w", r.file.Path, r.panic))
		case r.err != nil:
			return nil, r.err
		case r.skip != "":
			skipped = append(skipped, kb.Skip{Path: r.file.Path, Reason: r.skip})
			continue
		}
		report.Parsed++
		report.addProblems(r.file.Path, r.problems)
		if batch = append(batch, r); len(batch) == ingestBatch {
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
func (x *Index) parseAll(ctx context.Context, files []kb.File) (<-chan reading, func()) {
	sources := make(chan reading, 64)
	results := make(chan reading, 64)
	var group sync.WaitGroup
	group.Go(func() {
		defer close(sources)
		x.readAll(ctx, files, sources)
	})
	var parsers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		parsers.Go(func() {
			for r := range sources {
				r.panic = carry(r.parse)
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

func (x *Index) readAll(ctx context.Context, files []kb.File, out chan<- reading) {
	send := func(r reading) bool {
		select {
		case out <- r:
			return true
		case <-ctx.Done():
			return false
		}
	}
	blobs, err := x.repo.Blobs(ctx)
	if err != nil {
		send(reading{err: err})
		return
	}
	defer blobs.Close()
	err = blobs.Each(files, func(f kb.File, source []byte, err error) error {
		r := reading{file: f, source: source, encoding: blobs.Encoding}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.skip = err.Error()
		case kb.Binary(source):
			r.skip = "binary"
		}
		if !send(r) {
			return ctx.Err()
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		send(reading{err: err})
	}
}

func (r *reading) parse() {
	if r.err != nil || r.skip != "" {
		return
	}
	r.doc = markdown.Parse(r.source)
	var problems []markdown.Problem
	r.note, problems = kb.NewNote(r.file.Path, r.file.Blob, r.doc, r.source)
	r.problems = append(append([]markdown.Problem{}, r.doc.Problems...), problems...)
	if r.encoding != "" {
		r.problems = append(r.problems, markdown.Problem{Line: 1, Col: 1, Message: "read as " + r.encoding + "; kb edits UTF-8 only"})
	}
}

// insert writes a batch of readings in one transaction.
func insert(ctx context.Context, db *sql.DB, batch []reading, full bool) error {
	if len(batch) == 0 {
		return nil
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	defer tx.Rollback()
	in, err := newInserter(ctx, tx, full)
	if err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	for i := range batch {
		if err := in.reading(ctx, &batch[i]); err != nil {
			return fmt.Errorf("write records of %s: %w", batch[i].file.Path, err)
		}
	}
	return tx.Commit()
}

// inserter holds the statements of one transaction.
type inserter struct {
	find, blob, renew, clear, chunk, reads *sql.Stmt

	full bool // write known blobs again
}

func newInserter(ctx context.Context, tx *sql.Tx, full bool) (*inserter, error) {
	in := &inserter{full: full}
	for _, s := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&in.find, `SELECT id FROM blobs WHERE oid = ?`},
		{&in.blob, `INSERT INTO blobs(oid, doc) VALUES(?, ?)`},
		{&in.renew, `UPDATE blobs SET doc = ? WHERE id = ?`},
		{&in.clear, `DELETE FROM chunks WHERE blob = ?`},
		{&in.chunk, `INSERT INTO chunks(blob, ord, kind, language, heading, anchor, start_line, end_line, start_byte, end_byte, identifiers, text) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)`},
		{&in.reads, `INSERT OR REPLACE INTO readings(blob, path, note, problems) VALUES(?,?,?,?)`},
	} {
		stmt, err := tx.PrepareContext(ctx, s.sql)
		if err != nil {
			return nil, err
		}
		*s.to = stmt
	}
	return in, nil
}

func (in *inserter) reading(ctx context.Context, r *reading) error {
	var id int64
	err := in.find.QueryRowContext(ctx, r.file.Blob).Scan(&id)
	if fresh := errors.Is(err, sql.ErrNoRows); fresh || err == nil && in.full {
		id, err = in.document(ctx, r, id, fresh)
	}
	if err != nil {
		return err
	}
	note, err := json.Marshal(&r.note)
	if err != nil {
		return err
	}
	problems, err := json.Marshal(r.problems)
	if err != nil {
		return err
	}
	_, err = in.reads.ExecContext(ctx, id, r.file.Path, string(note), string(problems))
	return err
}

// document writes what was found in a blob: under a new id, or again under the one that it has.
func (in *inserter) document(ctx context.Context, r *reading, id int64, fresh bool) (int64, error) {
	b, err := json.Marshal(parsed{Links: r.doc.Links})
	if err != nil {
		return 0, err
	}
	if fresh {
		result, err := in.blob.ExecContext(ctx, r.file.Blob, b)
		if err != nil {
			return 0, err
		}
		if id, err = result.LastInsertId(); err != nil {
			return 0, err
		}
	} else if _, err := in.renew.ExecContext(ctx, b, id); err != nil {
		return 0, err
	} else if _, err := in.clear.ExecContext(ctx, id); err != nil {
		return 0, err
	}
	return id, in.chunks(ctx, r, id)
}

func (in *inserter) chunks(ctx context.Context, r *reading, id int64) error {
	for i := range r.doc.Chunks {
		c := &r.doc.Chunks[i]
		heading, err := json.Marshal(c.HeadingPath)
		if err != nil {
			return err
		}
		if _, err := in.chunk.ExecContext(ctx, id, c.Ordinal, string(c.Kind), c.Language, string(heading), c.Anchor, c.Span.StartLine, c.Span.EndLine,
			c.Span.Start, c.Span.End, strings.Join(c.Identifiers, "\n"), c.Text(r.source)); err != nil {
			return err
		}
	}
	return nil
}
