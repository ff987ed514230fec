package history

import (
	"context"
	"testing"
)

// A commit of a branch came in by the merge that names a request: the innermost that does.
func TestPullRequestOfABranch(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		day := "2026-01-02T03:04:05Z"
		r.Write("n.md", "one\n")
		r.commit(day, "A", "one (#1)")
		r.Git("checkout", "-qb", "develop")
		r.Git("checkout", "-qb", "topic")
		r.Write("n.md", "one\ntwo\n")
		two := r.commit(day, "B", "two")
		r.Git("checkout", "-q", "develop")
		r.Git("merge", "-q", "--no-ff", "-m", "Merge pull request #5 from b/topic", "topic")
		r.Write("m.md", "three\n")
		three := r.commit(day, "A", "three")
		r.Git("checkout", "-q", "main")
		r.Git("merge", "-q", "--no-ff", "-m", "Merge pull request #9 from a/develop", "develop")
		r.Write("m.md", "four\n")
		four := r.commit(day, "A", "four")
		h := openHistory(t, r.open(program), t.TempDir())
		update(t, h)
		ctx := context.Background()
		for id, want := range map[string]string{two: "#5", three: "#9", four: ""} {
			c, err := h.Commit(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := h.PullRequest(ctx, four, c); got != want || err != nil {
				t.Errorf("%s: got %q, %v, want %q", c.Subject, got, err, want)
			}
		}
		p, err := h.Provenance(ctx, four, "n.md", "")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := p.String(), "2026-01-02 by B in "+two[:7]+" (#5), 2 authors"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		for blob, want := range map[string]bool{r.Git("rev-parse", "HEAD:n.md"): false, r.Git("rev-parse", "HEAD:m.md"): true} {
			if p, err := h.Provenance(ctx, four, "n.md", blob); err != nil || p.Changed != want {
				t.Errorf("with blob %s: %v, %v", blob, p, err)
			}
		}
		if p, err := h.Provenance(ctx, four, "none.md", ""); p != nil || err != nil {
			t.Errorf("provenance of nothing: %v, %v", p, err)
		}
	})
}
