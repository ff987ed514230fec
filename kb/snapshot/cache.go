package snapshot

import (
	"path/filepath"
	"sync"

	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/kept"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/markdown"
)

// format opens a cache. Change it with whatever changes what is read out of a file: parsing,
// statements, notes, their encoding.
const format = store.Format("kb snapshot 36")

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

// openCache reads a cache file, or maps it for as long as the process lives.
func openCache(path string, mapped bool) *cache {
	c := &cache{}
	if path == "" {
		return c
	}
	load := format.Load
	if mapped {
		load = format.Map
	}
	if r, err := load(path, maxCache); err == nil {
		c.read(r)
	}
	return c
}

// read reads the head of the cache: the notes by path, and the inverted index of their statements.
// A damaged one is as good as none.
func (c *cache) read(r *record.Reader) {
	n := r.Count()
	entries, base := make(map[string]cachedEntry, n), &storedBase{notes: make([]storedNote, n)}
	for i := range n {
		path, blob, statements := r.String(), r.String(), r.Int()
		base.notes[i] = storedNote{path, blob, statements}
		entries[path] = cachedEntry{blob, statements, r.String()}
	}
	base.data = r.String()
	if r.End() != nil || len(entries) != n {
		return
	}
	if c.entries = entries; n > 0 && base.data != "" {
		c.base = base
	}
}

// entry returns the note of a file that was parsed before, nil when it was not.
func (c *cache) entry(f git.File) *Entry {
	have, ok := c.entries[f.Path]
	if !ok || have.blob != f.Blob {
		return nil
	}
	r := record.Read(have.data)
	e := &Entry{File: f, Note: kept.ReadNote(r, f.Path, f.Blob)}
	links, code, statements, facts, anchors := r.String(), r.String(), r.String(), r.String(), r.String()
	seen := glance{names: r.String(), marks: r.Bool()}
	if r.Err() != nil {
		return nil
	}
	e.glance = func() glance { return seen }
	e.label, e.cached = e.Note.Label, true
	e.links = sync.OnceValue(func() []markdown.Link { return kept.ReadLinks(record.Read(links)) })
	e.code = sync.OnceValue(func() []markdown.CodeSpan { return readCode(record.Read(code)) })
	e.statements = sync.OnceValue(func() []markdown.Statement { return readStatements(record.Read(statements)) })
	e.facts = sync.OnceValue(func() []fact.Disagreement { return readFacts(record.Read(facts)) })
	e.anchors = sync.OnceValue(func() []string { return record.Read(anchors).Strings() })
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
	if err := format.Save(path, s.write); err != nil {
		return false, err
	}
	return true, nil
}

// write writes a cache file, one note after another: it is as large as the notes themselves.
func (s *Snapshot) write(w *store.Stream) error {
	w.Int(len(s.Entries))
	for _, e := range s.Entries {
		writeEntry(&w.Writer, e)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	w.String(s.index().data)
	return nil
}

// writeEntry writes a note with its links, its code and its statements, each in a block that can be
// passed over.
func writeEntry(w *record.Writer, e *Entry) {
	statements := e.Statements()
	w.String(e.File.Path)
	w.String(e.File.Blob)
	w.Int(len(statements))
	w.Block(func() {
		note := e.Note
		note.Label = e.label
		kept.WriteNote(w, &note)
		w.Block(func() { kept.WriteLinks(w, e.Links()) })
		w.Block(func() { writeCode(w, e.Code()) })
		w.Block(func() { writeStatements(w, statements) })
		w.Block(func() { writeFacts(w, e.Facts()) })
		w.Block(func() { w.Strings(e.anchors()) })
		seen := e.glance()
		w.String(seen.names)
		w.Bool(seen.marks)
	})
}
