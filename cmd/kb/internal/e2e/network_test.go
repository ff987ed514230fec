package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/model/modeltest"
)

// TestNetwork looks at the system calls of kb: with no model named it opens no socket, with one it
// connects to nothing but its address, whatever the environment and the repository name.
func TestNetwork(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("no strace on this machine")
	}
	kb, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	repo := t.TempDir()
	git(t, repo, "init", "-q")
	write(t, repo, "a.md", "# Port\n\nThe proxy MUST listen on port 8443.\n")
	write(t, repo, "b.md", "# Door\n\nThe proxy MUST NOT listen on port 8443.\n")
	write(t, repo, ".memory/kb.yaml", "models: {chat: {provider: openai, url: 'http://127.0.0.1:9/v1', model: x}}\n")
	commit(t, repo, "Add")
	s := modeltest.New(t)
	calls := func(config string, args ...string) []string {
		t.Helper()
		home := t.TempDir()
		write(t, home, ".config/kb/config.yaml", config)
		trace := filepath.Join(t.TempDir(), "trace")
		cmd := exec.Command(strace, append([]string{"-f", "-qq", "-e", "trace=socket,connect", "-o", trace, kb}, args...)...)
		cmd.Dir = repo
		cmd.Env = append(environment(), "HOME="+home, "XDG_CONFIG_HOME="+home+"/.config", "OPENAI_API_KEY=sk-none",
			"OPENAI_BASE_URL=http://127.0.0.1:9/v1", "OLLAMA_HOST=127.0.0.1:9", "ANTHROPIC_API_KEY=none")
		out, err := cmd.CombinedOutput()
		text, readErr := os.ReadFile(trace)
		if readErr != nil {
			t.Skipf("strace does not work here: %v: %s", err, out)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	for _, args := range [][]string{{"search", "port"}, {"conflicts"}, {"validate", "--all"}, {"conflicts", "--model"}, {"index"}} {
		if got := calls("version: 1\n", args...); slices.ContainsFunc(got, func(l string) bool {
			return strings.Contains(l, "socket(") && !strings.Contains(l, "AF_UNIX") // in which git asks for names of users
		}) {
			t.Errorf("%v without a model: %q", args, got)
		}
	}
	named := "models: {rerank: {provider: cohere, url: '" + s.URL + "/v1', model: x, timeout: 5s}, " +
		"chat: {provider: openai, url: '" + s.URL + "/v1', model: x}}\n"
	address := regexp.MustCompile(`sin_port=htons\((\d+)\), sin_addr=inet_addr\("([0-9.]+)"\)`)
	connected := 0
	for _, args := range [][]string{{"search", "port", "proxy"}, {"conflicts", "--model"}} {
		for _, line := range calls(named, args...) {
			if !strings.Contains(line, "connect(") || strings.Contains(line, "AF_UNIX") {
				continue
			}
			m := address.FindStringSubmatch(line)
			if m == nil || "http://"+m[2]+":"+m[1] != s.URL {
				t.Errorf("%v: %s", args, line)
			}
			connected++
		}
	}
	if connected == 0 || len(s.Requests()) == 0 {
		t.Errorf("%d connections, %d requests: nothing was looked at", connected, len(s.Requests()))
	}
}
