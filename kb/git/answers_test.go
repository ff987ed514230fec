package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// everything is a repository with branches, a merge, links, ignored files and a work tree of its own.
func everything(t *testing.T) *testRepo {
	t.Helper()
	r := newTestRepo(t)
	r.Write("a.md", "# A\n", "docs/b.md", "# B\n", "code.go", "package x\n", "docs/deep/er/c.md", "# C\n", "empty.md", "",
		".gitignore", "*.log\n/build/\n!keep.log\ncache\n", "docs/.gitignore", "private*\n!private.md\n")
	if err := os.Symlink("a.md", filepath.Join(r.Dir, "link.md")); err != nil {
		t.Skip(err)
	}
	r.commit("2026-01-01T10:00:00Z")
	r.Git("checkout", "-q", "-b", "side")
	r.Write("side.md", "# Side\n", "a.md", "# A\n\nof the side\n")
	r.commit("2026-01-02T10:00:00Z")
	r.Git("checkout", "-q", "main")
	r.Write("main.md", "# Main\n")
	r.commit("2026-01-03T10:00:00Z")
	r.Git("merge", "-q", "--no-ff", "-m", "Merge", "side")
	r.Git("branch", "-q", "other", "HEAD~1")
	r.Git("tag", "-a", "v1", "-m", "One", "HEAD^2")
	r.Git("remote", "add", "origin", "git@Example.org:team/kb.git")
	r.Git("remote", "add", "fork", "https://example.com/x/y")
	return r
}

// Both ways of asking git say what git says.
func TestAnswersAreGits(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := everything(t)
		r.Git("worktree", "add", "-q", "-b", "beside", filepath.Join(r.Dir, "build", "beside"), "HEAD~1")
		ctx := t.Context()
		repo := opened(t, open, r, r.Dir)
		lines := func(args ...string) []string {
			out := strings.Fields(r.Git(args...))
			slices.Sort(out)
			return out
		}
		head := r.Git("rev-parse", "HEAD")
		tips, err := repo.Tips(ctx)
		want := slices.Compact(lines("rev-parse", "main", "side", "other", "beside", "v1^{commit}"))
		if diff(t, "tips", tips, want); err != nil {
			t.Error(err)
		}
		reached, err := repo.Reachable(ctx)
		if diff(t, "reachable", len(reached), len(lines("rev-list", "--all"))); err != nil || !reached[head] {
			t.Error(err, reached)
		}
		for _, pair := range [][2]string{{"main", "side"}, {"side", "other"}, {"main", "main"}, {"HEAD~1", "main"}} {
			a, b := r.Git("rev-parse", pair[0]), r.Git("rev-parse", pair[1])
			if got, err := repo.MergeBase(ctx, a, b); err != nil || got != r.Git("merge-base", a, b) {
				t.Errorf("merge base of %v: %s, %v", pair, got, err)
			}
		}
		for _, rev := range []string{"HEAD", "main~1", "side", "v1", head[:9], "main^2"} {
			id, err := repo.Resolve(ctx, rev)
			if err != nil || id != r.Git("rev-parse", rev+"^{commit}") {
				t.Errorf("%s is %s, %v", rev, id, err)
				continue
			}
			when, err := repo.CommitTime(ctx, id)
			if err != nil || fmt.Sprint(when.Unix()) != r.Git("log", "-1", "--format=%ct", id) || when.Location() != time.UTC {
				t.Errorf("%s was made %v, %v", rev, when, err)
			}
		}
		files, err := repo.Files(ctx, head)
		var got, listed []string
		for _, f := range files {
			got = append(got, f.Path+" "+f.Blob)
		}
		for line := range strings.Lines(r.Git("ls-tree", "-r", head)) {
			if f := strings.Fields(line); f[0] != "120000" {
				listed = append(listed, f[3]+" "+f[2])
			}
		}
		slices.Sort(listed)
		if diff(t, "files", got, listed); err != nil {
			t.Error(err)
		}
		if none, err := repo.Files(ctx, ""); none != nil || err != nil {
			t.Errorf("of no commit: %v, %v", none, err)
		}
		if got := repo.UserName(ctx); got != "A" {
			t.Errorf("the user is %q", got)
		}
		if got := repo.Origin(); got != (Origin{"example.org", "team/kb"}) {
			t.Errorf("it comes from %+v", got)
		}
		if dirs, trees := repo.WorkTreeDirs(), repo.WorkTrees(); len(dirs) != 2 || len(trees) != 2 || trees[0] != repo.Root ||
			!strings.HasSuffix(trees[1], "beside") {
			t.Errorf("work trees: %q, %q", dirs, trees)
		}
		folders, err := repo.Folders(10)
		if diff(t, "folders", folders, []string{"docs", "docs/deep", "docs/deep/er"}); err != nil {
			t.Error(err)
		}
		if few, err := repo.Folders(2); err != nil || len(few) != 2 {
			t.Errorf("two folders: %q, %v", few, err)
		}
		if got := repo.BlobID([]byte("# B\n")); got != r.Git("hash-object", "docs/b.md") {
			t.Errorf("the id of b.md is %s", got)
		}
	})
}

