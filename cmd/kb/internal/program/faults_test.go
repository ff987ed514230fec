package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/usage"
)

// errFault is what a change of files ends with that a test lets fail.
var errFault = errors.New("injected fault")

// How an operation fails.
const (
	faultBefore = "before" // it does not happen
	faultAfter  = "after"  // it happens, and is told as failed
	faultKill   = "kill"   // it does not happen, and nothing after it does
)

// TestFaults lets each change of files fail that a command makes: the old or the new state stands,
// nothing is left over, and the command given again ends in the new state. KB_FAULTS=N tries N
// places of each command, KB_FAULTS=all every one.
func TestFaults(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what is open cannot be removed there")
	}
	places := faultPlaces(t)
	var tried, states [3]int
	for _, c := range faultCases() {
		t.Run(c.name, func(t *testing.T) {
			home := t.TempDir()
			for name, value := range story.GitEnvironment(home) {
				t.Setenv(name, value)
			}
			f := newFaultRun(t, home, c)
			for _, p := range f.places(places) {
				f.try(t, p.n, p.mode)
			}
			t.Logf(
				"%d operations; %d faults tried: the old state stood %d times, the new %d times, %d were put right by the next command; "+
					"lost 0",
				f.operations,
				f.tried,
				f.states[0],
				f.states[1],
				f.states[2],
			)
			tried[0] += f.operations
			tried[1] += f.tried
			for i, n := range f.states {
				states[i] += n
			}
		})
	}
	t.Logf("all: %d operations, %d faults tried: old %d, new %d, put right by the next command %d", tried[0], tried[1], states[0],
		states[1], states[2])
}

// faultPlaces is how many faults are tried of each command; 0 for all.
func faultPlaces(t *testing.T) int {
	switch s := os.Getenv("KB_FAULTS"); s {
	case "":
		return 5
	case "all":
		return 0
	default:
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("KB_FAULTS=%s: a number, or all", s)
		}
		return n
	}
}

// faultRun is a case with what it leads to when nothing fails.
type faultRun struct {
	faultCase
	home       string
	before     string // folder of the state before
	operations int
	old, new   map[string]string
	answer     string
	tried      int
	states     [3]int // old, new, put right by the next command
}

func newFaultRun(t *testing.T, home string, c faultCase) *faultRun {
	f := &faultRun{faultCase: c, home: home, before: filepath.Join(home, "before")}
	faultRepository(t, f.before)
	c.prepare(t, f.before)
	f.old = visible(t, f.before)
	clean := f.copy(t)
	var count atomic.Int64
	end := store.Watch(func(op store.Op, do func() error) error {
		if strings.HasPrefix(op.Path, clean) {
			count.Add(1)
		}
		return do()
	})
	code, _, said := runKB(t, clean, c.args...)
	end()
	if code != 0 {
		t.Fatalf("kb %v: exit code %d\n%s", c.args, code, said)
	}
	f.operations, f.new = int(count.Load()), visible(t, clean)
	f.answer = f.ask(t, clean)
	if c.edits && maps.Equal(f.old, f.new) {
		t.Fatal("the command edits nothing: the test shows nothing")
	}
	return f
}

func faultRepository(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "init", "-q", "-b", "main")
	words := []string{"session", "cache", "lease", "token", "queue", "shard"}
	for i, word := range words {
		text := fmt.Sprintf("# %s\n\nThe %s of the gateway lasts %d minutes. See [one](n0.md).\n", word, word, 10+i)
		if i == 0 {
			text = "# session\n\nA session ends after thirty minutes.\n"
		}
		writeFile(t, filepath.Join(dir, "notes", fmt.Sprintf("n%d.md", i)), text)
	}
	gitIn(t, dir, "add", ".")
	gitIn(t, dir, "commit", "-q", "-m", "Notes")
}

// faultPlace is an operation that fails, counted from 1, and how.
type faultPlace struct {
	n    int
	mode string
}

// places are all, or so many of them, spread and always the same.
func (f *faultRun) places(most int) []faultPlace {
	var all []faultPlace
	for n := 1; n <= f.operations; n++ {
		for _, mode := range []string{faultBefore, faultAfter, faultKill} {
			all = append(all, faultPlace{n, mode})
		}
	}
	if most == 0 || most >= len(all) {
		return all
	}
	rng := rand.New(rand.NewPCG(7, uint64(f.operations)))
	var some []faultPlace
	for i := range most {
		from, to := i*len(all)/most, (i+1)*len(all)/most
		some = append(some, all[from+rng.IntN(to-from)])
	}
	return some
}

