package stale

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// expect compares the evidence of one note.
func expect(t *testing.T, notes map[string]Assessment, path string, want ...string) {
	t.Helper()
	n, ok := notes[path]
	if got := describe(n); !ok || !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("%s:\n got %q\nwant %q", path, got, want)
	}
}

// programs runs a test with the git program and without.
func programs(t *testing.T, test func(t *testing.T, program string)) {
	for _, program := range []string{"on", "off"} {
		t.Run("git="+program, func(t *testing.T) { test(t, program) })
	}
}

func TestChurn(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("pkg/auth/token.go", lines("token", 50), "pkg/auth/key.go", lines("key", 50), "pkg/auth/README.txt", "x\n",
			"lib/deep/under_score.go", lines("deep", 10), "globs.md", "---\nfiles: [pkg/**]\n---\n# Globs\n", "span.md",
			"# Span\n\nSee `pkg/auth/token.go:12`.\n", "link.md", "# Link\n\nSee [it](pkg/auth/token.go#L3).\n", "folder.md",
			"# Folder\n\nAll of `pkg/auth/` counts.\n", "end.md", "# End\n\nSee `under_score.go`.\n", "none.md",
			"# None\n\nSee `pkg/other.go` and `pkg`.\n")
		r.commit("2026-01-01", "begin")
		r.Write("pkg/auth/token.go", lines("token", 25)+lines("changed", 25))
		r.commit("2026-01-02", "change half")
		r.Write("pkg/auth/key.go", strings.ReplaceAll(lines("key", 50), "key line", "  key  line"), "lib/deep/under_score.go",
			lines("other", 10))
		r.commit("2026-01-03", "lay it out")
		notes := r.judge("2026-01-05", program)
		half := "50 % of pkg/auth/token.go changed in 1 commit since 2026-01-01 | change half"
		expect(t, notes, "span.md", half)
		expect(t, notes, "link.md", half)
		expect(t, notes, "globs.md", "25 % of pkg/** changed in 1 commit since 2026-01-01 | change half")
		expect(t, notes, "folder.md", "25 % of pkg/auth changed in 1 commit since 2026-01-01 | change half")
		expect(t, notes, "end.md", "100 % of lib/deep/under_score.go changed in 1 commit since 2026-01-01 | lay it out")
		expect(t, notes, "none.md")
		if a, b := notes["span.md"].Score, notes["globs.md"].Score; a <= b {
			t.Errorf("half of the code changed: %v, a quarter: %v", a, b)
		}
	})
}

func TestExplainNamesTheGreatestChangeFirst(t *testing.T) {
	r := newGitRepo(t)
	r.Write("src/a.go", lines("a", 40), "n.md", "# N\n\nSee `src/a.go`.\n")
	r.commit("2026-01-01", "begin")
	for i, change := range []string{lines("b", 1) + lines("a", 39), lines("b", 21) + lines("a", 19), lines("b", 22) + lines("a", 18)} {
		r.Write("src/a.go", change)
		r.commit(fmt.Sprint("2026-01-0", i+2), fmt.Sprint("change ", i))
	}
	expect(t, r.judge("2026-01-09", "on"), "n.md",
		"55 % of src/a.go changed in 3 commits since 2026-01-01 | change 1 | change 2 | change 0")
}

