package review

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/snapshot"
)

type commitChange = walk.Change

// reference is one mention of a note by another, resolved.
type reference struct {
	from, to string
	relation string // as it reads from the mentioning note: "links to", "depends on"
	line     int
	weight   float64
}

// references resolves the links and relations of every note of a tree, in the order of notes and lines.
func references(s *snapshot.Snapshot) []reference {
	var out []reference
	resolver := s.Resolver()
	for _, e := range s.Entries {
		path := e.File.Path
		for _, rel := range e.Note.Relations {
			to := resolver.Relation(path, rel.Target).Path
			if to == "" || to == path {
				continue
			}
			name := strings.ReplaceAll(rel.Type, "_", " ")
			if rel.Inverse {
				name = kb.Inverse(rel.Type)
			}
			out = append(out, reference{path, to, name, rel.Line, max(rel.Strength, 0.05)})
		}
		for _, l := range e.Links() {
			if to := resolver.Link(path, l).Path; to != "" && to != path {
				out = append(out, reference{path, to, "links to", l.Line, kb.DefaultStrength})
			}
		}
	}
	return slices.Clip(out)
}
