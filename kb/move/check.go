package move

import (
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// check resolves the links of the tree as it will be, and compares.
func (m *mover) check(p *Plan) error {
	changed := map[string]*snapshot.Entry{}
	old := map[string]*snapshot.Entry{}
	var renamed bool
	for _, c := range p.Changes {
		at := m.after(c.Path)
		changed[at] = m.entry(at, c.New)
		old[c.Path] = m.entry(c.Path, c.Old)
		renamed = renamed || !sameName(changed[at].Name(), m.moved.Entry(at).Name())
	}
	notes := m.moved.With(m.moved.Tree, changed)
	after := &world{notes: notes.Resolver(), places: m.is.places}
	for _, e := range m.before.Entries {
		was, edited := old[e.File.Path]
		if !edited && !renamed {
			continue // as it was resolved when links to be written anew were looked for
		}
		if !edited {
			was = e
		}
		is := notes.Entry(m.after(e.File.Path))
		before, now := distinct(was.Links()), distinct(is.Links())
		if len(before) != len(now) {
			return fmt.Errorf("move: %s would have %d links, not %d", was.File.Path, len(now), len(before))
		}
		for i, l := range before {
			if !m.kept(was.File.Path, l, after, is.File.Path, now[i]) || l.Kind != now[i].Kind {
				return &Refusal{was.File.Path, l.Line, l.Target, "would change its meaning"}
			}
		}
		// Two relations that were spelled differently may have become one.
		for _, rel := range was.Note.Relations {
			named := m.before.Resolver().Relation(was.File.Path, rel.Target).Path
			if named == "" || rel.Body {
				continue
			}
			if !slices.ContainsFunc(is.Note.Relations, func(r kb.Relation) bool {
				return r.Type == rel.Type && r.Inverse == rel.Inverse && after.notes.Relation(is.File.Path, r.Target).Path == m.after(named)
			}) {
				return &Refusal{was.File.Path, rel.Line, rel.Target, "would change its meaning"}
			}
		}
	}
	return nil
}

// sameName tells that a title did not change with a link in it.
func sameName(a, b kb.Name) bool {
	return a.ID == b.ID && a.Title == b.Title && slices.Equal(a.Aliases, b.Aliases)
}

// distinct leaves the mentions out that are names of a "Refs:" line too: there a longer name is a
// path, a shorter one is none.
func distinct(links []markdown.Link) []markdown.Link {
	var kept, refs []markdown.Link
	for _, l := range links {
		if l.Kind == markdown.LinkRef {
			refs = append(refs, l)
		}
		if l.Kind == markdown.LinkMention &&
			slices.ContainsFunc(refs, func(r markdown.Link) bool { return r.Start <= l.Start && l.End <= r.End }) {
			continue
		}
		kept = append(kept, l)
	}
	return kept
}

// kept reports whether a link that named a note or a file leads to it as it is.
func (m *mover) kept(from string, was markdown.Link, after *world, at string, is markdown.Link) bool {
	named, file := m.was.target(from, was)
	return named == "" || after.leads(at, is, m.after(named), file) || was.Kind == markdown.LinkURL && pinned(was.Target)
}
