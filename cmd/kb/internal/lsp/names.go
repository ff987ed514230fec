package lsp

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// name is what completion knows of a note.
type name struct {
	path, title, wiki string   // wiki: how a wiki link spells it
	keys              []string // in lower case
	lower             string   // the path in lower case
	standing          markdown.Standing
}

// detail is the title, and how the note stands where it is not in force.
func (n *name) detail() string {
	if n.standing == markdown.InForce {
		return n.title
	}
	return n.title + "  [" + n.standing.String() + "]"
}

// namesOf lists the notes by how they can be called. A wiki link has the shortest spelling that means
// this note and no other, wherever it stands.
func (s *Server) namesOf(now *snapshot.Snapshot) []name {
	if s.notes.names != nil {
		return s.notes.names
	}
	stems := map[string]int{}
	for _, e := range now.Entries {
		stems[strings.ToLower(stemOf(e.File.Path))]++
	}
	names := make([]name, 0, len(now.Entries))
	for _, e := range now.Entries {
		n := name{path: e.File.Path, title: e.Note.Title, wiki: stemOf(e.File.Path), lower: strings.ToLower(e.File.Path),
			standing: e.Standing(now.Inactive(e, s.o.Now()), nil)}
		if stems[strings.ToLower(n.wiki)] > 1 {
			n.wiki = strings.TrimSuffix(e.File.Path, path.Ext(e.File.Path))
		}
		for _, key := range append([]string{n.wiki, n.title, e.Note.ID}, e.Note.Aliases...) {
			if key = strings.ToLower(key); key != "" && !slices.Contains(n.keys, key) {
				n.keys = append(n.keys, key)
			}
		}
		names = append(names, n)
	}
	s.notes.names = names
	return names
}

func stemOf(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }

// How well what was typed fits a note, the best first.
const (
	beginsName = iota
	beginsWord // of a name
	inName
	inPath
	scattered // its letters stand in the path in their order
	misfit
)

// match says how well what was typed fits a note.
func (n *name) match(typed string) int {
	best := misfit
	for _, key := range n.keys {
		switch {
		case !strings.Contains(key, typed):
		case strings.HasPrefix(key, typed):
			best = beginsName
		case slices.ContainsFunc([]string{" ", "-", "_", "/", "."}, func(sep string) bool { return strings.Contains(key, sep+typed) }):
			best = min(best, beginsWord)
		default:
			best = min(best, inName)
		}
	}
	switch {
	case best != misfit:
		return best
	case strings.Contains(n.lower, typed):
		return inPath
	case len(typed) > 2 && inOrder(strings.TrimSuffix(n.lower, path.Ext(n.lower)), typed):
		return scattered
	}
	return misfit
}

// inOrder reports whether the letters of one text stand in another in their order.
func inOrder(text, letters string) bool {
	for _, r := range letters {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}

// mostItems bounds a completion. What is typed further narrows it.
const mostItems = 200

// matching lists the notes that fit what was typed, the best first; of those that fit as well what is in force.
func (s *Server) matching(now *snapshot.Snapshot, typed string) (found []name, all int) {
	type fit struct {
		name
		place int
	}
	var fits []fit
	typed = strings.ToLower(strings.TrimSpace(typed))
	for _, n := range s.namesOf(now) {
		if place := n.match(typed); place != misfit {
			fits = append(fits, fit{n, place})
		}
	}
	slices.SortStableFunc(fits, func(a, b fit) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.standing, b.standing), cmp.Compare(len(a.wiki), len(b.wiki)),
			cmp.Compare(a.path, b.path))
	})
	for _, f := range fits[:min(len(fits), mostItems)] {
		found = append(found, f.name)
	}
	return found, len(fits)
}

// reference is a link to a note.
type reference struct {
	from     string // path of the note that holds it
	fragment string
	line     int
	col      int
	length   int // of the link, in bytes; 0 for the rest of the line
}

// linked lists the links to a note: those of the saved notes, which are resolved once, and those of the
// buffers as they are now.
func (s *Server) linked(ctx context.Context, to string) ([]reference, error) {
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	if s.notes.back == nil {
		s.notes.back = map[string][]reference{}
		for _, e := range s.notes.saved.Entries {
			addLinks(s.notes.back, s.notes.saved.Resolver(), e)
		}
	}
	open := map[string][]reference{}
	found := slices.Clone(s.notes.back[to])
	for path := range s.buffers {
		if e := now.Entry(path); e != nil {
			found = slices.DeleteFunc(found, func(r reference) bool { return r.from == path })
			addLinks(open, now.Resolver(), e)
		}
	}
	return append(found, open[to]...), nil
}

// addLinks adds the links of a note, those of its front matter included, to what they name.
func addLinks(back map[string][]reference, names *kb.Resolver, e *snapshot.Entry) {
	from := e.File.Path
	for _, l := range e.Links() {
		to := names.Link(from, l).Path
		if l.Target == "" && l.Fragment != "" {
			to = from
		}
		if to != "" {
			back[to] = append(back[to], reference{from, l.Fragment, l.Line, l.Col, l.End - l.Start})
		}
	}
	for _, rel := range e.Note.Relations {
		if to := names.Relation(from, rel.Target).Path; to != "" && !rel.Body {
			back[to] = append(back[to], reference{from: from, line: max(rel.Line, 1), col: 1})
		}
	}
}
