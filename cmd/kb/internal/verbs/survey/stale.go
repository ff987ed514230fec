package survey

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/usage"
)

// Stale is kb stale.
func (Verbs) Stale() app.Verb {
	return app.Verb{
		Name: "stale", Place: 90,
		Help:    "Rank notes by how likely they no longer hold: code that changed, references that broke, age.",
		Command: &staleCmd{},
		Answers: []any{StaleNotes{}},
		Words: map[string]string{
			"reasons": "Count only these reasons: explicit, confidence, churn, reference.",
		},
	}
}

// staleCmd ranks notes by how doubtful they are.
type staleCmd struct {
	Paths           []string `arg:"" optional:"" name:"path" complete:"file" help:"Only notes at or below these paths."`
	Min             *float64 `placeholder:"SCORE" help:"Least score, from 0 to 1 (default 0.35, with --reason 0.1)."`
	Reason          []string `enum:"explicit,confidence,churn,reference" placeholder:"LAYER" help:"${reasons}"`
	Path            []string `placeholder:"GLOB" help:"Only notes that match a pattern, as in a .gitignore file."`
	Limit           int      `short:"n" default:"20" placeholder:"N" help:"Greatest number of notes, 0 for all."`
	IncludeInactive bool     `help:"Also notes that are known not to hold: superseded, deprecated, rejected, archived."`
	FailAt          *float64 `placeholder:"SCORE" help:"Exit with 1 when a note has this score or more."`
	Explain         bool     `help:"Say all that each reason rests on, with the commits."`

	named func(note string) bool // tells the notes at or below Paths, nil for all
}

// StaleNotes is the JSON form of the notes that are doubted.
type StaleNotes struct {
	Judged   int                `json:"judged"`   // notes that were looked at
	Total    int                `json:"total"`    // doubted notes, before --limit
	Inactive int                `json:"inactive"` // notes left out because they are known not to hold
	Unknown  []string           `json:"unknown"`  // what the history does not tell
	Notes    []stale.Assessment `json:"notes"`
}

// Run lists the doubted notes.
func (c *staleCmd) Run(ctx context.Context, a *app.App) error {
	for _, score := range []*float64{c.Min, c.FailAt} {
		if score != nil && !(*score >= 0 && *score <= 1) {
			return errors.New("--min and --fail-at must be from 0 to 1")
		}
	}
	repo, s, err := session.LoadSnapshot(ctx, a)
	if err != nil {
		return err
	}
	if c.named, err = session.AtOrBelow(a, repo, c.Paths, true); err != nil {
		return err
	}
	history, err := session.OpenChronicle(ctx, a, repo)
	if err != nil {
		return err
	}
	defer history.Close()
	notes, answer, err := c.judge(ctx, a, repo, s, history)
	if err != nil {
		return err
	}
	if a.JSON {
		if err := a.Emit(answer); err != nil {
			return err
		}
	} else {
		c.print(a, repo, &answer)
	}
	if c.FailAt != nil && slices.ContainsFunc(notes, func(n stale.Assessment) bool { return c.counts(&n) && n.Score >= *c.FailAt }) {
		return app.ErrFindings
	}
	return nil
}

// judge judges the wanted notes of a snapshot, and gives all of them beside the answer.
func (c *staleCmd) judge(
	ctx context.Context, a *app.App, repo *kb.Repo, s *snapshot.Snapshot, history *session.Chronicle,
) ([]stale.Assessment, StaleNotes, error) {
	defer a.Progress.Stop()
	var answer StaleNotes
	j, err := staleJudge(ctx, a, repo, s, history)
	if err != nil {
		return nil, answer, err
	}
	defer j.Close()
	notes, err := j.Notes(ctx, c.wanted())
	if err != nil {
		return nil, answer, err
	}
	answer = c.sift(notes)
	for i := range answer.Notes {
		if c.Explain || a.JSON {
			if err := j.Explain(ctx, &answer.Notes[i]); err != nil {
				return nil, answer, err
			}
		}
	}
	a.Progress.Stop()
	for _, message := range j.Unknown() {
		a.Remark("%s", message)
	}
	answer.Unknown = append(append([]string{}, history.Unknowns()...), j.Unknown()...)
	return notes, answer, nil
}

// staleJudge opens what tells how doubtful notes are. Close it.
func staleJudge(ctx context.Context, a *app.App, repo *kb.Repo, s *snapshot.Snapshot, history *session.Chronicle) (*stale.Judge, error) {
	return stale.NewJudge(ctx, repo, s, history.History, history.Head, stale.Options{
		Now: a.Now(), Names: true, Access: accesses(ctx, a, repo), Cache: filepath.Join(repo.StateDir(), "index"), Progress: a.Progress.Report})
}

// accesses returns how often each note was opened; nil when nothing is recorded, or it cannot be read.
func accesses(ctx context.Context, a *app.App, repo *kb.Repo) func(*kb.Note) (int, time.Time) {
	u, err := usage.Look(repo.StateDir())
	if err != nil {
		return nil
	}
	defer u.Close()
	counts, err := u.Counts(ctx)
	if err != nil || len(counts.All) == 0 {
		return nil
	}
	return func(n *kb.Note) (int, time.Time) {
		c := counts.Of(usage.Note{Path: n.Path, ID: n.ID})
		return c.Opened, c.LastOpened
	}
}

// wanted returns the test for the notes that were asked for.
func (c *staleCmd) wanted() func(*snapshot.Entry) bool {
	patterns := pattern.New(c.Path)
	return func(e *snapshot.Entry) bool {
		return (c.named == nil || c.named(e.File.Path)) && (patterns.Empty() || patterns.Match(e.File.Path))
	}
}

// sift keeps the doubted notes, with the reasons that count, the most doubtful first.
func (c *staleCmd) sift(notes []stale.Assessment) StaleNotes {
	answer := StaleNotes{Judged: len(notes), Notes: []stale.Assessment{}}
	least := stale.Worth
	if len(c.Reason) > 0 {
		least = 0.1
	}
	if c.Min != nil {
		least = *c.Min
	}
	for i := range notes {
		n := &notes[i]
		if !c.counts(n) {
			answer.Inactive++
			continue
		}
		if len(c.Reason) > 0 {
			n.Keep(func(l stale.Layer) bool { return slices.Contains(c.Reason, string(l)) })
		}
		if len(n.Reasons) > 0 && n.Score >= least {
			answer.Notes = append(answer.Notes, *n)
		}
	}
	slices.SortFunc(answer.Notes, func(x, y stale.Assessment) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), strings.Compare(x.Path, y.Path))
	})
	answer.Total = len(answer.Notes)
	if c.Limit > 0 {
		answer.Notes = answer.Notes[:min(len(answer.Notes), c.Limit)]
	}
	return answer
}

// counts reports whether a note is one to look at: one that is known not to hold was looked at
// already, unless its time ran out by itself.
func (c *staleCmd) counts(n *stale.Assessment) bool {
	return n.Inactive == "" || n.Inactive == "expired" || n.Inactive == "not yet valid" || c.IncludeInactive ||
		slices.Contains(c.Reason, string(stale.Explicit)) || c.named != nil && !c.named(path.Dir(n.Path)) // it was named itself
}
