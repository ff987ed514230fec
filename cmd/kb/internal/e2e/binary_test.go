package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// timeout ends a run of the binary that hangs. It is far above what any run takes.
const timeout = 5 * time.Minute

// binary is the path of the real kb, built once per test run.
var binary = sync.OnceValues(func() (string, error) {
	name := filepath.Join(scratch(), "kb.exe") // the suffix matters on Windows and harms nowhere
	out, err := exec.Command("go", "build", "-o", name, "github.com/9aea2451/kb/cmd/kb").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building kb: %w\n%s", err, out)
	}
	return name, nil
})

// scratch is the folder that lives as long as the test run.
var scratch = sync.OnceValue(func() string {
	dir, err := os.MkdirTemp("", "kb-binary-")
	if err != nil {
		panic(err)
	}
	return dir
})

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(scratch())
	os.Exit(code)
}

// result is what a run of the binary left.
type result struct {
	stdout, stderr string
	code           int
	peak           int64 // bytes of memory at the highest, 0 where the system does not say
	took           time.Duration
}

// command prepares a run of the binary in dir that sees nothing of the user's own configuration.
func command(ctx context.Context, t testing.TB, dir string, args ...string) *exec.Cmd {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = environment()
	return cmd
}

// environment of git and kb: this process's, without what would make one machine's run differ from another's.
func environment() []string {
	var env []string
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GIT_") && !strings.HasPrefix(e, "KB_") && !strings.HasPrefix(e, "XDG_") {
			env = append(env, e)
		}
	}
	home := filepath.Join(scratch(), "home")
	return append(env, "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "KB_NO_TRACK=1", "NO_COLOR=1",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=A. Author", "GIT_AUTHOR_EMAIL=author@example.org", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=A. Author", "GIT_COMMITTER_EMAIL=author@example.org", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
}

// run runs the binary in dir to its end.
func run(t testing.TB, dir string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	cmd := command(ctx, t, dir, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	r := result{stdout: stdout.String(), stderr: stderr.String(), took: time.Since(start)}
	if ctx.Err() != nil {
		t.Fatalf("kb %s hangs\n%s", strings.Join(args, " "), r.stderr)
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	r.code, r.peak = cmd.ProcessState.ExitCode(), peakMemory(cmd.ProcessState)
	return r
}

// must is run for what may not fail.
func must(t testing.TB, dir string, args ...string) result {
	t.Helper()
	r := run(t, dir, args...)
	if r.code != 0 {
		t.Fatalf("kb %s: exit code %d\n%s", strings.Join(args, " "), r.code, r.stderr)
	}
	return r
}

// git runs git in dir and returns what it printed, without the last newline.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	return gitInput(t, dir, "", args...)
}

// gitInput is git with something to read.
func gitInput(t testing.TB, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command(
		"git",
		append([]string{"-c", "init.defaultBranch=main", "-c", "core.autocrlf=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, environment(), strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// write writes a file below dir, its folders included.
func write(t testing.TB, dir, name, text string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// commit commits everything in dir.
func commit(t testing.TB, dir, message string) {
	t.Helper()
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", message)
}

// clone makes a fresh clone of a repository at its HEAD, which shares no index with it.
func clone(t testing.TB, repo string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "clone")
	git(t, repo, "clone", "-q", "--local", repo, dir)
	return dir
}
