package build

import (
	"errors"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// relink resolves the links of the notes anew. Where the notes are called as before, a link that
// stood in the note already is as it was.
func (g *grapher) relink(paths []string, reuse bool) error {
	for i, p := range paths {
		g.Folder.Options.Progress("resolving links", i+1, len(paths))
		before, err := g.linksBefore(p)
		if err != nil {
			return err
		}
		after, err := g.linksOf(p, before, reuse)
		if err != nil {
			return err
		}
		if err := g.replaceLinks(p, before, after); err != nil {
			return err
		}
	}
	return nil
}

// replaceLinks writes the links of a note in the place of those that it had, keeps count of the
// view's links, and notes when the graph is not what it was.
func (g *grapher) replaceLinks(path string, before, after []store.LinkRecord) error {
	if len(before)+len(after) == 0 {
		return nil
	}
	if err := g.db.ReplaceLinks(g.view.ID, path, before, after); err != nil {
		return err
	}
	g.view.Links += internal(after) - internal(before)
	g.changed = g.changed || !sameEdges(before, after)
	return nil
}

// internal counts the links that name a note, or should.
func internal(links []store.LinkRecord) int {
	found := 0
	for i := range links {
		if links[i].State != "external" {
			found++
		}
	}
	return found
}

// sameEdges tells that the graph is as it was, whatever the lines are.
func sameEdges(before, after []store.LinkRecord) bool {
	if len(before) != len(after) {
		return false
	}
	for i := range before {
		a, b := &before[i], &after[i]
		if a.To != b.To || a.Type != b.Type || a.State != b.State || a.Strength != b.Strength || a.Inverse != b.Inverse {
			return false
		}
	}
	return true
}

// linksBefore lists the links that the view has of a note; none where it has no rows to go on from.
func (g *grapher) linksBefore(path string) ([]store.LinkRecord, error) {
	if g.anew() {
		return nil, nil
	}
	return g.db.LinksFrom(g.view.ID, path)
}

// rawLink is a link on its way to the records.
type rawLink struct {
	store.LinkRecord
	link markdown.Link // empty for a relation of the front matter
}

// linkKey is what decides where a link of a note leads.
type linkKey struct{ kind, target, fragment string }

func keyOf(l *store.LinkRecord) linkKey { return linkKey{l.Kind, l.Target, l.Fragment} }

// linksOf lists the resolved links of a note: those of its body in order, then its relations.
// Addresses elsewhere and paths in prose that name no note are left out.
func (g *grapher) linksOf(path string, before []store.LinkRecord, reuse bool) ([]store.LinkRecord, error) {
	known := map[linkKey]*store.LinkRecord{}
	if reuse {
		for i := range before {
			known[keyOf(&before[i])] = &before[i]
		}
		if err := g.addLeftOut(path, known); err != nil {
			return nil, err
		}
	}
	n, _ := g.rows.Note(path)
	raw, err := g.rawLinks(g.rows.Blobs[n], path)
	if err != nil {
		return nil, err
	}
	kept := make([]store.LinkRecord, 0, len(raw))
	for _, l := range raw {
		k, was := known[keyOf(&l.LinkRecord)]
		if was && k == nil {
			continue
		}
		if was {
			l.To, l.State, l.Candidates = k.To, k.State, k.Candidates
		} else if err := g.resolve(path, &l); err != nil {
			return nil, err
		}
		if l.To == path {
			continue // a link of a note to itself is no edge
		}
		prose := l.Kind == string(markdown.LinkMention) || l.Kind == string(markdown.LinkRef) || l.Kind == string(markdown.LinkURL)
		if l.State != "external" || !prose {
			kept = append(kept, l.LinkRecord)
		}
	}
	return kept, nil
}

// addLeftOut adds, as nil, the links that stood in the note before and were left out.
func (g *grapher) addLeftOut(path string, known map[linkKey]*store.LinkRecord) error {
	n, ok := g.old.Rows.Note(path)
	if !ok {
		return nil
	}
	raw, err := g.rawLinks(g.old.Rows.Blobs[n], path)
	if errors.Is(err, store.ErrDamaged) {
		return nil // the records may have forgotten the old text: then all that is new to them is resolved
	}
	for i := range raw {
		if _, ok := known[keyOf(&raw[i].LinkRecord)]; !ok {
			known[keyOf(&raw[i].LinkRecord)] = nil
		}
	}
	return err
}

// rawLinks reads the links of a blob, not resolved yet. Relations are taken from its note, which has
// their strength and direction; the links of that kind say the same once more and are passed over.
func (g *grapher) rawLinks(oid, path string) ([]rawLink, error) {
	links, note, err := g.db.LinksIn(oid, path)
	if err != nil {
		return nil, err
	}
	out := make([]rawLink, 0, len(links)+len(note.Relations))
	for _, l := range links {
		if l.Kind == markdown.LinkRelation {
			continue // among the note's relations
		}
		out = append(
			out,
			rawLink{
				store.LinkRecord{
					From:     path,
					Line:     l.Line,
					Kind:     string(l.Kind),
					Type:     l.Type,
					Target:   l.Target,
					Fragment: l.Fragment,
					Strength: kb.DefaultStrength,
				},
				l,
			},
		)
	}
	for _, r := range note.Relations {
		out = append(
			out,
			rawLink{
				store.LinkRecord{
					From:     path,
					Line:     r.Line,
					Kind:     string(markdown.LinkRelation),
					Type:     r.Type,
					Target:   r.Target,
					Strength: r.Strength,
					Inverse:  r.Inverse,
				},
				markdown.Link{},
			},
		)
	}
	return out, nil
}

// resolve finds the note that a link names. The resolver is built when the first link asks.
func (g *grapher) resolve(from string, l *rawLink) error {
	if g.resolver == nil {
		names, err := g.names(g.rows.Paths, g.rows.Blobs)
		if err != nil {
			return err
		}
		g.resolver = kb.NewResolver(names, kb.WithOrigin(g.Repo.Origin()), kb.WithOthers(g.tree.Others))
	}
	var r kb.Resolution
	if l.link.Kind == "" {
		r = g.resolver.Relation(from, l.Target)
	} else {
		r = g.resolver.Link(from, l.link)
	}
	l.To, l.Candidates = r.Path, r.Candidates[:min(len(r.Candidates), kb.MostCandidates)]
	switch {
	case r.External:
		l.State = "external"
	case len(r.Candidates) > 0:
		l.State = "ambiguous"
	case r.Path == "":
		l.State = "broken"
	default:
		l.State = "ok"
	}
	return nil
}
