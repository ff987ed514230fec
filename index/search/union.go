package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/rank"
)

// Member is a base of several that are searched as one.
type Member struct {
	Searcher *Searcher
	Name     string        // as hits name it
	Scope    string        // whose word it is: personal, project, team or organization
	Prefix   string        // of its paths among those of the others: "" in at most one, else its name and ":"
	Usage    *usage.Reader // how its notes were used before; nil: not known

	firstNote, firstRow int // its first among those of all
}

// personal is the scope of what one person knows; see [run.preferShared].
const personal = "personal"

// Union answers from several bases as from one that holds the notes of all: how rare a word is and
// how long notes are is counted over all of them, so that their scores can be compared. Links and
// what is derived from them stay within a base, as does use. The first member is the one that is
// asked from: its settings rank. The members stay open, and those who opened them close them.
func Union(members []Member) *Searcher {
	s := &Searcher{members: slices.Clone(members), x: members[0].Searcher.x, view: members[0].Searcher.view,
		settings: members[0].Searcher.settings}
	var tables []*store.Rows
	var readers []words.Index
	var prefixes []string
	var docs []int
	notes, rows := 0, 0
	for i := range s.members {
		m := &s.members[i]
		of := m.Searcher.gen
		m.firstNote, m.firstRow = notes, rows
		notes, rows = notes+len(of.Rows.Paths), rows+of.Rows.Count()
		tables, prefixes = append(tables, of.Rows), append(prefixes, m.Prefix)
		readers, docs = append(readers, of.Words), append(docs, len(of.Rows.Docs))
	}
	s.gen = &store.Generation{Rows: store.JoinRows(tables, prefixes), Words: words.Join(readers, docs)}
	s.prepare()
	return s
}

// member is the base that a note is of, nil where there is but one.
func (s *Searcher) member(note int) *Member {
	if s.members == nil {
		return nil
	}
	at, found := slices.BinarySearchFunc(s.members, note, func(m Member, note int) int { return m.firstNote - note })
	for found && at+1 < len(s.members) && s.members[at+1].firstNote == note {
		at++ // the ones before have no notes
	}
	if !found {
		at--
	}
	return &s.members[at]
}

// memberAt is the base that a row is of, nil where there is but one.
func (s *Searcher) memberAt(row int) *Member {
	if s.members == nil {
		return nil
	}
	return s.member(int(s.gen.Rows.NoteOf[row]))
}

// memberOf finds the base that a path is of, and the path there.
func (s *Searcher) memberOf(path string) (m *Member, there string) {
	var plain *Member
	for i := range s.members {
		m := &s.members[i]
		if m.Prefix == "" {
			plain = m
		} else if len(path) > len(m.Prefix) && path[:len(m.Prefix)] == m.Prefix {
			return m, path[len(m.Prefix):]
		}
	}
	return plain, path
}

// numberOf finds the number of a path.
func (s *Searcher) numberOf(path string) (int, bool) {
	if s.members == nil {
		return s.gen.Rows.Note(path)
	}
	m, there := s.memberOf(path)
	if m == nil {
		return 0, false
	}
	n, ok := m.Searcher.gen.Rows.Note(there)
	return m.firstNote + n, ok
}

// outside gives a path of a member as those of all are written; "" stays.
func (m *Member) outside(path string) string {
	if path == "" {
		return ""
	}
	return m.Prefix + path
}

// note is a note of the member as those of all are written. The one that is given stays as it is.
func (m *Member) note(n *kb.Note) *kb.Note {
	out := *n
	out.Path = m.outside(n.Path)
	return &out
}

// links gives the links of the member as those of all are written.
func (m *Member) links(list []store.LinkRecord) []store.LinkRecord {
	if m.Prefix == "" {
		return list
	}
	out := slices.Clone(list)
	for i := range out {
		l := &out[i]
		l.From, l.To = m.outside(l.From), m.outside(l.To)
		l.Candidates = slices.Clone(l.Candidates)
		for c := range l.Candidates {
			l.Candidates[c] = m.outside(l.Candidates[c])
		}
	}
	return out
}

// each calls f with every member, and names the one that an error is of.
func (s *Searcher) each(f func(m *Member) error) error {
	for i := range s.members {
		if err := f(&s.members[i]); err != nil {
			return s.members[i].blame(err)
		}
	}
	return nil
}

// blame says in which base something went wrong.
func (m *Member) blame(err error) error {
	if errors.Is(err, context.Canceled) || m.Prefix == "" {
		return err
	}
	return fmt.Errorf("base %s: %w", m.Name, err)
}

