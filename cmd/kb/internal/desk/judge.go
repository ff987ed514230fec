package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/secondread"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/vocabulary"
)

// ConflictsRequest asks for the contradictions that stand in a base.
type ConflictsRequest struct {
	Note   string   // path of a note that they must have a statement of, "" for any
	Least  *float64 // energy, 0–1; nil for what the configuration says
	Limit  int      // at most so many, 0 for all
	Waived bool     // list waived ones too, and those that a second reader takes back

	Ask *secondread.Request // a second reader, nil for none

	Rest  func() bool           // is called while it judges: may rest, and false ends it; may be nil
	Sofar func(found Conflicts) // is given what is found while the rest is judged, from time to time; may be nil
}

// Conflicts are the contradictions that stand in a base, the strongest first.
type Conflicts struct {
	Statements int                `json:"statements"` // of active notes
	Rules      int                `json:"rules"`      // those of them that bind: MUST, SHOULD, MAY, never, …
	Total      int                `json:"total"`      // conflicts, before the limit
	Findings   []validate.Finding `json:"findings"`
	Withdrawn  int                `json:"withdrawn,omitempty"` // warnings that a second reader takes back: not listed
	Waived     int                `json:"waived,omitempty"`    // conflicts that are waived, of the note that is asked for: not listed

	Second *secondread.Report `json:"second_reader,omitempty"` // what was asked now
}

// Conflicts judges every pair of statements of a snapshot that speak of one thing.
func (d *Desk) Conflicts(ctx context.Context, s *snapshot.Snapshot, req ConflictsRequest) (*Conflicts, error) {
	var out Conflicts
	for _, e := range s.Entries {
		if s.Inactive(e, d.Now()) != "" {
			continue
		}
		for _, st := range e.Statements() {
			out.Statements++
			if st.Kind == "rule" {
				out.Rules++
			}
		}
	}
	o := &validate.Options{Day: d.Now(), Keeping: d.keeping(), Opinions: opinion.Load(d.Repo.StateDir())}
	watch := func(done, total int) bool {
		d.o.Progress("comparing", done, total)
		return ctx.Err() == nil && (req.Rest == nil || req.Rest())
	}
	if req.Sofar != nil {
		o.Sofar = func(found []validate.Finding) {
			sofar := out
			sofar.take(found, &req)
			req.Sofar(sofar)
		}
	}
	if req.Ask != nil {
		var err error
		if out.Second, err = d.secondRead(ctx, validate.Whole(s, o, watch), o.Opinions, req.Ask); err != nil {
			return nil, err
		}
	}
	found := validate.Conflicts(s, req.Least, o, watch)
	d.o.rest()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out.take(found, &req)
	return &out, nil
}

// Disputes finds which statements of two notes of a snapshot cannot both hold, so surely that a commit would be stopped for
// them: see validate.Disputes. rest is called while it judges, and ends it by false; sofar is given what is found until then.
func (d *Desk) Disputes(
	ctx context.Context, s *snapshot.Snapshot, rest func() bool, sofar func(found []validate.Finding),
) ([]validate.Finding, error) {
	o := &validate.Options{Day: d.Now(), Keeping: d.keeping(), Opinions: opinion.Load(d.Repo.StateDir()), Sofar: sofar}
	found := validate.Disputes(s, o, func(_, _ int) bool { return ctx.Err() == nil && rest() })
	return found, ctx.Err()
}

// take keeps those of the findings that are asked for.
func (c *Conflicts) take(found []validate.Finding, req *ConflictsRequest) {
	c.Findings = slices.DeleteFunc(found, func(f validate.Finding) bool {
		if back := f.SecondReader == opinion.Compatible && f.Severity == validate.Info; back && !req.Waived {
			c.Withdrawn++
			return true
		}
		if req.Note != "" && f.Path != req.Note && f.Related[0].Path != req.Note {
			return true
		}
		left := f.Waived != "" && !req.Waived
		if left {
			c.Waived++
		}
		return left
	})
	c.Total = len(c.Findings)
	if req.Limit > 0 {
		c.Findings = c.Findings[:min(c.Total, req.Limit)]
	}
}

