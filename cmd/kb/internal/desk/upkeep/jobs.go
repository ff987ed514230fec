package upkeep

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/evolve"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/edit"
	"github.com/9aea2451/kb/text/wording"
)

// withDefaults fills in what a repository does not set.
func withDefaults(u kb.UpkeepSetting) kb.UpkeepSetting {
	return kb.UpkeepSetting{
		FoldDays: cmp.Or(u.FoldDays, 30), FoldReads: cmp.Or(u.FoldReads, 3), ArchiveDays: cmp.Or(u.ArchiveDays, 180),
		VerifyDays: cmp.Or(u.VerifyDays, 365), Newer: cmp.Or(u.Newer, evolve.Newer),
	}
}

// weekly holds for the monthly set too, as each set does what those before it do.
func (r *run) weekly() bool  { return r.set >= 1 }
func (r *run) monthly() bool { return r.set >= 2 }

// collected marks what kb gc would, and with the monthly set archives what nobody read for long.
func (r *run) collected(ctx context.Context) error {
	req := desk.CollectRequest{NoData: true}
	if r.weekly() {
		req.Old.FoldDays, req.Old.FoldReads = r.rules.FoldDays, r.rules.FoldReads
	}
	if r.monthly() {
		req.Old.ArchiveDays = r.rules.ArchiveDays
	}
	found, err := r.view.Collect(ctx, r.past, req)
	if err != nil {
		return err
	}
	j := Job{Name: "duplicates", Title: "mark duplicates as superseded"}
	for _, d := range found.Duplicates {
		if d.Kept != "" {
			continue
		}
		ok, err := r.edit(&j, d.Newer, func(source []byte) ([]byte, error) {
			return edit.AddRelation(source, "supersedes", r.nameFor(d.Newer, d.Older), 0)
		})
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		_, err = r.edit(&j, d.Older, func(source []byte) ([]byte, error) { return edit.Set(source, "status", "superseded") })
		if err != nil {
			return err
		}
		text := fmt.Sprintf("%.0f %% the wording of %s, which is newer", 100*d.Words, d.Newer)
		j.Items = append(j.Items, Point{Path: d.Older, Text: text})
	}
	r.done(j)
	r.unknown("which notes have faded", found.Unknown)
	faded := Job{Name: "faded", Title: "archive notes that have faded"}
	if err := r.archive(&faded, found.Prunable, "confidence %.2f, never opened, last touched %s"); err != nil {
		return err
	}
	if r.weekly() {
		r.unknown("which notes are for the summaries alone", found.UnknownFold)
		for _, p := range found.Fold {
			r.fold = append(r.fold, p.Path)
		}
	}
	if r.monthly() {
		r.unknown("which notes nobody reads", found.UnknownUnread)
		unread := Job{Name: "unread", Title: fmt.Sprintf("archive notes that nobody opened for %d days", r.rules.ArchiveDays)}
		return r.archive(&unread, found.Unread, "")
	}
	return nil
}

// unknown keeps what could not be told.
func (r *run) unknown(what, why string) {
	if why != "" {
		r.out.Unknown = append(r.out.Unknown, what+" is not known: "+why)
	}
}

// nameFor is how a note refers to another: its path without the ending where that finds it, else its path.
func (r *run) nameFor(from, to string) string {
	short := strings.TrimSuffix(to, path.Ext(to))
	if r.snap.Resolver().Relation(from, short).Path == to {
		return short
	}
	return to
}

// archive sets the status of notes that may be touched and hold; of those that were archived or
// superseded by an earlier job nothing is said again.
func (r *run) archive(j *Job, notes []desk.Prunable, format string) error {
	for _, p := range notes {
		if _, changed := r.news[p.Path]; changed || p.Kept != "" {
			continue
		}
		ok, err := r.edit(j, p.Path, func(source []byte) ([]byte, error) { return edit.Set(source, "status", "archived") })
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		text := "last touched " + p.Touched.Format(time.DateOnly)
		if format != "" {
			text = fmt.Sprintf(format, p.Confidence, p.Touched.Format(time.DateOnly))
		}
		j.Items = append(j.Items, Point{Path: p.Path, Text: text})
	}
	r.done(*j)
	return nil
}

// links leads links to notes that were renamed to where these are now, by the history, and tells the
// others that lead nowhere.
func (r *run) links(ctx context.Context) error {
	j, lost := Job{Name: "links", Title: "lead links to where renamed notes are"}, Job{Name: "broken", Title: "Links that lead nowhere"}
	there := map[string]bool{}
	for p := range r.files {
		there[p] = true
	}
	for _, e := range r.snap.Entries {
		if r.snap.Inactive(e, r.now) != "" {
			continue
		}
		var moved []move
		for _, l := range e.Links() {
			if !r.snap.Resolver().Link(e.File.Path, l).Broken() {
				continue
			}
			to, err := r.movedTo(ctx, e.File.Path, l, there)
			if err != nil {
				return err
			}
			if to != "" {
				moved = append(moved, move{l, to})
				continue
			}
			text := fmt.Sprintf("link to %q", wording.Clip(l.Target, 120))
			lost.Items = append(lost.Items, Point{Path: e.File.Path, Line: l.Line, Text: text})
		}
		if len(moved) == 0 {
			continue
		}
		ok, err := r.edit(&j, e.File.Path, func(source []byte) ([]byte, error) {
			return redirect(source, e.File.Path, moved), nil
		})
		if err != nil {
			return err
		}
		if ok {
			for _, m := range moved {
				text := fmt.Sprintf("%s is %s now", m.link.Target, m.to)
				j.Items = append(j.Items, Point{Path: e.File.Path, Line: m.link.Line, Text: text})
			}
		}
	}
	r.done(j)
	if len(lost.Items) > 0 {
		r.out.Look = append(r.out.Look, lost)
	}
	return nil
}

