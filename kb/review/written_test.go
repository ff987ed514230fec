package review

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
)

// TestWhoWroteNotes names the people and the programs of the commits that touch each note, by their authors and
// trailers; who merges wrote nothing.
func TestWhoWroteNotes(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"a.md": "# A\n\nOne.\n", "b.md": "# B\n\nTwo.\n", "old.md": "# Old\n\nThe lamp is green.\n"})
	r.branch("change", "main", map[string]string{"a.md": "# A\n\nOne more.\n"})
	by := func(name, email, message string, files map[string]string) {
		r.Change(files)
		r.Git("add", "-A")
		r.Git("-c", "user.name="+name, "commit", "-q", "--author", name+" <"+email+">", "-m", message)
	}
	by("tidy[bot]", "tidy@example.org", "Tidy", map[string]string{"a.md": "# A\n\nOne and more.\n"})
	by("Bea", "bea@example.org", "Write on\n\nCo-Authored-By: Claude <noreply@anthropic.com>\nCo-Authored-By: Cy <cy@example.org>",
		map[string]string{"a.md": "# A\n\nOne and much more.\n", "b.md": "# B\n\nTwo more.\n"})
	by("Bea", "bea@example.org", "Write again\n\nCo-Authored-By: Claude <noreply@anthropic.com>",
		map[string]string{"b.md": "# B\n\nTwo!\n"})
	r.Git("mv", "old.md", "new.md")
	by("Di", "di@example.org", "Rename", nil)
	r.branch("side", "main", map[string]string{"c.md": "# C\n\nThree.\n"})
	r.Git("checkout", "-q", "change")
	r.Git("-c", "user.name=Eve", "-c", "user.email=eve@example.org", "merge", "-q", "--no-edit", "side")
	by("Fay", "fay@example.org", "End", map[string]string{"c.md": "# C\n\nThree and more.\n"})
	got := map[string]string{}
	for _, n := range r.review("main..change").Notes {
		got[n.Path] = strings.Join(n.Authors, ", ") + "; " + strings.Join(n.Agents, ", ")
	}
	for path, want := range map[string]string{
		"a.md": "A. Author, tidy[bot], Bea; tidy[bot], Claude", "b.md": "Bea; Claude", "new.md": "Di; ", "c.md": "A. Author, Fay; ",
	} {
		if got[path] != want {
			t.Errorf("%s: %q, want %q", path, got[path], want)
		}
	}
}

// TestWorkTreeBesideABaseThatGoesOn reviews what is not committed, which is not merged into a base that went on; where it
// did not go on, the work tree is what merging makes.
func TestWorkTreeBesideABaseThatGoesOn(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"docs/pay.md": "---\nfiles: [pay/pay.go]\n---\n# Paying\n\nMoney moves.\n",
		"go.mod": "module example.org/shop\n", "pay/pay.go": "package pay\n\nfunc Charge() int { return 1 }\n"})
	r.branch("change", "main", map[string]string{"a.md": "# A\n\nOne.\n"})
	r.Change(map[string]string{"pay/pay.go": "package pay\n\nfunc Charge() int { return 2 }\n"})
	code := t.TempDir()
	got := r.reviewWork("main", func(o *Options) { o.Code = code })
	if m := got.Merge; !m.Judged || m.Reason != "" {
		t.Errorf("the base is where it was: %+v", m)
	}
	if c := got.Concerns; c == nil || c.Files != 1 || len(c.Notes) != 1 || c.Notes[0].Path != "docs/pay.md" {
		t.Errorf("the code in the work tree concerns %+v", c)
	}
	r.Git("stash", "-q")
	r.Git("checkout", "-q", "main")
	r.commit(map[string]string{"b.md": "# B\n\nTwo.\n"})
	r.Git("checkout", "-q", "change")
	r.Git("stash", "pop", "-q")
	if m := r.reviewWork("main").Merge; m.Judged || !strings.HasPrefix(m.Reason, "what is not committed yet is not merged") {
		t.Errorf("the base went on: %+v", m)
	}
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	rng, err := FindRange(t.Context(), repo, "main..change")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Of(t.Context(), repo, rng, Options{Day: day, With: []string{"none"}}); err == nil ||
		!strings.HasPrefix(err.Error(), "--with none: ") {
		t.Errorf("a branch that is none: %v", err)
	}
}

// TestRecallAsAskedFor is content with as many answers as the repository asks for, and no fewer.
func TestRecallAsAskedFor(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"a.md": "# A\n", "b.md": "# B\n", ".memory/kb.yaml": "thresholds: {recall: 0.5}\n",
		kb.QueriesFile: "queries:\n  - {query: one, note: a.md}\n  - {query: two, note: b.md}\n"})
	base := r.Git("rev-parse", "main")
	r.branch("change", "main", map[string]string{"c.md": "# C\n"})
	for want, lists := range map[int]map[string][]string{
		0: {"one@base": {"a.md"}, "one@head": {"a.md"}, "two@base": nil, "two@head": nil},
		1: {"one@base": {"a.md"}, "one@head": nil, "two@base": nil, "two@head": nil},
	} {
		got := r.review("main..change", func(o *Options) { o.Search = answers(base, lists) })
		if n := len(found(got, "recall")); n != want {
			t.Errorf("of %.1f asked for %.1f: %d findings", got.Recall.New, got.Recall.Least, n)
		}
	}
}
