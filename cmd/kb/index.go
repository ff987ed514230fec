package main

import (
	"context"
	"errors"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// shownSkips is how many skipped files are named before the rest is counted.
const shownSkips = 10

// indexCmd brings the index up to date.
type indexCmd struct {
	Full   bool `help:"Rebuild everything and train the model of meaning anew."`
	Check  bool `help:"Compare the index and the history with a clean build, and say what differs."`
	Repair bool `help:"With --check: mend what differs, and check again."`
}

// Help holds the verb's details and examples.
func (indexCmd) Help() string {
	return `Reads what changed since the last time, and nothing else: the notes of the work tree, and the commits that HEAD descends from. The other commands do the same by themselves when little changed, so this one is for a first big index, for a script, and for --full.

Notes are *.md, *.markdown and *.mdx files that git tracks or does not ignore. A .kbignore file leaves more of them out.

--check proves that the records, the words, the vectors, the trees of --at that are kept, and the history are what a clean build of
them is, which it makes in a folder for temporary files; that takes as long as a first index and a first reading of the history. A
server of meaning is asked for nothing: of its vectors the sums are checked. What differs is named, and the exit code is 1;
--repair removes it and makes it anew.

Examples:

    kb index
    kb index --full
    kb index --check
    kb index --check --repair
    kb index --check --json | jq -r '.data.index.differences[].what'
    kb index --json | jq .data.seconds`
}

// Indexed is the JSON form of what kb index did.
type Indexed struct {
	index.Report
	History WalkReport `json:"history"`
}

// WalkReport is what is known of the history.
type WalkReport struct {
	Commits int      `json:"commits"` // that HEAD descends from, itself included
	Added   int      `json:"added"`   // by this run
	Unknown []string `json:"unknown"` // what cannot be known, in words
}

// Run updates the index and the history, and prints what was done.
func (c *indexCmd) Run(ctx context.Context, a *app) error {
	if c.Repair && !c.Check {
		return withHint(errors.New("--repair mends what --check finds"), "kb index --check --repair")
	}
	b, err := a.openBase(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	if c.Check {
		return c.check(ctx, b)
	}
	start := a.now()
	report, err := b.index.Update(ctx, index.UpdateOptions{Full: c.Full})
	a.progress.stop()
	if errors.Is(err, index.ErrBusy) {
		return withHint(err, "wait for it to end, then run: kb index")
	}
	if err != nil {
		return err
	}
	took := a.now().Sub(start)
	a.remarkNoNotes(report.Notes, "")
	walk, err := a.walkHistory(ctx, b, c.Full)
	if err != nil {
		return err
	}
	if walk.Added > 0 || report.Removed > 0 {
		b.followRenames(ctx)
	}
	if a.JSON {
		return a.emit(Indexed{*report, walk})
	}
	c.print(a, report, took)
	if walk.Added > 0 {
		a.printf("%s: %d new\n", count(walk.Commits, "commit"), walk.Added)
	}
	return nil
}

// walkHistory records the commits that are new.
func (a *app) walkHistory(ctx context.Context, b *base, full bool) (WalkReport, error) {
	a.NoUpdate = false // which is of no use here
	if l, ok := history.Current(ctx, b.repo); ok && !full {
		for _, message := range l.Messages() {
			a.remark("%s", message)
		}
		return WalkReport{Commits: l.Commits, Unknown: l.Messages()}, nil
	}
	c, err := a.openChronicle(ctx, b.repo)
	if err != nil {
		return WalkReport{}, err
	}
	defer c.Close()
	if c.head != "" {
		c.KeepMark(c.head, c.limits) // without it the next run asks the database
	}
	return WalkReport{Commits: c.limits.Commits, Added: c.added, Unknown: c.unknowns()}, nil
}

func (c *indexCmd) print(a *app, r *index.Report, took time.Duration) {
	remarkSkips(a, r.Skipped)
	remarkProblems(a, r.Problems)
	if r.Rebuilt != "" {
		a.remark("the index was built anew: %s", r.Rebuilt)
	}
	a.printf("%s, %s, %s", count(r.Notes, "note"), count(r.Chunks, "chunk"), count(r.Links, "link"))
	if r.Added+r.Changed+r.Removed == 0 && !c.Full {
		a.printf(": nothing changed\n")
		return
	}
	a.printf(": %d added, %d changed, %d removed in %.1f s\n", r.Added, r.Changed, r.Removed, took.Seconds())
}

// remarkProblems names what is wrong within files; the repository's configuration has been remarked
// upon already.
func remarkProblems(a *app, problems []index.Problem) {
	for _, p := range problems[:min(len(problems), shownSkips)] {
		if p.Path != ".memory/kb.yaml" {
			a.remark("%s:%d:%d: %s", cleanName(p.Path), p.Line, p.Col, p.Message)
		}
	}
	if rest := len(problems) - shownSkips; rest > 0 {
		a.remark("%s more: kb index --full --json names them", count(rest, "problem"))
	}
}

// remarkSkips names the files that were left out.
func remarkSkips(a *app, skipped []kb.Skip) {
	for _, s := range skipped[:min(len(skipped), shownSkips)] {
		a.remark("skipped %s: %s", cleanName(s.Path), s.Reason)
	}
	if rest := len(skipped) - shownSkips; rest > 0 {
		a.remark("skipped %s more: kb index --json names them", count(rest, "file"))
	}
}
