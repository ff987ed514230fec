package review

import (
	"errors"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// TestFindRange reads what a person types, and what a CI system checks out.
func TestFindRange(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"a.md": "# A\n"})
	r.branch("change", "main", map[string]string{"b.md": "# B\n"})
	r.Git("checkout", "-q", "main")
	r.commit(map[string]string{"c.md": "# C\n"})
	ids := map[string]string{
		"main":   r.Git("rev-parse", "main"),
		"change": r.Git("rev-parse", "change"),
		"fork":   r.Git("merge-base", "main", "change"),
	}
	find := func(text string) (*Range, error) {
		repo, err := kb.Open(t.Context(), r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return FindRange(t.Context(), repo, text)
	}
	r.Git("checkout", "-q", "change")
	for text, want := range map[string]Range{
		"main..change":  {Base: "main", Head: "change", BaseName: "main", HeadName: "change"},
		"main...change": {Base: "main", Head: "change", BaseName: "main", HeadName: "change"},
		"..change":      {Base: "main", Head: "change", BaseName: "main", HeadName: "change"},
		"main..":        {Base: "main", Head: "change", BaseName: "main", HeadName: "HEAD"},
		"main":          {Base: "main", Head: "change", BaseName: "main", HeadName: "HEAD"},
		"":              {Base: "main", Head: "change", BaseName: "main", HeadName: "HEAD"},
	} {
		want.Base, want.Head, want.MergeBase = ids[want.Base], ids[want.Head], ids["fork"]
		if got, err := find(text); err != nil || *got != want {
			t.Errorf("%q: %+v %v, want %+v", text, got, err, want)
		}
	}
	// A CI system merges the change and checks the merge out, on no branch.
	r.Git("checkout", "-q", "--detach", "main")
	r.Git("merge", "-q", "--no-edit", "change")
	got, err := find("")
	if want := (Range{Base: ids["main"], Head: r.Git("rev-parse", "HEAD"), MergeBase: ids["main"], BaseName: "HEAD^1", HeadName: "HEAD",
		Merged: true}); err != nil ||
		*got != want {
		t.Errorf("merged by CI: %+v %v, want %+v", got, err, want)
	}
	if _, err := find("nowhere..HEAD"); !errors.Is(err, git.ErrUnknownRev) {
		t.Errorf("an unknown name: %v", err)
	}
	r.Git("checkout", "-q", "--orphan", "alone")
	r.commit(map[string]string{"d.md": "# D\n"})
	if _, err := find("main..alone"); err == nil || err.Error() != "main and alone have no history in common" {
		t.Errorf("no history in common: %v", err)
	}
	r.Git("branch", "-q", "-D", "main")
	if _, err := find(""); !errors.Is(err, ErrNothing) {
		t.Errorf("no default branch: %v", err)
	}
}

// TestShallowRange says how much a shallow clone lacks, as a CI system makes it.
func TestShallowRange(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"a.md": "# A\n"})
	r.branch("change", "main", map[string]string{"b.md": "# B\n"})
	r.Git("checkout", "-q", "main")
	r.commit(map[string]string{"c.md": "# C\n"})
	r.Git("merge", "-q", "--no-edit", "change")
	for _, tt := range []struct {
		branch, text string
		want         ShallowError
	}{
		{"main", "", ShallowError{Base: "its first parent", Head: "the merge commit", Depth: 2}},
		{"change", "origin/other..HEAD", ShallowError{Base: "origin/other", Head: "HEAD"}},
	} {
		dir := t.TempDir()
		clone := r.At(dir)
		r.At(dir).Git("clone", "-q", "--depth", "1", "--no-single-branch", "--branch", tt.branch, "file://"+r.Dir, ".")
		clone.Git("checkout", "-q", "--detach")
		clone.Git("update-ref", "refs/remotes/origin/other", "refs/remotes/origin/main")
		repo, err := kb.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = FindRange(t.Context(), repo, tt.text)
		var shallow *ShallowError
		if !errors.As(err, &shallow) || *shallow != tt.want {
			t.Errorf("%s: %v, want %+v", tt.branch, err, tt.want)
		} else if text := "this shallow clone ends before the commit that " + tt.want.Base + " and " + tt.want.Head +
			" come from"; err.Error() != text {
			t.Errorf("%v", err)
		}
	}
}

// TestWithOtherBranches says of each branch why it was not held against the change, where it was not.
func TestWithOtherBranches(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"a.md": "# A\n\nThe door is green.\n"})
	r.branch("change", "main", map[string]string{"a.md": "# A\n\nThe door is red.\n"})
	r.branch("same", "main", map[string]string{"a.md": "# A\n\nThe door is blue.\n"})
	r.branch("ahead", "change", map[string]string{"b.md": "# B\n\nText.\n"})
	r.Git("checkout", "-q", "--orphan", "alone")
	r.commit(map[string]string{"c.md": "# C\n"})
	r.Git("checkout", "-q", "change")
	with := func(o *Options) { o.With = []string{"main", "same", "ahead", "alone"} }
	same(t, "committed", r.review("main..change", with).NotJudged, "same: 1 note that both changed cannot be merged",
		"alone: it has no history in common with the change")
	same(t, "work tree", r.reviewWork("main", func(o *Options) { o.With = []string{"same"} }).NotJudged,
		"same: what is not committed yet cannot be merged with it")
}
