package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fed is a repository made by two processes of git: main is a merge of two branches behind a first commit, with a tag
// of its second one, and lone has nothing in common with it.
func fed(t *testing.T) *testRepo {
	t.Helper()
	r := newTestRepo(t)
	var in bytes.Buffer
	commit := func(branch, from string, n int, files ...string) {
		fmt.Fprintf(&in, "commit refs/heads/%s\nmark :%d\ncommitter A <a@example.com> %d +0000\ndata 1\n%d\n%s", branch, n,
			1_767_225_600+n*86400, n, from)
		for _, f := range files {
			fmt.Fprintf(&in, "M 100644 inline %s\ndata 1\n%d\n", f, n)
		}
		in.WriteString("\n")
	}
	commit("main", "", 1, "a.md", "b/c.md")
	commit("main", "from :1\n", 2, "a.md")
	commit("side", "from :1\n", 3, "b/c.md")
	commit("main", "from :2\nmerge :3\n", 4, "a.md")
	commit("lone", "", 5, "lone.md")
	in.WriteString("tag v1\nfrom :2\ntagger A <a@example.com> 1767225600 +0000\ndata 1\nx\nreset refs/tags/light\nfrom :3\n\n")
	r.Feed(in.Bytes(), "fast-import", "--quiet")
	r.Git("reset", "-q", "--hard")
	return r
}

