package git

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRevisionsAndDates(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1")
		first := r.commit("2026-01-10T12:00:00Z")
		r.Git("tag", "-a", "-m", "v1", "v1")
		r.Write("a.md", "2", "dir/b.md", "b")
		second := r.commit("2026-02-10T12:00:00Z")
		r.Git("checkout", "-q", "-b", "side", first)
		r.Write("side.md", "s")
		side := r.commit("2026-02-20T12:00:00Z")
		r.Git("checkout", "-q", "main")
		r.Git("merge", "-q", "--no-ff", "-m", "merge", "side")
		merge := r.Git("rev-parse", "HEAD")
		r.Git("gc", "-q")
		repo := opened(t, open, r, r.Dir)
		// The merge has the committer date of the environment, which is before its parents'.
		for rev, want := range map[string]string{
			"HEAD": merge, "@": merge, "main": merge, "side": side, "v1": first, "v1^{}": first, "v1^{commit}": first, "HEAD~1": second,
			"HEAD^": second, "HEAD^2": side, "HEAD~2": first, "HEAD^1~1": first, "HEAD^0": merge, "refs/heads/side": side,
			"heads/side": side, second[:9]: second, second[:4]: second, strings.ToUpper(second): second, "HEAD~~": first, "HEAD^2^": first,
			first: first, "tags/v1~0": first, "2026-01-02": merge, "2026-06-01": merge,
		} {
			tree, err := treeAt(repo, rev)
			if err != nil || tree.Commit != want {
				t.Errorf("TreeAt(%s) = %+v, %v; want %s", rev, tree, err, want)
			}
		}
		for _, rev := range []string{"nope", "HEAD~9", "HEAD^3", "", "-x", "--help", "HEAD^{tree}", "2025-12-31", "HEAD:a.md",
			second[:3], "HEAD~10", "HEAD~1x", "HEAD^^2"} {
			if tree, err := treeAt(repo, rev); !errors.Is(err, ErrUnknownRev) {
				t.Errorf("TreeAt(%q) = %v, %v; want ErrUnknownRev", rev, tree, err)
			}
		}
		for _, rev := range []string{"HEAD:a.md", "main@{1000}"} {
			_, err := treeAt(repo, rev)
			if _, program := repo.git.(*gitProgram); !program && !strings.Contains(err.Error(), "need the git program") {
				t.Errorf("%s: %v does not say what can read it", rev, err)
			}
		}
		tree, err := treeAt(repo, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "2", "dir/b.md": "b", "side.md": "s"})
	})
}

func TestDatesFollowFirstParents(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1")
		first := r.commit("2026-01-10T12:00:00Z")
		r.Write("a.md", "2")
		second := r.commit("2026-02-10T12:00:00Z")
		r.Git("branch", "2026-01-20", second)
		repo := opened(t, open, r, r.Dir)
		for date, want := range map[string]string{
			"2026-01-10": first, "2026-02-09": first, "2026-02-10": second, "2026-02-10T11:59:59Z": first,
			"2026-02-10T13:00:00+01:00": second,
			"2026-01-20":                second, // a branch of that name
		} {
			if id, err := repo.Resolve(context.Background(), date); err != nil || id != want {
				t.Errorf("Resolve(%s) = %s, %v; want %s", date, id, err, want)
			}
		}
	})
}

func TestShallowClone(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1")
		r.commit("2026-01-10T12:00:00Z")
		r.Write("a.md", "2")
		r.commit("2026-02-10T12:00:00Z")
		dir := filepath.Join(t.TempDir(), "shallow")
		r.Git("clone", "-q", "--depth=1", "file://"+r.Dir, dir)
		repo := opened(t, open, r, dir)
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "2"})
		for _, rev := range []string{"HEAD~1", "2026-01-15"} {
			if _, err := treeAt(repo, rev); !errors.Is(err, ErrUnknownRev) {
				t.Errorf("TreeAt(%s) = %v", rev, err)
			}
		}
	})
}

func TestCraftedTree(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a")
		r.commit("2026-01-10T12:00:00Z")
		blob := r.Git("rev-parse", "HEAD:a.md")
		raw := func(mode, name, id string) []byte {
			bin := make([]byte, 20)
			for i := range bin {
				bin[i] = unhex(id[2*i])<<4 | unhex(id[2*i+1])
			}
			return append([]byte(mode+" "+name+"\x00"), bin...)
		}
		inner := r.object("tree", raw("100644", "evil.md", blob))
		top := r.object(
			"tree",
			slices.Concat(raw("40000", "..", inner), raw("40000", ".git", inner), raw("40000", "ok", inner),
				raw("100644", "x.md", blob), raw("160000", "gone.md", blob)),
		)
		commit := r.Git("commit-tree", "-m", "crafted", top)
		tree, err := treeAt(opened(t, open, r, r.Dir), commit)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "listing", listing(tree), []string{"ok/evil.md", "x.md", "-../evil.md", "-.git/evil.md"})
	})
}

func unhex(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}

// object writes an object as it is, without git's checks.
func (r *testRepo) object(kind string, data []byte) string {
	r.T.Helper()
	return r.Feed(data, "hash-object", "-t", kind, "-w", "--literally", "--stdin")
}
