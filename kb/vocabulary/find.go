package vocabulary

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/9aea2451/kb/contradict/facts/slip"
)

// Slip is a name that a note says in code and that nothing declares, with a declared one that is a letter away.
type Slip struct {
	slip.Case
	First     string // path of a file that declares Meant
	Line, Col int    // where the note says it first, from 1; Col counts bytes
}

// said is how a note says a name.
type said struct {
	name     string
	form     slip.Form
	at       int
	declared bool
}

// text is what the names of a note are to each other.
type text struct {
	names             []said         // in code, in the order in which it first says them
	times             map[string]int // how often, by key
	declared, several int            // names of several words: those that are declared, and all
}

// Slips returns the names of a note of the tree that nothing declares, each with every one near it that the code, or
// several notes, or the note itself often, have, in the order in which the note says them.
func (t *Table) Slips(path string, source []byte) (list []Slip, err error) {
	if t.partial || KindOf(path) != Note || len(source) > maxText {
		return nil, nil
	}
	note := t.read(source)
	line, counted, unknown := 1, 0, 0
	for _, s := range note.names {
		key := slip.Key(s.name)
		if s.declared || len(key) <= slip.MinName || slip.Placeholder(key) {
			continue
		}
		if unknown++; unknown > mostUnknown {
			break
		}
		near, err := t.Near(key)
		if err != nil {
			return nil, err
		}
		line += bytes.Count(source[counted:s.at], []byte("\n"))
		counted = s.at
		col := s.at - bytes.LastIndexByte(source[:s.at], '\n')
		for _, c := range t.cases(&s, near, note) {
			c.Line, c.Col = line, col
			list = append(list, c)
		}
	}
	return list, nil
}

// mostUnknown bounds the names of a note that are looked for: more are data.
const mostUnknown = 2000

// read reads the names of a note.
func (t *Table) read(source []byte) *text {
	note := &text{times: map[string]int{}}
	number := map[string]int{}
	slip.Said(source, func(name []byte, at int, form slip.Form) {
		if form == slip.Prose {
			return
		}
		i, ok := number[string(name)]
		if !ok {
			i = len(note.names)
			number[string(name)] = i
			note.names = append(note.names, said{name: string(name), form: form, at: at, declared: t.declares(string(name))})
			if slip.Several(string(name)) {
				note.several++
				if note.names[i].declared {
					note.declared++
				}
			}
		}
		s := &note.names[i]
		s.form = min(s.form, form)
		note.times[slip.Key(s.name)]++
	})
	return note
}

// declares reports whether a file that is no note has a name, in whatever marks and capitals.
func (t *Table) declares(name string) bool {
	key := slip.Key(name)
	known, ok := t.known[key]
	if !ok {
		e := t.Get(key)
		_, any := e.Declared()
		known = any > 0
		if t.known == nil {
			t.known = map[string]bool{}
		}
		t.known[key] = known
	}
	return known
}

// cases returns a case for each name near one that a note says.
func (t *Table) cases(s *said, near []Entry, note *text) (list []Slip) {
	const fewest = 2 // notes that say a name which the code has not, or times that the note itself does
	notes := 0
	for _, n := range t.Get(slip.Key(s.name)).Names {
		notes += n.Files[Note] + n.Files[Past]
	}
	for _, y := range near {
		best := slices.MaxFunc(y.Names, func(a, b Name) int {
			return cmp.Or(cmp.Compare(a.Files[Code], b.Files[Code]), cmp.Compare(a.Files[Test], b.Files[Test]),
				cmp.Compare(a.Files[Note], b.Files[Note]), cmp.Compare(b.Text, a.Text))
		})
		c := slip.Case{Said: s.name, Meant: best.Text, Form: s.form, SaidNotes: max(notes, 1), MeantTimes: note.times[y.Key],
			Note: (float64(note.declared) + 1) / (float64(note.several) + 2)}
		tests := 0
		for _, n := range y.Names {
			c.Code += n.Files[Code]
			tests += n.Files[Test]
			for _, s := range n.Said {
				if s.Form != slip.Prose {
					c.MeantSaid++
				}
			}
		}
		if kind, _ := slip.Compare(slip.Key(s.name), y.Key); kind == slip.Prefix || len(y.Key) < slip.MinName ||
			c.Code+tests == 0 && c.MeantSaid < fewest && c.MeantTimes < fewest {
			continue
		}
		wordX, wordY := slip.Differing(s.name, best.Text)
		c.Word, c.MeantWord = t.Get(wordX).Words-notes, t.Get(wordY).Words
		list = append(list, Slip{Case: c, First: best.First})
	}
	for i := range list {
		list[i].Nears = len(list)
	}
	return list
}
