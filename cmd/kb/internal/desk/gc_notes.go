package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/duplicate"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/diff"
)

// When two notes are near-duplicates, and when a note has faded.
const (
	duplicateMeaning = 0.95
	duplicateWords   = 0.55
	sameWords        = 0.8 // what says the same in the same words means the same, whatever a model of few notes makes of it
	prunableAt       = 0.15
	untouched        = 30 * 24 * time.Hour
	verifiedLately   = 365 * 24 * time.Hour
)

// Duplicate is two notes that say nearly the same.
type Duplicate struct {
	Older   string   `json:"older"`
	Newer   string   `json:"newer"`
	Words   float64  `json:"words"`             // share of their wording that is the same, rare wording first: 0–1
	Meaning *float64 `json:"meaning,omitempty"` // cosine, where there are vectors
	Kept    string   `json:"kept,omitempty"`    // why neither is touched
	Removed []string `json:"removed"`           // lines that only the older has
	Added   []string `json:"added"`             // lines that only the newer has
}

// Prunable is a note that has faded.
type Prunable struct {
	Path       string    `json:"path"`
	Confidence float64   `json:"confidence"`
	Touched    time.Time `json:"touched"`
	Why        string    `json:"why,omitempty"`  // where it is not that it has faded
	Kept       string    `json:"kept,omitempty"` // why it is not touched
}

// findOver looks for the states of work whose branch is gone, in a clone that knows of all branches.
func (g *collector) findOver(ctx context.Context) error {
	branches, err := g.view.Repo.BranchNames(ctx)
	if err != nil || branches == nil {
		return err
	}
	for _, r := range g.records {
		branch, _ := r.Extra["branch"].(string)
		if r.Type != "work_state" || branch == "" || branches[branch] {
			continue
		}
		g.answer.Prunable = append(g.answer.Prunable, Prunable{
			Path: r.Path, Confidence: rank.Round(r.Confidence), Touched: g.touched[r.Path], Why: "its branch " + branch + " is gone",
			Kept: g.protected(r),
		})
	}
	return nil
}

// findReferrers notes for each note an active one that refers to it.
func (g *collector) findReferrers(ctx context.Context) error {
	links, err := g.view.Searcher.AllLinks(ctx)
	if err != nil {
		return err
	}
	active := map[string]bool{}
	for _, r := range g.records {
		active[r.Path] = true
	}
	g.refers = map[string]string{}
	for _, l := range links {
		if l.State == "ok" && active[l.From] && l.From != l.To && (g.refers[l.To] == "" || l.From < g.refers[l.To]) {
			g.refers[l.To] = l.From
		}
	}
	return nil
}

// readBodies reads the text of the active notes, without front matter.
func (g *collector) readBodies(ctx context.Context) error {
	tree, err := g.tree(ctx)
	if err != nil {
		return err
	}
	blobs, err := g.view.Repo.Blobs(ctx)
	if err != nil {
		return err
	}
	defer blobs.Close()
	g.bodies = make(map[string]string, len(tree.Files))
	return blobs.Each(tree.Files, func(f git.File, source []byte, err error) error {
		if err == nil && !encoding.Binary(source) {
			g.bodies[f.Path] = string(source[markdown.Body(source):])
		}
		return ctx.Err()
	})
}

// tree is that of the view.
func (g *collector) tree(ctx context.Context) (*kb.Tree, error) {
	if at := g.view.At.Commit; at != "" {
		return g.view.Repo.TreeAt(ctx, at)
	}
	return g.view.Repo.Present(ctx)
}

// findDuplicates compares the active notes, but for templates, data of tests, history and what programs made.
func (g *collector) findDuplicates(ctx context.Context) error {
	g.view.o.Progress("comparing notes", 0, 1)
	texts := make([]string, len(g.records))
	for i, r := range g.records {
		if text := g.bodies[r.Path]; r.Standing < markdown.History && !kb.IsGenerated(r.Path, []byte(text)) {
			texts[i] = text
		}
	}
	for _, p := range duplicate.Find(texts, duplicateWords) {
		if err := ctx.Err(); err != nil {
			return err
		}
		a, b := g.records[p.A], g.records[p.B]
		d := Duplicate{Words: p.Resemblance}
		if cosine, ok := g.view.Searcher.Likeness(a.Path, b.Path); ok {
			if cosine < duplicateMeaning && p.Resemblance < sameWords {
				continue
			}
			d.Meaning = &cosine
		}
		older, newer := g.inOrder(a, b)
		d.Older, d.Newer = older.Path, newer.Path
		d.Removed, d.Added = diff.Changed(g.bodies[older.Path], g.bodies[newer.Path])
		for _, r := range []*index.NoteRecord{older, newer} {
			if why := g.protected(r); why != "" && d.Kept == "" {
				d.Kept = fmt.Sprintf("%s %s", r.Path, why)
			}
		}
		g.answer.Duplicates = append(g.answer.Duplicates, d)
	}
	g.onceEach()
	return nil
}