// What is ignored, tracked, staged and touched.
func TestStateOfPaths(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := everything(t)
		ctx := t.Context()
		repo := opened(t, open, r, r.Dir)
		for path, want := range map[string]bool{
			"x.log": true, "docs/x.log": true, "keep.log": false, "build/x.md": true, "docs/build/x.md": false, "docs/private1": true,
			"docs/private.md": false, "private1": false, "cache": true, "docs/cache/deep/x.md": true, "a.md": false,
			"docs/deep/private.x": true,
		} {
			_, err := r.Try("check-ignore", "-q", "--no-index", path)
			if git := err == nil; git != want {
				t.Errorf("git itself ignores %s: %v", path, git)
			}
			if got, err := repo.Ignored(ctx, path); got != want || err != nil {
				t.Errorf("%s is ignored: %v, %v", path, got, err)
			}
		}
		tracked, files, err := repo.Everything(ctx)
		var listed []string
		for _, e := range tracked {
			listed = append(listed, e.Path)
		}
		if want := strings.Fields(r.Git("ls-files")); err != nil || !slices.Equal(listed, want) {
			t.Errorf("tracked %q, want %q, %v", listed, want, err)
		}
		there := strings.Fields(r.Git("ls-files", "-co", "--exclude-standard"))
		slices.Sort(there)
		if there = slices.Compact(there); !slices.Equal(files, there) {
			t.Errorf("there are %q, want %q", files, there)
		}
		if got, err := repo.Ignored(ctx, "a.md", "docs/x.log", "b.md"); !got || err != nil {
			t.Errorf("one of three is ignored: %v, %v", got, err)
		}
		r.Write("a.md", "# Other\n", "new.md", "# New\n", "code.go", "package y\n")
		r.Git("rm", "-q", "docs/b.md")
		r.Git("add", "-A")
		staged, err := repo.StagedEntries(ctx, r.Git("rev-parse", "HEAD"))
		var got []string
		for _, e := range staged {
			got = append(got, e.Path+" "+cmp.Or(e.ID, "-"))
		}
		slices.Sort(got)
		want := []string{"a.md " + r.Git("rev-parse", "HEAD:a.md"), "docs/b.md " + r.Git("rev-parse", "HEAD:docs/b.md"), "new.md -"}
		want = slices.Insert(want, 1, "code.go "+r.Git("rev-parse", "HEAD:code.go"))
		if diff(t, "staged", got, want); err != nil {
			t.Error(err)
		}
		all, err := repo.StagedEntries(ctx, "")
		if err != nil || len(all) != len(strings.Fields(r.Git("ls-files"))) {
			t.Errorf("staged beside the empty tree: %+v, %v", all, err)
		}
		index, err := repo.Index(ctx)
		if err != nil {
			t.Fatal(err)
		}
		read, done := repo.ReaderOf(ctx, index)
		defer done()
		for path, want := range map[string]string{"a.md": "# Other\n", "new.md": "# New\n", "empty.md": ""} {
			if data, err := read(path); string(data) != want || err != nil {
				t.Errorf("%s says %q, %v", path, data, err)
			}
		}
		for _, path := range []string{"none.md", "link.md"} {
			if data, err := read(path); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s says %q, %v", path, data, err)
			}
		}
		before, err := repo.IndexSum()
		r.Write("newer.md", "# Newer\n")
		r.Git("add", "-A")
		if after, err2 := repo.IndexSum(); err != nil || err2 != nil || before == after {
			t.Errorf("the index changed from %q to %q, %v, %v", before, after, err, err2)
		}
	})
}

