// Package traces finds what a note has left behind in a clone. What is kb's it removes, and of what git
// keeps it says where that is and how it goes.
//
// # Limitations
//
// Text that other notes quote is theirs. What the programs of agents keep of their sessions is not
// looked at.
package traces

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/text/wording"
)

// Request names a note that is to be forgotten.
type Request struct {
	Note   usage.Note
	Names  []string // further paths that it had
	Linked []string // notes that link to it
	DryRun bool
	Org    string // the organisation's cluster, "" for none
}

// Traces is what was found of a note.
type Traces struct {
	Note   string   `json:"note"`
	Paths  []string `json:"paths"` // all that it had
	DryRun bool     `json:"dry_run,omitempty"`
	Own    []Trace  `json:"own"`  // kb's: removed, or with a dry run found
	Kept   []Trace  `json:"kept"` // not kb's to remove
}

// Trace is one place where something of a note is.
type Trace struct {
	What string `json:"what"`
	Text string `json:"text"`
	Do   string `json:"do,omitempty"` // what a person can do about it
}

// run is one search for traces.
type run struct {
	d     *desk.Desk
	x     *index.Index
	use   *usage.Store
	req   Request
	paths []string
	ids   []string
	out   *Traces
}

// Forget removes what kb keeps of a note, one thing after the other; cut short, it can be done again.
// The database of use is the caller's to open and close.
func Forget(ctx context.Context, d *desk.Desk, u *usage.Store, req Request) (*Traces, error) {
	r := &run{d: d, x: d.Index, use: u, req: req, out: &Traces{Note: req.Note.Path, DryRun: req.DryRun, Own: []Trace{}, Kept: []Trace{}}}
	var err error
	if r.paths, r.ids, err = u.Names(ctx, req.Note); err != nil {
		return nil, err
	}
	for _, p := range req.Names {
		if !slices.Contains(r.paths, p) {
			r.paths = append(r.paths, p)
		}
	}
	r.out.Paths = r.paths
	for _, part := range []func(context.Context) error{r.kept, r.usage, r.inbox, r.hooks, r.files} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := part(ctx); err != nil {
			return nil, err
		}
	}
	return r.out, nil
}

// own notes something of kb's.
func (r *run) own(what, text string) { r.out.Own = append(r.out.Own, Trace{What: what, Text: text}) }

