package agenthook

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/agents"
)

// start starts a session.
func start(t *testing.T, root, session, source string) string {
	t.Helper()
	return hookOf(t, root, Start, "claude", `{"session_id":"`+session+`","cwd":"`+root+`","source":"`+source+`"}`)
}

// commit writes a file and commits it, without the kit's clock.
func commit(t *testing.T, root, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"add", file}, {"-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-q", "-m", "More"}} {
		if out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
}

// Decisions that came to the default branch since the last session are told once, to one that
// begins; those that are only proposed are not, nor are other notes.
func TestDecisionsSinceTheLastSession(t *testing.T) {
	root := shop(t)
	const told = "decision, new or changed since the last session here, "
	if got := start(t, root, "1", "startup"); strings.Contains(got, told) {
		t.Errorf("the first session is told of what was there before: %s", got)
	}
	decision := "---\nkind: decision\ntitle: Queue\nstatus: STATUS\ndate: 2026-08-01\n---\nJobs go through SQS, for nobody runs a broker.\n"
	commit(t, root, "docs/queue.md", strings.Replace(decision, "STATUS", "accepted", 1))
	commit(t, root, "docs/other.md", strings.Replace(decision, "STATUS", "proposed", 1))
	commit(t, root, "docs/guide.md", "# Queue\n\nWe decided to write a guide.\n")
	if got := start(t, root, "1", "compact"); strings.Contains(got, told) {
		t.Errorf("a session that goes on is told: %s", got)
	}
	want := told + `docs/queue.md:7 (2026-08-01, agreed): \"Queue: Jobs go through SQS, for nobody runs a broker.\"`
	if got := start(t, root, "2", "startup"); strings.Count(got, told) != 1 || !strings.Contains(got, want) {
		t.Errorf("want %s\n%s", want, got)
	}
	if got := start(t, root, "3", "startup"); strings.Contains(got, told) {
		t.Errorf("told again: %s", got)
	}
	commit(t, root, "docs/queue.md", strings.Replace(decision, "STATUS", "deprecated", 1))
	if got := start(t, root, "3", "resume"); !strings.Contains(got, "docs/queue.md:7 (2026-08-01, deprecated)") {
		t.Errorf("that a decision holds no longer is not told: %s", got)
	}
}

// What waits for a person is one line, and is told of where there is nothing else to say.
func TestWaitingForAPerson(t *testing.T) {
	root := shop(t)
	state := agents.At(filepath.Join(root, ".git", "kb"))
	start(t, root, "1", "startup")
	if err := state.SetWaiting(agents.News{Inbox: 2, Proposed: 1}); err != nil {
		t.Fatal(err)
	}
	const line = `kb: waiting for a person: 2 candidates in the inbox (kb inbox), 1 proposal on a branch (kb review)\n"`
	for _, again := range []string{"2", "1"} { // to 1 the notes were given
		if got := start(t, root, again, "startup"); !strings.Contains(got, line) || again == "1" && strings.Contains(got, "evidence") {
			t.Errorf("%s", got)
		}
	}
	if got := start(t, root, "1", "compact"); strings.Contains(got, "waiting") {
		t.Errorf("%s", got)
	}
	if err := state.SetWaiting(agents.News{}); err != nil {
		t.Fatal(err)
	}
	if got := start(t, root, "1", "resume"); got != "" {
		t.Errorf("%s", got)
	}
	for _, damaged := range []string{"{", "[]", `{"inbox":"x"}`} {
		if err := os.WriteFile(state.Path("waiting.json"), []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := start(t, root, "1", "resume"); got != "" {
			t.Errorf("%s: %s", damaged, got)
		}
	}
}
