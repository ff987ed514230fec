package review

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/owners"
	"github.com/9aea2451/kb/kb/snapshot"
)

// maxAuthors is how many of those who wrote what changes are asked.
const maxAuthors = 3

// reviewers finds who should look: the owners of the changed notes, and the people who wrote them,
// except the authors of the change.
func (c *change) reviewers() error {
	listed := owners.Read(c.rules)
	people := map[string]*Reviewer{}
	add := func(name, by, email, note string) {
		key := by + "\x00" + strings.ToLower(cmp.Or(email, name))
		p := people[key]
		if p == nil {
			p = &Reviewer{Name: name, By: by, Email: email}
			people[key] = p
		}
		p.Notes = appendNew(p.Notes, note)
	}
	for _, ch := range c.run.Changes {
		for _, owner := range listed.Of(ch.Path) {
			add(owner, "owner", "", ch.Path)
		}
		if ch.Old == nil {
			continue
		}
		authors, err := c.authorsOf(ch.Old)
		if err != nil {
			return err
		}
		for _, a := range authors {
			add(a.Name, "author", a.Email, ch.Path)
		}
	}
	// Their owners are asked also where the note itself does not change.
	for _, path := range slices.Sorted(maps.Keys(c.disputed())) {
		for _, owner := range listed.Of(path) {
			add(owner, "owner", "", path)
		}
	}
	for _, p := range people {
		c.report.Reviewers = append(c.report.Reviewers, *p)
	}
	slices.SortFunc(c.report.Reviewers, func(a, b Reviewer) int {
		return cmp.Or(-strings.Compare(a.By, b.By), cmp.Compare(len(b.Notes), len(a.Notes)), strings.Compare(a.Name, b.Name),
			strings.Compare(a.Email, b.Email))
	})
	if first := slices.IndexFunc(c.report.Reviewers, func(p Reviewer) bool { return p.By == "author" }); first >= 0 {
		c.report.Reviewers = c.report.Reviewers[:min(first+maxAuthors, len(c.report.Reviewers))]
	}
	return nil
}

// maxBlamed bounds the notes whose lines are traced.
const maxBlamed = 50

// authorsOf gives the people who wrote the sections of a note that the change touches, those with
// the most lines in them first.
func (c *change) authorsOf(e *snapshot.Entry) (out []Reviewer, err error) {
	if c.o.History == nil || c.blamed == maxBlamed {
		return nil, nil
	}
	c.blamed++
	path, source := e.File.Path, c.sources[e.File.Blob]
	found, err := blame.Of(c.ctx, c.repo, c.o.History, c.report.Range.MergeBase, path, source)
	if err != nil {
		return nil, fmt.Errorf("blame %s: %w", path, err)
	}
	lines, text := map[walk.Signature]int{}, strings.Split(string(source), "\n")
	for _, part := range c.touchedParts(found.Parts(source), path) {
		for line := part.StartLine; line <= min(part.EndLine, len(found.Lines), len(text)); line++ {
			from, said := found.Origins[found.Lines[line-1]], strings.TrimSpace(text[line-1])
			if said != "" && said[0] != '#' && from.Commit != nil && !from.Boundary { // who wrote older lines is not known
				lines[walk.Signature{Name: from.Commit.Author.Name, Email: from.Commit.Author.Email}]++
			}
		}
	}
	people := slices.SortedFunc(maps.Keys(lines), func(a, b walk.Signature) int {
		return cmp.Or(cmp.Compare(lines[b], lines[a]), strings.Compare(a.Name, b.Name), strings.Compare(a.Email, b.Email))
	})
	for _, p := range people {
		if len(out) < maxAuthors && !walk.Agent(p.Name, p.Email) && !c.wrote(p.Email, p.Name) {
			out = append(out, Reviewer{Name: p.Name, Email: p.Email})
		}
	}
	return out, nil
}

// touchedParts are the sections in which something that was said is said otherwise; all where it is
// only added to.
func (c *change) touchedParts(parts []blame.Part, path string) []blame.Part {
	touched := slices.DeleteFunc(slices.Clone(parts), func(p blame.Part) bool {
		return !slices.ContainsFunc(c.report.Statements, func(s Statement) bool {
			return s.Old != nil && s.Old.Path == path && s.Change != Moved && s.Old.Line <= p.EndLine && s.Old.EndLine >= p.StartLine
		})
	})
	if len(touched) == 0 {
		return parts
	}
	return touched
}

// wrote tells the authors of the change.
func (c *change) wrote(email, name string) bool {
	for _, commit := range c.commits {
		if !commit.Merge() && (email != "" && strings.EqualFold(commit.Author.Email, email) || email == "" && commit.Author.Name == name) {
			return true
		}
	}
	return false
}

// agentsOf names the programs that wrote a commit, or that its trailers tell of.
func agentsOf(c *walk.Commit) []string {
	agents := []string{}
	if walk.Agent(c.Author.Name, c.Author.Email) {
		agents = append(agents, c.Author.Name)
	}
	for _, credit := range c.Credits() {
		if credit.Agent {
			agents = appendNew(agents, credit.Name)
		}
	}
	return agents
}