// ValidateRequest asks for a judgement of a change. At most one of All, Staged, Range and Against is
// set; without any the work tree is judged against HEAD.
type ValidateRequest struct {
	All     bool                   // everything, also what stood before
	Staged  bool                   // what git commit would commit
	Range   string                 // A..B: what B brings since its history left A
	Against string                 // the revision that the work tree is judged against
	Paths   func(path string) bool // of findings that are reported; nil for all
	Skip    []string               // names of rules that are not run
	Waived  bool                   // report waived findings too

	Others []userconfig.Base // bases that must not be contradicted

	others []git.Entry // files that are no notes and that the commit changes, as they were
}

// Validation is the judgement of a change.
type Validation struct {
	Errors   int                `json:"errors"`
	Warnings int                `json:"warnings"`
	Waived   int                `json:"waived"`
	Findings []validate.Finding `json:"findings"`
}

// RevisionError is the error about a revision that git does not know.
type RevisionError struct {
	Rev string // "" where err names it
	err error
}

func (e *RevisionError) Error() string {
	if e.Rev == "" {
		return e.err.Error()
	}
	return "no such revision: " + e.Rev
}

func (e *RevisionError) Unwrap() error { return e.err }

// RangeError is the error about a range that has not two ends, or whose ends have no history in
// common.
type RangeError struct {
	Text      string // the range, or its ends
	Unrelated bool
}

func (e *RangeError) Error() string {
	if e.Unrelated {
		return e.Text + " have no history in common"
	}
	return e.Text + " is no range"
}

// Validate judges a change of knowledge.
func (d *Desk) Validate(ctx context.Context, req ValidateRequest) (*Validation, error) {
	out := &Validation{}
	before, after, err := d.compared(ctx, &req)
	if err != nil || after == nil {
		return out, err // a commit of other files costs no more than this
	}
	var others []validate.Other
	for _, b := range req.Others {
		repo, err := Repository(ctx, b)
		if err != nil {
			return nil, fmt.Errorf("base %s: %w", b.Name, err)
		}
		s, err := Of(repo, d.o).Snapshot(ctx)
		if err != nil {
			return nil, fmt.Errorf("base %s: %w", b.Name, err)
		}
		others = append(others, validate.Other{Name: b.Name, Checker: validate.NewChecker(s, d.Now())})
	}
	symbols := &lostSymbols{desk: d, ctx: ctx, before: before.Commit, staged: req.Staged}
	if req.Range != "" || d.Repo.Root == "" {
		symbols.after = after.Commit
	}
	names, err := vocabulary.Between(d.Repo, symbols.before, symbols.after, req.Staged, req.others,
		vocabulary.Options{Dir: filepath.Join(d.Repo.StateDir(), "index"), Progress: d.o.Progress})
	if err != nil {
		return nil, err
	}
	found, err := validate.Findings(ctx, d.Repo, before, after, validate.Options{
		Symbol: symbols.lost, Names: names, Past: func() (*history.History, []string) { return d.judgedPast(ctx, after.Commit) },
		Elsewhere: func(names []string) map[string]string { return d.lostElsewhere(ctx, names) }, Others: others,
		Day: d.Now(), Skip: req.Skip, Paths: req.Paths, Cache: snapshot.CacheFile(d.Repo), Brief: !d.o.Server,
		Keeping: d.keeping(), Progress: d.o.Progress, Loaded: symbols.loaded, Opinions: opinion.Load(d.Repo.StateDir()),
	})
	err = errors.Join(err, symbols.close(), names.Err())
	d.o.rest()
	for i := range found {
		switch {
		case found[i].Waived != "":
			out.Waived++
		case found[i].Severity == validate.Error:
			out.Errors++
		case found[i].Severity == validate.Warning:
			out.Warnings++
		}
	}
	out.Findings = slices.DeleteFunc(found, func(f validate.Finding) bool { return !req.Waived && f.Waived != "" })
	return out, err
}

// judgedPast returns the history up to a commit, nil where it cannot be read.
func (d *Desk) judgedPast(ctx context.Context, commit string) (*history.History, []string) {
	p, err := d.HistoryAt(ctx, commit)
	if err != nil {
		d.o.Remark(fmt.Sprintf("the history could not be read (%v): which deltas rest on an older text is not known", err))
		return nil, nil
	}
	return p.History, []string{p.Head}
}

