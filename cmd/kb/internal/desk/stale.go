package desk

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/cited"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
)

// StaleRequest asks which notes may no longer hold.
type StaleRequest struct {
	Wanted   func(path string) bool // notes that are judged; nil for all
	Named    func(path string) bool // paths that were named themselves; nil for none
	Least    *float64               // score, 0–1; nil for that of .memory/kb.yaml, or 0.1 where layers are chosen
	Layers   []string               // of the reasons that count; none for all
	Limit    int                    // at most so many notes, 0 for all
	Inactive bool                   // list notes that are known not to hold, too
	Explain  bool                   // say what each reason rests on, with the commits
}

// StaleNotes are the notes that may no longer hold, the most doubtful first.
type StaleNotes struct {
	Judged   int                `json:"judged"`   // notes that were looked at
	Total    int                `json:"total"`    // doubted notes, before the limit
	Inactive int                `json:"inactive"` // notes left out because they are known not to hold
	Unknown  []string           `json:"unknown"`  // what the history does not tell
	Notes    []stale.Assessment `json:"notes"`

	Worst float64 `json:"-"` // greatest score of a note that counts, also of one below the least
}

// Stale ranks the notes of a snapshot by how likely they no longer hold.
func (p *Past) Stale(ctx context.Context, s *snapshot.Snapshot, req StaleRequest) (*StaleNotes, error) {
	defer p.desk.o.rest()
	j, err := p.staleJudge(ctx, s)
	if err != nil {
		return nil, err
	}
	defer j.Close()
	notes, err := j.Notes(ctx, func(e *snapshot.Entry) bool { return req.Wanted == nil || req.Wanted(e.File.Path) })
	if err != nil {
		return nil, err
	}
	out := req.sift(notes, s.Tree.Config.Ranking().Stale)
	for i := range out.Notes {
		if req.Explain {
			if err := j.Explain(ctx, &out.Notes[i]); err != nil {
				return nil, err
			}
		}
	}
	out.Unknown = append(append([]string{}, p.Unknown()...), j.Unknown()...)
	return out, nil
}

// staleJudge opens what tells how doubtful notes are. Close it.
func (p *Past) staleJudge(ctx context.Context, s *snapshot.Snapshot) (*stale.Judge, error) {
	d := p.desk
	year, month, today := d.Now().Date() // all doors say the same for the whole day, and a server keeps it so long
	end := time.Date(year, month, today, 23, 59, 59, 0, d.Now().Location())
	o := stale.Options{Now: end, Names: true, Cache: filepath.Join(d.Repo.StateDir(), "index")}
	if !d.o.Server { // which waits for nobody who writes, and shows no progress
		o.Access, o.Progress = d.accesses(ctx), d.o.Progress
	}
	base, err := codebase.Open(d.Repo.Repo.Repo, codebase.Options{Dir: o.Cache})
	if err != nil {
		return nil, err
	}
	o.Symbols = base
	return stale.NewJudge(ctx, d.Repo, s, p.History, p.Head, o)
}

// sift keeps the doubted notes, with the reasons that count, the most doubtful first.
func (r *StaleRequest) sift(notes []stale.Assessment, least float64) *StaleNotes {
	out := &StaleNotes{Judged: len(notes), Notes: []stale.Assessment{}}
	if len(r.Layers) > 0 {
		least = 0.1
	}
	if r.Least != nil {
		least = *r.Least
	}
	for i := range notes {
		n := &notes[i]
		if !r.counts(n) {
			out.Inactive++
			continue
		}
		if len(r.Layers) > 0 {
			n.Keep(func(l stale.Layer) bool { return slices.Contains(r.Layers, string(l)) })
		}
		out.Worst = max(out.Worst, n.Score)
		if len(n.Reasons) > 0 && n.Score >= least {
			out.Notes = append(out.Notes, *n)
		}
	}
	slices.SortFunc(out.Notes, func(x, y stale.Assessment) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), strings.Compare(x.Path, y.Path))
	})
	out.Total = len(out.Notes)
	if r.Limit > 0 {
		out.Notes = out.Notes[:min(len(out.Notes), r.Limit)]
	}
	return out
}

// counts reports whether a note is one to look at: one that is known not to hold was looked at
// already, unless its time ran out by itself, or it was named itself.
func (r *StaleRequest) counts(n *stale.Assessment) bool {
	return n.Inactive == "" || n.Inactive == "expired" || n.Inactive == "not yet valid" || r.Inactive ||
		slices.Contains(r.Layers, string(stale.Explicit)) || r.Named != nil && !r.Named(path.Dir(n.Path))
}

// lostSymbols tells what became of symbols that notes cite: by the code before a change and after it,
// and but for a hook by the history. No code is listed before a note cites a symbol. Close it.
type lostSymbols struct {
	desk     *Desk
	ctx      context.Context
	before   string // commit, "" for none
	after    string // likewise, "" for the work tree
	staged   bool   // what is staged comes after, and the history is not asked
	snapshot *snapshot.Snapshot

	base  *codebase.Base
	trees *cited.Trees
	notes *git.BlobReader
	judge *stale.Judge // nil before it is needed, and where the history cannot be read
	asked bool
	err   error // the first one, after which nothing is told
}

