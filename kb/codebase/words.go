package codebase

import (
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/sqlite"
)

// Worded is what a search keeps of a file: Data of the whole, and something for each of its terms.
type Worded struct {
	Source int64 // by which Term names the file; set by Words
	Data   []byte
	Terms  map[string][]byte // of KeepWords; not read back
}

// Wording makes what a search keeps of a file. Version changes with whatever it makes otherwise.
type Wording struct {
	Version string
	Of      func(f *code.File, source []byte) Worded
}

// Words returns what a search keeps of each of some files, in their order, without Terms; Data is nil
// of what cannot be read. What was never made is made first, of files that were never read as well.
func (b *Base) Words(ctx context.Context, files []git.File, w Wording) (out []Worded, err error) {
	err = b.mended(func() error {
		if _, err := b.Update(ctx, files); err != nil {
			return err
		}
		if err := b.makeWords(ctx, files, w); err != nil {
			return fmt.Errorf("find the words of the code: %w", err)
		}
		out, err = b.readWords(files, w)
		return err
	})
	return out, err
}

// key is what the words of a file are kept by: by another Version they are made anew.
func (w *Wording) key(f git.File) sourceKey {
	k := keyOf(f)
	return sourceKey{k.blob, k.reader + " " + w.Version}
}

// makeWords makes what is not kept yet, each blob once.
func (b *Base) makeWords(ctx context.Context, files []git.File, w Wording) error {
	kept, err := b.store.keysOf("worded")
	if err != nil {
		return err
	}
	var missing []git.File
	for _, f := range files {
		if k := w.key(f); !kept[k] {
			kept[k] = true
			missing = append(missing, f)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	blobs, err := b.repo.Blobs(ctx)
	if err != nil {
		return err
	}
	defer blobs.Close()
	for from := 0; from < len(missing); from += batch {
		b.o.Progress("words of the code", from, len(missing))
		err := b.store.Write(func() error {
			return blobs.Each(missing[from:min(from+batch, len(missing))], func(f git.File, data []byte, err error) error {
				if ctx.Err() != nil || err != nil { // not here, or changed meanwhile: the next time looks again
					return ctx.Err()
				}
				return b.makeWordsOf(f, data, w)
			})
		})
		if err != nil {
			return err
		}
	}
	b.o.Progress("words of the code", len(missing), len(missing))
	return nil
}

// makeWordsOf makes and keeps what a search wants of one file, unless another process did so
// meanwhile. One that cannot be read is kept without words, so that it is not looked at again.
func (b *Base) makeWordsOf(f git.File, data []byte, w Wording) error {
	k := w.key(f)
	n, err := b.store.Number("SELECT count(*) FROM worded WHERE blob = ? AND reader = ?", k.blob, k.reader)
	if err != nil || n > 0 {
		return err
	}
	read, ok, err := b.store.head(keyOf(f))
	if err != nil {
		return err
	}
	var made Worded
	if ok && code.Language(f.Path) != "" {
		made = w.Of(&read, data)
	}
	err = b.store.Run("INSERT INTO worded(blob, reader, data) VALUES (?, ?, ?)", k.blob, k.reader, append([]byte{}, made.Data...))
	if err != nil {
		return err
	}
	source, err := b.store.Number("SELECT source FROM worded WHERE blob = ? AND reader = ?", k.blob, k.reader)
	if err != nil {
		return err
	}
	for term, its := range made.Terms {
		if err := b.store.Run("INSERT INTO term(term, source, data) VALUES (?, ?, ?)", term, source, its); err != nil {
			return err
		}
	}
	return nil
}

// readWords reads what is kept of files, in their order; a file of which nothing is kept has no
// Data.
func (b *Base) readWords(files []git.File, w Wording) ([]Worded, error) {
	out := make([]Worded, len(files))
	for i, f := range files {
		k := w.key(f)
		_, err := b.store.One("SELECT source, data FROM worded WHERE blob = ? AND reader = ?", []any{k.blob, k.reader},
			&out[i].Source, &out[i].Data)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Term calls f for every file that has a term, whatever tree it is of, in the order of Source.
func (b *Base) Term(term string, f func(source int64, data string)) error {
	return b.store.Query("SELECT source, data FROM term WHERE term = ?", []any{term}, func(row *sqlite.Row) error {
		f(row.ColumnInt64(0), string(row.ColumnRawBlob(1)))
		return nil
	})
}

// Terms calls f for every term that begins so, in their order, until it returns false.
func (b *Base) Terms(prefix string, f func(term string) bool) error {
	for term := prefix; ; term += "\x00" {
		found, err := b.store.One("SELECT term FROM term WHERE term >= ? AND term < ? ORDER BY term LIMIT 1",
			[]any{term, prefix + "\U0010FFFF"}, &term)
		if err != nil || !found || !f(term) {
			return err
		}
	}
}

// Heads calls f with what was read of some files but their uses; not of those that cannot be read.
func (b *Base) Heads(ctx context.Context, files []git.File, f func(f git.File, read *code.File) error) error {
	for _, file := range files {
		head, ok, err := b.store.head(keyOf(file))
		if err == nil && ok {
			err = f(file, &head)
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// Source is Heads with the bytes of each file.
func (b *Base) Source(ctx context.Context, files []git.File, f func(f git.File, read *code.File, source []byte) error) error {
	blobs, err := b.repo.Blobs(ctx)
	if err != nil {
		return fmt.Errorf("read the code: %w", err)
	}
	defer blobs.Close()
	return blobs.Each(files, func(file git.File, data []byte, err error) error {
		if err != nil {
			return fmt.Errorf("read the code: %w", err)
		}
		return b.Heads(ctx, []git.File{file}, func(file git.File, read *code.File) error { return f(file, read, data) })
	})
}