// lostElsewhere says which names are of no note of the base that they name. Bases that are not known
// here, or cannot be read, are told of: what stands there nobody knows.
func (d *Desk) lostElsewhere(ctx context.Context, names []string) map[string]string {
	out := map[string]string{}
	for name, there := range d.Elsewhere(ctx, names...) {
		switch {
		case there.Lost:
			out[name] = strings.TrimPrefix(there.Why, "broken: ")
		case there.Path == "":
			d.o.Remark(fmt.Sprintf("link to %s is not judged: %s", name, there.Why))
		}
	}
	return out
}

// compared returns what was and what is; after is nil where nothing is staged that matters.
func (d *Desk) compared(ctx context.Context, req *ValidateRequest) (before, after *kb.Tree, err error) {
	switch {
	case req.Staged:
		before, after, others, err := d.Repo.Staged(ctx)
		if err == nil && after == nil {
			before, after, err = d.stagedCode(ctx, req, others)
		}
		req.others = others
		return before, after, err
	case req.Range != "":
		return d.rangeTrees(ctx, req.Range)
	}
	if after, err = d.Repo.Present(ctx); err != nil {
		return nil, nil, err
	}
	rev := req.Against
	if rev == "" {
		rev = after.Commit
	}
	if req.All || rev == "" { // or nothing was committed yet
		return &kb.Tree{Config: &kb.Config{}}, after, nil
	}
	before, err = d.treeAt(ctx, rev)
	return before, after, err
}

// treeAt reads the tree of a revision.
func (d *Desk) treeAt(ctx context.Context, rev string) (*kb.Tree, error) {
	t, err := d.Repo.TreeAt(ctx, rev)
	if errors.Is(err, git.ErrUnknownRev) {
		return nil, &RevisionError{rev, err}
	}
	return t, err
}

// rangeTrees reads A..B: what B brings is judged since the commit that both come from, as a pull
// request shows it.
func (d *Desk) rangeTrees(ctx context.Context, text string) (before, after *kb.Tree, err error) {
	from, to, ok := strings.Cut(strings.Replace(text, "...", "..", 1), "..")
	if !ok {
		return nil, nil, &RangeError{Text: text}
	}
	ends := [2]string{from, to}
	for i, rev := range ends {
		if ends[i], err = d.Repo.Resolve(ctx, cmp.Or(rev, "HEAD")); err != nil {
			return nil, nil, &RevisionError{"", err}
		}
	}
	base, err := d.Repo.MergeBase(ctx, ends[0], ends[1])
	if err != nil {
		return nil, nil, err
	}
	if base == "" {
		return nil, nil, &RangeError{fmt.Sprintf("%s and %s", from, to), true}
	}
	if before, err = d.treeAt(ctx, base); err != nil {
		return nil, nil, err
	}
	after, err = d.treeAt(ctx, ends[1])
	return before, after, err
}

// Snapshot reads the notes of the work tree with their statements. What is new is kept for the next
// answer, where it can be written.
func (d *Desk) Snapshot(ctx context.Context) (s *snapshot.Snapshot, err error) {
	cache := snapshot.CacheFile(d.Repo)
	progress := func(done, total int) { d.o.Progress("reading", done, total) }
	for range kb.Readings {
		tree, err := d.Repo.Present(ctx)
		if err != nil {
			return nil, err
		}
		s, err = snapshot.Load(ctx, d.Repo, tree, snapshot.Options{Cache: cache, Brief: !d.o.Server, Progress: progress})
		d.o.rest()
		if err != nil {
			return nil, err
		}
		if !kb.Changed(s.Skipped) {
			break
		}
	}
	s.Save(cache)
	return s, nil
}

// keepSnapshot keeps what was read of notes that are judged.
func (d *Desk) keepSnapshot(s *snapshot.Snapshot) { s.Save(snapshot.CacheFile(d.Repo)) }

// keeping says where the judgement of all statements is kept.
func (d *Desk) keeping() validate.Keeping {
	return validate.Keeping{File: filepath.Join(d.Repo.StateDir(), "index", "judgement"), Version: d.o.Version}
}
