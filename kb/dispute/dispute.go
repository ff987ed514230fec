// Package dispute knows which statements of a repository cannot both hold, and keeps that from one
// state of the repository to the next: judging all pairs of a large base takes seconds, those of a
// few changed notes milliseconds.
package dispute

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
)

// least is the energy from which on two statements are in dispute: a commit would be stopped for them.
const least = judge.Reject

// Dispute is a statement of a note, and one of another note that contradicts it.
type Dispute struct {
	Line   int    // of the statement
	Text   string // of the statement
	Path   string // of the other note
	There  int    // line of the other statement
	Says   string // the other statement
	Energy float64
}

// Ledger is the disputes of one state of a repository. It does not change. It outlives the snapshot
// that it was judged by, and has copies of what it quotes: a part of a note would keep all that was
// read of all notes in memory.
type Ledger struct {
	notes map[string]judged // the active notes
	pairs []pair
	drift int // statements that were judged since all of them were

	byPath map[string][]Dispute
}

// judged is what a note was judged by.
type judged struct {
	Blob       string `json:"blob"`
	Kind       string `json:"kind"`
	Status     string `json:"status,omitempty"`
	Statements int    `json:"n"`
}

// pair is two statements in dispute, in order of their places.
type pair struct {
	A      place   `json:"a"`
	B      place   `json:"b"`
	Energy float64 `json:"energy"`
}

// place is the n-th statement of a note.
type place struct {
	Path string `json:"path"`
	N    int    `json:"n"`
}

func (p place) compare(other place) int {
	return cmp.Or(cmp.Compare(p.Path, other.Path), cmp.Compare(p.N, other.N))
}

// limits say when all statements are judged anew.
type limits struct {
	small int // number of statements up to which they are each time: that takes less than a second
	// changed is the greatest part of them that is judged by itself since all were: how rare a word is
	// changes with every note, and a ledger should not drift from what a whole judgement finds.
	changed float64
}

// Judge gives the disputes of a snapshot on a day: from those of an earlier state, where few notes
// have changed since, else anew. earlier may be nil. watch, when set, is told how far it is, by
// several goroutines; where it returns false, or ctx ends, Judge ends with the context's error or
// context.Canceled.
func Judge(ctx context.Context, s *snapshot.Snapshot, day time.Time, earlier *Ledger, watch func(done, total int) bool) (*Ledger, error) {
	return limits{small: 2000, changed: 0.1}.judge(ctx, s, day, earlier, watch)
}

// judge is Judge within limits that tests choose. It keeps the pairs of notes that are as they
// were, and judges the statements of the others against all; when too many have changed, all anew.
func (m limits) judge(
	ctx context.Context, s *snapshot.Snapshot, day time.Time, earlier *Ledger, watch func(done, total int) bool,
) (*Ledger, error) {
	if earlier == nil {
		earlier = &Ledger{}
	}
	l := &Ledger{notes: map[string]judged{}}
	changed := l.read(s, day, earlier)
	l.drift = earlier.drift + l.distance(earlier)
	anew := l.drift > 0 && (l.statements() <= m.small || float64(l.drift) > m.changed*float64(l.statements()))
	if anew {
		l.drift = 0
	} else {
		l.keep(earlier, changed)
	}
	if anew || len(changed) > 0 {
		if err := l.judge(ctx, s.Statements(day), anew, changed, watch); err != nil {
			return nil, err
		}
	}
	l.resolve(s)
	return l, ctx.Err()
}

// judge judges all statements, or those of some notes against all.
func (l *Ledger) judge(
	ctx context.Context, stated *base.Base, all bool, changed []*snapshot.Entry, watch func(done, total int) bool,
) error {
	var ended atomic.Bool
	stated.Across = true
	stated.Watch = func(done, total int) bool {
		if ctx.Err() != nil || watch != nil && !watch(done, total) {
			ended.Store(true)
		}
		return !ended.Load()
	}
	if all {
		l.take(stated.All(least))
	} else {
		for i, e := range changed {
			if stated.Watch(i, len(changed)) {
				l.take(stated.Conflicts(parsed(e), least))
			}
		}
	}
	if ended.Load() {
		return cmp.Or(ctx.Err(), context.Canceled)
	}
	slices.SortFunc(l.pairs, pair.compare)
	l.pairs = slices.CompactFunc(l.pairs, func(x, y pair) bool { return x.A == y.A && x.B == y.B })
	return nil
}

// compare orders pairs by their places, and of the same two places the one of more energy first:
// that is the one that judge keeps.
func (p pair) compare(other pair) int {
	return cmp.Or(p.A.compare(other.A), p.B.compare(other.B), cmp.Compare(other.Energy, p.Energy))
}

