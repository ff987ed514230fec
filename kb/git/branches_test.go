package git

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Branches are listed here and at remotes, made, moved and pushed in one step each, and refused where
// that would take something from somebody.
func TestBranches(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "1\n")
	first := r.commit("2026-01-02T03:04:05Z")
	r.Write("a.md", "2\n")
	second := r.commit("2026-01-03T03:04:05Z")
	remote := filepath.Join(t.TempDir(), "remote.git")
	r.Git("init", "-q", "--bare", remote)
	r.Git("remote", "add", "origin", remote)
	ctx := t.Context()
	repo, err := Open(ctx, r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	branches := func(want string) {
		t.Helper()
		found, err := repo.Branches(ctx, "kb/")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for name, id := range found {
			got = append(got, name+" "+map[string]string{first: "first", second: "second"}[id])
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want {
			t.Errorf("branches %q, want %q", got, want)
		}
	}
	names := func(want string) {
		t.Helper()
		found, err := repo.BranchNames(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for name := range found {
			got = append(got, name)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("names %q, want %q", got, want)
		}
	}
	names("main")
	branches("")
	if err := repo.CanBranch(ctx, "kb/x"); err != nil {
		t.Error(err)
	}
	if err := repo.CreateBranch(ctx, "kb/x", first, "kb test"); err != nil {
		t.Fatal(err)
	}
	branches("refs/heads/kb/x first")
	names("kb/x main")
	if err := repo.CanBranch(ctx, "kb/x"); !errors.Is(err, ErrBranchExists) {
		t.Errorf("a branch that is there: %v", err)
	}
	if err := repo.CanBranch(ctx, ""); err != nil {
		t.Errorf("any branch: %v", err)
	}
	if err := repo.CanBranch(ctx, "a..b"); err == nil {
		t.Error("a name that is none could be a branch")
	}
	if err := repo.MoveBranch(ctx, "kb/x", second, second, "kb test"); err == nil {
		t.Error("a branch is moved from where it is not")
	}
	if err := repo.MoveBranch(ctx, "main", second, first, "kb test"); !errors.Is(err, ErrCheckedOut) {
		t.Errorf("a branch that is checked out: %v", err)
	}
	if err := repo.MoveBranch(ctx, "kb/x", first, second, "kb test"); err != nil {
		t.Fatal(err)
	}
	branches("refs/heads/kb/x second")
	if got := r.Git("reflog", "-1", "--format=%gs", "kb/x"); got != "kb test" {
		t.Errorf("the log says %q", got)
	}

	if to, err := repo.PushBranch(ctx, "origin", "kb/x"); err != nil || to != "origin" {
		t.Errorf("pushed to %q, %v", to, err)
	}
	if got := r.at(remote).Git("for-each-ref", "--format=%(refname)"); got != "refs/heads/kb/x" {
		t.Errorf("pushed: %q", got)
	}
	branches("refs/heads/kb/x second, refs/remotes/origin/kb/x second")
	if found, err := repo.BranchNames(ctx); found != nil || err != nil {
		t.Errorf("where one branch was fetched the names are known: %v, %v", found, err)
	}
	r.Git("push", "-q", "origin", "main", "main:gone")
	r.Git("fetch", "-q")
	r.Git("remote", "set-head", "origin", "main")
	names("gone kb/x main")

	for _, env := range []string{"GIT_AUTHOR_EMAIL=<>", "GIT_COMMITTER_EMAIL=<>"} {
		key, _, _ := strings.Cut(env, "=")
		nobody := append(slices.DeleteFunc(slices.Clone(r.Env), func(v string) bool {
			return strings.HasPrefix(v, strings.TrimSuffix(key, "EMAIL"))
		}), "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=user.useConfigOnly", "GIT_CONFIG_VALUE_0=true")
		unknown, err := Open(ctx, r.Dir, markdownFiles(), WithEnviron(nobody))
		if err != nil {
			t.Fatal(err)
		}
		if err := unknown.CanBranch(ctx, ""); !errors.Is(err, ErrNoIdentity) {
			t.Errorf("without %s: %v", key, err)
		}
	}
	off, err := Open(ctx, r.Dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT=off")))
	if err != nil {
		t.Fatal(err)
	}
	if found, err := off.BranchNames(ctx); found != nil || err != nil {
		t.Errorf("without git: %v, %v", found, err)
	}
	_, branchesErr := off.Branches(ctx, "kb/")
	_, holdingErr := off.Holding(ctx, []string{"a.md"})
	for what, err := range map[string]error{"branches": branchesErr, "holding": holdingErr, "new": off.CreateBranch(ctx, "y", first, "kb"),
		"move": off.MoveBranch(ctx, "kb/x", second, first, "kb"), "can": off.CanBranch(ctx, "")} {
		if !errors.Is(err, ErrNoProgram) {
			t.Errorf("%s without git: %v", what, err)
		}
	}
	if value := repo.GitSetting(ctx, "remote.origin.url"); value != remote {
		t.Errorf("setting %q", value)
	}
	if repo.GitSetting(ctx, "remote.none.url") != "" || off.GitSetting(ctx, "remote.origin.url") != "" {
		t.Error("a setting that is not there")
	}
}

// What keeps a file that was committed: commits, the references whose trees have it, and the index.
func TestHolding(t *testing.T) {
	r := newTestRepo(t)
	r.Write("keep.md", "1\n", "x/secret.md", "1\n")
	r.commit("2026-01-02T03:04:05Z")
	r.Git("tag", "v1")
	r.Git("branch", "old")
	r.Write("x/secret.md", "2\n", "keep.md", "2\n")
	r.commit("2026-01-03T03:04:05Z")
	r.Git("rm", "-q", "x/secret.md")
	r.commit("2026-01-04T03:04:05Z")
	r.Git("remote", "add", "origin", "https://example.org/x.git")
	repo, err := Open(t.Context(), filepath.Join(r.Dir), markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		paths []string
		want  Holding
	}{
		{[]string{"x/secret.md"}, Holding{Commits: 3, Refs: []string{"refs/heads/old", "refs/tags/v1"}, Remotes: []string{"origin"}}},
		{[]string{"keep.md", "x/secret.md"}, Holding{Commits: 3, Refs: []string{"refs/heads/main", "refs/heads/old", "refs/tags/v1"},
			Remotes: []string{"origin"}, Index: true}},
		{[]string{"none.md", "x", "odd\nname.md"}, Holding{Commits: 3, Remotes: []string{"origin"}}},
		{[]string{"*.md"}, Holding{Remotes: []string{"origin"}}},
		{nil, Holding{}},
	} {
		got, err := repo.Holding(t.Context(), tt.paths)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, strings.Join(tt.paths, ", "), got, tt.want)
	}
	diff(t, "what is there", thereIn([]string{"a:x", "a:y", "b:x", "c:x", "d:x"}, []string{"there blob", "there blob", "b:x missing",
		"there tree"}), []string{"a"})
}

// Without git whole files are merged: what one side alone changed, added or removed is as that side has
// it; what both did differently is left to a person.
func TestMergeOfWholeFiles(t *testing.T) {
	r := newTestRepo(t)
	r.Write("both.md", "1\n", "ours.md", "1\n", "theirs.md", "1\n", "same.md", "1\n", "gone.md", "1\n", "kept.md", "1\n", "lost.md", "1\n")
	base := r.commit("2026-01-01T12:00:00Z")
	r.Write("both.md", "2\n", "ours.md", "2\n", "same.md", "2\n", "new/ours.md", "1\n")
	r.Git("rm", "-q", "lost.md")
	ours := r.commit("2026-01-02T12:00:00Z")
	r.Git("checkout", "-q", "-b", "theirs", base)
	r.Write("both.md", "3\n", "theirs.md", "2\n", "same.md", "2\n", "new/theirs.md", "1\n", "lost.md", "2\n")
	r.Git("rm", "-q", "gone.md")
	theirs := r.commit("2026-01-03T12:00:00Z")
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT=off")))
	if err != nil {
		t.Fatal(err)
	}
	merged, err := repo.MergeTree(t.Context(), base, ours, theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "unmerged", merged.Unmerged, []string{"both.md", "lost.md"})
	got := texts(t, repo, listedOf(repo, ours, merged.Entries))
	diff(t, "files", got, map[string]string{"both.md": "2\n", "ours.md": "2\n", "theirs.md": "2\n", "same.md": "2\n", "kept.md": "1\n",
		"new/ours.md": "1\n", "new/theirs.md": "1\n"})
}

// Files of a merge that is not finished are dirty, whichever side did what.
func TestConflictedFiles(t *testing.T) {
	for letters, want := range map[string]bool{"UU": true, "AU": true, "UD": true, "UA": true, "DU": true, "AA": true, "DD": true,
		"M ": false,
		"A ": false, "AD": false, "DA": false, " M": false, "D ": false, " D": false, "AM": false} {
		if got := conflicted(letters[0], letters[1]); got != want {
			t.Errorf("%q is a conflict: %v", letters, got)
		}
	}
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1\n", "b.md", "The door is green.\n", "c.md", "1\n")
		base := r.commit("2026-01-01T12:00:00Z")
		r.Write("a.md", "2\n", "new.md", "Bread is baked at night.\n")
		r.Git("rm", "-q", "b.md")
		r.commit("2026-01-02T12:00:00Z")
		r.Git("checkout", "-q", "-b", "other", base)
		r.Write("a.md", "3\n", "b.md", "The door is red.\n", "new.md", "We sell apples.\n")
		r.commit("2026-01-03T12:00:00Z")
		if _, err := r.Try("merge", "main"); err == nil {
			t.Fatal("no conflict")
		}
		status, err := opened(t, open, r, r.Dir).Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(status.Dirty)
		diff(t, "dirty", slices.Compact(status.Dirty), []string{"a.md", "b.md", "new.md"})
	})
}