func TestChurnCountsFromTheLastTouch(t *testing.T) {
	r := newGitRepo(t)
	note := "# Note\n\nSee `pkg/a.go`.\n"
	r.Write("pkg/a.go", lines("a", 40), "touched.md", note, "verified.md", "---\nverified: 2026-01-03\n---\n"+note, "later.md",
		"---\nverified: 2026-01-05\n---\n"+note, "dirty.md", note)
	r.commit("2026-01-01", "begin")
	r.Write("pkg/a.go", lines("b", 40))
	r.commit("2026-01-02", "rewrite")
	r.Write("touched.md", note+"More.\n")
	r.commit("2026-01-03", "touch the note")
	r.Write("pkg/a.go", lines("b", 20)+lines("c", 20))
	r.commit("2026-01-04", "change again")
	r.Write("dirty.md", note+"Being written.\n")
	notes := r.judge("2026-01-09", "on")
	again := "50 % of pkg/a.go changed in 1 commit since 2026-01-03 | change again"
	expect(t, notes, "touched.md", again)
	expect(t, notes, "verified.md", again)
	expect(t, notes, "later.md")
	expect(t, notes, "dirty.md")
	for path, by := range map[string]string{"touched.md": "commit", "verified.md": "verified", "dirty.md": "uncommitted"} {
		if got := notes[path].Touched.By; got != by {
			t.Errorf("%s: touched by %q, want %q", path, got, by)
		}
	}
}

func TestChurnThatIsNone(t *testing.T) {
	r := newGitRepo(t)
	r.Write("src/moved_file.go", lines("moved", 40), "src/back.go", lines("back", 40), "src/data.json", "{}\n", "go.mod",
		lines("require", 30), "moved.md", "---\nfiles: ['src/*moved*', 'lib/**']\n---\n# Moved\n", "back.md",
		"# Back\n\nSee `src/back.go`, [mod](go.mod) and [the other note](moved.md).\n")
	r.commit("2026-01-01", "begin")
	r.Write("src/back.go", lines("forth", 40), "go.mod", lines("changed", 30), "moved.md",
		"---\nfiles: ['src/*moved*', 'lib/**']\n---\n# Moved\n\nText.\n")
	r.commit("2026-01-02", "forth")
	r.Write("src/back.go", lines("back", 40))
	r.Git("mv", "src/moved_file.go", "src/also_moved.go")
	r.commit("2026-01-03", "and back")
	notes := r.judge("2026-01-09", "on")
	expect(t, notes, "moved.md")
	expect(t, notes, "back.md")
}

// licence puts a header into files that a note each cites.
func TestMassChangeOfCode(t *testing.T) {
	r := newGitRepo(t)
	for i := range 60 {
		r.Write(fmt.Sprintf("src/f%02d.go", i), lines("code", 40))
	}
	r.Write("header.md", "# Header\n\nSee `src/f01.go`.\n", "rewritten.md", "# Rewritten\n\nSee `src/f02.go`.\n")
	r.commit("2026-01-01", "begin")
	for i := range 60 {
		r.Write(fmt.Sprintf("src/f%02d.go", i), "// licence\n// of two lines\n"+lines("code", 40))
	}
	r.Write("src/f02.go", lines("different", 40))
	r.commit("2026-01-02", "licence headers")
	notes := r.judge("2026-01-09", "on")
	expect(t, notes, "header.md")
	expect(t, notes, "rewritten.md", "100 % of src/f02.go changed in 1 commit since 2026-01-01 | licence headers")
}

func TestMassTouchOfNotes(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("src/a.go", lines("a", 40))
		for i := range 25 {
			r.Write(fmt.Sprintf("docs/n%02d.md", i), "# Note\n\nSee `src/a.go`.\n")
		}
		r.commit("2026-01-01", "begin")
		r.Write("src/a.go", lines("b", 40))
		r.commit("2026-01-02", "rewrite")
		for i := range 25 {
			r.Write(fmt.Sprintf("docs/n%02d.md", i), "# Note\n\n\nSee `src/a.go`.\n")
		}
		r.commit("2026-01-03", "reformat all notes")
		r.Git("mv", "docs", "notes")
		r.commit("2026-01-04", "move all notes")
		r.Git("checkout", "-q", "-b", "side")
		r.Write("notes/n01.md", "# Note\n\nIt is `src/a.go`.\n")
		r.commit("2026-01-05", "look at one")
		for i := range 25 {
			if i != 1 {
				r.Write(fmt.Sprintf("notes/n%02d.md", i), "# Note\n\n\n\nSee `src/a.go`.\n")
			}
		}
		r.commit("2026-01-06", "reformat again")
		r.Git("checkout", "-q", "main")
		r.on("2026-01-07")
		r.Git("merge", "-q", "--no-ff", "-m", "bring it all in", "side")
		notes := r.judge("2026-01-09", program)
		expect(t, notes, "notes/n00.md") // a file that so many cite is their tool: see commonFiles
		if got := notes["notes/n00.md"].Touched.Date; got != "2026-01-01" {
			t.Errorf("a note that was reformatted: touched on %s", got)
		}
		if got := notes["notes/n01.md"].Touched; got.Date != "2026-01-05" || got.Commit.Subject != "look at one" {
			t.Errorf("a note that was looked at on a branch: touched on %s by %q", got.Date, got.Commit.Subject)
		}
	})
}

