package review

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
)

// maxJudged bounds the notes that are judged for staleness on both sides.
const maxJudged = 200

// staleness finds the notes that were stale before the change and are not after it, and the other
// way round: of those that it touches, and of those that cite code that it touches.
func (c *change) staleness() error {
	r := &c.report.Range
	if c.o.History == nil || r.WorkTree {
		return nil // staleness is told by commits
	}
	before, after := map[string]bool{}, map[string]string{} // after: by the path now, the path before
	code, origin := c.touchedCode(), c.repo.Origin()
	for _, e := range c.run.After.Entries {
		ch, touched := c.changeOf(e.File.Path)
		old := e.File.Path
		if touched && ch.Old != nil {
			old = ch.Old.File.Path
		}
		if (touched && ch.Old != nil || !touched && citesAny(e, origin, code)) && c.run.Before.Entry(old) != nil && len(after) < maxJudged {
			before[old], after[e.File.Path] = true, old
		}
	}
	if len(after) == 0 {
		return nil
	}
	was, err := c.assess(c.run.Before, r.MergeBase, func(e *snapshot.Entry) bool { return before[e.File.Path] })
	if err != nil {
		return err
	}
	is, err := c.assess(c.run.After, r.Head, func(e *snapshot.Entry) bool { return after[e.File.Path] != "" })
	if err != nil {
		return err
	}
	worth := c.run.Config.Ranking().Stale
	for _, now := range is {
		old, ok := was[after[now.Path]]
		if !ok || now.Inactive != "" || old.Inactive != "" {
			continue
		}
		switch turn := staleTurn(old.Score, now.Score, worth); turn {
		case "settled":
			c.report.Staleness = append(c.report.Staleness, Staleness{Path: now.Path, Change: turn, Reasons: reasons(old)})
		case "caused":
			c.report.Staleness = append(c.report.Staleness, Staleness{Path: now.Path, Change: turn, Reasons: reasons(now)})
		}
	}
	slices.SortFunc(c.report.Staleness, func(a, b Staleness) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// staleTurn says what a change did to a note by its scores before and after it: "settled", "caused", or "" for neither.
func staleTurn(old, now, worth float64) string {
	switch was, is := old >= worth, now >= worth; {
	case was == is:
		return ""
	case was:
		return "settled"
	}
	return "caused"
}

// assess judges notes as of a commit.
func (c *change) assess(s *snapshot.Snapshot, commit string, want func(*snapshot.Entry) bool) (map[string]*stale.Assessment, error) {
	j, err := stale.NewJudge(c.ctx, c.repo, s, c.o.History, commit, stale.Options{Now: c.o.Day, Progress: c.o.Progress})
	if err != nil {
		return nil, fmt.Errorf("judge staleness: %w", err)
	}
	defer j.Close()
	list, err := j.Notes(c.ctx, want)
	if err != nil {
		return nil, fmt.Errorf("judge staleness: %w", err)
	}
	out := make(map[string]*stale.Assessment, len(list))
	for i := range list {
		out[list[i].Path] = &list[i]
	}
	return out, nil
}

// reasons are the lines that say why a note is doubted, the strongest first.
func reasons(a *stale.Assessment) []string {
	out := []string{}
	for _, r := range a.ByScore() {
		out = append(out, r.Text)
	}
	return out
}

// changeOf is what the change does to the note that has a path after it.
func (c *change) changeOf(path string) (validate.Change, bool) {
	for _, ch := range c.run.Changes {
		if ch.New != nil && ch.New.File.Path == path {
			return ch, true
		}
	}
	return validate.Change{}, false
}

// touchedCode lists the files that are no notes and that the commits of the change touch.
func (c *change) touchedCode() (out []string) {
	for _, commit := range c.commits {
		if commit.Merge() || commit.Cut { // of a commit whose parents are not here nobody knows what it changed
			continue
		}
		for _, t := range commit.Changes {
			for _, p := range []string{t.Path, t.OldPath} {
				if p != "" && !kb.IsMarkdown(p) {
					out = append(out, p)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// citesAny tells whether a note cites one of the files: by a glob of its front matter, by a link, or by
// a code span that is a path or the end of one.
func citesAny(e *snapshot.Entry, origin git.Origin, files []string) bool {
	if len(files) == 0 {
		return false
	}
	var patterns []string
	spans := map[string]bool{}
	for _, c := range stale.CitedFiles(e, origin) {
		if c.Glob {
			patterns = append(patterns, c.Text)
		}
		for _, p := range c.Paths {
			spans[p] = true
		}
	}
	globs := pattern.New(patterns)
	for _, code := range e.Code() {
		spans[strings.Trim(code.Text, "./")] = true
	}
	for _, f := range files {
		if !globs.Empty() && globs.Match(f) {
			return true
		}
		for p := f; ; {
			if spans[p] || spans[path.Dir(p)] && path.Dir(p) != "." {
				return true
			}
			_, rest, more := strings.Cut(p, "/")
			if !more {
				break
			}
			p = rest
		}
	}
	return false
}
