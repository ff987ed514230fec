package mcp

import (
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// inItsOwnProcess runs a test in a process of its own; done tells that it has been run there.
func inItsOwnProcess(t *testing.T) (done bool) {
	t.Helper()
	const child = "KB_MCP_TEST_CHILD"
	if os.Getenv(child) != "" {
		return false
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v: %s", err, out)
	}
	return true
}

// fillDisk makes writes fail that would make a file longer than some bytes, for the whole process,
// until the disk is emptied again.
func fillDisk(t *testing.T, most uint64) (empty func()) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(unix.SIGXFSZ) // then the write fails
	set := func(l unix.Rlimit) {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &l); err != nil {
			t.Fatal(err)
		}
	}
	set(unix.Rlimit{Cur: most, Max: before.Max})
	return func() { set(before) }
}

// On a full disk the answers are those of before, and say so. What could not be written then is
// made up for when there is room.
func TestFullDisk(t *testing.T) {
	if inItsOwnProcess(t) {
		return
	}
	r := sample(t)
	cs := connect(t, serve(t, r), "", nil)
	ask(t, cs, "search", "query", "sessions expire")
	empty := fillDisk(t, 1<<10)
	r.write("docs/lighthouse.md", "# Lighthouse\n\nThe lighthouse blinks every 7 seconds.\n")
	for range 3 {
		a := ask(t, cs, "search", "query", "sessions expire")
		if !slices.Contains(a.hits(), "docs/sessions.md") || !strings.Contains(a.text, "could not be brought up to date") {
			t.Errorf("%s", a.text)
		}
		if a := ask(t, cs, "read", "note", "docs/sessions.md"); a.fail {
			t.Errorf("%s", a.text)
		}
	}
	empty()
	if a := ask(t, cs, "search", "query", "lighthouse blinks"); !slices.Contains(a.hits(), "docs/lighthouse.md") {
		t.Errorf("with room again: %s", a.text)
	}
}

// Where there is no room for a first index the call fails and says why; the next one tries again.
func TestFullDiskAtFirst(t *testing.T) {
	if inItsOwnProcess(t) {
		return
	}
	r := sample(t)
	s := serve(t, r)
	empty := fillDisk(t, 1<<10)
	cs := connect(t, s, "", nil)
	if a := ask(t, cs, "search", "query", "sessions expire"); !a.fail || !strings.Contains(a.text, "the index cannot be built") {
		t.Errorf("%s", a.text)
	}
	empty()
	eventually(t, "there is an index", func() bool {
		return slices.Contains(ask(t, cs, "search", "query", "sessions expire").hits(), "docs/sessions.md")
	})
}
