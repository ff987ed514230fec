package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/rank"
)

// notes tells what becomes of each note and of what it says.
func (c *change) notes() error {
	told, untold := statements(c.run.Changes, func(f git.File) []byte { return c.sources[f.Blob] }, c.amended)
	c.report.Statements = append(c.report.Statements, told...)
	if untold > 0 {
		c.notJudged("the statements of %d notes that come or go: there are more than %d without them", untold, maxTold)
	}
	by := map[string]int{}
	for _, change := range c.run.Changes {
		by[change.Path] = len(c.report.Notes)
		c.report.Notes = append(c.report.Notes, c.note(change))
	}
	for i := range c.report.Statements {
		s := &c.report.Statements[i]
		for _, said := range []*Wording{s.New, s.Old} {
			if said == nil {
				continue
			}
			if at, ok := by[c.pathNow(said, s)]; ok {
				c.report.Notes[at].add(s.Change)
				break
			}
		}
	}
	// Another note of the change can make one hold no longer, or again, whose file is as it was.
	for _, e := range c.run.After.Entries {
		if _, ok := by[e.File.Path]; ok {
			continue
		}
		old := c.run.Before.Entry(e.File.Path)
		if old == nil {
			continue
		}
		if turn := c.turn(old, e); turn != "" {
			n := c.describe(e)
			n.Change, n.SupersededBy = turn, c.run.After.SupersededBy(e, c.o.Day)
			c.report.Notes = append(c.report.Notes, n)
		}
	}
	slices.SortFunc(c.report.Notes, func(a, b Note) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// pathNow is the path after the change of the note that a statement is of.
func (c *change) pathNow(said *Wording, s *Statement) string {
	if said == s.New || s.Delta != "" {
		return s.Path()
	}
	for _, change := range c.run.Changes {
		if change.Renamed() && change.Old.File.Path == said.Path {
			return change.Path
		}
	}
	return said.Path
}

// note tells what becomes of a note whose file differs.
func (c *change) note(change validate.Change) Note {
	e := change.New
	if e == nil {
		e = change.Old
	}
	n := c.describe(e)
	n.Touched, n.Change = true, Changed
	switch {
	case change.New == nil:
		n.Change = Removed
	case change.Old == nil:
		n.Change = Added
		if spec := c.amended(change); spec != nil {
			n.Amends = amendments(change.New, c.sources[change.New.File.Blob], spec, c.sources[spec.File.Blob])
		}
	default:
		if change.Renamed() {
			n.Change, n.OldPath = "renamed", change.Old.File.Path
		}
		if change.Old.Note.Status != n.Status {
			n.OldStatus = change.Old.Note.Status
		}
		n.Change = cmp.Or(c.turn(change.Old, change.New), n.Change)
	}
	if change.New != nil {
		n.SupersededBy = c.run.After.SupersededBy(e, c.o.Day)
	}
	return n
}

// describe says what a note is.
func (c *change) describe(e *snapshot.Entry) Note {
	n := Note{
		Path:       e.File.Path,
		Title:      e.Note.Title,
		Kind:       e.Note.Kind,
		Type:       e.Note.Type,
		Status:     e.Note.Status,
		Category:   e.Note.Category,
		PageRank:   c.ranks[e.File.Path],
		Statements: len(e.Statements()),
		Authors:    []string{},
		Agents:     []string{},
	}
	for _, commit := range c.commits {
		if commit.Merge() {
			continue
		}
		touches := slices.ContainsFunc(commit.Changes, func(t commitChange) bool { return t.Path == n.Path || t.OldPath == n.Path })
		if !touches {
			continue
		}
		n.Authors = appendNew(n.Authors, commit.Author.Name)
		for _, agent := range agentsOf(commit) {
			n.Agents = appendNew(n.Agents, agent)
		}
	}
	return n
}

// appendNew adds a text to a list that does not have it.
func appendNew(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// turn tells what a note became that held before, or that holds again; "" when that did not change.
func (c *change) turn(old, now *snapshot.Entry) string {
	before, after := c.run.Before.Inactive(old, c.o.Day), c.run.After.Inactive(now, c.o.Day)
	switch {
	case before == after:
		return ""
	case after == "":
		return "restored"
	}
	return after
}

// rank weighs the notes after the change by the links between them; of notes that go by those before it.
func (c *change) rank() error {
	c.edges = references(c.run.After)
	c.ranks = pageRanks(c.run.After, c.edges)
	if slices.ContainsFunc(c.run.Changes, func(ch validate.Change) bool { return ch.New == nil }) {
		before := pageRanks(c.run.Before, references(c.run.Before))
		for _, ch := range c.run.Changes {
			if ch.New == nil {
				c.ranks[ch.Path] = before[ch.Path]
			}
		}
	}
	return c.ctx.Err()
}

// pageRanks gives the PageRank of each note by its path.
func pageRanks(s *snapshot.Snapshot, refs []reference) map[string]float64 {
	number := make(map[string]int, len(s.Entries))
	for i, e := range s.Entries {
		number[e.File.Path] = i
	}
	edges := make([]rank.Edge, 0, len(refs))
	for _, r := range refs {
		edges = append(edges, rank.Edge{From: number[r.from], To: number[r.to], Weight: r.weight})
	}
	ranks := make(map[string]float64, len(s.Entries))
	for i, v := range rank.PageRank(len(s.Entries), edges) {
		ranks[s.Entries[i].File.Path] = v
	}
	return ranks
}

// filesOf lists the files of notes.
func filesOf(entries []*snapshot.Entry) []git.File {
	files := make([]git.File, len(entries))
	for i, e := range entries {
		files[i] = e.File
	}
	return files
}