// loaded is told of the notes that are judged.
func (l *lostSymbols) loaded(s *snapshot.Snapshot) {
	l.snapshot = s
	l.desk.keepSnapshot(s)
}

// stagedCode gives the notes, the same before and after, where a commit of code alone may take away what
// they cite: no other rule finds anything then. nil where none of the files that it changes is a source file that was there.
func (d *Desk) stagedCode(ctx context.Context, req *ValidateRequest, changed []git.Entry) (before, after *kb.Tree, err error) {
	if !slices.ContainsFunc(changed, func(e git.Entry) bool { return e.ID != "" && codebase.IsSource(e.Path) }) {
		return nil, nil, nil
	}
	if after, err = d.Repo.StagedTree(ctx); err != nil {
		return nil, nil, err
	}
	others := slices.DeleteFunc(validate.Names(), func(rule string) bool {
		return rule == validate.GoneSymbol || rule == validate.UnknownName
	})
	req.Skip = append(others, req.Skip...)
	return &kb.Tree{Commit: after.Commit, Files: after.Files, Config: after.Config}, after, nil
}

// open lists the code of both trees.
func (l *lostSymbols) open() (err error) {
	d := l.desk
	o := codebase.Options{Dir: filepath.Join(d.Repo.StateDir(), "index"), Progress: d.o.Progress}
	if l.base, err = codebase.Open(d.Repo.Repo.Repo, o); err != nil {
		return err
	}
	if l.notes, err = d.Repo.Blobs(l.ctx); err != nil {
		return err
	}
	t := &cited.Trees{Sources: l.base}
	if l.before != "" {
		if t.Before, err = l.base.FilesAt(l.ctx, l.before); err != nil {
			return err
		}
	}
	switch {
	case l.staged:
		t.After, err = l.base.FilesStaged(l.ctx)
	case l.after != "":
		t.After, err = l.base.FilesAt(l.ctx, l.after)
	default:
		t.After, err = l.base.Files(l.ctx)
	}
	l.trees = t
	return err
}

// lost is validate.Options.Symbol.
func (l *lostSymbols) lost(e *snapshot.Entry, c *stale.Citation, changed bool) *validate.LostSymbol {
	if l.trees == nil && l.err == nil {
		l.err = l.open()
	}
	if l.err != nil {
		return nil
	}
	var g *cited.Gone
	if g, l.err = l.trees.Lost(l.ctx, c, changed); g == nil || l.err != nil {
		return nil
	}
	if !g.Was && !changed && !l.staged {
		l.past(g, c)
	}
	lost := &validate.LostSymbol{Gone: *g, Line: c.Line, Col: 1}
	if source, err := l.notes.Read(e.File); err == nil {
		lost.Line, lost.Col = cited.Place(e, source, c)
	}
	return lost
}

// past adds what the history tells of a symbol, where it can be read.
func (l *lostSymbols) past(g *cited.Gone, c *stale.Citation) {
	if !l.asked {
		l.asked = true
		if past, err := l.desk.HistoryAt(l.ctx, l.after); err == nil && past.Head != "" {
			l.judge, _ = past.staleJudge(l.ctx, l.snapshot)
		}
	}
	if l.judge == nil {
		return
	}
	if e, err := l.judge.SymbolFate(l.ctx, c); err == nil && e != nil {
		g.Was, g.Home, g.Past = true, e.NewPath, e.Text
	}
}

// Lost tells what became of a symbol that a file of the work tree no longer declares, by what is not
// committed and by the history; nil where it stands there, or never did.
func (d *Desk) Lost(ctx context.Context, s *snapshot.Snapshot, file, symbol string) (g *cited.Gone, err error) {
	head, err := d.Repo.Head(ctx)
	if err != nil {
		return nil, err
	}
	l := &lostSymbols{desk: d, ctx: ctx, before: head, snapshot: s}
	defer func() { err = errors.Join(err, l.close()); d.o.rest() }()
	if l.err = l.open(); l.err != nil {
		return nil, nil
	}
	c := &stale.Citation{Text: file, Symbol: symbol, Paths: []string{file}}
	if g, l.err = l.trees.Lost(ctx, c, false); l.err != nil {
		return nil, nil
	}
	if g == nil && cited.File(l.trees.After, c) == nil {
		g = &cited.Gone{File: file, Symbol: symbol}
	}
	if g != nil && !g.Was {
		l.past(g, c)
	}
	return g, nil
}

// close ends it. The error is the one that ended the telling.
func (l *lostSymbols) close() error {
	err := l.err
	if l.judge != nil {
		err = errors.Join(err, l.judge.Close())
	}
	if l.notes != nil {
		err = errors.Join(err, l.notes.Close())
	}
	if l.base != nil {
		err = errors.Join(err, l.base.Close())
	}
	return err
}
