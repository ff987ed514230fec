package snapshot

import (
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/markdown"
)

// Place is where a statement of a snapshot stands: the Source of its read.Statement.
type Place struct {
	Entry     *Entry
	Statement *markdown.Statement
}

// PlaceOf returns where a statement of a snapshot stands.
func PlaceOf(p *read.Parsed) Place {
	place, _ := p.Source.(Place)
	return place
}

// Parse reads the i-th statement of the note as contradict does.
func (e *Entry) Parse(i int) *read.Parsed {
	st := &e.Statements()[i]
	return read.Parse(
		read.Statement{
			Text:       st.Text,
			Context:    st.HeadingPath,
			Conditions: st.Conditions,
			Title:      e.Note.Title,
			Document:   e.File.Path,
			Tentative:  e.tentative(),
			Source:     Place{e, st},
		},
	)
}

// Parsed reads all statements of the note as contradict does.
func (e *Entry) Parsed() []*read.Parsed {
	out := make([]*read.Parsed, len(e.Statements()))
	for i := range out {
		out[i] = e.Parse(i)
	}
	return out
}

// tentative reports a note that nobody has agreed to yet, and that is not built by its tasks.
func (e *Entry) tentative() bool {
	standing := e.Standing("", nil)
	return standing == markdown.Proposed && e.tasks != "" ||
		(e.Note.Status == "draft" || e.Note.Status == "proposed") && standing != markdown.InForce
}

// statedKey returns the key of the statements of a note, which are read otherwise by the state of its tasks; 0 stays.
func (e *Entry) statedKey() uint64 {
	if e.Key == 0 || e.tasks == "" {
		return e.Key
	}
	return e.Key ^ pack.Key(e.tasks, "")
}

// Statements returns the statements of the notes that are active on a day, ready to be judged. It
// is made anew each time.
func (s *Snapshot) Statements(day time.Time) *base.Base {
	all := s.allStatements()
	var inactive []string
	for _, e := range s.Entries {
		if s.Inactive(e, day) != "" || e.tasks != "" && e.Standing("", nil) == markdown.History {
			inactive = append(inactive, e.File.Path)
		}
	}
	all.Drop(inactive...)
	return all
}

// Superseded returns the statements of the notes that others superseded by a day.
func (s *Snapshot) Superseded(day time.Time) *base.Base {
	stated := base.New(nil)
	for _, e := range s.Entries {
		if s.Inactive(e, day) != "superseded" {
			continue
		}
		for i := range e.Statements() {
			stated.Add(e.Parse(i))
		}
	}
	return stated
}

// storedBase is the statements of some notes as base.Base stores them.
type storedBase struct {
	notes []storedNote
	data  string
}

// storedNote is a note, by its key, of which a stored base has the next so many statements.
type storedNote struct {
	key        uint64 // 0 for one without a blob, which is never found again
	statements int
}

// numbered gives the note and the ordinal of each statement of a base.
type numbered struct {
	entries []*Entry // by number of note, nil where it is not of the snapshot any more
	starts  []int    // by number of note: the number of its first statement
}

// atOnce is of how many notes the statements are in memory at a time, parsed, while they are added to a base.
const atOnce = 32

// allStatements returns the statements of all notes. Of those that were stored none is in memory
// until it is asked for.
func (s *Snapshot) allStatements() *base.Base {
	if stated := s.fromStored(s.stored()); stated != nil {
		return stated
	}
	return s.fromStored(s.index())
}

// fromStored takes stored statements, drops those of notes that have changed since, and adds the
// new ones; nil where they cannot be read.
func (s *Snapshot) fromStored(stored *storedBase) *base.Base {
	n := &numbered{}
	stated, err := base.Read(stored.data, n.parse)
	if err != nil {
		return nil
	}
	added := make(map[uint64]*Entry, len(s.Entries))
	for _, e := range s.Entries {
		added[e.statedKey()] = e
	}
	delete(added, 0)
	var gone []int // first statements of notes
	total := 0
	for _, note := range stored.notes {
		e := added[note.key]
		if delete(added, note.key); e == nil && note.statements > 0 {
			gone = append(gone, total)
		}
		n.add(e, total)
		total += note.statements
	}
	if stated.Len() != total {
		return nil
	}
	stated.Drop(stated.DocumentsOf(gone)...)
	n.addNotes(stated, slices.DeleteFunc(slices.Clone(s.Entries), func(e *Entry) bool {
		return e.Key != 0 && added[e.statedKey()] == nil
	}))
	return stated
}

func (n *numbered) add(e *Entry, start int) {
	n.entries, n.starts = append(n.entries, e), append(n.starts, start)
}

// addNotes adds the statements of notes to a base, a few notes at a time.
func (n *numbered) addNotes(stated *base.Base, notes []*Entry) {
	for entries := range slices.Chunk(notes, atOnce) {
		for i, parsed := range parseStatements(entries) {
			n.add(entries[i], stated.Len())
			for _, p := range parsed {
				stated.Add(p)
			}
		}
		stated.Forget(n.parse)
	}
}

// parse reads the i-th statement.
func (n *numbered) parse(i int) *read.Parsed {
	at, ok := slices.BinarySearch(n.starts, i)
	if !ok {
		at--
	}
	for at+1 < len(n.starts) && n.starts[at+1] <= i {
		at++ // notes without statements begin where the next one does
	}
	return n.entries[at].Parse(i - n.starts[at])
}

// newIndex stores the statements of the snapshot, in the order of its notes.
func (s *Snapshot) newIndex() *storedBase {
	stated, stored := base.New(nil), &storedBase{}
	n := &numbered{}
	n.addNotes(stated, s.Entries)
	for i, e := range s.Entries {
		end := stated.Len()
		if i+1 < len(n.starts) {
			end = n.starts[i+1]
		}
		stored.notes = append(stored.notes, storedNote{e.statedKey(), end - n.starts[i]}) // counted, not as a cache has it
	}
	var w record.Writer
	stated.Write(&w)
	stored.data = string(w.Data)
	return stored
}

// parseStatements parses the statements of each note, on all processors.
func parseStatements(entries []*Entry) [][]*read.Parsed {
	out := make([][]*read.Parsed, len(entries))
	var parsers workers.Group
	next := atomic.Int64{}
	for range runtime.GOMAXPROCS(0) {
		parsers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(entries) {
					return
				}
				for k := range entries[i].Statements() {
					out[i] = append(out[i], entries[i].Parse(k))
				}
			}
		})
	}
	parsers.Wait()
	return out
}
