package clone

import (
	"context"
	"errors"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/rerank"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/text/wording"
)

// shownSkips is how many skipped files are named before the rest is counted.
const shownSkips = 10

// Index is kb index.
func (Verbs) Index() app.Verb {
	return app.Verb{
		Name: "index", Place: 290,
		Help:    "Bring the index of the work tree up to date.",
		Command: &indexCmd{},
		Answers: []any{Indexed{}, IndexCheck{}},
	}
}

// indexCmd brings the index up to date.
type indexCmd struct {
	Full   bool `help:"Rebuild everything and train the model of meaning anew."`
	Check  bool `help:"Compare the index and the history with a clean build, and say what differs."`
	Repair bool `help:"With --check: mend what differs, and check again."`
	Code   bool `help:"Also read the source files, for kb impact and kb search --code."`
	Model  bool `help:"Also make the vectors of the model on your disk that your configuration names."`
}

// Indexed is the JSON form of what kb index did.
type Indexed struct {
	index.Report
	History WalkReport           `json:"history"`
	Vectors *ModelReport         `json:"vectors,omitempty"` // with --model
	Code    *codebase.CodeReport `json:"code,omitempty"`    // with --code
}

// ModelReport is what was made of the vectors of a model in this process.
type ModelReport struct {
	Model string `json:"model"`
	Texts int    `json:"texts"` // that can be found
	Made  int    `json:"made"`  // by this run
}

// WalkReport is what is known of the history.
type WalkReport struct {
	Commits int      `json:"commits"` // that HEAD descends from, itself included
	Added   int      `json:"added"`   // by this run
	Unknown []string `json:"unknown"` // what cannot be known, in words
}

// Run updates the index and the history, and prints what was done.
func (c *indexCmd) Run(ctx context.Context, a *app.App) error {
	if c.Repair && !c.Check {
		return app.WithHint(errors.New("--repair mends what --check finds"), "kb index --check --repair")
	}
	a.NoUpdate = false // which is of no use here
	b, err := session.Open(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	if c.Check {
		return c.check(ctx, b)
	}
	start := a.Now()
	report, err := b.Index.Update(ctx, index.UpdateOptions{Full: c.Full})
	a.Progress.Stop()
	if errors.Is(err, index.ErrBusy) {
		return app.WithHint(err, "wait for it to end, then run: kb index")
	}
	if err != nil {
		return err
	}
	took := a.Now().Sub(start)
	session.RemarkNoNotes(a, report.Notes, "")
	walk, err := walkHistory(ctx, a, b, c.Full)
	if err != nil {
		return err
	}
	if walk.Added > 0 || report.Removed > 0 {
		b.FollowRenames(ctx)
	}
	var made *ModelReport
	if c.Model {
		if made, err = makeVectors(ctx, a, b); err != nil {
			return err
		}
	}
	code, err := c.readCode(ctx, a, b)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(Indexed{*report, walk, made, code})
	}
	c.print(a, report, took)
	if walk.Added > 0 {
		a.Printf("%s: %d new\n", wording.Count(walk.Commits, "commit"), walk.Added)
	}
	if made != nil {
		a.Printf("%s: %s, %d new\n", made.Model, wording.Count(made.Texts, "text"), made.Made)
	}
	if code != nil {
		printCode(a, code)
	}
	return nil
}

// printCode says what was read of the source files.
func printCode(a *app.App, code *codebase.CodeReport) {
	a.Printf("%s, %s: %d new", wording.Count(code.Files, "source file"), wording.Count(code.Symbols, "symbol"), code.Read)
	if code.Precise > 0 {
		a.Printf(", %d resolved by index.scip", code.Precise)
	}
	if code.Unreadable > 0 {
		a.Printf(", %d not readable", code.Unreadable)
	}
	a.Printf("\n")
}

// readCode reads the source files that are new, where that was asked for.
func (c *indexCmd) readCode(ctx context.Context, a *app.App, b *session.Base) (*codebase.CodeReport, error) {
	if !c.Code {
		return nil, nil
	}
	base, err := impact.Code(b.Desk, a.Progress.Report)
	if err != nil {
		return nil, err
	}
	defer base.Close()
	r, err := incode.Index(ctx, base)
	a.Progress.Stop()
	return r, err
}

// makeVectors makes the vectors that the person's model has not made yet. Who ends it early loses
// the last few.
func makeVectors(ctx context.Context, a *app.App, b *session.Base) (*ModelReport, error) {
	v, err := b.LookAt(ctx, session.AtFlag{})
	if err != nil {
		return nil, err
	}
	defer v.Close()
	r := &ModelReport{}
	r.Model, r.Texts, r.Made, err = v.Embed(ctx, desk.Making{Few: rerank.Batch})
	a.Progress.Stop()
	if errors.Is(err, desk.ErrNoModel) {
		return nil, app.WithHint(err, "docs/model.md says how to name one")
	}
	return r, err
}

// walkHistory records the commits that are new.
func walkHistory(ctx context.Context, a *app.App, b *session.Base, full bool) (WalkReport, error) {
	if l, ok := history.Current(ctx, b.Repo); ok && !full {
		for _, message := range l.Messages() {
			a.Remark("%s", message)
		}
		return WalkReport{Commits: l.Commits, Unknown: l.Messages()}, nil
	}
	past, err := b.HistoryAt(ctx, "")
	if err != nil {
		return WalkReport{}, err
	}
	if past.Head != "" {
		past.KeepMark(past.Head, past.Gaps) // without it the next run asks the database
	}
	return WalkReport{Commits: past.Gaps.Commits, Added: past.Added, Unknown: past.Unknown()}, nil
}

// print says what the index holds and what this run changed. Skipped files and mistakes within
// files are remarked upon before.
func (c *indexCmd) print(a *app.App, r *index.Report, took time.Duration) {
	remarkSkips(a, r.Skipped)
	remarkProblems(a, r.Problems)
	if r.Rebuilt != "" {
		a.Remark("the index was built anew: %s", r.Rebuilt)
	}
	a.Printf("%s, %s, %s", wording.Count(r.Notes, "note"), wording.Count(r.Chunks, "chunk"), wording.Count(r.Links, "link"))
	if r.Added+r.Changed+r.Removed == 0 && !c.Full {
		a.Printf(": nothing changed\n")
		return
	}
	a.Printf(": %d added, %d changed, %d removed in %.1f s\n", r.Added, r.Changed, r.Removed, took.Seconds())
}

// remarkProblems names what is wrong within files; the repository's configuration has been remarked
// upon already.
func remarkProblems(a *app.App, problems []index.Problem) {
	for _, p := range problems[:min(len(problems), shownSkips)] {
		if p.Path != ".memory/kb.yaml" {
			a.Remark("%s:%d:%d: %s", app.CleanName(p.Path), p.Line, p.Col, p.Message)
		}
	}
	if rest := len(problems) - shownSkips; rest > 0 {
		a.Remark("%s more: kb index --full --json names them", wording.Count(rest, "problem"))
	}
}

// remarkSkips names the files that were left out.
func remarkSkips(a *app.App, skipped []kb.Skip) {
	for _, s := range skipped[:min(len(skipped), shownSkips)] {
		a.Remark("skipped %s: %s", app.CleanName(s.Path), s.Reason)
	}
	if rest := len(skipped) - shownSkips; rest > 0 {
		a.Remark("skipped %s more: kb index --json names them", wording.Count(rest, "file"))
	}
}
