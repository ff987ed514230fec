package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/org/orgtest"
	"github.com/9aea2451/kb/model/modeltest"
)

// TestNetwork looks at the system calls of kb: with no model named it opens no socket, with one it
// connects to nothing but its address, whatever the environment and the repository name.
func TestNetwork(t *testing.T) {
	repo := t.TempDir()
	git(t, repo, "init", "-q")
	write(t, repo, "a.md", "# Port\n\nThe proxy MUST listen on port 8443.\n")
	write(t, repo, "b.md", "# Door\n\nThe proxy MUST NOT listen on port 8443.\n")
	write(t, repo, ".memory/kb.yaml", "models: {chat: {provider: openai, url: 'http://127.0.0.1:9/v1', model: x}}\n")
	commit(t, repo, "Add")
	s := modeltest.New(t)
	calls := traced(t, repo)
	for _, args := range [][]string{
		{"search", "port"}, {"conflicts"}, {"validate", "--all"}, {"conflicts", "--model"}, {"ask", "which port"}, {"index"},
	} {
		if got := calls("version: 1\n", args...); slices.ContainsFunc(got, isSocket) {
			t.Errorf("%v without a model: %q", args, got)
		}
	}
	named := "models: {rerank: {provider: cohere, url: '" + s.URL + "/v1', model: x, timeout: 5s}, " +
		"chat: {provider: openai, url: '" + s.URL + "/v1', model: x}}\n"
	connected := 0
	for _, args := range [][]string{{"search", "port", "proxy"}, {"conflicts", "--model"}, {"ask", "which port has the proxy"}} {
		connected += onlyTo(t, s.URL, calls(named, args...))
	}
	if connected == 0 || len(s.Requests()) == 0 {
		t.Errorf("%d connections, %d requests: nothing was looked at", connected, len(s.Requests()))
	}
}

// TestNetworkOfOthers is the same of bases and of a cluster: bases are files, and a cluster is asked by
// nothing but --org and kb org, at its address alone.
func TestNetworkOfOthers(t *testing.T) {
	repo, other := t.TempDir(), t.TempDir()
	for i, dir := range []string{repo, other} {
		git(t, dir, "init", "-q")
		write(t, dir, "a.md", "# Port\n\nThe proxy MUST listen on port "+[]string{"8443", "9443"}[i]+".\n")
		write(t, dir, ".memory/kb.yaml", "org: {url: 'http://127.0.0.1:9'}\n")
		commit(t, dir, "Add")
	}
	s := orgtest.New(t)
	calls := traced(t, repo)
	bases := "bases: [{name: other, path: '" + other + "'}]\n"
	named := bases + "org: {url: '" + s.URL + "', readers: [everyone]}\n"
	for _, config := range []string{"version: 1\n", bases, named} {
		for _, args := range [][]string{{"search", "--all", "port"}, {"context", "--all", "port"}, {"onboard"}, {"validate", "--all"}} {
			if got := calls(config, args...); slices.ContainsFunc(got, isSocket) {
				t.Errorf("%v with %q: %q", args, config, got)
			}
		}
	}
	for _, config := range []string{"version: 1\n", bases} {
		if got := calls(config, "search", "--org", "port"); slices.ContainsFunc(got, isSocket) {
			t.Errorf("--org with %q: %q", config, got)
		}
	}
	if n := s.Calls(); n > 0 {
		t.Errorf("the cluster was called %d times before it was asked", n)
	}
	for _, args := range [][]string{{"org", "push"}, {"search", "--org", "port"}, {"context", "--org", "port"}, {"org"}} {
		if onlyTo(t, s.URL, calls(named, args...)) == 0 {
			t.Errorf("%v: nothing was connected to", args)
		}
	}
}

// traced runs kb in a repository, with a configuration of the user, and lists what it does with sockets.
func traced(t *testing.T, repo string) func(config string, args ...string) []string {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("no strace on this machine")
	}
	kb, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return func(config string, args ...string) []string {
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
}

// isSocket tells a line of a trace in which a socket is opened, but for those in which git asks for names
// of users.
func isSocket(line string) bool {
	return strings.Contains(line, "socket(") && !strings.Contains(line, "AF_UNIX")
}

// onlyTo counts the connections of a trace, and holds each to an address.
func onlyTo(t *testing.T, url string, trace []string) (connected int) {
	t.Helper()
	address := regexp.MustCompile(`sin_port=htons\((\d+)\), sin_addr=inet_addr\("([0-9.]+)"\)`)
	for _, line := range trace {
		if !strings.Contains(line, "connect(") || strings.Contains(line, "AF_UNIX") {
			continue
		}
		m := address.FindStringSubmatch(line)
		if m == nil || "http://"+m[2]+":"+m[1] != url {
			t.Errorf("%s", line)
		}
		connected++
	}
	return connected
}