// outsideNote is a note of a member as those of all are written.
type outsideNote struct {
	store.Unread
	m *Member
}

// Name is what the note is called, with its path among those of all bases.
func (o outsideNote) Name() (kb.Name, error) {
	n, err := o.Unread.Name()
	n.Path = o.m.outside(n.Path)
	return n, err
}

// Read decodes the note, with its path among those of all bases.
func (o outsideNote) Read(extra bool) (kb.Note, error) {
	n, err := o.Unread.Read(extra)
	n.Path = o.m.outside(n.Path)
	return n, err
}

// mapped runs f, which reads files that may break under it.
func (s *Searcher) mapped(f func() error) error {
	if s.members == nil && s.gen.Dir == "" {
		return f() // of notes in memory
	}
	if s.members == nil {
		return store.MappedOf(s.gen.Dir, f)
	}
	for i := range s.members {
		inner, m := f, &s.members[i]
		f = func() error { return store.MappedOf(m.Searcher.gen.Dir, inner) }
	}
	return f()
}

// uses looks up how notes were used, of each member in its own record.
type uses struct {
	s    *Searcher
	one  *usage.View
	many map[*Member]func() *usage.View
}

// uses prepares to look up how notes were used, by the terms and the day of the query. Of
// several bases each one's record is read when a candidate of it first comes; none where the
// query has no Usage.
func (r *run) uses(terms []string) uses {
	now := r.day(r.q.Day)
	if r.members == nil {
		return uses{s: r.Searcher, one: r.q.Usage.View(terms, now)}
	}
	u := uses{s: r.Searcher, many: map[*Member]func() *usage.View{}}
	for i := range r.members {
		m := &r.members[i]
		u.many[m] = sync.OnceValue(func() *usage.View {
			if r.q.Usage == nil {
				return nil // nothing of use is to count
			}
			return m.Usage.View(terms, now)
		})
	}
	return u
}

// of is the use of a candidate.
func (u *uses) of(c *candidate) usage.Use {
	view, path := u.one, c.record.Path
	if m := u.s.member(c.number); m != nil {
		view, path = u.many[m](), path[len(m.Prefix):]
	}
	return view.Of(usage.Note{Path: path, ID: c.record.ID})
}

// own is a note as its own base has it, where paths of filters are looked up.
func (s *Searcher) own(number int, n *kb.Note) *kb.Note {
	m := s.member(number)
	if s.inner != nil {
		out := *n
		out.Path = s.inner(n.Path)
		return &out
	}
	if m == nil || m.Prefix == "" {
		return n
	}
	out := *n
	out.Path = n.Path[len(m.Prefix):]
	return &out
}

// ofMembers asks each base about its own candidates.
func ofMembers[T any](r *run, kept []candidate, ask func(alone *run, its []candidate) []T) []T {
	out := make([]T, len(kept))
	for i := range r.members {
		m := &r.members[i]
		var its []candidate
		var at []int
		for k := range kept {
			if r.member(kept[k].number) == m {
				rec := *kept[k].record
				rec.Note = *r.own(kept[k].number, &rec.Note)
				its, at = append(its, candidate{number: kept[k].number - m.firstNote, record: &rec}), append(at, k)
			}
		}
		for k, answer := range ask(&run{Searcher: m.Searcher, q: r.q, request: r.request}, its) {
			out[at[k]] = answer
		}
	}
	return out
}

// within tells whether a note is in one of some folders, as paths of filters name them: within its
// base, or after the name of the base.
func (s *Searcher) within(folders []string, number int) bool {
	path := s.gen.Rows.Paths[number]
	if m := s.member(number); m != nil && m.Prefix != "" {
		if path = path[len(m.Prefix):]; len(folders) > 0 && query.AnyOf(folders, []string{m.Prefix + path}, query.PathMatch) {
			return true
		}
	}
	if s.inner != nil {
		path = s.inner(path)
	}
	return query.AnyOf(folders, []string{path}, query.PathMatch)
}

// passes tells whether a note passes the filters of the query.
func (r *run) passes(number int, n *kb.Note) bool {
	m := r.member(number)
	if r.inner == nil && (m == nil || m.Prefix == "") {
		return r.request.Filter.Match(n)
	}
	f := r.request.Filter
	f.Path = nil
	return r.within(r.request.Filter.Path, number) && f.Match(r.own(number, n))
}

// aside tells the notes of other projects: the files of which they speak are those of their own.
func (m *Member) aside() bool { return m.Prefix != "" && m.Scope == "project" }

