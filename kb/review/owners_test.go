package review

import (
	"context"
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// recorded gives a review the history of the repository.
func (r *repository) recorded(o *Options) {
	r.T.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.Dir)
	if err != nil {
		r.T.Fatal(err)
	}
	h, err := history.Open(ctx, repo, r.T.TempDir())
	if err != nil {
		r.T.Fatal(err)
	}
	r.T.Cleanup(func() { h.Close() })
	if _, err := h.Update(ctx); err != nil {
		r.T.Fatal(err)
	}
	o.History = h
}

// TestReviewersWroteWhatChanges names who wrote the section that a change touches, not who wrote
// another one, nor its own author.
func TestReviewersWroteWhatChanges(t *testing.T) {
	note := func(limits, sessions string) map[string]string {
		return map[string]string{"a.md": "# A\n\n## Limits\n\n" + limits + "\n\n## Sessions\n\n" + sessions + "\n"}
	}
	r := newRepository(t, nil)
	as := func(name string, files map[string]string) {
		r.commit(files)
		r.Git("commit", "-q", "--amend", "--no-edit", "--author", name+" <"+name+"@example.org>")
	}
	as("Ann", note("An upload is at most 10 MB.", "TBD"))
	as("Bob", note("An upload is at most 10 MB.", "Sessions expire after 12 hours."))
	r.Git("checkout", "-q", "-b", "change")
	as("Cid", note("An upload is at most 10 MB.", "Sessions expire after 2 hours."))
	got := r.review("main..change", r.recorded)
	want := []Reviewer{{Name: "Bob", By: "author", Email: "Bob@example.org", Notes: []string{"a.md"}}}
	if !slices.EqualFunc(got.Reviewers, want, func(a, b Reviewer) bool {
		return a.Name == b.Name && a.By == b.By && a.Email == b.Email && slices.Equal(a.Notes, b.Notes)
	}) {
		t.Errorf("%+v", got.Reviewers)
	}
	if got := r.review("main..change"); len(got.Reviewers) > 0 || len(got.Staleness) > 0 {
		t.Errorf("without a history: %+v", got.Reviewers)
	}
}

// TestStalenessCaused is a change of the code that a note speaks of.
func TestStalenessCaused(t *testing.T) {
	code := func(word string) (out string) {
		for range 40 {
			out += "func " + word + "() { call(" + word + ") }\n"
		}
		return out
	}
	r := newRepository(
		t,
		map[string]string{
			"src/auth/token.go": code("sign"),
			"docs/token.md":     "---\nfiles: [src/auth/**]\n---\n# Tokens\n\nA token is signed by `src/auth/token.go`.\n",
		},
	)
	r.branch("change", "main", map[string]string{"src/auth/token.go": code("encrypt")})
	got := r.review("main..change", r.recorded)
	if len(got.Staleness) != 1 || got.Staleness[0].Path != "docs/token.md" || got.Staleness[0].Change != "caused" ||
		len(got.Staleness[0].Reasons) == 0 {
		t.Fatalf("%+v", got.Staleness)
	}
	r.branch("settle", "change",
		map[string]string{"docs/token.md": "---\nfiles: [src/auth/**]\n---\n# Tokens\n\nA token is encrypted by `src/auth/token.go`.\n"})
	got = r.review("change..settle", r.recorded)
	if len(got.Staleness) != 1 || got.Staleness[0].Change != "settled" {
		t.Errorf("%+v", got.Staleness)
	}
}
