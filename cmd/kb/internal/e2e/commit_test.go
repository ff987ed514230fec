package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// The notes of these tests: one says 12 hours, and a contradiction of it is what the hook must stop.
const (
	sessionsNote = "# Sessions\n\nUser sessions expire after 12 hours.\n"
	conflictNote = "# Limits\n\nUser sessions expire after 30 minutes.\n"
	harmlessNote = "# Builds\n\nThe nightly build runs on every push.\n"
)

// guarded is a repository of some notes with kb's hooks, and with an index when wanted.
func guarded(t *testing.T, indexed bool) string {
	t.Helper()
	dir := newNotes(60).repository(t)
	write(t, dir, "sessions.md", sessionsNote)
	commit(t, dir, "sessions")
	must(t, dir, "hooks", "install")
	if indexed {
		must(t, dir, "index")
		must(t, dir, "validate", "--all", "--fail-on", "never")
	}
	return dir
}

// tryCommit commits what is staged, or with the arguments given, and tells whether git did and what it said.
func tryCommit(t *testing.T, dir string, args ...string) (done bool, said string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"commit", "-q", "-m", "try"}, args...)...)
	cmd.Dir, cmd.Env = dir, environment()
	out, err := cmd.CombinedOutput()
	return err == nil, string(out)
}

// passesAndStops sees to it that a harmless note can be committed and a contradiction cannot, and
// that nothing is lost or staged.
func passesAndStops(t *testing.T, dir string) {
	t.Helper()
	write(t, dir, "builds.md", harmlessNote)
	git(t, dir, "add", "builds.md")
	if done, said := tryCommit(t, dir); !done {
		t.Errorf("a harmless commit was stopped:\n%s", said)
	}
	write(t, dir, "limits.md", conflictNote)
	git(t, dir, "add", "limits.md")
	done, said := tryCommit(t, dir)
	if done || !strings.Contains(said, "contradicts sessions.md:3:1") {
		t.Errorf("a contradiction was let pass, or stopped for another reason: %v\n%s", done, said)
	}
	if got := git(t, dir, "status", "--porcelain"); strings.TrimSpace(got) != "A  limits.md" {
		t.Errorf("after the hook git status says %q", got)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "limits.md")); err != nil || string(data) != conflictNote {
		t.Errorf("the file is %q now (%v)", data, err)
	}
}

func TestCommitOfAnIndexedBase(t *testing.T) { passesAndStops(t, guarded(t, true)) }

func TestCommitOfABaseThatWasNeverIndexed(t *testing.T) { passesAndStops(t, guarded(t, false)) }

func TestCommitWithADamagedIndex(t *testing.T) {
	dir := guarded(t, true)
	for _, name := range indexFiles(t, dir) {
		if err := os.WriteFile(name, []byte("no index at all"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	passesAndStops(t, dir)
}

// TestCommitWithoutAPlaceForState stands for a read-only .git/kb too, which root would not notice.
func TestCommitWithoutAPlaceForState(t *testing.T) {
	dir := guarded(t, false)
	if err := os.WriteFile(filepath.Join(dir, ".git", "kb"), []byte("a file"), 0o444); err != nil {
		t.Fatal(err)
	}
	passesAndStops(t, dir)
}

func TestCommitOnAFullDisk(t *testing.T) {
	dir := guarded(t, false)
	state := filepath.Join(dir, ".git", "kb")
	if err := os.MkdirAll(state, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", state).CombinedOutput(); err != nil {
		t.Skipf("a file system of 16 KiB can be mounted by root only: %v %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", state).Run() })
	if err := os.WriteFile(filepath.Join(state, "filler"), make([]byte, 16<<10), 0o666); err == nil {
		t.Log("the file system took the filler whole")
	}
	passesAndStops(t, dir)
}

// TestCommitWhileIndexing commits again and again while the index is built anew.
func TestCommitWhileIndexing(t *testing.T) {
	dir := guarded(t, true)
	var indexing sync.WaitGroup
	indexing.Go(func() {
		for range 4 {
			run(t, dir, "index", "--full")
		}
	})
	passesAndStops(t, dir)
	indexing.Wait()
	must(t, dir, "search", "sessions expire")
}

// TestTwoCommitsAtOnce commits in two work trees of one clone at the same time.
func TestTwoCommitsAtOnce(t *testing.T) {
	dir := guarded(t, true)
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, dir, "worktree", "add", "-q", linked, "-b", "linked")
	said := make([]string, 2)
	var commits sync.WaitGroup
	for i, at := range []string{dir, linked} {
		commits.Go(func() {
			for round := range 5 {
				name := fmt.Sprintf("note-%d-%d.md", i, round)
				write(t, at, name, fmt.Sprintf("# Note %d %d\n\nWorker%d restarts machine%d.\n", i, round, i, round))
				git(t, at, "add", name)
				if done, out := tryCommit(t, at); !done {
					said[i] += out
				}
			}
		})
	}
	commits.Wait()
	if said[0]+said[1] != "" {
		t.Errorf("commits were stopped:\n%s%s", said[0], said[1])
	}
	for _, at := range []string{dir, linked} {
		if n := strings.TrimSpace(git(t, at, "rev-list", "--count", "HEAD", "--grep", "^try$")); n != "5" {
			t.Errorf("%s has %s of 5 commits", at, n)
		}
	}
	passesAndStops(t, linked)
}

// TestCommitWithABrokenKb lets a program stand for kb that fails in the ways that programs fail.
func TestCommitWithABrokenKb(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs that stand for kb are shell scripts")
	}
	for name, script := range map[string]string{
		"killed":       "#!/bin/sh\nkill -9 $$\n",
		"crashed":      "#!/bin/sh\nexit 2\n",
		"not runnable": "#!/no/such/interpreter\n",
		"no program":   "\x00\x01\x02",
	} {
		t.Run(name, func(t *testing.T) {
			dir := guarded(t, false)
			bin := t.TempDir()
			if err := os.WriteFile(filepath.Join(bin, "kb"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			write(t, dir, "limits.md", conflictNote)
			git(t, dir, "add", "limits.md")
			if done, said := tryCommit(t, dir); !done || !strings.Contains(said, "this commit is not checked") {
				t.Errorf("the commit was stopped, or nothing was said: %v\n%s", done, said)
			}
		})
	}
}