// Where a .git file points, a folder stands to its root, and what lies on the way of a new note.
func TestFoldersAndPointers(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for text, want := range map[string]string{"gitdir: ../x\n": filepath.Join(filepath.Dir(dir), "x"),
		"gitdir: x\r\n":   filepath.Join(dir, "x"),
		"gitdir: /a/../b": "/b", "gitdir: ": "", "dir: x": "", "": ""} {
		got, err := readGitFile(write(".git", text))
		if got != want || (err != nil) != (want == "") || err != nil && !errors.Is(err, ErrNoRepository) {
			t.Errorf("%q points to %q, %v; want %q", text, got, err, want)
		}
	}
	for _, tt := range [][3]string{{"/a", "/a/b/c", "b/c"}, {"/a", "/a", ""}, {"/a", "/", ""}, {"/a", "/b", ""}, {"", "/a", ""},
		{"/a", "/a/..b", "..b"}} {
		if got := prefixOf(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%s from %s: %q, want %q", tt[1], tt[0], got, tt[2])
		}
	}
	write("docs/a.md", "")
	write("sub/.git", "gitdir: ../x\n")
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for folder, want := range map[string]string{".": "", "docs": "", "docs/new/deep": "", "docs/a.md": "docs/a.md is no folder",
		"docs/a.md/x": "docs/a.md is no folder", "new": ""} {
		if got := UnfitFolder(root, folder); got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
	for name, want := range map[string]bool{"a.md": false, "caf\xe9.md": true, "../a.md": false, "..\xe9/a.md": true} {
		if got := isOddName(name); got != (want || BadPath(name) == "") {
			t.Errorf("%q is odd: %v", name, got)
		}
	}
}

// Numbers in git's index and its extensions: what changes the meaning of entries is refused.
func TestPartsOfAnIndex(t *testing.T) {
	for in, want := range map[string][2]uint64{"\x00": {0, 1}, "\x7f": {127, 1}, "\x80\x00": {128, 2}, "\x80\x7f": {255, 2},
		"\x81\x00":     {256, 2},
		"\x80\x80\x00": {16512, 3}, "\x05rest": {5, 1}, "\x80": {0, 0}, "": {0, 0}, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00": {0, 0}} {
		value, n := indexVarint([]byte(in))
		if [2]uint64{value, uint64(n)} != want {
			t.Errorf("%x: %d in %d bytes, want %v", in, value, n, want)
		}
	}
	extension := func(name, data string) string { return name + "\x00\x00\x00" + string(rune(len(data))) + data }
	id := strings.Repeat("\x11", 20)
	for in, want := range map[string]string{
		"": "", extension("TREE", "\x001 0\n"+id): strings.Repeat("11", 20), extension("TREE", "\x00-1 0\n"+id): "",
		extension("TREE", "x1 0\n"+id):        "",
		extension("TREE", "\x001 0\n"+id[1:]): "", extension("TREE", ""): "", extension("REUC", "x"): "", extension("Zabc",
			"") + extension("TREE", "\x001 0\n"+id): strings.Repeat("11", 20),
		extension("link", ""): "kind", extension("sdir", ""): "kind", extension("abcd", ""): "kind", extension("zbcd", ""): "kind",
		"TREE\x00\x00\x00\x05x": "damaged",
		extension("[bcd", ""):   "", extension("{bcd", ""): "", extension("`bcd", ""): "",
	} {
		d := indexDecoder{rest: []byte(in), format: sha1Format}
		root, err := d.extensions()
		switch {
		case errors.Is(err, errIndexKind):
			root = "kind"
		case err != nil:
			root = "damaged"
		}
		if root != want {
			t.Errorf("%q: %q, want %q", in, root, want)
		}
	}
}

// Without git a file is compared by its time, size and number, and read where these do not tell.
func TestDifferingFiles(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "one\n", "b.md", "two\n")
	r.commit("2026-01-02T03:04:05Z")
	old := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	touch := func(name string, at time.Time) {
		t.Helper()
		if err := os.Chtimes(filepath.Join(r.Dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.md", "b.md"} {
		touch(name, old)
	}
	r.Git("update-index", "-q", "--refresh")
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT=off")))
	if err != nil {
		t.Fatal(err)
	}
	dirty := func(what string, want ...string) {
		t.Helper()
		status, err := repo.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(status.Dirty, want) {
			t.Errorf("%s: %q, want %q", what, status.Dirty, want)
		}
	}
	dirty("as committed")
	touch("a.md", old.Add(time.Hour))
	dirty("touched")
	r.Write("a.md", "six\n")
	dirty("other bytes of the same size", "a.md")
	r.Write("a.md", "longer\n")
	dirty("of another size", "a.md")
	r.Write("a.md", "one\n")
	dirty("as it was")
	if err := os.Chmod(filepath.Join(r.Dir, "b.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	dirty("a program now", "b.md")
	r.Git("config", "core.fileMode", "false")
	if repo, err = Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT=off"))); err != nil {
		t.Fatal(err)
	}
	dirty("where modes do not count")
	if err := errors.Join(os.Remove(filepath.Join(r.Dir, "b.md")), os.Symlink("a.md", filepath.Join(r.Dir, "b.md"))); err != nil {
		t.Fatal(err)
	}
	dirty("a link now", "b.md")
	if err := errors.Join(os.Remove(filepath.Join(r.Dir, "b.md")), os.Mkdir(filepath.Join(r.Dir, "b.md"), 0o700)); err != nil {
		t.Fatal(err)
	}
	dirty("a folder now", "b.md")
}
