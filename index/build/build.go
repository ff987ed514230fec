package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sort"
	"sync"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/workers"
)

// build makes the next generation and switches the view to it.
func (u *updater) build(ctx context.Context) error {
	u.next = u.NextGeneration()
	dir := u.GenerationDir(u.next)
	done := false
	defer func() {
		if !done {
			u.DropGeneration(u.next)
		}
	}()
	if err := u.buildWords(ctx, dir); err != nil {
		return err
	}
	numbered := u.numberBeside(ctx, filepath.Join(dir, store.WordsDir))
	if err := errors.Join(u.buildVectors(ctx, dir), numbered()); err != nil {
		return err
	}
	if err := u.rows.Write(filepath.Join(dir, store.RowsFile)); err != nil {
		return fmt.Errorf("write table of chunks: %w", err)
	}
	if err := u.markAbsent(dir); err != nil {
		return err
	}
	if err := store.WriteManifest(dir, u.old.Dir, u.rows.VectorBytes()); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	replaced := u.view.Generation
	if err := u.commit(); err != nil {
		return err
	}
	done = true
	return u.finish(replaced)
}

// finish leaves the state behind and removes what no view needs any more.
func (u *updater) finish(replaced string) error {
	u.report.Notes, u.report.Chunks, u.report.Links, u.report.Model = u.view.Notes, u.view.Chunks, u.view.Links, u.view.Model
	if u.scan == nil {
		return u.finishPast()
	}
	s := &store.State{Scan: u.scan, Hashed: u.hashed(), Generation: u.view.Generation, Provider: u.ProviderName(), Commit: u.tree.Commit,
		Notes: u.view.Notes, Chunks: u.view.Chunks, Links: u.view.Links, Model: u.view.Model, Gaps: u.gaps, Skipped: u.report.Skipped}
	if err := u.SaveState(s); err != nil {
		return fmt.Errorf("save state: %w", err)
	}
	used, err := u.db.GenerationsInUse()
	if err != nil {
		return err
	}
	u.DropGenerations(used, replaced)
	u.DropOthers()
	return nil
}

// hashed gives the blob ids of the dirty files, so that they need not be hashed again.
func (u *updater) hashed() map[string]string {
	out := map[string]string{}
	for _, d := range u.scan.Dirty {
		i := sort.Search(len(u.tree.Files), func(i int) bool { return u.tree.Files[i].Path >= d.Path })
		if i < len(u.tree.Files) && u.tree.Files[i].Path == d.Path {
			out[d.Path] = u.tree.Files[i].Blob
		}
	}
	return out
}

// buildWords makes the words of the next generation out of those of the last, and the table of chunks.
func (u *updater) buildWords(ctx context.Context, dir string) error {
	defer u.report.time("words")()
	folder := filepath.Join(dir, store.WordsDir)
	if u.old.Dir != "" {
		if err := words.Clone(filepath.Join(u.old.Dir, store.WordsDir), folder); err != nil {
			return fmt.Errorf("copy words: %w", err)
		}
	}
	w, err := words.NewWriter(folder)
	if err != nil {
		return err
	}
	u.began = w.Began()
	rows, err := u.putWords(ctx, w)
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	u.rows = store.MergeRows(u.old.Rows, u.tree.Files, rows)
	return nil
}

// wordsBatch is what the writer of words takes at a time.
type wordsBatch struct {
	docs      []*words.Doc
	paths     []string // of the note of each doc
	standings []byte   // of each doc
	deleted   []string
}

// writersOfWords is how many batches are written at a time. Part of Bleve's work on a batch is done by
// one goroutine: with two batches both cores have something to do; more would only take memory.
const writersOfWords = 2

// putWords indexes the chunks of the notes that were added or changed: while batches are written, the
// next is read. The first one also deletes, and what another one adds must not be deleted by it: it is
// written before the others.
func (u *updater) putWords(ctx context.Context, w *words.Writer) (store.RowsByPath, error) {
	batches := make(chan wordsBatch, 1)
	filler := wordsFiller{writer: w, rows: store.RowsByPath{}}
	var writers workers.Group
	writers.Go(func() {
		if first, ok := <-batches; ok {
			writers.Do(func() { filler.put(first) })
		}
		for range writersOfWords {
			writers.Go(func() {
				for b := range batches {
					writers.Do(func() { filler.put(b) })
				}
			})
		}
	})
	err := u.readWords(ctx, batches)
	close(batches)
	writers.Wait()
	rows := filler.rows
	for _, f := range u.diff.put {
		if _, ok := rows[f.Path]; !ok {
			rows[f.Path] = nil // a note without chunks
		}
	}
	return rows, errors.Join(err, filler.failed)
}

// wordsFiller puts batches, and keeps the rows of their chunks; nothing more is written
// once a batch could not be.
type wordsFiller struct {
	writer *words.Writer
	mu     sync.Mutex
	rows   store.RowsByPath
	failed error
}

// put writes a batch. All chunks of a note are in one.
func (f *wordsFiller) put(b wordsBatch) {
	f.mu.Lock()
	failed := f.failed
	f.mu.Unlock()
	if failed != nil {
		return
	}
	err := f.writer.Put(b.docs, b.deleted)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failed = cmp.Or(f.failed, err)
	for i, d := range b.docs {
		f.rows[b.paths[i]] = append(f.rows[b.paths[i]], store.Row{Length: d.Length, Standing: b.standings[i]})
	}
}

// readWords sends the chunks of the notes that were added or changed, and with the first batch the
// ids of those that are gone.
func (u *updater) readWords(ctx context.Context, batches chan<- wordsBatch) error {
	batch := wordsBatch{deleted: u.deletedChunks()}
	for i, f := range u.diff.put {
		u.Folder.Options.Progress("indexing words", i+1, len(u.diff.put))
		note, err := u.db.NoteOf(f.Blob, f.Path)
		if err != nil {
			return err
		}
		chunks, err := u.db.ChunksOf(f.Blob, f.Path)
		if err != nil {
			return err
		}
		for c := range chunks {
			batch.docs, batch.paths = append(batch.docs, store.WordsDoc(note, &chunks[c])), append(batch.paths, f.Path)
			batch.standings = append(batch.standings, store.StandingOf(note, &chunks[c]))
		}
		if len(batch.docs) >= words.BatchSize() {
			batches <- batch
			batch = wordsBatch{}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if len(batch.docs) > 0 || len(batch.deleted) > 0 {
		batches <- batch
	}
	return nil
}

// deletedChunks lists the ids of the chunks of notes that are gone or changed.
func (u *updater) deletedChunks() []string {
	var ids []string
	old := u.old.Rows
	for _, note := range u.diff.removed {
		for ord := range int(old.First[note+1] - old.First[note]) {
			ids = append(ids, store.ChunkID(old.Paths[note], ord))
		}
	}
	return ids
}
