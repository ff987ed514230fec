package review

import (
	"context"
	"fmt"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/vocabulary"
)

// Options say how a change is reviewed.
type Options struct {
	Day      time.Time                          // on which notes are active
	Cache    string                             // file of snapshot.Load
	Loaded   func(after *snapshot.Snapshot)     // called when the notes are read; may be nil
	Progress func(step string, done, total int) // may be nil
	Skip     []string                           // names of rules that are not run
	With     []string                           // other open branches, whose changes are held against this one
	History  *history.History                   // with the base and the head recorded; nil where that is not known
	Search   Search                             // nil where no saved query is asked
	Opinions *opinion.Kept                      // of a second reader; nil for none
	Code     string                             // folder of what was read of the code; "" where the code is not looked at

	// SecondRead has a second reader asked about the statements of a change, before it is judged; may be nil.
	SecondRead func(ctx context.Context, run *validate.Run) error
}

// Search ranks the notes that answer a query in the tree of a commit, or in the work tree for "":
// their paths, the best first.
type Search func(ctx context.Context, commit, query string, n int) (paths []string, err error)

// change is one review while it is made.
type change struct {
	ctx    context.Context
	repo   *kb.Repo
	o      Options
	rules  *kb.Tree // of the base: what it says counts
	run    *validate.Run
	report *Review
	names  *vocabulary.Trees // of the code; nil where it is not looked at

	sources map[string][]byte // of changed files, by blob
	commits []*walk.Commit
	edges   []reference // of the notes after the change
	ranks   map[string]float64
	blamed  int // notes
}

// Of reviews a change. It writes nothing but the cache that Options name.
func Of(ctx context.Context, repo *kb.Repo, r *Range, o Options) (*Review, error) {
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	c := &change{ctx: ctx, repo: repo, o: o, report: newReview(r)}
	steps := []func() error{
		c.load,
		c.readCommits,
		c.readSources,
		c.judge,
		c.rank,
		c.notes,
		c.merge,
		c.branches,
		c.dependents,
		c.gone,
		c.concerns,
		c.staleness,
		c.summaries,
		c.missingPaths,
		c.hygiene,
		c.retrieval,
		c.reviewers,
	}
	for _, step := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := step(); err != nil {
			return nil, err
		}
	}
	c.conclude()
	return c.report, nil
}

// newReview is a report without a finding: every list is there.
func newReview(r *Range) *Review {
	return &Review{
		Range:      *r,
		Notes:      []Note{},
		Statements: []Statement{},
		Dependents: []Dependent{},
		Gone:       []Gone{},
		Summaries:  []OverdueSummary{},
		Staleness:  []Staleness{},
		Queries:    []Query{},
		Findings:   []ScopedFinding{},
		Reviewers:  []Reviewer{},
		Commits:    []Commit{},
		NotJudged:  []string{},
		Merge:      Merge{Conflicts: []string{}, Unjudged: []string{}},
	}
}

// load reads the notes of both sides by the rules of the base.
func (c *change) load() (err error) {
	r := &c.report.Range
	if c.rules, err = c.repo.TreeAt(c.ctx, r.Base); err != nil {
		return fmt.Errorf("read the base: %w", err)
	}
	before, err := c.repo.TreeUnder(c.ctx, r.MergeBase, c.rules)
	if err != nil {
		return err
	}
	after, err := c.after()
	if err != nil {
		return err
	}
	if c.o.Code != "" {
		head := r.Head
		if r.WorkTree {
			head = ""
		}
		o := vocabulary.Options{Dir: c.o.Code, Progress: c.o.Progress}
		if c.names, err = vocabulary.Between(c.repo, r.MergeBase, head, false, nil, o); err != nil {
			return err
		}
	}
	c.run, err = validate.Load(c.ctx, c.repo, before, after, c.judging())
	if err != nil {
		return err
	}
	if c.o.Loaded != nil {
		c.o.Loaded(c.run.After)
	}
	if c.o.SecondRead != nil {
		return c.o.SecondRead(c.ctx, c.run)
	}
	return nil
}