// What a branch touched since it left the default one, and what came there meanwhile; both need the
// git program.
func TestTouchedAndMoved(t *testing.T) {
	r := everything(t)
	ctx := context.Background()
	first := r.Git("rev-parse", "main")
	r.Git("checkout", "-q", "-b", "work")
	r.Write("code.go", "package z\n", "work.md", "# Work\n")
	r.Git("add", "-A")
	r.Git("commit", "-q", "-m", "Work")
	r.Write("docs/b.md", "# B, not committed\n")
	work := r.Git("rev-parse", "HEAD")
	r.Git("stash", "-q")
	r.Git("checkout", "-q", "main")
	r.Write("later.md", "# Later\n", "a.md", "# A, later\n", "later.go", "package x\n")
	r.Git("rm", "-q", "side.md")
	r.commit("2026-01-05T10:00:00Z")
	tip := r.Git("rev-parse", "main")
	r.Git("checkout", "-q", "work")
	r.Git("stash", "pop", "-q")
	for mode, program := range map[string]bool{"on": true, "off": false} {
		repo, err := Open(ctx, r.Dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT="+mode)))
		if err != nil {
			t.Fatal(err)
		}
		touched, err := repo.Touched(ctx)
		want := map[bool][]string{true: {"code.go", "docs/b.md", "work.md"}}[program]
		if diff(t, "touched", touched, want); err != nil {
			t.Error(err)
		}
		for since, want := range map[string][]string{first: {"a.md", "later.md"}, tip: nil, "": nil} {
			at, files, err := repo.Moved(ctx, since)
			var got []string
			for _, f := range files {
				if got = append(got, f.Path); f.Blob != r.Git("rev-parse", "main:"+f.Path) {
					t.Errorf("%s is %s", f.Path, f.Blob)
				}
			}
			if !program {
				want = nil
			}
			if diff(t, "moved since "+since, got, want); err != nil || at != tip {
				t.Errorf("up to %s, %v", at, err)
			}
		}
		if _, _, err := repo.Moved(ctx, "main"); program != (err != nil) {
			t.Errorf("since no commit: %v", err)
		}
	}
	if work == tip {
		t.Error("nothing was done")
	}
}

// The addresses of remotes.
func TestOrigins(t *testing.T) {
	for address, want := range map[string]Origin{
		"https://GitHub.com/o/n.git": {"github.com", "o/n"}, "https://u:p@host.org:8443/g/s/n/": {"host.org", "g/s/n"},
		"ssh://git@host.org:22/o/n.git": {"host.org", "o/n"}, "git@host.org:o/n.git": {"host.org", "o/n"},
		"host.org:o/n":      {"host.org", "o/n"},
		"a@b@host.org:/o/n": {"host.org", "o/n"}, "/srv/git/n.git": {}, "../n": {}, "c:/n": {}, "c:n": {}, "https://host.org/": {},
		"":      {},
		"./a:b": {}, "host.org:": {}, "file:///srv/git/n.git": {},
	} {
		if got := ParseOrigin(address); got != want {
			t.Errorf("%q is %+v, want %+v", address, got, want)
		}
	}
	r := newTestRepo(t)
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, address string
		want          Origin
	}{{"", "", Origin{}}, {"up", "https://h.org/a/b", Origin{"h.org", "a/b"}}, {"down", "https://h.org/c/d", Origin{}},
		{"origin", "https://h.org/e/f", Origin{"h.org", "e/f"}}} {
		if step.name != "" {
			r.Git("remote", "add", step.name, step.address)
		}
		if got := repo.Origin(); got != step.want {
			t.Errorf("with the remote %q: %+v", step.name, got)
		}
	}
	r.Git("remote", "set-url", "--add", "origin", "https://backup.org/e/f")
	if got := repo.Origin(); got.Host != "h.org" { // the one that git fetches from
		t.Errorf("with a second address: %+v", got)
	}
}