// openedBy opens a repository with the git program ("on") or without ("off").
func openedBy(t *testing.T, r *testRepo, program string) *Repo {
	t.Helper()
	repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT="+program)))
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

// Without the git program a revision means what it means to git, or nothing.
func TestRevisionsAsGitHasThem(t *testing.T) {
	r := fed(t)
	repo := openedBy(t, r, "off")
	main := r.Git("rev-parse", "main")
	good := []string{"main", "HEAD", "@", "main~", "main~1", "main~2", "main^", "main^1", "main^2", "main^2~1", "main^0", "main~0",
		"main^^",
		"main~1^1", "main^{}", "main^{commit}", "main^{}~1", "v1", "v1^{}", "v1^{commit}~1", "v1~1", "light", "refs/heads/side",
		"heads/side",
		"tags/v1", main, main[:10], main[:7] + "~1", strings.ToUpper(main)}
	want := strings.Split(r.Git(append([]string{"rev-parse"}, slices.Collect(func(yield func(string) bool) {
		for _, rev := range good {
			if !yield(rev + "^{commit}") {
				return
			}
		}
	})...)...), "\n")
	for i, rev := range good {
		if got, err := repo.Resolve(t.Context(), rev); got != want[i] || err != nil {
			t.Errorf("%s is %s, %v, want %s", rev, got, err, want[i])
		}
	}
	for _, rev := range []string{"main~3", "main~99", "main^3", "main^2^2", "main^{tree}", "main~x", "main^x", "main~1x", "~1", "^",
		"nowhere",
		"main@{1}", "main:a.md", main[:3], strings.Repeat("1", 40), r.Git("rev-parse", "main:a.md"), r.Git("rev-parse", "main^{tree}")[:10],
		"main{}", "main~{}"} {
		if got, err := repo.Resolve(t.Context(), rev); !errors.Is(err, ErrUnknownRev) {
			t.Errorf("%s is %s, %v", rev, got, err)
		}
	}
}

// Tips that are not here, or commits that are known, do not end a walk; merges without a common history have no base.
func TestWalksBesideWhatIsNotHere(t *testing.T) {
	r := fed(t)
	ids := strings.Split(r.Git("rev-parse", "main", "side", "lone", "main~2", "v1^{}"), "\n")
	main, side, lone, first, second := ids[0], ids[1], ids[2], ids[3], ids[4]
	gone := strings.Repeat("1", 40)
	for _, program := range []string{"on", "off"} {
		repo := openedBy(t, r, program)
		for name, tt := range map[string]struct {
			w    CommitWalk
			want []string
		}{
			"all":           {CommitWalk{Tips: []string{main, gone}}, []string{"1 A:a.md A:b/c.md", "2 M:a.md", "3 M:b/c.md", "4 M:a.md"}},
			"a tip is gone": {CommitWalk{Tips: []string{gone, side, gone}}, []string{"1 A:a.md A:b/c.md", "3 M:b/c.md"}},
			"what is known": {CommitWalk{Tips: []string{main}, Has: func(id string) bool { return id == first || id == second }},
				[]string{"3 M:b/c.md", "4 M:a.md"}},
		} {
			got, n := walked(t, repo, tt.w)
			slices.Sort(got)
			if !slices.Equal(got, tt.want) || n != len(tt.want) {
				t.Errorf("git=%s, %s: %q of %d, want %q", program, name, got, n, tt.want)
			}
		}
		for pair, want := range map[[2]string]string{{main, side}: side, {side, second}: first, {main, main}: main, {main, lone}: ""} {
			if got, err := repo.MergeBase(t.Context(), pair[0], pair[1]); got != want || err != nil {
				t.Errorf("git=%s: the base of %.4s and %.4s is %q, %v, want %q", program, pair[0], pair[1], got, err, want)
			}
		}
	}
	// On a branch that has nothing in common with the default one what differs from its own commit was touched.
	r.Git("checkout", "-q", "lone")
	r.Write("lone.md", "more\n")
	if files, err := openedBy(t, r, "on").Touched(t.Context()); err != nil || !slices.Equal(files, []string{"lone.md"}) {
		t.Errorf("touched %q, %v", files, err)
	}
	// HEAD may be a symbolic link, as in repositories of old, or a commit: what it names then is a tip.
	head := filepath.Join(r.Dir, ".git", "HEAD")
	for target, want := range map[string]string{"refs/heads/side": side, "../config": ""} {
		if err := errors.Join(os.Remove(head), os.Symlink(target, head)); err != nil {
			t.Fatal(err)
		}
		if got, err := (refStore{gitDir: filepath.Dir(head), commonDir: filepath.Dir(head)}).find("HEAD"); got != want ||
			(err == nil) != (want != "") {
			t.Errorf("a link to %s is %s, %v", target, got, err)
		}
	}
	if err := errors.Join(os.Remove(head), os.WriteFile(head, []byte(first+"\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	tips, err := openedBy(t, r, "off").Tips(t.Context())
	want := []string{main, side, lone, first, second}
	slices.Sort(want)
	if !slices.Equal(tips, want) || err != nil {
		t.Errorf("tips %q, %v, want %q", tips, err, want)
	}
}

// Of the stores that a repository borrows from each is asked where it borrows, whether or not the one before does.
func TestAlternatesOfSeveral(t *testing.T) {
	top := t.TempDir()
	store := func(name string) string { return filepath.Join(top, name, "objects") }
	for name, list := range map[string]string{"own": store("a") + "\n" + store("b") + "\n", "b": store("c") + "\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(store(name), "info"), 0o700),
			os.WriteFile(filepath.Join(store(name), "info", "alternates"), []byte(list), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a", "c"} {
		if err := os.MkdirAll(store(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(alternates(filepath.Join(top, "own"), nil)); got != 3 {
		t.Errorf("%d stores are borrowed from, want 3", got)
	}
}

// Trees go so deep, and a mode is what git makes of it.
func TestTreesAtTheEdges(t *testing.T) {
	for mode, want := range map[uint32]uint32{0o100644: 0o100644, 0o100600: 0o100644, 0o100755: 0o100755, 0o100700: 0o100755,
		0o100664: 0o100644,
		0o120777: 0o120000, 0o40755: 0o40000, 0o160000: 0o160000, 0: 0o160000} {
		if got := canonicalMode(mode); got != want {
			t.Errorf("%o is %o, want %o", mode, got, want)
		}
	}
	id := strings.Repeat("\x01", sha1Format.size())
	for data, want := range map[string]int{"": 0, "100644 a\x00" + id: 1, "40000 a\x00" + id + "100755 b\x00" + id: 2, "100644 a\x00" +
		id[1:]: -1,
		"100644 \x00" + id: -1, "100644a\x00" + id: -1, "9 a\x00" + id: -1, "100644 a": -1, "100644 a\x00" + id + "x": -1} {
		items, err := decodeTree("t", []byte(data))
		if n := len(items); (err != nil) != (want < 0) || err == nil && n != want {
			t.Errorf("%q: %d items, %v", data, n, err)
		}
	}
}

// What is only intended to be added is not staged, and work trees whose folder is not told do not hide others.
func TestStagedBesideOthers(t *testing.T) {
	r := fed(t)
	old := map[string]string{"a.md": r.Git("rev-parse", "HEAD:a.md"), "b/c.md": r.Git("rev-parse", "HEAD:b/c.md")}
	r.Write("a.md", "other\n", "aa.md", "to come\n", "z.md", "new\n", "z.txt", "no note\n")
	r.Git("add", "-N", "aa.md")
	r.Git("add", "a.md", "z.md", "z.txt")
	r.Git("rm", "-q", "b/c.md")
	want := []string{"a.md " + old["a.md"], "b/c.md " + old["b/c.md"], "z.md ", "z.txt "}
	for _, program := range []string{"on", "off"} {
		repo := openedBy(t, r, program)
		staged, err := repo.StagedEntries(t.Context(), r.Git("rev-parse", "HEAD"))
		var got []string
		for _, e := range staged {
			got = append(got, e.Path+" "+e.ID)
		}
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("git=%s: staged %q, %v, want %q", program, got, err, want)
		}
	}
	linked := filepath.Join(t.TempDir(), "linked")
	for name, text := range map[string]string{"worktrees/a/HEAD": "x", "worktrees/b/gitdir": filepath.Join(linked, ".git") + "\n",
		"worktrees/c/gitdir": filepath.Join(linked, "gone", ".git") + "\n", "worktrees/d/gitdir": filepath.Join(r.Dir, ".git") + "\n"} {
		file := filepath.Join(r.Dir, ".git", filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600), os.MkdirAll(linked,
			0o700)); err != nil {
			t.Fatal(err)
		}
	}
	if got := openedBy(t, r, "off").WorkTrees(); !slices.Equal(got, []string{r.Dir, linked}) {
		t.Errorf("work trees %q", got)
	}
}