// after is the tree of the change.
func (c *change) after() (*kb.Tree, error) {
	if !c.report.Range.WorkTree {
		return c.repo.TreeUnder(c.ctx, c.report.Range.Head, c.rules)
	}
	scan, err := c.repo.Scan(c.ctx)
	if err != nil {
		return nil, err
	}
	return c.repo.WorkTreeUnder(c.ctx, scan, c.rules)
}

// judging are the options of validate: the waivers of the base count.
func (c *change) judging() validate.Options {
	return validate.Options{
		Day:      c.o.Day,
		Skip:     c.o.Skip,
		Cache:    c.o.Cache,
		Progress: c.o.Progress,
		Waivers:  c.rules,
		Opinions: c.o.Opinions,
		Names:    c.names,
		Past: func() (*history.History, []string) {
			return c.o.History, []string{c.report.Range.Head, c.report.Range.Base}
		},
	}
}

// readCommits reads the commits of the change. Those of others that were merged into it are among
// them only if the base has them not.
func (c *change) readCommits() error {
	r := &c.report.Range
	_, err := walk.Walk(
		c.ctx,
		c.repo,
		git.CommitWalk{Tips: []string{r.Head}, Known: []string{r.Base, r.MergeBase}},
		func(commit *walk.Commit) error {
			c.commits = append(c.commits, commit)
			return c.ctx.Err()
		},
	)
	if err != nil {
		return fmt.Errorf("read the commits of the change: %w", err)
	}
	for _, commit := range c.commits {
		c.report.Commits = append(c.report.Commits, Commit{
			ID:      commit.ID,
			Author:  commit.Author.Name,
			Date:    commit.Author.When.Format(time.RFC3339),
			Subject: commit.Subject,
			Agents:  agentsOf(commit),
		})
	}
	return nil
}

// readSources reads the files that differ, on both sides.
func (c *change) readSources() error {
	var files []git.File
	for _, change := range c.run.Changes {
		for _, e := range []*snapshot.Entry{change.Old, change.New, c.amended(change)} {
			if e != nil {
				files = append(files, e.File)
			}
		}
	}
	var err error
	c.sources, err = c.read(files)
	return err
}

// read gives the bytes of files by their blobs; one that cannot be read is left out.
func (c *change) read(files []git.File) (map[string][]byte, error) {
	sources := make(map[string][]byte, len(files))
	if len(files) == 0 {
		return sources, nil
	}
	blobs, err := c.repo.Blobs(c.ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	err = blobs.Each(files, func(f git.File, data []byte, err error) error {
		if err == nil {
			sources[f.Blob] = data
		}
		return c.ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("read changed notes: %w", err)
	}
	return sources, nil
}

// judge asks the rules of validate.
func (c *change) judge() error {
	found, err := c.run.Judge(c.ctx, c.repo, c.judging())
	if err != nil {
		return err
	}
	for _, f := range found {
		if f.Rule == validate.UnknownName && !c.changes(f.Path) {
			continue // a name that goes is told once, with all notes that say it: see gone
		}
		c.report.Findings = append(c.report.Findings, ScopedFinding{Finding: f, Scope: c.scope(&f)})
	}
	return nil
}

// scope tells whether the other side of a finding is of the change too.
func (c *change) scope(f *validate.Finding) string {
	if len(f.Related) == 0 {
		return InChange
	}
	other := f.Related[0]
	for _, change := range c.run.Changes {
		if change.New == nil || change.New.File.Path != other.Path {
			continue
		}
		if change.Old == nil {
			return InChange
		}
		for _, st := range change.Old.Statements() {
			if st.Text == other.Text {
				return InBase
			}
		}
		return InChange
	}
	return InBase
}

// find adds findings of a rule of this package.
func (c *change) find(rule validate.Rule, scope string, found ...validate.Finding) {
	for _, skip := range c.o.Skip {
		if skip == rule.Name {
			return
		}
	}
	for _, f := range c.run.Settle(rule, found) {
		c.report.Findings = append(c.report.Findings, ScopedFinding{Finding: f, Scope: scope})
	}
}

// notJudged says what was not looked at.
func (c *change) notJudged(format string, args ...any) {
	c.report.NotJudged = append(c.report.NotJudged, fmt.Sprintf(format, args...))
}
