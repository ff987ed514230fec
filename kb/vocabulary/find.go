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

// Slips returns the names of a note of the tree that nothing declares, each with every declared one near it, in the
// order in which the note says them.
func (t *Table) Slips(path string, source []byte) (list []Slip, err error) {
	if KindOf(path) != Note || len(source) > maxText {
		return nil, nil
	}
	names := t.saidIn(source)
	beside, declared, several := map[string]bool{}, 0, 0
	for _, s := range names {
		beside[slip.Key(s.name)] = true
		if slip.Several(s.name) {
			several++
			if s.declared {
				declared++
			}
		}
	}
	for _, s := range names {
		if key := slip.Key(s.name); !s.declared && len(key) > slip.MinName {
			near, err := t.Near(key)
			if err != nil {
				return nil, err
			}
			cases := t.cases(&s, near, beside)
			line := 1 + bytes.Count(source[:s.at], []byte("\n"))
			col := s.at - bytes.LastIndexByte(source[:s.at], '\n')
			for _, c := range cases {
				c.Path, c.Line, c.Col = path, line, col
				c.Note, c.Several = (float64(declared)+1)/(float64(several)+2), several
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// saidIn returns the names that a note says in code, in the order in which it first does.
func (t *Table) saidIn(source []byte) (list []said) {
	number := map[string]int{}
	slip.Said(source, func(name []byte, at int, form slip.Form) {
		if form == slip.Prose {
			return
		}
		i, ok := number[string(name)]
		if !ok {
			i = len(list)
			number[string(name)] = i
			list = append(list, said{name: string(name), form: form, at: at, declared: t.declares(string(name))})
		}
		list[i].form = min(list[i].form, form)
	})
	return list
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

// cases returns a case for each declared name near one that a note says.
func (t *Table) cases(s *said, near []Entry, beside map[string]bool) (list []Slip) {
	near = slices.DeleteFunc(near, func(n Entry) bool {
		code, _ := n.Declared()
		return code == 0 || len(n.Key) < slip.MinName
	})
	if len(near) == 0 {
		return nil
	}
	notes, before := 0, false
	e := t.Get(slip.Key(s.name))
	for _, n := range e.Names {
		notes += n.Files[Note] + n.Files[Past]
		before = before || n.Files[Past] > 0
	}
	for _, y := range near {
		best := slices.MaxFunc(y.Names, func(a, b Name) int {
			return cmp.Or(cmp.Compare(a.Files[Code], b.Files[Code]), cmp.Compare(a.Files[Test], b.Files[Test]), cmp.Compare(b.Text, a.Text))
		})
		c := slip.Case{Said: s.name, Meant: best.Text, Form: s.form, SaidNotes: notes, SaidBefore: before,
			Beside: beside[y.Key], Nears: len(near)}
		for _, n := range y.Names {
			c.MeantNotes += n.Files[Note]
			c.Code += n.Files[Code]
			c.Tests += n.Files[Test]
		}
		wordX, wordY := slip.Differing(s.name, best.Text)
		c.Word, c.MeantWord = t.Get(wordX).Words-notes, t.Get(wordY).Words
		list = append(list, Slip{Case: c, First: best.First})
	}
	return list
}
