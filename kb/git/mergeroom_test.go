package git

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// sides makes two branches of one base; "" removes a file.
func sides(t *testing.T, base, ours, theirs map[string]string, options ...string) *testRepo {
	t.Helper()
	r := newTestRepo(t, options...)
	r.Change(base)
	r.commit("2026-01-02T03:04:05Z")
	r.Git("checkout", "-q", "-b", "side")
	r.Change(theirs)
	r.commit("2026-01-03T03:04:05Z")
	r.Git("checkout", "-q", "main")
	r.Change(ours)
	r.commit("2026-01-04T03:04:05Z")
	return r
}

type texted map[string]string

// twoLines are changed at both ends.
const twoLines = "# A\n\none\n\ntwo\n\nthree\n\nfour\n"

func mergeable(t *testing.T, options ...string) *testRepo {
	return sides(
		t,
		texted{"a.md": twoLines},
		texted{"a.md": "# A\n\nONE\n\ntwo\n\nthree\n\nfour\n"},
		texted{"a.md": "# A\n\none\n\ntwo\n\nthree\n\nFOUR\n"},
		options...)
}

// However a repository keeps its objects and references, a merge of its commits finds them, and
// leaves nothing behind.
func TestMergeFindsObjects(t *testing.T) {
	dir := t.TempDir()
	shared, linked, again, shallow, bare := filepath.Join(dir, "shared"), filepath.Join(dir, "linked"), filepath.Join(dir,
		"again"), filepath.Join(dir, "shallow"), filepath.Join(dir, "bare")
	plain := mergeable(t)
	plain.Git("clone", "-q", "--shared", plain.Dir, shared)
	plain.At(shared).Git("branch", "side", "origin/side")
	plain.Git("clone", "-q", "--shared", shared, again)
	plain.At(again).Git("branch", "side", "origin/side")
	plain.Git("worktree", "add", "-q", "--detach", linked)
	plain.Git("clone", "-q", "--bare", plain.Dir, bare)
	base := plain.Git("merge-base", "main", "side")
	plain.Git("clone", "-q", "--depth=2", "--no-single-branch", "file://"+plain.Dir, shallow)
	plain.At(shallow).Git("branch", "side", "origin/side")
	packed := mergeable(t)
	packed.Git("gc", "-q")
	for name, r := range map[string]*testRepo{
		"loose": plain, "packed": packed, "sha256": mergeable(t, "--object-format=sha256"), "linked": plain.at(linked),
		"borrowed":       plain.at(shared),
		"borrowed twice": plain.at(again), "bare": plain.at(bare), "shallow, up to " + base[:7]: plain.at(shallow),
		"by the environment": plain.at(dir, "GIT_DIR="+filepath.Join(plain.Dir, ".git"), "GIT_WORK_TREE="+plain.Dir,
			"GIT_OBJECT_DIRECTORY="+filepath.Join(packed.Dir, ".git", "objects"),
			"GIT_ALTERNATE_OBJECT_DIRECTORIES="+filepath.Join(plain.Dir, ".git", "objects")),
	} {
		t.Run(name, func(t *testing.T) {
			repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(r.Env))
			if err != nil {
				t.Fatal(err)
			}
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			before := repo.ObjectsState()
			files, _ := merged(t, repo, nil)
			diff(t, "merged", files, map[string]string{"a.md": "# A\n\nONE\n\ntwo\n\nthree\n\nFOUR\n"})
			diff(t, "objects", repo.ObjectsState(), before)
			left, _ := os.ReadDir(temp)
			if len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// The ways to merge that git has built in are chosen by .gitattributes, of the commit that is merged into.
func TestMergeByAttributes(t *testing.T) {
	r := sides(
		t,
		texted{
			"log/a.md":           "# A\n",
			"b.md":               "# B\n",
			"c.md":               "one\n",
			"log/.gitattributes": "*.md merge=union\n",
			".gitattributes":     "b.md -merge\n",
		},
		texted{"log/a.md": "# A\nours\n", "b.md": "# B\nours\n", "c.md": "ours\n"},
		texted{"log/a.md": "# A\ntheirs\n", "b.md": "# B\ntheirs\n", "c.md": "theirs\n", ".gitattributes": "c.md merge=union\n"},
	)
	repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	got, conflicts := merged(t, repo, nil)
	diff(t, "conflicts", conflicts, []string{"b.md", "c.md"})
	if got["log/a.md"] != "# A\nours\ntheirs\n" || got["b.md"] != "# B\nours\n" {
		t.Errorf("merged: %q", got)
	}
}

// What .gitattributes gives to kb is joined by kb, where the clone knows it: also what git would
// have merged, and what it has renamed.
func TestMergeJoins(t *testing.T) {
	r := sides(
		t,
		texted{
			".gitattributes": "*.md merge=kb\n",
			"clean.md":       twoLines,
			"clash.md":       "one\n",
			"moved.md":       twoLines + "five\n",
			"other.markdown": "one\n",
			"left.md":        "one\n",
		},
		texted{
			"clean.md":       "ONE" + twoLines,
			"clash.md":       "ours\n",
			"moved.md":       "",
			"to.md":          twoLines + "ours\n",
			"other.markdown": "ours\n",
			"new.md":         "ours\n",
		},
		texted{
			"clean.md":       twoLines + "FOUR",
			"clash.md":       "theirs\n",
			"moved.md":       twoLines + "theirs\n",
			"other.markdown": "theirs\n",
			"new.md":         "theirs\n",
			"left.md":        "theirs\n",
		},
	)
	join := &Join{Driver: "kb", Merge: func(base, ours, theirs []byte) ([]byte, bool) {
		return bytes.Join([][]byte{base, ours, theirs}, []byte("|")), !bytes.HasPrefix(ours, []byte("ours")) || len(base) == 0
	}}
	joined := func(env ...string) (map[string]string, []string) {
		repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(append(r.Env, env...)))
		if err != nil {
			t.Fatal(err)
		}
		return merged(t, repo, join)
	}
	_, conflicts := joined()
	diff(t, "conflicts of a clone that does not know kb", conflicts, []string{"clash.md", "new.md", "other.markdown", "to.md"})
	r.Git("config", "merge.kb.driver", "exit 129")
	got, conflicts := joined()
	diff(t, "conflicts", conflicts, []string{"clash.md", "other.markdown"})
	diff(t, "merged", got, map[string]string{
		"clean.md": twoLines + "|ONE" + twoLines + "|" + twoLines + "FOUR", "clash.md": "one\n|ours\n|theirs\n",
		"new.md": "|ours\n|theirs\n",
		"to.md":  twoLines + "five\n|" + twoLines + "ours\n|" + twoLines + "theirs\n", "left.md": "theirs\n",
	})
}
