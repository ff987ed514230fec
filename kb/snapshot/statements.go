package snapshot

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/contradict"
	"github.com/9aea2451/kb/markdown"
)

// Place is where a statement of a snapshot stands: the Source of its contradict.Statement.
type Place struct {
	Entry     *Entry
	Statement *markdown.Statement
}

// PlaceOf returns where a statement of a snapshot stands.
func PlaceOf(p *contradict.Parsed) Place {
	place, _ := p.Source.(Place)
	return place
}

// Parse reads the i-th statement of the note as contradict does.
func (e *Entry) Parse(i int) *contradict.Parsed {
	st := &e.Statements()[i]
	return contradict.Parse(contradict.Statement{Text: st.Text, Context: st.HeadingPath, Conditions: st.Conditions, Document: e.File.Path, Tentative: e.tentative(), Source: Place{e, st}})
}

// tentative tells a note that nobody has agreed to yet.
func (e *Entry) tentative() bool { return e.Note.Status == "draft" || e.Note.Status == "proposed" }

// Statements returns the statements of the notes that are active on a day, ready to be judged. It is made anew each time.
func (s *Snapshot) Statements(day time.Time) *contradict.Base {
	all := s.allStatements()
	var inactive []string
	for _, e := range s.Entries {
		if s.Inactive(e, day) != "" {
			inactive = append(inactive, e.File.Path)
		}
	}
	all.base.Drop(inactive...)
	return all.base
}

// Superseded returns the statements of the notes that others superseded by a day.
func (s *Snapshot) Superseded(day time.Time) *contradict.Base {
	base := contradict.NewBase(nil)
	for _, e := range s.Entries {
		if s.Inactive(e, day) != "superseded" {
			continue
		}
		for i := range e.Statements() {
			base.Add(e.Parse(i))
		}
	}
	return base
}

// storedBase is the statements of a cache: those of entries that have changed since are dropped.
type storedBase struct {
	order  []string
	counts []int
	data   string
}

// numbered is a base with the note and the ordinal that each of its statements has.
type numbered struct {
	base    *contradict.Base
	entries []*Entry // by number of note, nil where it is not of the snapshot any more
	starts  []int    // by number of note: the number of its first statement
}

// base gives the statements as they were saved, nil when there are none.
func (c *cache) base() *storedBase {
	if len(c.order) == 0 || c.stored == "" {
		return nil
	}
	return &storedBase{order: c.order, counts: c.counts, data: c.stored}
}

// allStatements returns the statements of all notes, from the cache as far as they are in it.
func (s *Snapshot) allStatements() *numbered {
	if s.stored != nil {
		if n := s.fromStored(); n != nil {
			return n
		}
	}
	return s.fromEntries()
}

// fromEntries numbers the statements in the order of the notes.
func (s *Snapshot) fromEntries() *numbered {
	n := &numbered{base: contradict.NewBase(nil)}
	for _, parsed := range s.parsed() {
		for _, p := range parsed {
			n.base.Add(p)
		}
	}
	return n
}

// fromStored takes the stored statements, drops those of notes that changed, and adds the new ones.
func (s *Snapshot) fromStored() *numbered {
	n := &numbered{}
	total := 0
	for _, count := range s.stored.counts {
		n.starts = append(n.starts, total)
		total += count
	}
	base, err := contradict.ReadBase(s.stored.data, n.parse)
	if err != nil || base.Len() != total {
		return nil
	}
	n.base = base
	n.entries = make([]*Entry, len(s.stored.order))
	known := make(map[string]bool, len(s.stored.order))
	var dropped []string
	for i, path := range s.stored.order {
		if e := s.Entry(path); e != nil && e.cached {
			n.entries[i], known[path] = e, true
		} else {
			dropped = append(dropped, path)
		}
	}
	base.Drop(dropped...)
	for _, e := range s.Entries {
		if !known[e.File.Path] {
			for i := range e.Statements() {
				base.Add(e.Parse(i))
			}
		}
	}
	return n
}

// parse reads the i-th stored statement when it is asked for.
func (n *numbered) parse(i int) *contradict.Parsed {
	at, ok := slices.BinarySearch(n.starts, i)
	if !ok {
		at--
	}
	for at+1 < len(n.starts) && n.starts[at+1] <= i {
		at++ // notes without statements begin where the next one does
	}
	return n.entries[at].Parse(i - n.starts[at])
}

// savedAtOnce is of how many notes the parsed statements are in memory at a time while they are saved.
const savedAtOnce = 256

// index numbers the statements in the order of the notes as fromEntries does, without the statements.
func (s *Snapshot) index() *contradict.Base {
	base := contradict.NewBase(nil)
	for entries := range slices.Chunk(s.Entries, savedAtOnce) {
		for _, parsed := range parseStatements(entries) {
			for _, p := range parsed {
				base.Add(p)
			}
		}
		base.Forget(nil)
	}
	return base
}

// parseStatements parses the statements of each note, on all processors.
func parseStatements(entries []*Entry) [][]*contradict.Parsed {
	out := make([][]*contradict.Parsed, len(entries))
	var workers sync.WaitGroup
	next := atomic.Int64{}
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
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
	workers.Wait()
	return out
}
