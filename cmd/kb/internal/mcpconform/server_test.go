package mcpconform

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// build compiles a program of this module and gives its path.
func build(t *testing.T, pkg string, flags ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), filepath.Base(pkg)+".exe") // the suffix matters on Windows and harms nowhere
	args := append(append([]string{"build", "-o", name}, flags...), "github.com/9aea2451/kb/"+pkg)
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return name
}

// listen starts a server of the repository over HTTP and gives its address. It has to end well when
// the test does.
func (r *repository) listen(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = r.dir, r.environment()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address, rest := make(chan string, 1), make(chan string, 1)
	go func() {
		defer close(address)
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			if _, url, ok := strings.Cut(lines.Text(), "listening on "); ok {
				address <- url
				break
			}
		}
		said, _ := io.ReadAll(stderr)
		rest <- string(said)
	}()
	t.Cleanup(func() {
		if cmd.Process.Signal(syscall.SIGTERM) != nil {
			cmd.Process.Kill() // Windows knows no such signal
			cmd.Wait()
			return
		}
		stuck := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		defer stuck.Stop()
		said := <-rest
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s ended with %v\n%s", filepath.Base(program), err, said)
		}
	})
	url, ok := <-address
	if !ok {
		t.Fatalf("%s %s does not listen", program, strings.Join(args, " "))
	}
	return url
}
