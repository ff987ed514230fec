// Package upkeep does what a base of notes needs from time to time, as commits on a branch of its own
// that somebody reviews: duplicates, notes that faded or that nobody reads, links to notes that were
// renamed, summaries that were overtaken. What needs a judgement is only told: stale notes, notes to
// verify, links that lead nowhere, what changed since the last time.
//
// Everything is read from one commit, so that what is proposed holds there. Work tree, index, HEAD and
// stash are not touched, and the branch is there whole or not at all.
package upkeep

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/branching"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/text/wording"
)

// sets are how much is done: each does what those before it do.
func sets() []string { return []string{"nightly", "weekly", "monthly"} }

// Request asks for upkeep.
type Request struct {
	Set    string // nightly, weekly or monthly
	Onto   string // where the branch begins, as in branching.Base
	Branch string // "" for kb/upkeep-DAY-N
	DryRun bool
}

// Report is what was done, and what somebody should look at.
type Report struct {
	DryRun   bool     `json:"dry_run,omitempty"`
	Set      string   `json:"set"`
	Base     string   `json:"base"`             // the commit that was read
	Branch   string   `json:"branch,omitempty"` // "" where there is nothing to commit
	Jobs     []Job    `json:"jobs"`             // each with a commit where it changes something
	Look     []Job    `json:"look"`             // for a person to decide
	Unknown  []string `json:"unknown"`          // what could not be told, and why
	Proposed []string `json:"proposed"`         // branches that are open and have some of it already
	Drift    Drift    `json:"drift"`

	pending []git.Beside
	settled bool // the summaries need not be looked at
}

// Job is one kind of work.
type Job struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Items  []Point  `json:"items"`
	Files  []string `json:"files"` // that are changed
	Commit string   `json:"commit,omitempty"`
}

// Point is a note with what is done to it, or to be looked at.
type Point struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// run is one upkeep.
type run struct {
	d     *desk.Desk
	view  *desk.View
	past  *desk.Past
	tree  *kb.Tree
	snap  *snapshot.Snapshot
	blobs *git.BlobReader
	set   int // 0 nightly, 1 weekly, 2 monthly: an index into sets
	rules kb.UpkeepSetting
	now   time.Time
	out   *Report

	files map[string]git.File
	news  map[string][]byte // bytes of files that are changed so far
	open  []*kb.Tree        // of the branches of earlier runs that are open
	fold  []string          // notes that are old and hardly read

	was    last   // of the run before
	worked worked // what the summaries come to now
}

// Do does what is due. Nothing but the branch is written, with DryRun nothing.
func Do(ctx context.Context, d *desk.Desk, req Request) (*Report, error) {
	r := &run{
		d: d, set: slices.Index(sets(), req.Set), now: d.Now(), news: map[string][]byte{}, files: map[string]git.File{},
		out: &Report{DryRun: req.DryRun, Set: req.Set, Jobs: []Job{}, Look: []Job{}, Unknown: []string{}, Proposed: []string{}},
	}
	if !req.DryRun {
		if err := d.Repo.CanBranch(ctx, req.Branch); err != nil {
			return nil, err
		}
	}
	base, err := branching.Base(ctx, d.Repo, req.Onto)
	if err != nil {
		return nil, err
	}
	r.out.Base = base
	if err := r.read(ctx, base); err != nil {
		return nil, err
	}
	defer r.view.Close()
	defer r.blobs.Close()
	leaveOut := func(context.Context) error { r.leaveOut(); return nil }
	for _, job := range []func(context.Context) error{r.collected, r.links, r.summaries, leaveOut, r.look, r.drift} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := job(ctx); err != nil {
			return nil, err
		}
	}
	if len(r.out.pending) == 0 || req.DryRun {
		return r.out, r.keep(req.DryRun)
	}
	return r.out, r.commit(ctx, base, req.Branch)
}

// read opens the state of the base: that of the work tree where it is the same, else that of the commit.
func (r *run) read(ctx context.Context, base string) (err error) {
	d := r.d
	if r.tree, err = d.Repo.TreeAt(ctx, base); err != nil {
		return err
	}
	for _, f := range r.tree.Files {
		r.files[f.Path] = f
	}
	at := desk.Moment{Commit: base, Day: r.now}
	if head, err := d.Repo.Head(ctx); err == nil && head == base && d.Repo.Root != "" {
		if present, err := d.Repo.Present(ctx); err == nil && len(kb.Diff(r.tree, present)) == 0 {
			at = desk.Moment{}
		}
	}
	if r.past, err = d.HistoryAt(ctx, base); err != nil {
		return err
	}
	if r.view, err = d.Look(ctx, at); err != nil {
		return err
	}
	if r.snap, err = snapshot.Load(ctx, d.Repo, r.tree, snapshot.Options{Cache: snapshot.CacheFile(d.Repo)}); err != nil {
		r.view.Close()
		return err
	}
	r.snap.Save(snapshot.CacheFile(d.Repo)) // a cache that cannot be written is done without
	r.rules = withDefaults(r.tree.Config.Upkeep)
	if r.was, err = r.last(); err == nil {
		r.blobs, err = d.Repo.RawBlobs(ctx)
	}
	if err != nil {
		r.view.Close()
		return err
	}
	branches, err := r.d.Repo.Branches(ctx, branchPrefix)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(branches)) {
		tip := branches[name]
		if seen[tip] || branching.Within(ctx, r.d.Repo, tip, base) {
			continue
		}
		seen[tip] = true
		t, err := r.d.Repo.TreeAt(ctx, tip)
		if err != nil {
			return err
		}
		r.open = append(r.open, t)
		r.out.Proposed = append(r.out.Proposed, strings.TrimPrefix(strings.TrimPrefix(name, "refs/heads/"), "refs/remotes/"))
	}
	return nil
}

