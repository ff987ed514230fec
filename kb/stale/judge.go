package stale

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// Options say how notes are judged.
type Options struct {
	Now time.Time
	// Access tells how often a note was read and when last; nil when nothing is known of it.
	Access func(n *kb.Note) (times int, last time.Time)
	// Cache is a folder for what is known of the names of past trees, "" for none. It can be
	// deleted at any time.
	Cache string
	// Names says whether names of code that notes cite are looked for in all files. Without it they
	// are said nothing of.
	Names bool
	// Symbols reads source files; nil: citations of a symbol (internal/auth/jwt.go#Sign) count as those
	// of its file. The judge closes it.
	Symbols Symbols
	// Progress is told how far the work is; may be nil.
	Progress func(stage string, done, total int)
}

// Symbols lists the symbols of a blob of a file, none where they cannot be read.
type Symbols interface {
	SymbolsOf(ctx context.Context, path, blob string) ([]code.Symbol, error)
	Close() error
}

// Judge gathers the facts of notes from git. What it has found out for one note it keeps for the
// next. Not for concurrent use.
type Judge struct {
	repo    *kb.Repo
	notes   *snapshot.Snapshot
	history *history.History
	line    *history.Line // nil when the history is empty
	o       Options
	origin  git.Origin
	tree    *tree
	past    *past // made when it is first needed
	blobs   *git.BlobReader
	bags    map[string]lineBag           // by blob
	missing map[string]bool              // blobs that are not here
	lives   map[string][]history.Landing // by path: see history.Line.Follow
	commits map[int]*CommitRef           // by place
	massive map[int]bool                 // by place: see massTouch
	within  map[string]int               // by commit that came in with a merge: notes that it changed
	sizes   map[int]int                  // by place: files that the commit changed
	cites   map[string]citations         // by note
	common  map[string]bool              // see commonFiles
	globs   map[string][]string          // files by pattern: see matching
	here    *nameTable                   // of HEAD; nil before names are looked up
	names   *nameTable                   // of the quarters; nil before one is not found at HEAD
	folders map[string]folderFate        // by folder that is gone
}

// NewJudge prepares to judge the notes of a snapshot by the history up to a commit, which must be
// recorded; "" when nothing was committed yet. Close it.
func NewJudge(ctx context.Context, repo *kb.Repo, notes *snapshot.Snapshot, h *history.History, head string, o Options) (*Judge, error) {
	j := &Judge{repo: repo, notes: notes, history: h, o: o, origin: repo.Origin(), bags: map[string]lineBag{}, missing: map[string]bool{},
		lives: map[string][]history.Landing{}, commits: map[int]*CommitRef{}, massive: map[int]bool{}, sizes: map[int]int{},
		within: map[string]int{}, cites: map[string]citations{}, globs: map[string][]string{}, folders: map[string]folderFate{}}
	files, err := repo.Files(ctx, head)
	if err != nil {
		return nil, fmt.Errorf("judge notes: %w", err)
	}
	j.tree = newTree(files)
	if head != "" {
		if j.line, err = h.Line(ctx, head); err != nil {
			return nil, fmt.Errorf("judge notes: %w", err)
		}
	}
	if j.blobs, err = repo.Blobs(ctx); err != nil {
		return nil, fmt.Errorf("judge notes: %w", err)
	}
	return j, nil
}

// Close ends the use of the judge.
func (j *Judge) Close() error {
	err := j.blobs.Close()
	if j.o.Symbols != nil {
		err = errors.Join(err, j.o.Symbols.Close())
	}
	return err
}

// Note judges one note; nil when there is none at the path.
func (j *Judge) Note(ctx context.Context, path string) (*Assessment, error) {
	e := j.notes.Entry(path)
	if e == nil {
		return nil, nil
	}
	notes, err := j.judge(ctx, []*snapshot.Entry{e})
	if err != nil {
		return nil, err
	}
	return &notes[0], nil
}

// Notes judges the notes of which want is true (nil for all), in the order of their paths.
func (j *Judge) Notes(ctx context.Context, want func(*snapshot.Entry) bool) ([]Assessment, error) {
	var wanted []*snapshot.Entry
	for _, e := range j.notes.Entries {
		if want == nil || want(e) {
			wanted = append(wanted, e)
		}
	}
	return j.judge(ctx, wanted)
}

// judge gathers the facts of notes and assesses them.
func (j *Judge) judge(ctx context.Context, entries []*snapshot.Entry) ([]Assessment, error) {
	cases := make([]*inquiry, 0, len(entries))
	for i, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		j.progress("looking up", i, len(entries))
		q, err := j.inquire(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("judge %s: %w", e.File.Path, err)
		}
		cases = append(cases, q)
	}
	if j.o.Names {
		if err := j.findNames(ctx, cases); err != nil {
			return nil, fmt.Errorf("look for names: %w", err)
		}
	}
	out := make([]Assessment, len(cases))
	for i, q := range cases {
		out[i] = Assess(q.facts)
	}
	return out, nil
}

