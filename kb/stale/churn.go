package stale

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/text/wording"
)

// Bounds of what is looked at for churn.
const (
	maxFolder   = 60   // files of a folder cited in the text: a greater one is only named, not described
	maxGlob     = 2000 // files of a pattern of the front matter
	maxGone     = 500  // of them that are no more
	maxEvidence = 10   // commits told for a piece of evidence
)

// What more than commonNotes and commonShare of all notes cite is a tool, such as the script that
// every proposal names, and nothing that they speak of.
const (
	commonNotes = 10
	commonShare = 0.05
)

// A commit that changes many files changes each of them a little, as a new licence header or a new
// name of a package does: where it changed no more than massChange of a file, it did not change
// what the file does.
const (
	massFiles  = 30
	massMany   = 200
	massOfAll  = 0.2
	massChange = 0.25
)

// churn finds out how much of the code that a note cites has changed since it was touched.
func (j *Judge) churn(ctx context.Context, q *inquiry) error {
	counted := map[string]bool{}
	q.facts.Exact = true
	for _, c := range q.cited.paths {
		if c.ofSymbol() && j.o.Symbols != nil {
			if err := j.churnOfSymbol(ctx, q, c); err != nil {
				return err
			}
			continue
		}
		paths, err := j.cited(ctx, c)
		if err != nil {
			return err
		}
		e := Evidence{Cited: c.text, Line: c.line}
		if !c.glob {
			e.Path = j.tree.resolve(c)
		}
		var all Lines
		for _, p := range paths {
			if counted[p] || !isCode(p) || j.commonFiles()[p] {
				continue
			}
			counted[p] = true
			lines, steps, err := j.change(ctx, p, q.place, len(paths) > 1 || c.glob)
			if err != nil {
				return err
			}
			all.Changed, all.All = all.Changed+lines.Changed, all.All+lines.All
			e.steps = append(e.steps, steps...)
		}
		q.facts.Exact = q.facts.Exact && all.All == 0
		q.facts.Lines.Changed += all.Changed
		q.facts.Lines.All += all.All
		if all.Changed == 0 || len(e.steps) == 0 {
			continue
		}
		if err := j.evidence(ctx, q, &e, all); err != nil {
			return err
		}
		q.facts.Churn = append(q.facts.Churn, e)
	}
	return nil
}

// churnOfSymbol is churn for one citation of a symbol: its own lines count, and no others.
func (j *Judge) churnOfSymbol(ctx context.Context, q *inquiry, c cited) error {
	lines, steps, err := j.symbolCited(ctx, q, c)
	if err != nil {
		return err
	}
	q.facts.Lines.Changed += lines.Changed
	q.facts.Lines.All += lines.All
	if lines.Changed == 0 || len(steps) == 0 {
		return nil
	}
	e := Evidence{Cited: c.text + "#" + c.symbol, Line: c.line, Path: c.text + "#" + c.symbol, steps: steps}
	if err := j.evidence(ctx, q, &e, lines); err != nil {
		return err
	}
	q.facts.Churn = append(q.facts.Churn, e)
	return nil
}

// step is what one commit did to a file.
type step struct {
	place         int
	before, after string // blobs
}

// evidence tells of the commits that did the steps, newest first.
func (j *Judge) evidence(ctx context.Context, q *inquiry, e *Evidence, lines Lines) error {
	places := map[int]int{}
	for _, s := range e.steps {
		places[s.place] = 0
	}
	e.Share, e.Changes = round(lines.Share()), len(places)
	if err := j.tell(ctx, e, places); err != nil {
		return err
	}
	name := e.Path
	if name == "" {
		name = e.Cited
	}
	e.Text = fmt.Sprintf("%s of %s changed in %s", percent(e.Share), name, wording.Count(e.Changes, "commit"))
	if q.facts.Touch.Date != "" {
		e.Text += " since " + q.facts.Touch.Date
	}
	return nil
}

// tell fills in commits: those that changed most lines first, of several the newest.
func (j *Judge) tell(ctx context.Context, e *Evidence, lines map[int]int) error {
	order := slices.SortedFunc(maps.Keys(lines), func(a, b int) int { return cmp.Or(lines[b]-lines[a], b-a) })
	e.Commits = nil
	for _, place := range order[:min(len(order), maxEvidence)] {
		c, err := j.commit(ctx, place)
		if err != nil {
			return err
		}
		told := *c
		told.Lines = lines[place]
		e.Commits = append(e.Commits, told)
	}
	return nil
}

// Explain puts the commits that changed most first, in the evidence of churn of a note that this
// judge has judged.
func (j *Judge) Explain(ctx context.Context, a *Assessment) error {
	r := a.reason(Churn)
	if r == nil {
		return nil
	}
	for i := range r.Evidence {
		e := &r.Evidence[i]
		lines := map[int]int{}
		for _, s := range e.steps {
			if err := ctx.Err(); err != nil {
				return err
			}
			l, _, err := j.compare(s.before, s.after)
			if err != nil {
				return fmt.Errorf("explain %s: %w", a.Path, err)
			}
			lines[s.place] += l.Changed
		}
		if err := j.tell(ctx, e, lines); err != nil {
			return fmt.Errorf("explain %s: %w", a.Path, err)
		}
	}
	return nil
}

