package review

import (
	"fmt"
	"slices"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown/merge"
	"github.com/9aea2451/kb/text/wording"
)

// merge looks at what merging the change into the tip of the base makes: two changes that are each
// fine alone can contradict.
func (c *change) merge() error {
	r := &c.report.Range
	m := &c.report.Merge
	switch {
	case r.Base == r.MergeBase, r.Base == r.Head:
		m.Judged = true // the tree of the change is the result
		return nil
	case r.WorkTree:
		m.Reason = "what is not committed yet is not merged: commit it, and kb review judges the result of merging too"
		return nil
	}
	merged, err := c.repo.Merge(c.ctx, r.MergeBase, r.Base, r.Head, c.rules, notesJoin())
	if err != nil { // objects can be missing, as in a partial clone: the rest can be told all the same
		m.Reason = err.Error()
		c.notJudged("the result of merging: %v", err)
		return c.ctx.Err()
	}
	m.Judged = true
	m.Conflicts, m.Unjudged = onlyNotes(merged.Conflicts), onlyNotes(merged.Unjudged)
	if len(m.Unjudged) > 0 {
		m.Reason = "no git of 2.38 or later is here: notes that both sides changed were not merged"
		c.notJudged("the result of merging %d notes that both sides changed: it needs git 2.38 or later", len(m.Unjudged))
	}
	for _, path := range m.Conflicts {
		c.find(mergeConflict(), InMerge, validate.Finding{Place: placeAt(path, 1), Message: "git cannot merge this note into " + r.BaseName,
			Suggestion:  "merge " + r.BaseName + " into the branch and settle it there",
			Fingerprint: validate.Fingerprint("merge-conflict", path)})
	}
	found, err := c.collisions(c.rules, merged.Tree)
	if err != nil {
		return err
	}
	for _, f := range found {
		if !slices.Contains(m.Conflicts, f.Path) {
			c.report.Findings = append(c.report.Findings, ScopedFinding{Finding: f, Scope: InMerge})
		}
	}
	return nil
}

// notesJoin merges notes as kb does when git asks it to (kb init --merge-driver), where
// .gitattributes names it.
func notesJoin() *git.Join {
	return &git.Join{Driver: "kb", Merge: func(base, ours, theirs []byte) ([]byte, bool) {
		r := merge.Merge(base, ours, theirs, merge.Options{Base: "base", Ours: "ours", Theirs: "theirs",
			Rule: schema.MergeRule, Apart: judge.Apart})
		return r.Text, r.Conflicts == 0
	}}
}

// collisions finds what stands neither in the change nor in the other tree, but in what merging the
// two makes.
func (c *change) collisions(other, merged *kb.Tree) ([]validate.Finding, error) {
	before, err := c.repo.TreeUnder(c.ctx, other.Commit, c.rules)
	if err != nil {
		return nil, err
	}
	found, err := validate.Findings(c.ctx, c.repo, before, merged, c.judging())
	if err != nil {
		return nil, fmt.Errorf("judge the result of merging: %w", err)
	}
	known := map[string]bool{}
	for _, f := range c.report.Findings {
		known[f.Fingerprint] = true
	}
	found = slices.DeleteFunc(found, func(f validate.Finding) bool { return known[f.Fingerprint] })
	for i := range found {
		c.relocate(&found[i])
	}
	return found, nil
}

// relocate gives a place in a merged note as it is in the change, where the statement has another line.
func (c *change) relocate(f *validate.Finding) {
	e := c.run.After.Entry(f.Path)
	if e == nil || f.Text == "" {
		return
	}
	for _, st := range e.Statements() {
		if st.Text == f.Text {
			f.Line, f.Col, f.EndLine = st.Line, st.Col, max(st.Span.EndLine, st.Line)
			return
		}
	}
}

// branches holds the change against other open branches.
func (c *change) branches() error {
	for _, name := range c.o.With {
		if err := c.branch(name); err != nil {
			return err
		}
	}
	return nil
}

// branch holds the change against another open branch: what merging both would make.
func (c *change) branch(name string) error {
	id, err := c.repo.Resolve(c.ctx, name)
	if err != nil {
		return fmt.Errorf("--with %s: %w", name, err)
	}
	r := &c.report.Range
	if r.WorkTree {
		c.notJudged("%s: what is not committed yet cannot be merged with it", name)
		return nil
	}
	base, err := c.repo.MergeBase(c.ctx, id, r.Head)
	if err != nil {
		return err
	}
	if base == "" {
		c.notJudged("%s: it has no history in common with the change", name)
		return nil
	}
	if base == id || base == r.Head {
		return nil // one of them has the other already
	}
	merged, err := c.repo.Merge(c.ctx, base, id, r.Head, c.rules, notesJoin())
	if err != nil {
		c.notJudged("%s: %v", name, err)
		return c.ctx.Err()
	}
	if n := len(onlyNotes(merged.Conflicts)) + len(onlyNotes(merged.Unjudged)); n > 0 {
		c.notJudged("%s: %s that both changed cannot be merged", name, wording.Count(n, "note"))
	}
	found, err := c.collisions(&kb.Tree{Commit: id}, merged.Tree)
	if err != nil {
		return err
	}
	for _, f := range found {
		if f.Rule == "contradiction" || f.Rule == "duplicate-id" || f.Rule == "duplicate-number" ||
			f.Rule == "change-overlap" || f.Rule == "change-outdated" || f.Rule == "supersedes-cycle" || f.Rule == "broken-link" {
			c.report.Findings = append(c.report.Findings, ScopedFinding{Finding: f, Scope: InBranch, Branch: name})
		}
	}
	return nil
}

// onlyNotes keeps the paths of markdown files.
func onlyNotes(paths []string) []string {
	out := []string{}
	for _, p := range paths {
		if kb.IsMarkdown(p) {
			out = append(out, p)
		}
	}
	return out
}

// placeAt is a line of a file.
func placeAt(path string, line int) validate.Place {
	return validate.Place{Path: path, Line: max(line, 1), Col: 1, EndLine: max(line, 1)}
}
