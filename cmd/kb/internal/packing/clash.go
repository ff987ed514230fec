package packing

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

const (
	// surely is the energy from which on sections are said to contradict each other: a commit would be
	// stopped for it.
	surely = 0.7
	// headLines is how many lines of a note are read in any case, for its front matter and its title.
	headLines = 60
	// maxClashes is how many contradictions are told of one section.
	maxClashes = 3
)

// Clash says that a statement of a section contradicts one of another section of the answer.
type Clash struct {
	Line   int     `json:"line"`   // of the statement
	Path   string  `json:"path"`   // of the note of the other one
	There  int     `json:"there"`  // line of the other one
	Energy float64 `json:"energy"` // 0–1: from 0.7 a commit would be stopped
}

// spot is a line of a note.
type spot struct {
	path string
	line int
}

// clash is a pair of lines that contradict each other.
type clash struct {
	a, b   spot
	energy float64
}

// judge finds out which statements of the sections that were taken contradict each other, the
// strongest first. What the team has waived or related is none.
func (p *packer) judge(ctx context.Context, taken []int) error {
	if p.Text == nil || len(taken) < 2 {
		return nil
	}
	entries := map[string]*snapshot.Entry{}
	sections := map[string][]*section{}
	for _, i := range taken {
		s := p.ranked[i]
		sections[s.hit.Path] = append(sections[s.hit.Path], s)
	}
	for path, sections := range sections {
		source, err := p.Text(ctx, path)
		if err != nil {
			return err
		}
		if source == nil {
			continue
		}
		// Parsing the whole of a long note would take longer than all the rest of the answer.
		entries[path] = snapshot.ReadEntry(git.File{Path: path}, &kb.Config{}, only(source, sections))
	}
	found, err := p.contradictions(ctx, &kb.Tree{Config: &kb.Config{}}, entries)
	if err != nil || len(found) == 0 || p.Settings == nil {
		return err
	}
	rules, err := p.Settings(ctx)
	if err != nil {
		return err
	}
	if found, err = p.contradictions(ctx, rules, entries); err != nil {
		return err
	}
	for _, f := range found {
		if f.Waived == "" && len(f.Related) > 0 {
			p.clashes = append(p.clashes, clash{spot{f.Path, f.Line}, spot{f.Related[0].Path, f.Related[0].Line}, f.Energy})
		}
	}
	return nil
}

// contradictions judges notes by the configuration and the waivers of a tree.
func (p *packer) contradictions(ctx context.Context, rules *kb.Tree, entries map[string]*snapshot.Entry) ([]validate.Finding, error) {
	none, err := snapshot.Load(ctx, p.Repo, &kb.Tree{Config: rules.Config}, snapshot.Options{})
	if err != nil {
		return nil, err
	}
	least := surely
	return validate.Conflicts(none.With(rules, entries), &least, &validate.Options{Day: p.day}, nil), nil
}

// only empties the lines of a note that are none of some sections, none of its head and no heading.
func only(source []byte, sections []*section) []byte {
	var out bytes.Buffer
	n := 0
	for line := range bytes.Lines(source) {
		n++
		in := slices.ContainsFunc(sections, func(s *section) bool { return s.hit.StartLine <= n && n <= s.hit.EndLine })
		if !in && n > headLines && line[0] != '#' {
			line = []byte("\n")
		}
		out.Write(line)
	}
	return out.Bytes()
}

// mark tells each chunk of the answer which of its statements contradict those of another chunk.
func (p *packer) mark() {
	chunkOf := func(s spot) int {
		return slices.IndexFunc(p.answer.Chunks, func(c Chunk) bool {
			return c.Path == s.path && c.StartLine <= s.line && s.line <= c.EndLine
		})
	}
	for _, c := range p.clashes {
		a, b := chunkOf(c.a), chunkOf(c.b)
		if a < 0 || b < 0 {
			continue
		}
		p.answer.Chunks[a].clash(Clash{c.a.line, c.b.path, c.b.line, c.energy})
		p.answer.Chunks[b].clash(Clash{c.b.line, c.a.path, c.a.line, c.energy})
	}
}

// clash adds a contradiction, in the order of the lines.
func (c *Chunk) clash(found Clash) {
	if len(c.Conflicts) < maxClashes {
		c.Conflicts = append(c.Conflicts, found)
		slices.SortStableFunc(c.Conflicts, func(a, b Clash) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Path, b.Path), cmp.Compare(a.There, b.There))
		})
	}
}

// warnings are the lines that tell of a chunk's contradictions.
func (c *Chunk) warnings() string {
	text := ""
	for _, x := range c.Conflicts {
		text += fmt.Sprintf("! line %d contradicts %s:%d\n", x.Line, report.CleanLine(x.Path), x.There)
	}
	return text
}