// cited lists the files that a citation means.
func (j *Judge) cited(ctx context.Context, c cited) ([]string, error) {
	if c.glob {
		if files, ok := j.globs[c.text]; ok {
			return files, nil
		}
		patterns := pattern.New([]string{c.text})
		var out []string
		for _, p := range j.tree.paths {
			if len(out) < maxGlob && patterns.Match(p) {
				out = append(out, p)
			}
		}
		past, err := j.allPaths(ctx)
		if err != nil {
			return nil, err
		}
		gone := 0
		for _, p := range past.paths {
			if gone == maxGone {
				break
			}
			if j.tree.blobs[p] != "" || !patterns.Match(p) {
				continue
			}
			landed, err := j.line.Landed(ctx, p)
			if err != nil {
				return nil, err
			}
			if len(landed) > 0 && landed[0].Change.Status == walk.Deleted {
				gone++
				out = append(out, p)
			}
		}
		j.globs[c.text] = out
		return out, nil
	}
	p := j.tree.resolve(c)
	switch {
	case p == "":
		return nil, nil
	case j.tree.blobs[p] != "":
		return []string{p}, nil
	}
	files := below(j.tree.paths, p)
	code := 0
	for _, f := range files[:min(len(files), maxFolder)] {
		if isCode(f) {
			code++
		}
	}
	if len(files) > maxFolder || 2*code <= len(files) {
		return nil, nil // too much to be described, or a folder of notes
	}
	return files, nil
}

// commonFiles are the files that so many notes cite that its change says nothing of any.
func (j *Judge) commonFiles() map[string]bool {
	if j.common != nil {
		return j.common
	}
	citing := map[string]int{}
	for _, e := range j.notes.Entries {
		seen := map[string]bool{}
		for _, c := range j.citations(e).paths {
			if p := j.tree.resolve(c); p != "" && !seen[p] {
				seen[p] = true
				citing[p]++
			}
		}
	}
	j.common = map[string]bool{}
	for p, n := range citing {
		if n > commonNotes && float64(n) > commonShare*float64(len(j.notes.Entries)) {
			j.common[p] = true
		}
	}
	return j.common
}

// allPaths gives every path that ever was.
func (j *Judge) allPaths(ctx context.Context) (*past, error) {
	if j.past == nil {
		paths, err := j.line.Paths(ctx)
		if err != nil {
			return nil, err
		}
		p := &past{paths: paths, bases: map[string][]string{}}
		for _, file := range paths {
			base := path.Base(file)
			p.bases[base] = append(p.bases[base], file)
		}
		j.past = p
	}
	return j.past, nil
}

// change counts how many lines of a file changed since a place, and gives the steps in which they
// did. A file that came later counts as changed where it is one of many, as in a folder, else not
// at all.
func (j *Judge) change(ctx context.Context, path string, since int, ofMany bool) (Lines, []step, error) {
	now := j.tree.blobs[path]
	life, err := j.life(ctx, path)
	if now == "" {
		life, err = j.line.Landed(ctx, path)
	}
	if err != nil {
		return Lines{}, nil, err
	}
	before, there := blobAt(life, since)
	if !there && (now == "" || !ofMany) {
		return Lines{}, nil, nil
	}
	lines, ok, err := j.compare(before, now)
	if err != nil || !ok || lines.Changed == 0 {
		return lines, nil, err
	}
	var steps []step
	for _, l := range life {
		if l.Place <= since {
			break
		}
		if l.Change.OldBlob == l.Change.NewBlob && l.Change.Status != walk.Deleted {
			continue
		}
		minor, err := j.minor(ctx, &l)
		if err != nil {
			return lines, nil, err
		}
		lines.Changed -= minor
		if minor == 0 {
			steps = append(steps, step{l.Place, l.Change.OldBlob, l.Blob(l.Change.Path)})
		}
	}
	if lines.Changed = max(0, lines.Changed); len(steps) == 0 {
		lines.Changed = 0
	}
	return lines, steps, nil
}

// blobAt gives the blob that a file had at a place; not there when it came later.
func blobAt(life []history.Landing, place int) (blob string, there bool) {
	for i := range life {
		l := &life[i]
		if l.Place <= place {
			return l.Change.NewBlob, l.Change.NewBlob != ""
		}
		if i == len(life)-1 && l.Change.Status != walk.Added && l.Change.Status != walk.Copied {
			return l.Change.OldBlob, l.Change.OldBlob != ""
		}
	}
	return "", false
}

// compare counts the lines in which two blobs differ; not ok when they cannot be compared.
func (j *Judge) compare(before, after string) (Lines, bool, error) {
	a, ok, err := j.bag(before)
	if err != nil || !ok {
		return Lines{}, false, err
	}
	b, ok, err := j.bag(after)
	if err != nil || !ok {
		return Lines{}, false, err
	}
	return changed(a, b), true, nil
}

// minor counts the lines that a commit of many files changed in this one, 0 when the change counts.
func (j *Judge) minor(ctx context.Context, l *history.Landing) (int, error) {
	size, ok := j.sizes[l.Place]
	if !ok {
		paths, err := j.line.Changed(ctx, l.Place, maxListed)
		if err != nil {
			return 0, err
		}
		size = len(paths)
		j.sizes[l.Place] = size
	}
	if size < massFiles || size < massMany && float64(size) < massOfAll*float64(len(j.tree.paths)) {
		return 0, nil
	}
	if l.Change.OldBlob == "" || l.Change.NewBlob == "" {
		return 0, nil
	}
	lines, ok, err := j.compare(l.Change.OldBlob, l.Change.NewBlob)
	if err != nil || !ok || lines.Share() > massChange {
		return 0, err
	}
	return lines.Changed, nil
}
