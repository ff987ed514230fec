package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
)

// meant are the notes that say something else than before, or no longer hold: by the path that
// others name them by.
func (c *change) meant() map[string]bool {
	set := map[string]bool{}
	for _, n := range c.report.Notes {
		stays := n.Change == Changed || n.Change == "renamed" // broken links tell who named a renamed one
		if n.Change != Added && !(stays && n.Changed+n.Removed == 0) {
			set[n.Path] = true
		}
	}
	return set
}

// dependents finds the notes outside of the change that name what it changes.
func (c *change) dependents() error {
	set := c.meant()
	if len(set) == 0 {
		return nil
	}
	touched := map[string]bool{}
	gone := false
	for _, n := range c.report.Notes {
		touched[n.Path] = n.Touched
		gone = gone || n.Change == Removed
	}
	refs := c.edges
	if gone {
		for _, r := range references(c.run.Before) {
			if c.run.After.Entry(r.to) == nil {
				refs = append(refs[:len(refs):len(refs)], r)
			}
		}
	}
	seen := map[[2]string]int{}
	for _, r := range refs {
		r = r.dependence()
		if r.relation == "supersedes" || r.relation == "superseded by" || !set[r.to] || touched[r.from] {
			continue
		}
		e := c.run.After.Entry(r.from)
		if e == nil || c.run.After.Inactive(e, c.o.Day) != "" {
			continue
		}
		key := [2]string{r.from, r.to}
		if at, ok := seen[key]; ok {
			if d := &c.report.Dependents[at]; d.Relation == "links to" {
				d.Relation = r.relation
			}
			continue
		}
		seen[key] = len(c.report.Dependents)
		c.report.Dependents = append(c.report.Dependents, Dependent{
			Path:     r.from,
			Title:    e.Note.Title,
			Kind:     e.Note.Kind,
			On:       r.to,
			Relation: r.relation,
			Line:     max(r.line, 1),
			PageRank: c.ranks[r.from],
		})
	}
	slices.SortFunc(c.report.Dependents, func(a, b Dependent) int {
		return cmp.Or(cmp.Compare(b.PageRank, a.PageRank), strings.Compare(a.Path, b.Path), strings.Compare(a.On, b.On))
	})
	return nil
}

// dependence turns a relation around that is written in the note that the other depends on: "required by".
func (r reference) dependence() reference {
	turned := ""
	switch r.relation {
	case "required by":
		turned = "depends on"
	case "implemented by":
		turned = "implements"
	case "source of":
		turned = "derived from"
	case "has part":
		turned = "part of"
	case "exemplified by":
		turned = "exemplifies"
	case "validated by":
		turned = "validates"
	default:
		return r
	}
	r.from, r.to, r.relation = r.to, r.from, turned
	return r
}

// summaries finds the category summaries that the change leaves as they were.
func (c *change) summaries() error {
	defs, paths, err := c.definitions()
	if err != nil || len(defs) == 0 {
		return err
	}
	matcher := category.NewMatcher(defs)
	members := map[string][]string{}
	for _, n := range c.report.Notes {
		e := c.entry(n.Path)
		stays := n.Change == Changed || n.Change == "renamed"
		if e == nil || n.Kind == "summary" || stays && n.Added+n.Removed+n.Changed == 0 {
			continue
		}
		name := category.Slug(n.Category)
		if name == "" {
			text := string(c.sources[e.File.Blob])
			match := matcher.Match(n.Title, e.Note.Tags, text[:min(len(text), category.TextBytes)])
			if match.Score < category.Threshold {
				continue
			}
			name = match.Name
		}
		members[name] = append(members[name], n.Path)
	}
	for i, d := range defs {
		notes := members[d.Name]
		if len(notes) == 0 || c.touches(paths[i]) {
			continue
		}
		c.report.Summaries = append(c.report.Summaries, OverdueSummary{Category: d.Name, Path: paths[i], Notes: notes})
		c.find(staleSummary(), InBase, validate.Finding{
			Place:       placeAt(paths[i], 1),
			Message:     "this summary may say less than its notes: " + strings.Join(notes, ", ") + " changed",
			Suggestion:  "read it again beside them",
			Fingerprint: validate.Fingerprint("stale-summary", append([]string{paths[i]}, notes...)...),
		})
	}
	return nil
}

// definitions reads the categories that the notes after the change define.
func (c *change) definitions() (defs []category.Definition, paths []string, err error) {
	var entries []*snapshot.Entry
	for _, e := range c.run.After.Entries {
		if e.Note.Kind == "summary" && c.run.After.Inactive(e, c.o.Day) == "" {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return nil, nil, nil
	}
	sources, err := c.read(filesOf(entries))
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		source := sources[e.File.Blob]
		body := string(source[markdown.Body(source):])
		defs = append(defs, category.OfNote(&e.Note, body[:min(len(body), category.TextBytes)]))
		paths = append(paths, e.File.Path)
	}
	return defs, paths, nil
}

// entry is a note of the change: as it is, else as it was.
func (c *change) entry(path string) *snapshot.Entry {
	if e := c.run.After.Entry(path); e != nil {
		return e
	}
	return c.run.Before.Entry(path)
}

// touches tells whether the change has a note.
func (c *change) touches(path string) bool {
	return slices.ContainsFunc(c.run.Changes, func(ch validate.Change) bool { return ch.Path == path })
}
