// Package move tells which bytes of which notes change when files get other paths, so that every link
// means the note or file that it meant before.
package move

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// Files is the work tree that a move looks at.
type Files interface {
	ReadWork(path string) ([]byte, error) // the bytes of a note as they are now
	Exists(path string) bool              // whether there is a file or a folder, a note or not
}

// Plan is all that some moves change.
type Plan struct {
	Changes []Change // sorted by path; those of notes that move are always there, even where no byte changes
	Left    []string // PATH:LINE of what may mean the old number of a record, or another record's, and stays
}

// Change is what happens to one note.
type Change struct {
	Path     string // before the move
	Old, New []byte // of the whole note
	Edits    []Edit // in order of place
}

// Edit is the target of one link, written anew.
type Edit struct {
	Line, Col int // 1-based; Col counts bytes
	Old, New  string

	start, end int // of Old in the bytes before
}

// Refusal tells a link that no spelling would keep.
type Refusal struct {
	Path   string
	Line   int
	Target string
	Reason string // goes on from "the link to TARGET"
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("%s:%d: the link to %q %s", r.Path, r.Line, r.Target, r.Reason)
}

// Make plans moves to paths that no file has. paths are those of the repository's files, of notes and others.
// Links that name a note or a file and would name another, or none, are written anew: in the spelling that they
// have if there is one, else in a longer one; so are names of a note's file that would hold by its title alone.
// Links that are broken or ambiguous stay as they are. Before it returns, all is resolved anew as it will be; the
// error is a *Refusal when a link cannot be kept.
func Make(s *snapshot.Snapshot, moves Moves, paths []string, files Files) (*Plan, error) {
	m, err := newMover(s, moves, paths, files)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	for _, e := range s.Entries {
		c, err := m.change(p, e)
		if err != nil {
			return nil, err
		}
		if c != nil {
			p.Changes = append(p.Changes, *c)
		}
	}
	return p, m.check(p)
}

// mover is one run of Make.
type mover struct {
	before  *snapshot.Snapshot
	moved   *snapshot.Snapshot // the notes have their new paths, no link is written anew
	was, is *world             // of these two
	moves   Moves
	files   Files
	numbers []*adr.Renumbering
}

// newMover reads the notes that move as they will be.
func newMover(s *snapshot.Snapshot, moves Moves, paths []string, files Files) (*mover, error) {
	m := &mover{before: s, moves: moves, files: files}
	changed := map[string]*snapshot.Entry{}
	var moved []*snapshot.Entry
	for _, e := range s.Entries {
		if from := e.File.Path; m.after(from) != from {
			source, err := files.ReadWork(from)
			if err != nil {
				return nil, fmt.Errorf("move: %w", err)
			}
			if r := adr.Renumbered(&e.Note, m.after(from)); r != nil {
				m.numbers, source = append(m.numbers, r), r.Applied(source)
			}
			changed[from], moved = nil, append(moved, m.entry(m.after(from), source))
		}
	}
	for _, e := range moved {
		changed[e.File.Path] = e
	}
	m.moved = s.With(s.Tree, changed)
	listed := map[string]bool{}
	for _, file := range paths {
		for ; file != "." && file != "/" && !listed[file]; file = path.Dir(file) {
			listed[file] = true
		}
	}
	back := Moves{}
	for from, to := range m.moves {
		back[to] = from
	}
	stays := func(file string) bool { return m.after(file) == file }
	was := &world{m.before.Resolver(), places{ends: endsOf(paths, func(file string) string { return file })}}
	was.there = func(from, file string) bool { // git knows nothing of what it ignores
		return listed[file] || !(stays(from) && stays(file)) && m.files.Exists(file)
	}
	is := &world{m.moved.Resolver(), places{ends: endsOf(paths, m.after)}}
	is.there = func(from, file string) bool {
		first := back.After(file)
		return m.after(first) == file && was.there(back.After(from), first)
	}
	m.was, m.is = was, is
	return m, nil
}

// entry reads a note as it will be.
func (m *mover) entry(path string, source []byte) *snapshot.Entry {
	source, _ = encoding.Decode(source)
	return snapshot.ReadEntry(git.File{Path: path, Size: int64(len(source))}, m.before.Tree.Config, source)
}

// after is where a file lies when it has been moved.
func (m *mover) after(path string) string { return m.moves.After(path) }