// progress reports how far the judgement is to whoever listens.
func (j *Judge) progress(stage string, done, total int) {
	if j.o.Progress != nil {
		j.o.Progress(stage, done, total)
	}
}

// inquiry is what is being found out of one note.
type inquiry struct {
	entry  *snapshot.Entry
	facts  Facts
	cited  citations
	place  int             // of the last commit that the note was touched at or before
	placed bool            // there is such a place
	linked map[string]bool // see links
}

// inquire finds out all of a note but what became of the names that it cites.
func (j *Judge) inquire(ctx context.Context, e *snapshot.Entry) (*inquiry, error) {
	q := &inquiry{entry: e, facts: Facts{Note: &e.Note, Now: j.o.Now, Ranking: j.notes.Tree.Config.Ranking()}}
	q.facts.Inactive, q.facts.SupersededBy = j.notes.Inactive(e, j.o.Now), j.notes.SupersededBy(e, j.o.Now)
	if j.o.Access != nil {
		q.facts.Accesses, q.facts.LastAccess = j.o.Access(&e.Note)
	}
	if err := j.touch(ctx, q); err != nil || !q.placed || kb.PathStanding(e.File.Path) >= markdown.History {
		return q, err
	}
	q.cited = j.citations(e)
	if err := j.churn(ctx, q); err != nil {
		return nil, err
	}
	return q, j.references(ctx, q)
}

// citations gives what a note cites.
func (j *Judge) citations(e *snapshot.Entry) citations {
	c, ok := j.cites[e.File.Path]
	if !ok {
		c = citationsOf(e, j.origin)
		j.cites[e.File.Path] = c
	}
	return c
}

// commit gives the commit at a place in short.
func (j *Judge) commit(ctx context.Context, place int) (*CommitRef, error) {
	if c := j.commits[place]; c != nil {
		return c, nil
	}
	full, err := j.line.Commit(ctx, place)
	if err != nil {
		return nil, err
	}
	c := shortCommit(full)
	j.commits[place] = c
	return c, nil
}

func shortCommit(c *walk.Commit) *CommitRef {
	return &CommitRef{ID: c.ID, Date: day(c.Committer.When), Author: c.Author.Name, Subject: subject(c)}
}

// subject says what a commit does. Of a merge that a forge made, the title of the request stands in
// the first line of the body.
func subject(c *walk.Commit) string {
	title, _, _ := strings.Cut(c.Body, "\n")
	rest, ok := strings.CutPrefix(c.Subject, "Merge pull request ")
	number, _, _ := strings.Cut(rest, " ")
	if title = strings.TrimSpace(title); !ok || title == "" || !strings.HasPrefix(number, "#") {
		return c.Subject
	}
	return title + " (" + number + ")"
}

// life gives what happened to the file at a path of HEAD, through its renames, newest first.
func (j *Judge) life(ctx context.Context, path string) ([]history.Landing, error) {
	if life, ok := j.lives[path]; ok {
		return life, nil
	}
	life, err := j.line.Follow(ctx, path)
	if err != nil {
		return nil, err
	}
	j.lives[path] = life
	return life, nil
}

// maxBag is the greatest size of a file whose lines are compared, in bytes.
const maxBag = 1 << 20

// bag gives the lines of a blob; not ok for one that is not here, binary or too large.
func (j *Judge) bag(id string) (bag lineBag, ok bool, err error) {
	if id == "" {
		return nil, true, nil
	}
	if bag, ok := j.bags[id]; ok {
		return bag, bag != nil, nil
	}
	data, ok, err := j.read(id)
	if err != nil {
		return nil, false, err
	}
	if ok && len(data) <= maxBag && !encoding.Binary(data) {
		bag = bagOf(data)
		if bag == nil {
			bag = lineBag{}
		}
	}
	j.bags[id] = bag
	return bag, bag != nil, nil
}

// read gives the bytes of a blob; not ok for one that is too large, or not here, which is remembered.
func (j *Judge) read(id string) (data []byte, ok bool, err error) {
	data, err = j.blobs.Read(git.Blob(id))
	switch {
	case errors.Is(err, git.ErrMissing):
		j.missing[id] = true
		return nil, false, nil
	case errors.Is(err, git.ErrTooLarge):
		return nil, false, nil
	}
	return data, err == nil, err
}

// Unknown says to a person what could not be known of the notes judged so far.
func (j *Judge) Unknown() []string {
	if len(j.missing) == 0 {
		return nil
	}
	return []string{
		fmt.Sprintf("%s of the code %s not here, so some changes and names are not seen; run git fetch --no-filter --refetch",
			wording.Count(len(j.missing), "version"), are(len(j.missing))),
	}
}

// are is the verb for so many things.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
