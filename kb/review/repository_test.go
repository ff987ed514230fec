package review

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

var day = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// repository is a repository that a test makes.
type repository struct{ *gittest.Repo }

func newRepository(t *testing.T, files map[string]string) *repository {
	t.Helper()
	r := &repository{gittest.New(t)}
	r.Env = append(r.Env, gittest.Date("2026-05-04T12:00:00Z")...)
	r.Env = append(r.Env, "GIT_AUTHOR_NAME=A. Author", "GIT_AUTHOR_EMAIL=author@example.org", "GIT_COMMITTER_NAME=A. Author",
		"GIT_COMMITTER_EMAIL=author@example.org")
	r.commit(files)
	return r
}

// commit writes files ("" removes one) and commits everything.
func (r *repository) commit(files map[string]string) {
	r.T.Helper()
	r.Change(files)
	r.Commit("change")
}

// branch commits files on a new branch that leaves another one.
func (r *repository) branch(name, from string, files map[string]string) {
	r.T.Helper()
	r.Git("checkout", "-q", "-b", name, from)
	r.commit(files)
}

// review reviews a range.
func (r *repository) review(text string, options ...func(*Options)) *Review {
	r.T.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.Dir)
	if err != nil {
		r.T.Fatal(err)
	}
	rng, err := FindRange(ctx, repo, text)
	if err != nil {
		r.T.Fatal(err)
	}
	o := Options{Day: day}
	for _, set := range options {
		set(&o)
	}
	result, err := Of(ctx, repo, rng, o)
	if err != nil {
		r.T.Fatal(err)
	}
	return result
}

// contradictions lists the contradictions of a review: scope, place and the other place.
func contradictions(r *Review) (out []string) {
	for _, f := range r.Findings {
		if f.Rule == "contradiction" {
			out = append(out, strings.TrimSpace(f.Branch+" "+f.Scope+" "+f.Place.String()+" "+f.Related[0].String()))
		}
	}
	return out
}