// fromFolder reads the paths of a filter, and of what it leaves out, as they are typed in a folder of
// the base that is asked from.
func (s *Searcher) fromFolder(folder string, f *query.Filter) {
	here := s.gen.Rows.Paths
	if len(s.members) > 0 {
		here = s.members[0].Searcher.gen.Rows.Paths
	}
	f.Path = query.FromFolder(folder, s.x.Repo.Root, f.Path, here)
	for i := range f.Without {
		f.Without[i].Path = query.FromFolder(folder, s.x.Repo.Root, f.Without[i].Path, here)
	}
}

// scan is that of the records; the Searcher must not be used in f.
func (s *Searcher) scan(ctx context.Context, wanted func(path string) bool, f func(store.NoteChunks)) error {
	if s.members == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.from.Scan(ctx, wanted, f)
	}
	return s.each(func(m *Member) error {
		return m.Searcher.scan(ctx, func(path string) bool { return wanted(m.outside(path)) }, func(c store.NoteChunks) {
			c.Path = m.outside(c.Path)
			f(c)
		})
	})
}

// compareMembers finds how near the chunks of all bases are to the query. One model for all gives one
// measure. Models that were trained on one base each do not: in a base that knows nothing of the
// matter some chunk is the nearest, too. How much of the query each takes hold of says how much its
// cosines count against those of the one that takes hold of most.
func (r *run) compareMembers(ctx context.Context) error {
	r.cosines = r.meaningOf.get()
	clear(r.cosines)
	trust := make([]float64, len(r.members))
	best := -1
	asked := map[string][]float32{} // vectors of the query, by model
	for i := range r.members {
		m := &r.members[i]
		if m.Searcher.model == nil {
			continue
		}
		one := &run{Searcher: m.Searcher, request: r.request, text: r.text, languages: r.languages}
		r.answer.Model = one.model.Model()
		vec, known := asked[r.answer.Model]
		if !known {
			var err error
			if vec, err = one.query(ctx); err != nil {
				return m.blame(err)
			}
			asked[r.answer.Model] = vec
			r.answer.Tried = append(r.answer.Tried, "meaning: "+r.answer.Model)
		}
		part := r.cosines[m.firstRow : m.firstRow+m.Searcher.gen.Rows.Count()]
		if len(vec) != m.Searcher.gen.Vectors.Dim {
			continue
		}
		if _, err := m.Searcher.gen.Vectors.Similarities(vec, part); err != nil {
			return m.blame(err)
		}
		if trust[i] = hold(one.grasp); best < 0 || trust[i] > trust[best] {
			best, r.grasp = i, one.grasp
		}
	}
	if len(asked) > 1 {
		r.answer.Model = "" // no single one
	}
	for i := range r.members {
		m := &r.members[i]
		if best >= 0 && trust[i] < trust[best] {
			part := r.cosines[m.firstRow : m.firstRow+m.Searcher.gen.Rows.Count()]
			for row := range part {
				part[row] *= float32(trust[i] / trust[best])
			}
		}
	}
	return nil
}

// sharedLook is how many of the best notes are compared with what a person knows for himself.
const sharedLook = 50

// preferShared puts what others may rely on right above what one person noted of the same matter,
// unless that is surer and newer: personal knowledge hides nothing. Both stand in the answer.
func (r *run) preferShared(ctx context.Context, kept []candidate) error {
	if !slices.ContainsFunc(r.members, func(m Member) bool { return m.Scope == personal }) {
		return nil
	}
	order := bestFirst(kept, asPlaced)
	order = order[:min(len(order), sharedLook)]
	stems := make([]map[string]bool, len(order))
	for i, p := range order {
		rows := r.bestChunks(kept[p.at].number, 1)
		if len(rows) == 0 {
			continue
		}
		var err error
		if stems[i], err = r.stems(ctx, rows[0]); err != nil {
			return err
		}
	}
	for i, p := range order {
		own := &kept[p.at]
		if r.member(own.number).Scope != personal || stems[i] == nil {
			continue
		}
		for j, q := range order[i+1:] {
			shared := &kept[q.at]
			if r.member(shared.number).Scope == personal || stems[i+1+j] == nil || shared.score >= own.score ||
				shared.record.Inactive != "" || own.sure > shared.sure && own.right > shared.right {
				continue
			}
			if r.oneMatter(stems[i], stems[i+1+j]) || strings.EqualFold(own.record.Title, shared.record.Title) {
				shared.factors.set("shared", (own.score+1e-8)/shared.score)
				shared.score = rank.Round(own.score + 1e-8)
			}
		}
	}
	return nil
}