// change tells what happens to a note, nil for nothing.
func (m *mover) change(p *Plan, e *snapshot.Entry) (*Change, error) {
	path := e.File.Path
	moves := m.after(path) != path
	if !moves && len(m.numbers) == 0 && !slices.ContainsFunc(references(e), func(l markdown.Link) bool { return m.need(path, l) != nil }) {
		return nil, nil
	}
	source, err := m.files.ReadWork(path)
	if err != nil {
		return nil, fmt.Errorf("move: %w", err)
	}
	text, name := encoding.Decode(source)
	c := &Change{Path: path, Old: text}
	now := m.entry(path, text)
	seen := map[int]bool{} // one definition serves many links
	for _, l := range now.Links() {
		need := m.need(c.Path, l)
		if need == nil || l.TargetEnd <= l.TargetStart || seen[l.TargetStart] {
			continue
		}
		seen[l.TargetStart] = true
		start, end := l.TargetStart, l.TargetEnd
		written, ok := m.spell(c, l, need)
		if !ok {
			return nil, &Refusal{c.Path, l.Line, l.Target, "cannot be written so that it means " + need.path}
		}
		// Blanks about the name of a wiki link stay.
		raw := string(c.Old[start:end])
		start += len(raw) - len(strings.TrimLeft(raw, " \t"))
		end -= len(raw) - len(strings.TrimRight(raw, " \t"))
		c.edit(start, end, written)
	}
	if err := m.editRelations(c, now); err != nil {
		return nil, err
	}
	m.renumber(p, c, now.Links())
	c.apply()
	if err := encoding.Editable(source); err != nil && len(c.Edits) > 0 {
		return nil, fmt.Errorf("%s:%d: a link has to be written anew: %w", path, c.Edits[0].Line, err)
	}
	if name != "" {
		c.Old, c.New = source, source // it is moved as it is
	}
	if len(c.Edits) == 0 && !moves {
		return nil, nil
	}
	return c, nil
}

// renumber writes the number of a record anew that gets another one: in its own head, in the texts of links to it, and
// where a text calls it. What another record may be called, too, is left, and told.
func (m *mover) renumber(p *Plan, c *Change, links []markdown.Link) {
	for _, r := range m.numbers {
		if c.Path == r.From {
			c.places(r.Own(c.Old))
		}
		for i := range links {
			l := &links[i]
			open := bytes.LastIndexByte(c.Old[:max(l.TargetStart, 0)], '[') + 1
			text, ok := strings.CutSuffix(string(c.Old[open:max(l.TargetStart, open)]), "](")
			if to, _ := m.was.target(c.Path, *l); to == r.From && open > 0 && ok {
				c.places(r.Title(text, open))
			}
		}
		for _, at := range r.Mentions(links, c.Old) {
			switch res := m.before.Resolver().Relation(c.Path, at.Name); {
			case res.Path == r.From:
				c.places([]adr.Place{at})
			case slices.Contains(res.Candidates, r.From):
				p.Left = append(p.Left, fmt.Sprintf("%s:%d", c.Path, 1+bytes.Count(c.Old[:at.Start], []byte("\n"))))
			}
		}
	}
}

// places adds edits of places that no other edit touches.
func (c *Change) places(places []adr.Place) {
	for _, p := range places {
		if !slices.ContainsFunc(c.Edits, func(e Edit) bool { return e.start < p.End && p.Start < e.end }) {
			c.edit(p.Start, p.End, p.Text)
		}
	}
}

// references are all links of a note, the relations of its front matter, header and status behind
// those of its text. These have no place but a line.
func references(e *snapshot.Entry) []markdown.Link {
	refs := e.Links()
	return append(refs[:len(refs):len(refs)], relations(e)...)
}

// relations are the links of a note's front matter, header and status. Those that its text states
// are among the links of the text.
func relations(e *snapshot.Entry) []markdown.Link {
	var refs []markdown.Link
	for _, rel := range e.Note.Relations {
		if !rel.Body {
			refs = append(refs, markdown.Link{Kind: markdown.LinkRelation, Target: rel.Target, Line: rel.Line})
		}
	}
	return refs
}

// edit adds an edit, unless it changes nothing.
func (c *Change) edit(start, end int, written string) {
	old := string(c.Old[start:end])
	if old == written {
		return
	}
	c.Edits = append(c.Edits, Edit{Old: old, New: written, start: start, end: end})
}

// apply makes the new bytes.
func (c *Change) apply() {
	slices.SortFunc(c.Edits, func(a, b Edit) int { return a.start - b.start })
	c.New = make([]byte, 0, len(c.Old)+64)
	at, passed, line, head := 0, 0, 1, 0 // head is where the line begins, passed what is counted
	for i := range c.Edits {
		e := &c.Edits[i]
		line += bytes.Count(c.Old[passed:e.start], []byte("\n"))
		if last := bytes.LastIndexByte(c.Old[passed:e.start], '\n'); last >= 0 {
			head = passed + last + 1
		}
		e.Line, e.Col = line, e.start-head+1
		c.New = append(append(c.New, c.Old[at:e.start]...), e.New...)
		at, passed = e.end, e.start
	}
	c.New = append(c.New, c.Old[at:]...)
}