// onceEach sees to it that no note is superseded twice, nor by one that is superseded itself.
func (g *collector) onceEach() {
	gone := map[string]bool{}
	for i := range g.answer.Duplicates {
		d := &g.answer.Duplicates[i]
		switch {
		case d.Kept != "":
		case gone[d.Older]:
			d.Kept = d.Older + " is superseded already by this run"
		case gone[d.Newer]:
			d.Kept = d.Newer + " is superseded by this run: ask again after it"
		default:
			gone[d.Older] = true
		}
	}
}

// inOrder says which of two notes is the older one: by the last commit to it (one without a commit
// is new), then by its date, then the one that less refers to, then the later path.
func (g *collector) inOrder(a, b *index.NoteRecord) (older, newer *index.NoteRecord) {
	order := cmp.Or(g.lastCommit(a).Compare(g.lastCommit(b)), cmp.Compare(a.Date, b.Date), cmp.Compare(a.InLinks, b.InLinks),
		cmp.Compare(b.Path, a.Path))
	if order <= 0 {
		return a, b
	}
	return b, a
}

// lastCommit is when a note was last committed; one without a commit is new.
func (g *collector) lastCommit(r *index.NoteRecord) time.Time {
	if t, ok := g.touched[r.Path]; ok {
		return t
	}
	return g.now
}

// protected says why a note is never touched, "" when it may be.
func (g *collector) protected(r *index.NoteRecord) string {
	switch {
	case r.Pinned:
		return "is pinned"
	case g.view.Searcher.Settings().HalfLives.Of(r.Kind, r.Type, false) == 0:
		return fmt.Sprintf("is a %s, which does not age", r.Kind)
	case g.refers[r.Path] != "":
		return "is referred to by " + g.refers[r.Path]
	}
	if day, err := time.Parse(time.DateOnly, r.Verified); err == nil && g.now.Sub(day) < verifiedLately {
		return "was verified on " + r.Verified
	}
	return ""
}

// findPrunable looks for the notes that have faded. Where use was not recorded for long enough, or
// the history is not known, nobody can tell which.
func (g *collector) findPrunable(ctx context.Context) error {
	if g.answer.Unknown = g.unknownUse(ctx, untouched); g.answer.Unknown != "" {
		return nil
	}
	for _, r := range g.records {
		count := g.counts.Of(usage.Note{Path: r.Path, ID: r.ID})
		touched, ok := g.touched[r.Path]
		over := slices.ContainsFunc(g.answer.Prunable, func(p Prunable) bool { return p.Path == r.Path })
		if !ok || over || count.Opened > 0 || g.now.Sub(touched) <= untouched {
			continue
		}
		confidence := usage.Confidence(&r.Note, count, touched, g.view.Searcher.Settings().HalfLives, g.now)
		if confidence > prunableAt {
			continue
		}
		g.answer.Prunable = append(g.answer.Prunable,
			Prunable{Path: r.Path, Confidence: rank.Round(confidence), Touched: touched, Kept: g.protected(r)})
	}
	slices.SortStableFunc(g.answer.Prunable, func(a, b Prunable) int { return a.Touched.Compare(b.Touched) })
	return nil
}

// findOld looks for notes that were left alone and hardly opened, as far as use was recorded for so long.
func (g *collector) findOld(ctx context.Context, old Old) {
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	a := g.answer
	a.UnknownFold, a.UnknownUnread = g.unknownUse(ctx, days(old.FoldDays)), g.unknownUse(ctx, days(old.ArchiveDays))
	for _, r := range g.records {
		touched, ok := g.touched[r.Path]
		if !ok {
			continue
		}
		count := g.counts.Of(usage.Note{Path: r.Path, ID: r.ID})
		p := Prunable{Path: r.Path, Touched: touched, Kept: g.protected(r)}
		if age := g.now.Sub(touched); old.FoldDays > 0 && a.UnknownFold == "" && age > days(old.FoldDays) && count.Opened < old.FoldReads {
			a.Fold = append(a.Fold, p)
		}
		last := count.LastOpened
		if last.Before(touched) {
			last = touched
		}
		if old.ArchiveDays > 0 && a.UnknownUnread == "" && g.now.Sub(last) > days(old.ArchiveDays) {
			a.Unread = append(a.Unread, p)
		}
	}
}

// unknownUse says why it is not known which notes nobody opened for so long.
func (g *collector) unknownUse(ctx context.Context, need time.Duration) string {
	if g.usage == nil {
		return "what was used cannot be read"
	}
	kept, err := g.usage.Summary(ctx)
	switch {
	case err != nil:
		return fmt.Sprintf("what was used cannot be read: %v", err)
	case kept.Since.IsZero():
		return "no use is recorded yet"
	case g.now.Sub(kept.Since) < need:
		return "use is recorded only since " + kept.Since.Format(time.DateOnly)
	}
	return ""
}