// branchPrefix begins the names of branches that this package makes.
const branchPrefix = "kb/upkeep"

// text gives the bytes of a note as they are after the work so far.
func (r *run) text(path string) ([]byte, error) {
	if now, ok := r.news[path]; ok {
		return now, nil
	}
	f, ok := r.files[path]
	if !ok {
		return nil, fmt.Errorf("%s is not in %.10s", path, r.out.Base)
	}
	return r.blobs.Read(f)
}

// edit changes a note, and reports whether it did: not one that cannot be written back in its
// encoding, holds markers of a conflict, or stays as it is. What fails leaves the note alone.
func (r *run) edit(j *Job, path string, change func([]byte) ([]byte, error)) (bool, error) {
	source, err := r.text(path)
	if err != nil || encoding.Editable(source) != nil {
		return false, nil // it is left alone
	}
	if _, unfinished := kb.ConflictMarkers(source); unfinished {
		return false, nil
	}
	now, err := change(bytes.Clone(source))
	if err != nil || bytes.Equal(now, source) {
		return false, nil // by hand
	}
	return true, r.put(j, path, now)
}

// put takes the bytes of a file into a job.
func (r *run) put(j *Job, path string, now []byte) error {
	r.news[path] = now
	if !slices.Contains(j.Files, path) {
		j.Files = append(j.Files, path)
	}
	return nil
}

// proposed reports whether an open branch has bytes of this sum.
func (r *run) proposed(path, sum string) bool {
	for _, t := range r.open {
		i, ok := slices.BinarySearchFunc(t.Files, path, func(f git.File, p string) int { return strings.Compare(f.Path, p) })
		if !ok {
			continue
		}
		if have, err := r.blobs.Read(t.Files[i]); err == nil && sumOf(have) == sum {
			return true
		}
	}
	return false
}

// done takes in a job, with the bytes that its files have after it, unless it does nothing.
func (r *run) done(j Job) {
	if len(j.Files) == 0 {
		return
	}
	slices.Sort(j.Files)
	var b strings.Builder
	fmt.Fprintf(&b, "upkeep: %s\n\n", j.Title)
	for _, i := range j.Items[:min(len(j.Items), mostNamed)] {
		fmt.Fprintf(&b, "- %s: %s\n", wording.OneLine(i.Path), wording.OneLine(i.Text))
	}
	if more := len(j.Items) - mostNamed; more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	c := git.Beside{Message: b.String() + "\nKb-Upkeep: " + j.Name + "\n"}
	for _, path := range j.Files {
		c.Files = append(c.Files, git.Addition{Path: path, Data: r.news[path]})
	}
	r.out.Jobs, r.out.pending = append(r.out.Jobs, j), append(r.out.pending, c)
}

// leaveOut takes from the work what an open branch has already, by the bytes that a file has in the end.
func (r *run) leaveOut() {
	var jobs []Job
	var pending []git.Beside
	for i, j := range r.out.Jobs {
		c := r.out.pending[i]
		c.Files = slices.DeleteFunc(c.Files, func(a git.Addition) bool { return r.proposed(a.Path, sumOf(a.Data)) })
		j.Files = slices.DeleteFunc(j.Files, func(path string) bool {
			return !slices.ContainsFunc(c.Files, func(a git.Addition) bool { return a.Path == path })
		})
		if len(j.Files) > 0 {
			jobs, pending = append(jobs, j), append(pending, c)
		}
	}
	r.out.Jobs, r.out.pending = append([]Job{}, jobs...), pending
}

// mostNamed is how many notes the message of a commit names.
const mostNamed = 50

// commit makes the branch.
func (r *run) commit(ctx context.Context, base, name string) error {
	ids, err := r.d.Repo.CommitBeside(ctx, base, r.out.pending, branching.Scratch(r.d.Repo))
	if err != nil {
		return err
	}
	if name == "" {
		name = branching.Free(ctx, r.d.Repo, branchPrefix, r.now)
	}
	if err := r.d.Repo.CreateBranch(ctx, name, ids[len(ids)-1], "kb upkeep"); err != nil {
		return err
	}
	r.out.Branch = name
	for i := range ids {
		r.out.Jobs[i].Commit = ids[i]
	}
	return r.keep(false)
}