func TestBrokenReferences(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("src/gone.go", "a\n", "src/renamed.go", lines("renamed", 30), "old/x/one.go", lines("one", 20), "old/x/two.go",
			lines("two", 20), "dead/a.go", "a\n", "other.md", "# Other\n", "kept.go", "x\n", "sub/near.go", lines("near", 20))
		r.Write("gone.md", "# Gone\n\n`src/gone.go` and [again](src/gone.go).\n", "renamed.md",
			"# R\n\nRun `cat src/renamed.go`.\n", "folder.md", "# F\n\nSee `old/x/` and `dead/`, [dead](dead).\n", "note.md",
			"# N\n\n[other](other.md) [[other]]\n", "example.md",
			"# E\n\n`src/example.go` `kept.go` `/etc/passwd` `a/b` `src/*.go` [site](https://example.com/src/gone.go)\n",
			"sub/n.md", "# Sub\n\nSee [near](near.go).\n", "CHANGELOG.md", "# Changes\n\nAdded `src/gone.go`.\n")
		r.commit("2026-01-01", "begin")
		r.Git("rm", "-q", "-r", "src/gone.go", "dead", "other.md", "sub/near.go")
		r.Git("mv", "src/renamed.go", "src/new_name.go")
		r.Git("mv", "old/x", "fresh")
		r.commit("2026-01-02", "clean up")
		r.Write("past.md", "# Past\n\nThere was `src/gone.go`.\n", "seen.md", "# Seen\n")
		r.commit("2026-01-03", "tell of the past")
		notes := r.judge("2026-01-09", program)
		expect(t, notes, "gone.md", "src/gone.go was deleted in COMMIT on 2026-01-02 | clean up")
		expect(t, notes, "renamed.md", "src/renamed.go was renamed to src/new_name.go in COMMIT on 2026-01-02 | clean up")
		expect(t, notes, "folder.md", "dead was deleted in COMMIT on 2026-01-02 | clean up",
			"old/x was renamed to fresh in COMMIT on 2026-01-02 | clean up")
		expect(t, notes, "note.md", "other.md was deleted in COMMIT on 2026-01-02 | clean up")
		expect(t, notes, "sub/n.md", "sub/near.go was deleted in COMMIT on 2026-01-02 | clean up")
		for _, clean := range []string{"example.md", "past.md", "CHANGELOG.md"} {
			expect(t, notes, clean)
		}
	})
}

func TestReferenceThatATouchPassedOver(t *testing.T) {
	r := newGitRepo(t)
	r.Write("src/gone.go", "a\n", "seen.md", "# Seen\n\nSee `src/gone.go`.\n", "unseen.md", "# Unseen\n\nSee `src/gone.go`.\n")
	r.commit("2026-01-01", "begin")
	r.Git("rm", "-q", "src/gone.go")
	r.commit("2026-01-02", "clean up")
	r.Write("seen.md", "# Seen\n\nSee `src/gone.go`, please.\n")
	r.commit("2026-01-03", "a typo")
	notes := r.judge("2026-01-09", "on")
	of := func(path string) *Reason { n := notes[path]; return n.reason(Reference) }
	seen, unseen := of("seen.md"), of("unseen.md")
	if seen == nil || unseen == nil || !seen.Evidence[0].Seen || unseen.Evidence[0].Seen || seen.Score >= unseen.Score {
		t.Errorf("seen %+v\nunseen %+v", seen, unseen)
	}
}