// read notes what the active notes of a snapshot are judged by, and lists those that the earlier
// ledger knows otherwise or not at all.
func (l *Ledger) read(s *snapshot.Snapshot, day time.Time, earlier *Ledger) (changed []*snapshot.Entry) {
	for _, e := range s.Entries {
		if s.Inactive(e, day) != "" {
			continue
		}
		n := judged{Blob: e.File.Blob, Kind: e.Note.Kind, Status: e.Note.Status}
		before, known := earlier.notes[e.File.Path]
		n.Statements = before.Statements
		if !known || n != before {
			before = judged{n.Blob, strings.Clone(n.Kind), strings.Clone(n.Status), e.Stated()}
			changed = append(changed, e)
		}
		l.notes[e.File.Path] = before
	}
	return changed
}

// statements is how many the active notes have.
func (l *Ledger) statements() (n int) {
	for _, note := range l.notes {
		n += note.Statements
	}
	return n
}

// distance is how many statements came or went with notes that are not in both ledgers alike.
func (l *Ledger) distance(earlier *Ledger) (n int) {
	for path, now := range l.notes {
		if before := earlier.notes[path]; before != now {
			n += max(now.Statements, before.Statements)
		}
	}
	for path, before := range earlier.notes {
		if _, still := l.notes[path]; !still {
			n += before.Statements
		}
	}
	return n
}

// keep takes the pairs of an earlier ledger whose notes are as they were.
func (l *Ledger) keep(earlier *Ledger, changed []*snapshot.Entry) {
	fresh := make(map[string]bool, len(changed))
	for _, e := range changed {
		fresh[e.File.Path] = true
	}
	active := func(p place) bool { _, ok := l.notes[p.Path]; return ok && !fresh[p.Path] }
	for _, p := range earlier.pairs {
		if active(p.A) && active(p.B) {
			l.pairs = append(l.pairs, p)
		}
	}
}

// take adds findings.
func (l *Ledger) take(found []base.Finding) {
	for _, f := range found {
		a, b := placeOf(f.A), placeOf(f.B)
		if a.compare(b) > 0 {
			a, b = b, a
		}
		l.pairs = append(l.pairs, pair{a, b, f.Verdict.Energy})
	}
}

// placeOf is the place of a statement that was read of a snapshot; its N is -1 when the note has no
// statement of this text there.
func placeOf(p *read.Parsed) place {
	at := snapshot.PlaceOf(p)
	all := at.Entry.Statements()
	return place{
		at.Entry.File.Path,
		slices.IndexFunc(all, func(st markdown.Statement) bool { return st.Span == at.Statement.Span && st.Text == at.Statement.Text }),
	}
}

// parsed reads the statements of a note for the judge, in their order.
func parsed(e *snapshot.Entry) []*read.Parsed {
	out := make([]*read.Parsed, len(e.Statements()))
	for i := range out {
		out[i] = e.Parse(i)
	}
	return out
}

// resolve lists the disputes by note, without those that the notes settle themselves.
func (l *Ledger) resolve(s *snapshot.Snapshot) {
	l.byPath = map[string][]Dispute{}
	tied := validate.Ties(s)
	for _, p := range l.pairs {
		a, b := at(s, p.A), at(s, p.B)
		if a.Entry == nil || b.Entry == nil || tied.Settled(a, b) {
			continue
		}
		l.byPath[p.A.Path] = append(l.byPath[p.A.Path], dispute(a, b, p.Energy))
		l.byPath[p.B.Path] = append(l.byPath[p.B.Path], dispute(b, a, p.Energy))
	}
	for _, list := range l.byPath {
		slices.SortStableFunc(list, func(x, y Dispute) int {
			return cmp.Or(cmp.Compare(y.Energy, x.Energy), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Path, y.Path),
				cmp.Compare(x.There, y.There))
		})
	}
}

// at finds the statement of a place; without an entry where there is none.
func at(s *snapshot.Snapshot, p place) snapshot.Place {
	e := s.Entry(p.Path)
	if e == nil || p.N < 0 || p.N >= len(e.Statements()) {
		return snapshot.Place{}
	}
	return snapshot.Place{Entry: e, Statement: &e.Statements()[p.N]}
}

// dispute is a pair as the note of here has it. It copies the texts: see Ledger.
func dispute(here, there snapshot.Place, energy float64) Dispute {
	return Dispute{
		Line: here.Statement.Span.StartLine, Text: strings.Clone(here.Statement.Text),
		Path: there.Entry.File.Path, There: there.Statement.Span.StartLine, Says: strings.Clone(there.Statement.Text), Energy: energy,
	}
}

// Of lists the disputes of the statements of a note that begin within some lines, the strongest first.
func (l *Ledger) Of(path string, start, end int) (out []Dispute) {
	for _, d := range l.byPath[path] {
		if d.Line >= start && d.Line <= end {
			out = append(out, d)
		}
	}
	return out
}

// Knows tells that the note was judged as the state that has this blob.
func (l *Ledger) Knows(path, blob string) bool {
	n, ok := l.notes[path]
	return ok && n.Blob == blob
}

// Len is the number of pairs of notes' statements in dispute, settled or not.
func (l *Ledger) Len() int { return len(l.pairs) }
