//go:build unix

package program

import (
	"bufio"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb/gittest"
)

// kb serve prints an address that opens the panel, and ends at an interrupt without leaving a trace in
// the work tree.
func TestServe(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("docs/a.md", "# About sessions\n\nSessions expire.\n")
	repo.Commit("Say it")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kb := exec.Command(self, "-C", repo.Dir, "serve")
	kb.Args[0], kb.Env = "kb", repo.Env
	out, err := kb.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	kb.Stderr = &said
	if err := kb.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kb.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	address := strings.TrimSpace(line)
	if err != nil || !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.Contains(address, "/?token=") {
		t.Fatalf("it prints %q, %v", line, err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := (&http.Client{Jar: jar}).Get(address)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.StatusCode != 200 ||
		!strings.Contains(string(page), "Health") || strings.Contains(answer.Request.URL.String(), "token") {
		t.Errorf("%d at %s, %v:\n%s", answer.StatusCode, answer.Request.URL, err, page)
	}
	if answer, err := http.Get(strings.Split(address, "?")[0]); err != nil || answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the token: %v, %v", answer, err)
	}
	if err := kb.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	kb.Wait()
	if code := kb.ProcessState.ExitCode(); code != app.ExitInterrupted || !strings.HasSuffix(said.String(), "kb: interrupted\n") {
		t.Errorf("exit code %d, stderr %q", code, said.String())
	}
	if left := repo.Git("status", "--porcelain"); left != "" {
		t.Errorf("left behind: %s", left)
	}
}