func TestNames(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("src/a.go", "func ParseTree() {}\nvar max_depth, keptName int\n", "src/moved_a.go",
			"type MovedType struct{}\n"+lines("more", 20), "n.md",
			"# Names\n\n`ParseTree()`, `Tree.max_depth`, `keptName`, `MovedType`, `NeverThere`, `plain`.\n", "twice.md",
			"# Twice\n\n`--flag=ParseTree`\n")
		r.Write("src/use.go", "var depth = max_depth\n")
		r.commit("2025-01-01", "begin")
		r.commit("2025-06-01", "time goes by")
		r.Git("mv", "src/moved_a.go", "src/moved_b.go")
		r.Write("src/a.go", "func ParseForest() {}\nvar keptName int\n", "src/use.go", "\n")
		r.commit("2025-07-02", "rename the parser")
		r.Write("past.md", "# Past\n\nIt was `ParseTree`.\n")
		r.commit("2025-12-01", "tell of it")
		notes := r.judge("2026-01-09", program)
		gone := " was removed from src/a.go in COMMIT on 2025-07-02 | rename the parser"
		expect(t, notes, "n.md", "max_depth"+gone, "ParseTree"+gone) // a name of several files comes before one of a single file
		expect(t, notes, "twice.md", "ParseTree"+gone)
		expect(t, notes, "past.md")
	})
}

func TestWithoutHistory(t *testing.T) {
	r := newGitRepo(t)
	r.Write("n.md", "---\nneeds_review: true\n---\n# N\n\nSee `src/a.go`.\n")
	notes := r.judge("2026-01-09", "on")
	if n := notes["n.md"]; n.Touched.By != "uncommitted" || n.Score != reviewScore {
		t.Errorf("nothing committed: %+v", n)
	}
}

func TestShallow(t *testing.T) {
	r := newGitRepo(t)
	r.Write("src/a.go", lines("a", 40), "n.md", "# N\n\nSee `src/a.go` and `src/gone.go`.\n", "src/gone.go", "x\n")
	r.commit("2024-01-01", "begin")
	r.Git("rm", "-q", "src/gone.go")
	r.commit("2024-01-02", "before the cut")
	r.commit("2024-01-03", "the cut")
	r.Write("src/a.go", lines("b", 40))
	r.commit("2024-01-04", "after the cut")
	clone := &gitRepo{Repo: r.At(t.TempDir())}
	clone.Git("clone", "-q", "--depth", "2", "file://"+r.Dir, ".")
	n := clone.judge("2026-01-09", "on")["n.md"]
	if n.Touched.By != "" || n.reason(Confidence) != nil {
		t.Errorf("what is not known was guessed: %+v", n)
	}
	if got, want := describe(n), []string{"100 % of src/a.go changed in 1 commit | after the cut"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPartialClone(t *testing.T) {
	r := newGitRepo(t)
	r.Write("src/a.go", lines("a", 40), "n.md", "# N\n\nSee `src/a.go`.\n")
	r.commit("2024-01-01", "begin")
	r.Write("src/a.go", lines("b", 40))
	r.commit("2024-01-04", "rewrite")
	r.Git("config", "uploadpack.allowFilter", "true")
	clone := &gitRepo{Repo: r.At(t.TempDir())}
	clone.Git("clone", "-q", "--filter=blob:none", "file://"+r.Dir, ".")
	expect(t, clone.judge("2026-01-09", "on"), "n.md") // the old version is not here: nothing is guessed
	if !slices.ContainsFunc(clone.unknown, func(s string) bool { return strings.Contains(s, "1 version of the code is not here") }) {
		t.Errorf("what is not known was not said: %q", clone.unknown)
	}
}
