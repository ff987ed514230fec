package validate

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/markdown"
)

// Keeping says where the judgement of a whole base is kept, so that what does not change is judged
// once. The zero value keeps nothing.
type Keeping struct {
	File    string
	Version string // of the program: another one judges anew
}

// maxKept bounds what is read of the file into memory, in bytes.
const maxKept = 64 << 20

// Format opens the file: it changes with the rules of judgement, and with the version of the program.
func (k Keeping) Format() store.Format {
	return store.Format(fmt.Sprintf("kb judgement %d by %s", judge.Rules, k.Version))
}

// modified returns when the file was written last, zero for no file.
func (k Keeping) modified() time.Time {
	info, err := os.Stat(k.File)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// kept is a judgement as a file has it. Notes are numbered by Paths.
type kept struct {
	Least     float64    `json:"least"` // energy from which on conflicts were kept
	Paths     []string   `json:"paths"`
	Conflicts []keptPair `json:"conflicts"`
	Repeats   bool       `json:"repeats"` // Same was looked for
	Same      [][]int    `json:"same"`    // note, statement, and the notes that say the same

	States  states          `json:"states"`
	Setting json.RawMessage `json:"setting"` // base.Setting, written with each part of a judgement and seldom read
}

// states names for each note that was judged, by path, all of it that its statements depend on: its
// bytes, and what makes it state something on a day.
type states map[string]string

// keptPair is a contradiction whose two statements are named by the numbers of their notes and their own.
type keptPair struct {
	A       [2]int        `json:"a"` // note and statement
	B       [2]int        `json:"b"`
	Verdict judge.Verdict `json:"verdict"`
}

// judgedOf counts the notes that were judged as they are now.
func (r *kept) judgedOf(now states) (n int) {
	for path, state := range r.States {
		if now[path] == state {
			n++
		}
	}
	return n
}

// without is what is kept of a judgement in which the statements of some notes are still to be judged:
// the next one takes them for changed.
func (r kept) without(pending map[string]bool) kept {
	r.States = maps.Clone(r.States)
	for path := range pending {
		delete(r.States, path)
	}
	return r
}

// read gives what is kept, nil where nothing is that knows as much.
func (k Keeping) read(least float64, repeats bool) *kept {
	if k.File == "" {
		return nil
	}
	var r kept
	if k.Format().LoadJSON(k.File, maxKept, &r) != nil || r.States == nil || r.Least > least || repeats && !r.Repeats {
		return nil
	}
	return &r
}

// restore finds the statements again, nil where one is not there. What says something of those that
// are left out is left out.
func (r *kept) restore(s *snapshot.Snapshot, leftOut func(path string, statement int) bool) *judged {
	j := &judged{}
	if r.Repeats {
		j.same = duplicates{}
	}
	without := func(place []int) bool {
		return len(place) >= 2 && place[0] >= 0 && place[0] < len(r.Paths) && leftOut(r.Paths[place[0]], place[1])
	}
	for i := range r.Conflicts {
		p := &r.Conflicts[i]
		if without(p.A[:]) || without(p.B[:]) {
			continue
		}
		a, okA := r.statement(s, p.A[:])
		b, okB := r.statement(s, p.B[:])
		if !okA || !okB {
			return nil
		}
		j.conflicts = append(j.conflicts, base.Finding{A: a.Parse(p.A[1]), B: b.Parse(p.B[1]), Verdict: p.Verdict})
	}
	if !r.Repeats {
		return j
	}
	for _, same := range r.Same {
		if without(same) {
			continue
		}
		e, ok := r.statement(s, same)
		if !ok {
			return nil
		}
		others, ok := r.others(same)
		if !ok {
			return nil
		}
		j.same[&e.Statements()[same[1]]] = others
	}
	return j
}

// others gives the notes that say the same.
func (r *kept) others(same []int) (paths map[string]bool, ok bool) {
	paths = map[string]bool{}
	for _, n := range same[min(2, len(same)):] {
		if n < 0 || n >= len(r.Paths) {
			return nil, false
		}
		paths[r.Paths[n]] = true
	}
	return paths, true
}

// statement gives the note of a place that has that statement.
func (r *kept) statement(s *snapshot.Snapshot, place []int) (*snapshot.Entry, bool) {
	if len(place) < 2 || place[0] < 0 || place[0] >= len(r.Paths) {
		return nil, false
	}
	e := s.Entry(r.Paths[place[0]])
	return e, e != nil && place[1] >= 0 && place[1] < len(e.Statements())
}

// write keeps a judgement in place of the one that is there, at once: of two processes the later
// one. An error leaves what was there.
func (k Keeping) write(s *snapshot.Snapshot, r kept, j *judged) error {
	if k.File == "" {
		return nil
	}
	r.Repeats = j.same != nil
	numbers := map[string]int{}
	number := func(path string) int {
		n, ok := numbers[path]
		if !ok {
			n = len(r.Paths)
			numbers[path] = n
			r.Paths = append(r.Paths, path)
		}
		return n
	}
	at := func(p *read.Parsed) [2]int {
		place := snapshot.PlaceOf(p)
		return [2]int{number(place.Entry.File.Path), ordinal(place)}
	}
	for i := range j.conflicts {
		f := &j.conflicts[i]
		r.Conflicts = append(r.Conflicts, keptPair{A: at(f.A), B: at(f.B), Verdict: f.Verdict})
	}
	for _, e := range s.Entries {
		for i := range e.Statements() {
			if others := j.same[&e.Statements()[i]]; len(others) > 0 {
				r.Same = append(r.Same, append([]int{number(e.File.Path), i}, numbersOf(others, number)...))
			}
		}
	}
	_ = store.Remove(k.File + ".json") // where kb kept it until it had a sum
	return k.Format().SaveJSON(k.File, maxKept, r)
}

// numbersOf returns the numbers of paths, in the order of the paths.
func numbersOf(paths map[string]bool, number func(string) int) []int {
	out := make([]int, 0, len(paths))
	for _, p := range slices.Sorted(maps.Keys(paths)) {
		out = append(out, number(p))
	}
	return out
}

// ordinal is which statement of its note it is.
func ordinal(at snapshot.Place) int {
	return slices.IndexFunc(at.Entry.Statements(), func(st markdown.Statement) bool {
		return st.Span == at.Statement.Span && st.Text == at.Statement.Text
	})
}
