// Package vocabulary holds which names the files of a tree have: how many files of each kind have each, which is the
// first, and which notes say it in code. It is kept in a private file; a tree that differs in some files is that
// file's with the names of those taken away and added.
//
// # Limitations
//
// A name is what package slip takes for one. Of files over 1 MiB, and of binary ones, only the path counts.
package vocabulary

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
)

// Table is the names of a tree. It is not for concurrent use.
type Table struct {
	files   []git.File // that it was made of, sorted by path
	keys    *vellum.FST
	bytes   string // of keys
	records string // what is kept of each key, where keys says

	partial bool // of some files the names are not known

	since   *gathering          // what differs; nil for nothing
	changed map[string]bool     // paths whose sayings in records count no more
	sinceOf map[string][]string // spellings of since by key
	known   map[string]bool     // by key: whether a file that is no note has it, as it was asked for
	near    *levenshtein.LevenshteinAutomatonBuilder
}

// Entry is what the tree has of a key: names that differ in marks and capitals alone.
type Entry struct {
	Key   string
	Words int // files that have it as a word of a name, or as a whole one
	Names []Name
}

// Name is one spelling.
type Name struct {
	Text  string
	Files [Kinds]int
	First string // path of a file that declares it, "" where none is known
	Said  []Saying
}

// Declared returns how many files of code, tests included, have a key, and how many of any kind but notes.
func (e *Entry) Declared() (code, any int) {
	for i := range e.Names {
		files := &e.Names[i].Files
		code += files[Code] + files[Test]
		any += files[Code] + files[Test] + files[Other]
	}
	return code, any
}

// of reads an entry of the records.
func (t *Table) of(key string, at uint64) Entry {
	e := Entry{Key: key}
	if at >= uint64(len(t.records)) {
		return e
	}
	r := record.Read(t.records[at:])
	e.Words = r.Int()
	e.Names = make([]Name, min(r.Count(), 1<<16))
	for i := range e.Names {
		n := &e.Names[i]
		n.Text = r.String()
		for k := range n.Files {
			n.Files[k] = r.Int()
		}
		if first := r.Int(); first > 0 && first <= len(t.files) {
			n.First = t.files[first-1].Path
		}
		note := 0
		for range r.Count() {
			said := r.Int()
			note += said >> 2
			if note < len(t.files) && !t.changed[t.files[note].Path] {
				n.Said = append(n.Said, Saying{t.files[note].Path, slip.Form(said & 3)})
			}
		}
	}
	return e
}

// Get returns what the tree has of a key; empty where it has nothing.
func (t *Table) Get(key string) Entry {
	e := Entry{Key: key}
	if at, ok, err := t.keys.Get([]byte(key)); ok && err == nil {
		e = t.of(key, at)
	}
	t.correct(&e)
	return e
}

// correct adds to an entry what differs since.
func (t *Table) correct(e *Entry) {
	if t.since == nil {
		return
	}
	e.Words += t.since.words[e.Key]
	for _, text := range t.sinceOf[e.Key] {
		s := t.since.names[text]
		i := slices.IndexFunc(e.Names, func(n Name) bool { return n.Text == text })
		if i < 0 {
			i = len(e.Names)
			e.Names = append(e.Names, Name{Text: text})
		}
		n := &e.Names[i]
		for k := range n.Files {
			n.Files[k] += s.files[k]
		}
		if n.First == "" || t.changed[n.First] {
			n.First = s.first
		}
		n.Said = append(n.Said, s.said...)
	}
	e.Names = slices.DeleteFunc(e.Names, func(n Name) bool { return n.Files == [Kinds]int{} })
}

// Near returns the entries whose keys are one letter away from a key, itself left out, in the order of their keys.
func (t *Table) Near(key string) (near []Entry, err error) {
	if t.near == nil {
		if t.near, err = levenshtein.NewLevenshteinAutomatonBuilder(1, true); err != nil {
			return nil, fmt.Errorf("look for names: %w", err)
		}
	}
	automaton, err := t.near.BuildDfa(key, 1)
	if err != nil {
		return nil, fmt.Errorf("look for names: %w", err)
	}
	it, err := t.keys.Search(automaton, nil, nil)
	for ; err == nil; err = it.Next() {
		text, at := it.Current()
		if found := string(text); found != key {
			e := t.of(found, at)
			t.correct(&e)
			near = append(near, e)
		}
	}
	if err != vellum.ErrIteratorDone {
		return nil, fmt.Errorf("look for names: %w", err)
	}
	for other := range t.sinceOf {
		if d, _ := slip.Compare(key, other); d == slip.Far || d == slip.Same {
			continue
		}
		if !slices.ContainsFunc(near, func(e Entry) bool { return e.Key == other }) {
			e := Entry{Key: other}
			t.correct(&e)
			near = append(near, e)
		}
	}
	near = slices.DeleteFunc(near, func(e Entry) bool { return len(e.Names) == 0 })
	slices.SortFunc(near, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
	return near, nil
}

// table makes a table of what was gathered of files.
func (g *gathering) table(files []git.File) (*Table, error) {
	number := make(map[string]int, len(files))
	for i, f := range files {
		number[f.Path] = i
	}
	type keyed struct{ key, text string }
	list := make([]keyed, 0, len(g.names)+len(g.words))
	for text := range g.names {
		list = append(list, keyed{slip.Key(text), text})
	}
	for word := range g.words {
		list = append(list, keyed{word, ""})
	}
	slices.SortFunc(list, func(a, b keyed) int { return cmp.Or(strings.Compare(a.key, b.key), strings.Compare(a.text, b.text)) })
	var keys bytes.Buffer
	builder, err := vellum.New(&keys, nil)
	if err != nil {
		return nil, err
	}
	var w record.Writer
	for i := 0; i < len(list); {
		end := i + 1
		for end < len(list) && list[end].key == list[i].key {
			end++
		}
		if list[i].key == "" {
			i = end
			continue
		}
		if err := builder.Insert([]byte(list[i].key), uint64(len(w.Data))); err != nil {
			return nil, err
		}
		w.Int(g.words[list[i].key])
		same := list[i:end]
		if same[0].text == "" {
			same = same[1:]
		}
		w.Int(len(same))
		for _, k := range same {
			g.names[k.text].write(&w, k.text, number)
		}
		i = end
	}
	if err := builder.Close(); err != nil {
		return nil, err
	}
	t := &Table{files: files, records: string(w.Data), bytes: keys.String(), partial: g.partial}
	t.keys, err = vellum.Load(keys.Bytes())
	return t, err
}

// write writes a spelling.
func (s *spelling) write(w *record.Writer, text string, number map[string]int) {
	w.String(text)
	for _, n := range s.files {
		w.Int(n)
	}
	first := 0
	if s.first != "" {
		first = number[s.first] + 1
	}
	w.Int(first)
	w.Int(len(s.said))
	last := 0
	for _, said := range s.said { // in the order of the files
		n := number[said.Note]
		w.Int((n-last)<<2 | int(said.Form))
		last = n
	}
}