// try lets one operation fail and looks at what stands.
func (f *faultRun) try(t *testing.T, n int, mode string) {
	t.Helper()
	dir := f.copy(t)
	defer os.RemoveAll(dir)
	end := store.Watch(f.fault(dir, n, mode))
	code, _, said := runKB(t, dir, f.args...)
	end()
	where := fmt.Sprintf("operation %d of %d fails (%s), exit code %d: %s", n, f.operations, mode, code, said)
	f.tried++
	f.states[f.state(t, dir, mode, where)]++
	if f.wrong != nil && f.wrong(dir) != "" {
		t.Fatalf("%s\n%s", where, f.wrong(dir))
	}
	code, _, said = runKB(t, dir, f.args...)
	if got := visible(t, dir); !maps.Equal(got, f.new) {
		t.Fatalf("%s\nthe command again: exit code %d: %s\n%s", where, code, said, differing(got, f.new))
	}
	f.noTrace(t, dir, where)
	if got := f.ask(t, dir); got != f.answer {
		t.Fatalf("%s\nthe answer afterwards is\n%s\nand not\n%s", where, got, f.answer)
	}
	f.leftOver(t, dir, where)
	f.proposed(t, dir, where)
	f.recorded(t, dir, where)
}

// noTrace looks for what the command was to remove.
func (f *faultRun) noTrace(t *testing.T, dir, where string) {
	t.Helper()
	if f.gone == "" {
		return
	}
	mustWalk(t, filepath.Join(dir, ".git", "kb"), func(path string, e fs.DirEntry) {
		if text, err := os.ReadFile(path); !e.IsDir() && (err != nil || strings.Contains(string(text), f.gone)) {
			t.Fatalf("%s\n%s still has %s: %v", where, path, f.gone, err)
		}
	})
}

// fault fails operation n below a folder.
func (f *faultRun) fault(dir string, n int, mode string) store.Watcher {
	var count atomic.Int64
	return func(op store.Op, do func() error) error {
		if !strings.HasPrefix(op.Path, dir) {
			return do()
		}
		k := int(count.Add(1))
		switch {
		case k < n, k > n && mode != faultKill:
			return do()
		case mode == faultAfter:
			return errors.Join(do(), errFault)
		}
		return errFault
	}
}

// state tells which state stands: 0 the old one, 1 the new one, 2 parts of both, which only a kill may leave.
func (f *faultRun) state(t *testing.T, dir, mode, where string) int {
	t.Helper()
	got := visible(t, dir)
	switch {
	case maps.Equal(got, f.new):
		return 1
	case maps.Equal(got, f.old):
		return 0
	case mode != faultKill && f.edits:
		t.Fatalf("%s\nneither the old nor the new state:\n%s", where, differing(got, f.old))
	}
	for name, text := range got {
		temporary := strings.HasSuffix(name, ".kb-new") && strings.HasPrefix(name, ".git/") // none lies in the work tree
		if text != f.old[name] && text != f.new[name] && !(temporary && mode == faultKill) {
			t.Fatalf("%s\n%s is neither old nor new: %q", where, name, text)
		}
	}
	return 2
}

// leftOver looks for temporary and empty files.
func (f *faultRun) leftOver(t *testing.T, dir, where string) {
	t.Helper()
	mustWalk(t, dir, func(path string, e fs.DirEntry) {
		rel, _ := filepath.Rel(dir, path)
		info, err := e.Info()
		if err != nil || e.IsDir() && !strings.Contains(e.Name(), ".kb-") {
			return
		}
		if own := strings.TrimPrefix(rel, ".git"+string(filepath.Separator)); own != rel &&
			!strings.HasPrefix(own, "kb") && !strings.HasPrefix(own, "hooks") && !strings.HasPrefix(own, "home") {
			return // git's own
		}
		empty := info.Size() == 0 && !strings.Contains(rel, "lock") && !strings.HasSuffix(rel, "-wal") && !strings.HasSuffix(rel, "-shm")
		if name := e.Name(); empty || strings.Contains(name, ".kb-") && name != "pre-commit.kb-legacy" || strings.HasSuffix(name, ".new") ||
			strings.HasPrefix(name, "edit-") {
			t.Fatalf("%s\nleft over: %s (%d bytes)", where, rel, info.Size())
		}
	})
	trees, _ := filepath.Glob(filepath.Join(dir, ".git", "kb", "index", "trees-*", "*"))
	for _, tree := range trees {
		if _, err := os.Stat(filepath.Join(tree, "manifest.json")); err != nil {
			t.Fatalf("%s\nleft over: %s", where, tree)
		}
	}
}

// recorded looks whether a use was forgotten that had been recorded.
func (f *faultRun) recorded(t *testing.T, dir, where string) {
	t.Helper()
	if f.args[0] != "search" {
		return
	}
	u, err := usage.Open(t.Context(), filepath.Join(dir, ".git", "kb"), time.Now(), nil)
	if err != nil {
		t.Fatalf("%s\n%v", where, err)
	}
	defer u.Close()
	searches, _, err := u.Events(t.Context(), time.Now().Add(24*time.Hour))
	if err != nil || searches < f.records+1 || searches > f.records+2 {
		t.Fatalf("%s\n%d searches are recorded, %d were before (%v)", where, searches, f.records, err)
	}
}