// move is a link and where its note is now.
type move struct {
	link markdown.Link
	to   string
}

// movedTo is where the history says that the note of a markdown link went, "" where it does not.
func (r *run) movedTo(ctx context.Context, from string, l markdown.Link, there map[string]bool) (string, error) {
	if l.Kind != markdown.LinkMarkdown || l.Image || l.TargetEnd <= l.TargetStart || strings.HasPrefix(l.Target, "/") {
		return "", nil
	}
	at := path.Join(path.Dir(from), l.Target)
	if git.BadPath(at) != "" {
		return "", nil
	}
	return r.past.WhereTo(ctx, at, there)
}

// redirect writes the targets of links anew. The links are those of the bytes before any edit: where
// the target does not stand there any more nothing is changed.
func redirect(source []byte, from string, moved []move) []byte {
	for _, l := range slices.Backward(notes.Document(source).Links) {
		i := slices.IndexFunc(moved, func(m move) bool { return m.link.Target == l.Target })
		if i < 0 || l.Kind != markdown.LinkMarkdown || l.TargetEnd <= l.TargetStart {
			continue
		}
		source = slices.Concat(source[:l.TargetStart], []byte(evolve.Target(from, moved[i].to)), source[l.TargetEnd:])
	}
	return source
}

// summaries has summaries follow the notes as they are after the work so far.
func (r *run) summaries(ctx context.Context) error {
	if !r.weekly() {
		r.worked = r.was.Summaries
		return nil
	}
	if r.out.settled = r.settled(); r.out.settled {
		return nil
	}
	made := r.made()
	all, err := r.view.Categories(ctx)
	if err != nil {
		return err
	}
	if len(all.List) > 0 && all.List[0].BuiltIn {
		r.unknown("what the categories say", "this repository defines none (kb init)")
		return nil
	}
	changes := map[string]*snapshot.Entry{}
	for p, source := range r.news {
		changes[p] = snapshot.ReadEntry(git.File{Path: p}, r.tree.Config, source)
	}
	done, err := evolve.Plan(ctx, &evolve.Base{
		Snapshot: r.snap.With(r.tree, changes), Categories: all, Stems: r.view.Searcher.Stems, Read: r.text, Now: r.now,
		Touched: slices.Collect(maps.Keys(r.news)), Fold: r.fold,
	}, evolve.Request{Least: r.rules.Newer})
	if err != nil {
		return err
	}
	j, sums := Job{Name: "summaries", Title: "summaries follow their notes"}, map[string]string{}
	for _, s := range done.Summaries {
		text := fmt.Sprintf("%s of %s, %d newer", wording.Count(len(s.Sentences), "sentence"), wording.Count(s.Notes, "note"), s.Newer)
		if s.Folded > 0 {
			text += fmt.Sprintf(", %s old and hardly read", wording.Plural(s.Folded, "of them is", "of them are"))
		}
		j.Items = append(j.Items, Point{Path: s.Path, Text: text})
		sums[s.Path] = sumOf(s.New)
		if err := r.put(&j, s.Path, s.New); err != nil {
			return err
		}
	}
	r.done(j)
	r.worked = worked{Of: made, Files: sums}
	return nil
}

// mostLooked is how many stale notes are told of.
const mostLooked = 100

// look finds what a person should look at: stale notes, and those that were verified long ago or are
// about to run out.
func (r *run) look(ctx context.Context) error {
	if !r.weekly() {
		return nil
	}
	if r.past.Head != "" {
		found, err := r.past.Stale(ctx, r.snap, desk.StaleRequest{Limit: mostLooked})
		if err != nil {
			return err
		}
		j := Job{Name: "stale", Title: "Notes that may no longer hold"}
		for _, n := range found.Notes {
			if len(n.Reasons) > 0 {
				j.Items = append(j.Items, Point{Path: n.Path, Text: fmt.Sprintf("%.2f: %s", n.Score, n.Reasons[0].Text)})
			}
		}
		r.tell(j)
	}
	verify := Job{Name: "verify", Title: "Confirmations that are old: kb verify"}
	ends := Job{Name: "ends", Title: "Notes that run out within 30 days"}
	before, soon := r.now.AddDate(0, 0, -r.rules.VerifyDays), r.now.AddDate(0, 0, 30)
	for _, e := range r.snap.Entries {
		if r.snap.Inactive(e, r.now) != "" {
			continue
		}
		if day, err := time.Parse(time.DateOnly, e.Note.Verified); err == nil && day.Before(before) {
			verify.Items = append(verify.Items, Point{Path: e.File.Path, Text: "verified on " + e.Note.Verified})
		}
		if e.Note.NeedsReview {
			verify.Items = append(verify.Items, Point{Path: e.File.Path, Text: "marked as needing review"})
		}
		if day, err := time.Parse(time.DateOnly, e.Note.ValidUntil); err == nil && day.Before(soon) {
			ends.Items = append(ends.Items, Point{Path: e.File.Path, Text: "valid until " + e.Note.ValidUntil})
		}
	}
	r.tell(verify)
	r.tell(ends)
	return nil
}

// tell keeps a list for a person.
func (r *run) tell(j Job) {
	if len(j.Items) > 0 {
		j.Files = []string{}
		r.out.Look = append(r.out.Look, j)
	}
}