// usage erases what was recorded of its use.
func (r *run) usage(ctx context.Context) error {
	counts, err := r.use.Counts(ctx)
	if err != nil {
		return err
	}
	shown, opened, known := 0, 0, false
	for _, c := range counts.All {
		if slices.Contains(r.paths, c.Note.Path) || c.Note.ID != "" && slices.Contains(r.ids, c.Note.ID) {
			shown, opened, known = shown+c.Shown, opened+c.Opened, true
		}
	}
	if known {
		r.own("usage", fmt.Sprintf("shown %s, opened %s; searches that found it go, too",
			wording.Count(shown, "time"), wording.Count(opened, "time")))
	}
	if r.req.DryRun {
		return nil
	}
	notes := []usage.Note{r.req.Note}
	for _, p := range r.paths {
		notes = append(notes, usage.Note{Path: p})
	}
	for _, n := range notes {
		if _, err := r.use.ForgetSearches(ctx, n); err != nil {
			return err
		}
		if _, err := r.use.ForgetNote(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// inbox erases candidates that became the note, and where others name it.
func (r *run) inbox(context.Context) error {
	dir := agents.At(r.d.Repo.StateDir()).Dir
	if !inbox.Exists(dir) {
		return nil
	}
	b, err := inbox.Open(dir, r.d.Now)
	if err != nil {
		return err
	}
	found, err := b.ForgetNote(r.paths, r.ids, r.req.DryRun)
	if n := found.Candidates + found.Mentions; n > 0 {
		text := wording.Count(found.Candidates, "candidate") + " that became it"
		if found.Mentions > 0 {
			text += ", and it is named " + wording.Count(found.Mentions, "time") + " more"
		}
		r.own("inbox", text)
		r.out.Kept = append(r.out.Kept, Trace{"sessions", "programs for agents keep what was said in their sessions", "kb sessions list"})
	}
	return errors.Join(err, b.Close())
}

// hooks erases what hooks noted of giving it.
func (r *run) hooks(context.Context) error {
	n, err := agents.At(r.d.Repo.StateDir()).ForgetFiles(r.paths, r.req.DryRun)
	if n > 0 {
		r.own("hooks", fmt.Sprintf("named in %s of what hooks noted", wording.Count(n, "line")))
	}
	return err
}

// files removes what is made of notes and can be made again, whole: which bytes of it are the note's
// cannot be told.
func (r *run) files(ctx context.Context) error {
	state := r.d.Repo.StateDir()
	folders := []struct{ what, text, pattern string }{
		{"caches", "what hooks look notes up in", filepath.Join(state, "agents", "*.idx")},
		{"caches", "what models said of pairs of statements, asked again when it is needed", filepath.Join(state, "opinions")},
		{"caches", "vectors of statements, asked for again when they are needed", filepath.Join(state, "statements-*")},
		{"caches", "answers of models, asked for again when they are needed", filepath.Join(state, "answers")},
		{"usage", "damaged databases that were set aside", filepath.Join(state, "usage-damaged-*")},
		{"proposals", "what a killed process left of one", filepath.Join(state, "beside", "*")},
	}
	for _, f := range folders {
		names, err := filepath.Glob(f.pattern)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			continue
		}
		r.own(f.what, f.text)
		for _, name := range names {
			if r.req.DryRun {
				continue
			}
			if err := store.RemoveAll(name); err != nil {
				return err
			}
		}
	}
	// Last the index and all that lies beside it: the names of a note that is gone are known from it.
	files, bought := 0, false
	err := filepath.WalkDir(r.x.Dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !strings.HasPrefix(e.Name(), "lock") {
			files, bought = files+1, bought || strings.HasPrefix(path, filepath.Join(r.x.Dir, index.VectorsOfServers))
		}
		return nil
	})
	if files == 0 || err != nil {
		return err
	}
	text := "words, vectors, statements, history: " + wording.Count(files, "file") + ", made again by the next command"
	if bought {
		text += "; a server is asked for its vectors again"
	}
	r.own("index", text)
	if r.req.DryRun {
		return nil
	}
	return r.x.Erase(ctx)
}

// kept says what is not kb's.
func (r *run) kept(ctx context.Context) error {
	add := func(what, text, do string) { r.out.Kept = append(r.out.Kept, Trace{what, text, do}) }
	there := false
	quoted := make([]string, len(r.paths))
	for i, p := range r.paths {
		quoted[i] = "--path " + wording.ShellWord(p)
		if _, err := os.Lstat(filepath.Join(r.d.Repo.Root, filepath.FromSlash(p))); r.d.Repo.Root != "" && err == nil {
			there = true
			add("work tree", p+" is there, so that the next command reads it again",
				"git rm "+wording.ShellWord(p)+", then this command again")
		}
	}
	if n := len(r.req.Linked); n > 0 {
		add("notes", "these name it, and may quote it: "+few(r.req.Linked), "")
	}
	h, err := r.d.Repo.Holding(ctx, r.paths)
	if errors.Is(err, git.ErrNoProgram) {
		add("git", "what git keeps of it is not known: "+err.Error(), "")
		return nil
	}
	if err != nil {
		return err
	}
	if h.Index && !there {
		add("git", "it is on git's list for the next commit", "git rm --cached "+wording.ShellWord(r.paths[0]))
	}
	// Branches of proposals by name, of others a few.
	var others []string
	for _, ref := range h.Refs {
		if name, ok := strings.CutPrefix(ref, "refs/heads/kb/"); ok {
			add("proposal", "the branch kb/"+name+" has it", "git branch -D "+wording.ShellWord("kb/"+name))
			continue
		}
		others = append(others, ref)
	}
	if len(others) > 0 {
		add("git", "in the tree of "+few(others), "")
	}
	if h.Commits > 0 {
		add("git", wording.Count(h.Commits, "commit")+" changed it, and keep its text",
			"git filter-repo --invert-paths "+strings.Join(quoted, " ")+
				"\ngit reflog expire --expire=now --all && git gc --prune=now")
		for _, remote := range h.Remotes {
			add("remote", remote+" has what was pushed, and so has who cloned it",
				"git push --force --all "+remote+"; the others clone anew; ask the forge to drop what no branch leads to")
		}
	}
	if shares, err := r.use.Shares(ctx); err != nil {
		return err
	} else if shares {
		add("counts", "this clone shared counts of its notes, by a hash of their names", "kb usage push")
	}
	if r.req.Org != "" {
		add("cluster", "your organisation's cluster has the notes of this repository", "kb org push, once the note is gone here")
	}
	return nil
}

// few are the first of many names.
func few(names []string) string {
	const most = 5
	text := strings.Join(names[:min(len(names), most)], ", ")
	if n := len(names) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
