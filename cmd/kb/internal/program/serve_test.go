//go:build unix

package program

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb/gittest"
)

// serving is kb serve as a process of its own, with the address that it printed.
type serving struct {
	*exec.Cmd
	address string // with the token
	host    string
	said    strings.Builder
}

// serve starts kb serve in a repository.
func serve(t *testing.T, repo *gittest.Repo) *serving {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &serving{Cmd: exec.Command(self, "-C", repo.Dir, "serve")}
	s.Args[0], s.Env, s.Stderr = "kb", repo.Env, &s.said
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	s.address = strings.TrimSpace(line)
	if err != nil || !strings.HasPrefix(s.address, "http://127.0.0.1:") || !strings.Contains(s.address, "/?token=") {
		t.Fatalf("it prints %q, %v", line, err)
	}
	s.host, _, _ = strings.Cut(strings.TrimPrefix(s.address, "http://"), "/")
	return s
}

// interrupt ends it, and returns the exit code.
func (s *serving) interrupt(t *testing.T) int {
	t.Helper()
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	s.Wait()
	return s.ProcessState.ExitCode()
}

// kb serve prints an address that opens the panel, and ends at an interrupt without leaving a trace in
// the work tree.
func TestServe(t *testing.T) {
	repo := sessionsRepo(t)
	kb := serve(t, repo)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := (&http.Client{Jar: jar}).Get(kb.address)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.StatusCode != 200 ||
		!strings.Contains(string(page), "Health") || strings.Contains(answer.Request.URL.String(), "token") {
		t.Errorf("%d at %s, %v:\n%s", answer.StatusCode, answer.Request.URL, err, page)
	}
	if code := kb.interrupt(t); code != app.ExitInterrupted || !strings.HasSuffix(kb.said.String(), "kb: interrupted\n") {
		t.Errorf("exit code %d, stderr %q", code, kb.said.String())
	}
	if left := repo.Git("status", "--porcelain"); left != "" {
		t.Errorf("left behind: %s", left)
	}
}

func sessionsRepo(t *testing.T) *gittest.Repo {
	repo := gittest.New(t)
	repo.Write("docs/a.md", "# About sessions\n\nSessions expire.\n")
	repo.Commit("Say it")
	return repo
}

// hangs is how long nothing takes that does not hang.
const hangs = 5 * time.Minute

// dial connects to the panel, and writes.
func (s *serving) dial(t *testing.T, request string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	io.WriteString(conn, request)
	return conn
}

// insist asks until there is an answer: where every connection of the crowd waits for its page at once, a new one
// is turned away, and a browser asks again.
func (s *serving) insist(t *testing.T, request string) (answer *http.Response, err error) {
	t.Helper()
	for end := time.Now().Add(hangs); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		conn := s.dial(t, request)
		conn.SetDeadline(end)
		if answer, err = http.ReadResponse(bufio.NewReader(conn), nil); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			return answer, err
		}
	}
	return answer, err
}

// What an attacker on this machine, or behind a browser, sends to the running program: each is refused
// with its status, nothing outside the pages is read, and a crowd of slow clients keeps nobody out.
func TestServeUnderAttack(t *testing.T) {
	kb := serve(t, sessionsRepo(t))
	_, port, _ := strings.Cut(kb.host, ":")
	_, token, _ := strings.Cut(kb.address, "token=")
	host := "Host: " + kb.host + "\r\n"
	cookie := "Cookie: kb_panel_" + port + "=" + token + "\r\n"
	slow := kb.dial(t, "GET / HTTP/1.1\r\n"+host+"X-Slow: ") // a header that never ends
	for i := range 1000 {                                    // half of them ask for a page and do not read it
		kb.dial(t, []string{"GET / HTTP/1.1\r\nHost: 127", "GET /search HTTP/1.1\r\n" + host + cookie + "\r\n"}[i%2])
	}
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"a page":          {"GET /search HTTP/1.1\r\n" + host + cookie, 200},
		"no token":        {"GET / HTTP/1.1\r\n" + host, 401},
		"a wrong token":   {"GET /?token=x HTTP/1.1\r\n" + host, 401},
		"a foreign host":  {"GET / HTTP/1.1\r\nHost: kb.example:" + port + "\r\n" + cookie, 403},
		"no host":         {"GET / HTTP/1.0\r\n" + cookie, 403},
		"another origin":  {"GET / HTTP/1.1\r\n" + host + cookie + "Origin: http://kb.example\r\n", 403},
		"a foreign page":  {"GET / HTTP/1.1\r\n" + host + cookie + "Sec-Fetch-Site: cross-site\r\n", 403},
		"a change":        {"POST / HTTP/1.1\r\n" + host + cookie + "Content-Length: 0\r\n", 405},
		"a body":          {"GET / HTTP/1.1\r\n" + host + cookie + "Content-Length: 1000000000\r\n", 400},
		"long headers":    {"GET / HTTP/1.1\r\n" + host + cookie + "X: " + strings.Repeat("x", 1<<16) + "\r\n", 431},
		"above the pages": {"GET /note/../../../../etc/passwd HTTP/1.1\r\n" + host + cookie, 307},
		"escaped dots":    {"GET /note/%2e%2e/%2e%2e/.git/config HTTP/1.1\r\n" + host + cookie, 404},
		"escaped slashes": {"GET /note/..%2f..%2f.git%2fconfig HTTP/1.1\r\n" + host + cookie, 404},
		"a file of git":   {"GET /note/.git/config HTTP/1.1\r\n" + host + cookie, 404},
	} {
		answer, err := kb.insist(t, c.request+"Connection: close\r\n\r\n")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := io.ReadAll(answer.Body)
		if answer.Body.Close(); answer.StatusCode != c.status || strings.Contains(string(text), "repositoryformatversion") {
			t.Errorf("%s: %d, want %d, %v\n%s", name, answer.StatusCode, c.status, err, text)
		}
	}
	slow.SetDeadline(time.Now().Add(hangs))
	if _, err := io.ReadAll(slow); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a header may take as long as it likes")
	}
	if code := kb.interrupt(t); code != app.ExitInterrupted || strings.Contains(kb.said.String(), "goroutine") {
		t.Errorf("exit code %d, stderr %q", code, kb.said.String())
	}
}
