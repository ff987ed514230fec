package git_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
)

// Commits beside the work stand on their parent and on each other, and nothing of git's changes but
// the branch that is made of them.
func TestCommitBeside(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "a\n", "plain.md", "p\n")
	r.Git("add", "a.md", "plain.md")
	r.Git("update-index", "--chmod=+x", "a.md")
	r.Git("commit", "-qm", "a")
	r.Git("reset", "-q", "--hard")
	r.Write("staged.md", "s\n")
	r.Git("add", "staged.md")
	before := r.Git("status", "--porcelain")
	repo, err := git.Open(t.Context(), r.Dir, git.Interest{}, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	head, err := repo.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	scratch := filepath.Join(t.TempDir(), store.Top, "beside")
	ids, err := repo.CommitBeside(t.Context(), head, []git.Beside{
		{[]git.Addition{{"x/b.md", []byte("b\r\n")}}, "b\n"}, {[]git.Addition{{"a.md", []byte("other\n")},
			{"plain.md", []byte("q\n")}}, "c\n"},
	}, scratch)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(scratch); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if err := repo.CreateBranch(t.Context(), "kb/learn-1", ids[1], "kb"); err != nil {
		t.Fatal(err)
	}
	if err := repo.CreateBranch(t.Context(), "kb/learn-1", ids[0], "kb"); !errors.Is(err, git.ErrBranchExists) {
		t.Errorf("the branch is made twice: %v", err)
	}
	if err := repo.CreateBranch(t.Context(), "a..b", ids[0], "kb"); err == nil {
		t.Error("a name that is none")
	}
	for args, want := range map[[3]string]string{
		{"log", "--format=%s", "kb/learn-1"}:                "c\nb\na\n",
		{"show", "kb/learn-1:x/b.md"}:                       "b\r\n",
		{"show", "kb/learn-1:a.md"}:                         "other\n",
		{"ls-tree", "--name-only", "kb/learn-1"}:            "a.md\nplain.md\nx\n",
		{"ls-tree", "--format=%(objectmode)", "kb/learn-1"}: "100755\n100644\n040000\n",
		{"diff", "--name-only", ids[0] + ".." + ids[1]}:     "a.md\nplain.md\n",
		{"rev-parse", "HEAD"}:                               head + "\n",
		{"status", "--porcelain"}:                           before + "\n",
		{"for-each-ref", "--format=%(refname)", "refs/"}:    "refs/heads/kb/learn-1\nrefs/heads/main\n",
	} {
		list := []string{}
		for _, a := range args {
			if a != "" {
				list = append(list, a)
			}
		}
		if got := r.Git(list...); got != want && got+"\n" != want {
			t.Errorf("git %v: %q, want %q", list, got, want)
		}
	}
	for _, bad := range []string{"../x.md", "/x.md", ".git/config", "a//b"} {
		if _, err := repo.CommitBeside(t.Context(), head, []git.Beside{{[]git.Addition{{Path: bad}}, "x"}}, scratch); err == nil {
			t.Errorf("%q is committed", bad)
		}
	}
}

func TestWorkTrees(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "a\n")
	r.Commit("a")
	linked := filepath.Join(t.TempDir(), "linked")
	r.Git("worktree", "add", "-q", linked)
	for _, dir := range []string{r.Dir, linked} {
		repo, err := git.Open(t.Context(), dir, git.Interest{}, git.WithEnviron(r.Env))
		if err != nil {
			t.Fatal(err)
		}
		got := repo.WorkTrees()
		if len(got) != 2 || got[0] != repo.Root || got[0] == got[1] {
			t.Errorf("in %s: %q", dir, got)
		}
	}
}
