package past

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// findingQuestion asks whether a finding stands.
type findingQuestion struct {
	app  *app.App
	repo *kb.Repo
	past *desk.Past
	id   string // its fingerprint, or the beginning

	rule  string
	text  string
	paths map[string]bool // of the notes that it is about, under all names that they had
}

// The rules that compare every note with every other are asked last.
var slowRules = [2]string{"contradiction", "near-duplicate"}

// prepare finds the finding at the end: by the cheap rules first.
func (q *findingQuestion) prepare(ctx context.Context, end string) error {
	tree, err := q.repo.TreeAt(ctx, end)
	if err != nil {
		return err
	}
	day, err := q.repo.CommitTime(ctx, end)
	if err != nil {
		return err
	}
	for _, skip := range [][]string{slowRules[:], others(slowRules[0]), others(slowRules[1])} {
		found, err := validate.Findings(ctx, q.repo, &kb.Tree{Config: &kb.Config{}}, tree, q.options(day, skip))
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(found, q.is); i >= 0 {
			f := &found[i]
			q.id, q.rule, q.text, q.paths = f.Fingerprint, f.Rule, fmt.Sprintf("%s: %s", f.Place, f.Message), map[string]bool{}
			for _, place := range append([]validate.Place{f.Place}, f.Related...) {
				names, err := namesOf(ctx, q.past, end, place.Path)
				if err != nil {
					return err
				}
				for name := range names {
					q.paths[name] = true
				}
			}
			return nil
		}
	}
	return app.WithHint(fmt.Errorf("no finding %s stands at %.10s", q.id, end),
		"list those that do: kb validate --all --json\nor name the end at which it stood: kb bisect ..REV --finding %s", q.id)
}

// others lists the rules beside one.
func others(rule string) []string {
	return slices.DeleteFunc(validate.Names(), func(name string) bool { return name == rule })
}

// options judge on the day of a commit. What was read is not kept: each commit has another tree.
func (q *findingQuestion) options(day time.Time, skip []string) validate.Options {
	cache := snapshot.CacheFile(q.repo)
	return validate.Options{Day: day, Skip: skip, Cache: cache, Progress: q.app.Progress.Report,
		Loaded: func(*snapshot.Snapshot) {}}
}

// is tells the finding by its fingerprint or, before take, by the beginning of one.
func (q *findingQuestion) is(f validate.Finding) bool { return strings.HasPrefix(f.Fingerprint, q.id) }

// ask judges the notes that the finding is about as if they were new in the tree of a commit: what
// stands elsewhere does not matter.
func (q *findingQuestion) ask(ctx context.Context, commit string, day time.Time) (bool, string, error) {
	after, err := q.repo.TreeAt(ctx, commit)
	if err != nil {
		return false, "", err
	}
	before := after.Without(func(path string) bool { return q.paths[path] })
	if len(before.Files) == len(after.Files) {
		return false, "the notes are not there", nil
	}
	found, err := validate.Findings(ctx, q.repo, before, after, q.options(day, others(q.rule)))
	if err != nil {
		return false, "", err
	}
	if i := slices.IndexFunc(found, q.is); i >= 0 {
		return true, fmt.Sprintf("%s: %s", found[i].Place, found[i].Message), nil
	}
	return false, "the finding is not there", nil
}

// change names what happened at the commit that was found.
func (q *findingQuestion) change(holds bool) string {
	if holds {
		return "the finding appeared"
	}
	return "the finding went"
}

// never says that the finding is at every commit, or at none.
func (q *findingQuestion) never(holds bool) string {
	if holds {
		return "it has always stood: " + q.text
	}
	return "it never stood"
}
