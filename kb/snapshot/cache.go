package snapshot

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/markdown"
)

// format opens a cache. Change it with whatever changes what is read out of a file: parsing,
// statements, notes, their encoding.
const format = "kb snapshot 11\n"

// maxCache bounds what is read into memory, in bytes.
const maxCache = 1 << 30

// cache is what earlier loads have parsed. A missing, damaged or outdated one is empty.
type cache struct {
	entries map[string]cachedEntry
	base    *storedBase // of the statements of all entries; nil for none
}

type cachedEntry struct {
	blob       string
	statements int    // how many
	data       string // note, links and statements
}

// openCache reads a cache file.
func openCache(path string) *cache {
	c := &cache{}
	if path == "" {
		return c
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxCache || info.Size() < int64(len(format)+4) {
		return c
	}
	f, err := os.Open(path)
	if err != nil {
		return c
	}
	defer f.Close()
	var text strings.Builder
	text.Grow(int(info.Size()))
	sum := crc32.New(castagnoli())
	if _, err := io.CopyN(io.MultiWriter(&text, sum), f, info.Size()-4); err != nil {
		return c
	}
	var stored [4]byte
	if _, err := io.ReadFull(f, stored[:]); err != nil || binary.LittleEndian.Uint32(stored[:]) != sum.Sum32() {
		return c
	}
	if body, ok := strings.CutPrefix(text.String(), format); ok {
		c.read(body)
	}
	return c
}

// castagnoli has a machine instruction of its own.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func (c *cache) read(body string) {
	r := decoder{data: body}
	n := r.count()
	entries, base := make(map[string]cachedEntry, n), &storedBase{notes: make([]storedNote, n)}
	for i := range n {
		path, blob, statements := r.string(), r.string(), r.uint()
		base.notes[i] = storedNote{path, blob, statements}
		entries[path] = cachedEntry{blob, statements, r.string()}
	}
	base.data = r.string()
	if r.damaged || len(entries) != n {
		return
	}
	if c.entries = entries; n > 0 && base.data != "" {
		c.base = base
	}
}

// entry returns the note of a file that was parsed before, nil when it was not.
func (c *cache) entry(f kb.File) *Entry {
	have, ok := c.entries[f.Path]
	if !ok || have.blob != f.Blob {
		return nil
	}
	r := decoder{data: have.data}
	e := &Entry{File: f, Note: r.note(f)}
	links, code, statements := r.string(), r.string(), r.string()
	if r.damaged {
		return nil
	}
	e.label, e.cached = e.Note.Label, true
	e.links = sync.OnceValue(func() []markdown.Link { return (&decoder{data: links}).links() })
	e.code = sync.OnceValue(func() []markdown.CodeSpan { return (&decoder{data: code}).code() })
	e.statements = sync.OnceValue(func() []markdown.Statement { return (&decoder{data: statements}).statements() })
	e.count = func() int { return have.statements }
	return e
}

// CacheFile is the cache of a repository, which all its work trees share.
func CacheFile(repo *kb.Repo) string { return filepath.Join(repo.StateDir(), "index", "snapshot") }

// staleEntries is how many notes may differ from a cache before it is worth writing anew.
const staleEntries = 24

// Save keeps what was parsed in a cache file, if that saves the next load much. It is written
// beside the old one and then takes its place: a reader finds the one or the other. saved tells
// that it was written: then a Load anew gives the same snapshot in less memory, as what has just
// been parsed stays in this one.
func (s *Snapshot) Save(path string) (saved bool, err error) {
	if s.fresh == 0 || s.cached && s.fresh <= staleEntries {
		return false, nil
	}
	if err = store.MakeDir(filepath.Dir(path)); err == nil {
		err = store.ReplaceBy(path, s.write)
	}
	if err != nil {
		return false, fmt.Errorf("save snapshot: %w", err)
	}
	return true, nil
}

// write writes a cache file, one note after another: it is as large as the notes themselves.
func (s *Snapshot) write(f io.Writer) error {
	sum := crc32.New(castagnoli())
	out := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<16)
	w := encoder{data: []byte(format)}
	w.uint(len(s.Entries))
	for _, e := range s.Entries {
		w.entry(e)
		if _, err := out.Write(w.data); err != nil {
			return err
		}
		w.data = w.data[:0]
	}
	base := s.index()
	w.uint(len(base.data))
	if _, err := out.Write(w.data); err != nil {
		return err
	}
	if _, err := out.WriteString(base.data); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := f.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

func (w *encoder) entry(e *Entry) {
	statements := e.Statements()
	w.string(e.File.Path)
	w.string(e.File.Blob)
	w.uint(len(statements))
	w.block(func(w *encoder) {
		note := e.Note
		note.Label = e.label
		w.note(&note)
		w.block(func(w *encoder) { w.links(e.Links()) })
		w.block(func(w *encoder) { w.code(e.Code()) })
		w.block(func(w *encoder) { w.statements(statements) })
	})
}
