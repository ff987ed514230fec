//go:build unix

package program

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gofrs/flock"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
)

// waiting starts kb index in a repository whose index another process holds, and returns it once it
// says that it waits.
func waiting(t *testing.T) (kb *exec.Cmd, stderr io.Reader) {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env := os.Environ()
	for name, value := range story.GitEnvironment(dir) {
		env = append(env, name+"="+value)
	}
	lockFile := filepath.Join(dir, ".git", "kb", "index", "lock")
	git := exec.Command("git", "init", "-q", dir)
	git.Env = env
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.MkdirAll(filepath.Dir(lockFile), 0o777); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(lockFile)
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	t.Cleanup(func() { lock.Unlock() })
	kb = exec.Command(self, "-C", dir, "index")
	kb.Args[0] = "kb"
	kb.Env = env
	pipe, err := kb.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := kb.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kb.Process.Kill() })
	lines := bufio.NewReader(pipe)
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, "waiting for another kb") {
		t.Fatalf("it says %q, %v", line, err)
	}
	return kb, lines
}

func TestInterrupt(t *testing.T) {
	kb, stderr := waiting(t)
	if err := kb.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(stderr)
	if err != nil {
		t.Fatal(err)
	}
	kb.Wait()
	if code := kb.ProcessState.ExitCode(); code != app.ExitInterrupted || string(rest) != "kb: interrupted\n" {
		t.Errorf("exit code %d, stderr %q", code, rest)
	}
}