// proposed looks whether what was learnt is on one branch, neither lost nor there twice.
func (f *faultRun) proposed(t *testing.T, dir, where string) {
	t.Helper()
	if f.args[0] != "propose" {
		return
	}
	refs, err := exec.Command("git", "-C", dir, "for-each-ref", "--format=%(refname)", "refs/heads/kb").CombinedOutput()
	if err != nil || len(strings.Fields(string(refs))) != 1 {
		t.Fatalf("%s\nbranches: %q, %v", where, refs, err)
	}
}

// ask is an answer of the base, without what the history adds.
func (f *faultRun) ask(t *testing.T, dir string) string {
	t.Helper()
	code, out, said := runKB(t, dir, "search", "--json", "--no-track", "--mode", "keyword", "session cache token")
	if code != 0 {
		t.Fatalf("search: exit code %d\n%s", code, said)
	}
	out = strings.ReplaceAll(out, dir, "DIR")
	return regexp.MustCompile(`,\s*"provenance": (\{[^}]*\}|null)`).ReplaceAllString(out, "")
}

// copy makes the state before once more.
func (f *faultRun) copy(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(f.home, "try")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cp", "-a", f.before+"/.", dir).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v\n%s", err, out)
	}
	return dir
}

// visible reads what the user sees: the work tree, the hooks and git's configuration.
func visible(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	mustWalk(t, dir, func(path string, e fs.DirEntry) {
		rel, _ := filepath.Rel(dir, path)
		inGit := strings.HasPrefix(rel, ".git"+string(filepath.Separator))
		if inGit && rel != filepath.Join(".git", "config") && !strings.HasPrefix(rel, filepath.Join(".git", "hooks")) &&
			!strings.HasPrefix(rel, filepath.Join(".git", "home")) || strings.HasSuffix(rel, ".sample") || e.Name() == "temporary.lock" {
			return
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			return
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(rel)] = fmt.Sprintf("%v %s", info.Mode().Perm(), bytes.ReplaceAll(data, []byte(dir), []byte("DIR")))
	})
	return out
}

// differing names what two states do not share.
func differing(got, want map[string]string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if have, ok := want[name]; !ok || have != got[name] {
			out = append(out, fmt.Sprintf("  %s is %.300q, not %.300q", name, got[name], have))
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			out = append(out, "  "+name+" is missing")
		}
	}
	return strings.Join(out, "\n")
}

func mustWalk(t *testing.T, dir string, f func(path string, e fs.DirEntry)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			f(path, e)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// runKB runs kb within the test.
func runKB(t *testing.T, dir string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, said bytes.Buffer
	code = Run(context.Background(), app.World{
		Args:   args,
		Getenv: faultHome(dir),
		Getwd:  func() (string, error) { return dir, nil },
		Stdin:  strings.NewReader(""), Stdout: &out, Stderr: &said, Now: time.Now,
	})
	return code, out.String(), said.String()
}

func mustKB(t *testing.T, dir string, args ...string) {
	t.Helper()
	if code, _, said := runKB(t, dir, args...); code != 0 {
		t.Fatalf("kb %v: exit code %d\n%s", args, code, said)
	}
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// faultGetenv hides that this may be continuous integration, where nothing is recorded.
func faultGetenv(name string) string {
	if name == "CI" {
		return ""
	}
	return os.Getenv(name)
}

// faultHome is faultGetenv with a home in the repository, so that what is written there is watched, too.
func faultHome(dir string) func(string) string {
	return func(name string) string {
		switch name {
		case "HOME":
			return filepath.Join(dir, ".git", "home")
		case "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME":
			return ""
		}
		return faultGetenv(name)
	}
}

// A panic beside the main goroutine, such as that which reads the history, is reported as any other.
func TestPanicBesideAnAnswer(t *testing.T) {
	home := t.TempDir()
	for name, value := range story.GitEnvironment(home) {
		t.Setenv(name, value)
	}
	dir := filepath.Join(home, "repo")
	faultRepository(t, dir)
	end := store.Watch(func(op store.Op, do func() error) error {
		if strings.HasPrefix(filepath.Base(op.Path), "history.") {
			panic("a slip beside")
		}
		return do()
	})
	defer end()
	for _, args := range [][]string{{"search", "session"}, {"log", "notes/n1.md"}, {"stale"}} {
		code, _, said := runKB(t, dir, args...)
		if code != 2 || !strings.Contains(said, "met a fault of kb: a slip beside") || !strings.Contains(said, "please report it") {
			t.Errorf("kb %v: exit code %d\n%s", args, code, said)
		}
	}
}
