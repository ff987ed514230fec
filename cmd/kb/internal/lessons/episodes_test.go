package lessons_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/learn"
)

// claude is the store of a program in which sessions of a repository are written down.
type claude struct {
	*class
	home string
	held int // sessions so far: each begins an hour after the one before
}

func newClaude(t *testing.T) *claude {
	c := &claude{class: newClass(t), home: t.TempDir()}
	now := func() time.Time { return time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC) }
	quiet := func(string) {}
	d := desk.Of(c.Desk.Repo, desk.Options{Now: now, Remark: quiet, Warn: quiet, Progress: func(string, int, int) {}})
	c.School = lessons.Enter(t.Context(), lessons.School{
		Desk: d, Inbox: c.Inbox, Homes: chat.Homes{User: c.home, Claude: c.home},
		Config: &userconfig.Config{Agents: userconfig.Agents{Stores: []string{"claude"}}},
	}, func(string) string { return "" })
	return c
}

// session writes a session of lines: "you: …", "agent: …", "edit FILE", "run COMMAND => OUTPUT",
// "fails COMMAND => OUTPUT".
func (c *claude) session(id, branch, script string) {
	c.t.Helper()
	at := time.Date(2026, 7, 30, 9+c.held, 0, 0, 0, time.UTC)
	c.held++
	var out []byte
	n := 0
	add := func(kind string, content any) {
		var parent any
		if n++; n > 1 {
			parent = fmt.Sprintf("%s-%d", id, n-1)
		}
		at = at.Add(10 * time.Second)
		line, err := json.Marshal(map[string]any{
			"type": kind, "uuid": fmt.Sprintf("%s-%d", id, n), "parentUuid": parent, "sessionId": id,
			"cwd": c.Desk.Repo.Root, "gitBranch": branch, "timestamp": at.Format(time.RFC3339), "version": "2.0.1",
			"message": map[string]any{"role": kind, "content": content},
		})
		if err != nil {
			c.t.Fatal(err)
		}
		out = append(append(out, line...), '\n')
	}
	call := func(name string, input map[string]any, result string, failed bool) {
		use := fmt.Sprintf("toolu_%s_%d", id, n)
		add("assistant", []any{map[string]any{"type": "tool_use", "id": use, "name": name, "input": input}})
		add("user", []any{map[string]any{"type": "tool_result", "tool_use_id": use, "content": result, "is_error": failed}})
	}
	for line := range strings.Lines(strings.TrimSpace(script)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		command, result, _ := strings.Cut(rest, " => ")
		switch word {
		case "you:":
			add("user", rest)
		case "agent:":
			add("assistant", []any{map[string]any{"type": "text", "text": rest}})
		case "edit":
			call("Edit", map[string]any{"file_path": filepath.Join(c.Desk.Repo.Root, rest), "old_string": "a", "new_string": fmt.Sprint(n)},
				"done", false)
		case "run", "fails":
			call("Bash", map[string]any{"command": command}, result, word == "fails")
		}
	}
	if err := os.MkdirAll(filepath.Dir(c.file(id)), 0o700); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.file(id), out, 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// file is where a session lies.
func (c *claude) file(id string) string {
	slug := regexp.MustCompile(`[^a-zA-Z0-9-]`).ReplaceAllString(c.Desk.Repo.Root, "-")
	return filepath.Join(c.home, "projects", slug, id+".jsonl")
}

// fork writes a session that goes on where another one was, as claude --fork-session does: with copies of its lines.
func (c *claude) fork(id, from, script string) {
	c.t.Helper()
	c.session(id, "main", script)
	own, err := os.ReadFile(c.file(id))
	if err != nil {
		c.t.Fatal(err)
	}
	copied, err := os.ReadFile(c.file(from))
	if err != nil {
		c.t.Fatal(err)
	}
	last := fmt.Sprintf(`"parentUuid":"%s-%d"`, from, bytes.Count(copied, []byte("\n")))
	copied = bytes.ReplaceAll(copied, []byte(`"sessionId":"`+from+`"`), []byte(`"sessionId":"`+id+`"`))
	own = bytes.Replace(own, []byte(`"parentUuid":null`), []byte(last), 1)
	if err := os.WriteFile(c.file(id), append(copied, own...), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// A fork is one session with what it was forked from: what both have counts once, whichever was read first and
// whether the other is still there; what is said in the fork alone is understood by what came before it.
func TestForkIsOneSession(t *testing.T) {
	const cents = "From now on all amounts of `Price` are integer cents, never floats."
	one := "you: Let deploys run at night.\nedit deploy.sh\nagent: Done.\nyou: " + cents + "\nedit deploy.sh\n" +
		"fails go test ./... => error: no such price\nedit deploy.sh\nrun go test ./... => ok\nagent: They are."
	const wrong = "you: No, `deploy.sh` must run by day.\nedit deploy.sh\nagent: It does."
	count := func(c *claude) (out []string) {
		t.Helper()
		items, err := c.Inbox.Items()
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range items {
			out = append(out, fmt.Sprintf("%s %d %.2f", i.Rule, i.Sessions(), i.Confidence))
		}
		traces, err := c.Inbox.Traces()
		if err != nil {
			t.Fatal(err)
		}
		for _, tr := range traces {
			out = append(out, fmt.Sprintf("edited %d, failed %d", len(tr.Edited), len(tr.Tests)))
		}
		slices.Sort(out)
		return out
	}
	alone := newClaude(t)
	alone.session("one", "main", one)
	alone.learn()
	want := count(alone)
	if len(want) < 3 {
		t.Fatalf("%q", want)
	}
	want = append([]string{"edited 0, failed 0"}, want...) // of the fork
	for name, after := range map[string]func(*claude){
		"in one go": func(c *claude) { c.fork("two", "one", "agent: Hello.") },
		"later": func(c *claude) {
			c.learn()
			c.fork("two", "one", "you: Hello.\nagent: Hello.")
		},
		"the original is gone": func(c *claude) {
			c.learn()
			c.fork("two", "one", "you: Hello.")
			if err := os.Remove(c.file("one")); err != nil {
				t.Fatal(err)
			}
		},
		"a fork of a fork": func(c *claude) {
			c.fork("six", "one", "you: Hello.")
			c.learn()
			c.fork("two", "six", "you: Hello.")
		},
	} {
		c := newClaude(t)
		c.session("one", "main", one)
		after(c)
		got := c.learn()
		if got := slices.Compact(count(c)); !slices.Equal(got, want) || got == nil {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if len(got.Stronger) > 0 {
			t.Errorf("%s: %+v", name, got.Stronger)
		}
	}
	// The original went on before and after the fork, and is read after it.
	c := newClaude(t)
	c.session("one", "main", "you: Let deploys run at night.\nedit deploy.sh")
	c.learn()
	c.fork("ten", "one", "you: "+cents)
	c.fork("two", "ten", "you: Hello.")
	c.fork("six", "ten", "you: Hello.")
	if err := errors.Join(os.Rename(c.file("six"), c.file("one")), os.Remove(c.file("ten"))); err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{"two", "one"} {
		when := time.Date(2026, 8, 1, i, 0, 0, 0, time.UTC)
		if err := os.Chtimes(c.file(id), when, when); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.learn(); len(got.New) != 1 || got.New[0].Sessions() != 1 {
		t.Errorf("a fork that is read first: %s", summed(got))
	}
	c = newClaude(t)
	c.session("one", "main", one)
	c.learn()
	c.fork("two", "one", wrong)
	if got := c.learn(); len(got.New) != 1 || got.New[0].Rule != "correction" || got.New[0].Evidence[0].Session != learn.SessionID("two") {
		t.Errorf("what is said in the fork: %+v", got)
	}
}

// The sessions of a branch give the state of its work and, once it is merged, one episode: what was
// asked, what failed, how it ended, with events and commits.
func TestEpisodeOfABranch(t *testing.T) {
	c := newClaude(t)
	c.repo.Git("checkout", "-q", "-b", "refunds")
	c.repo.Write("deploy.sh", "refund\n")
	c.repo.Commit("Write refunds")
	commit := strings.TrimSpace(c.repo.Git("rev-parse", "--short", "HEAD"))
	c.session("one", "refunds", "you: Let refunds write the ledger.\nedit deploy.sh\n"+
		"fails go test ./... => deploy.sh:1: undefined: refund\n"+
		"edit deploy.sh\nrun go test ./... => ok\nrun git commit -am x => [refunds "+commit+"] Write refunds")
	got := c.learn()
	at := -1
	for i, item := range got.New {
		if item.Type == "work_state" {
			at = i
		}
	}
	if at < 0 || got.New[at].OfBranch != "refunds" || !strings.Contains(lessons.Note(got.New[at]), "\nbranch: refunds\n") {
		t.Fatalf("%+v", got)
	}
	c.session("two", "refunds", "you: Also send the mail now.\nedit deploy.sh\nrun go test ./... => ok\n"+
		"run git commit -am y => [refunds "+commit+"] Send the mail")
	if again := c.learn(); len(again.Stronger) != 1 || again.Stronger[0].Sessions() != 2 {
		t.Errorf("%+v", again)
	}
	c.repo.Git("checkout", "-q", "main")
	c.repo.Git("merge", "-q", "refunds")
	c.repo.Git("branch", "-q", "-d", "refunds")
	c.session("three", "main", "you: What is left?\nagent: Nothing.")
	c.learn()
	items, err := c.Inbox.Items()
	if err != nil {
		t.Fatal(err)
	}
	var note string
	for _, i := range items {
		if i.Rule == "episode" {
			note += lessons.Note(i)
		}
	}
	for _, want := range []string{"type: episode\n", "title: Let refunds write the ledger", "commits: [" + commit + "]",
		"files: [deploy.sh]",
		"Asked: \"Let refunds write the ledger\" (event 0).", "Tried: `go test ./...` failed (event ", "Outcome: the tests passed (event ",
		"committed as " + commit + " \"Send the mail\" (event "} {
		if strings.Count(note, want) != 1 {
			t.Errorf("%d times %q in\n%s", strings.Count(note, want), want, note)
		}
	}
}

// The state of a branch that came to nothing goes, and what else a run found is told as what it is.
func TestBranchThatIsLost(t *testing.T) {
	const cents = "From now on all amounts of `Price` are integer cents, never floats."
	c := newClaude(t)
	c.repo.Git("checkout", "-q", "-b", "refunds")
	c.repo.Write("deploy.sh", "refund\n")
	c.repo.Commit("Write refunds")
	c.session("one", "refunds", "you: Let refunds write the ledger.\nedit deploy.sh\n"+
		"run go test ./... => ok\nrun git commit -am x => [refunds 1234567] Write refunds")
	if got := c.learn(); len(got.New) != 1 || got.New[0].Type != "work_state" {
		t.Fatalf("%+v", got.New)
	}
	c.session("two", "main", "you: "+cents)
	if got := c.learn(); len(got.New) != 1 || got.New[0].N != 2 {
		t.Fatalf("%+v", got.New)
	}
	c.repo.Git("checkout", "-q", "main")
	c.repo.Git("branch", "-q", "-D", "refunds")
	c.session("three", "main", "you: "+cents+"\nagent: Yes.\nyou: From now on `deploy.sh` must run at night, never by day.")
	dry, err := c.Learn(t.Context(), lessons.LearnRequest{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range []*lessons.Learnt{dry, c.learn()} {
		if len(got.New) != 1 || !strings.Contains(got.New[0].Statement, "night") || got.New[0].N != 3*i ||
			len(got.Stronger) != 1 || got.Stronger[0].N != 2 {
			t.Errorf("%s: %+v", summed(got), got)
		}
	}
	if items, err := c.Inbox.Items(); err != nil || len(items) != 2 || items[0].N != 2 {
		t.Errorf("%+v, %v", items, err)
	}
}

// A session of the default branch gives an episode of its own if it committed something and git's log
// does not say as much.
func TestEpisodeOfASession(t *testing.T) {
	c := newClaude(t)
	c.session("one", "main", "you: Round the totals of invoices.\nedit deploy.sh\nfails make => error: no rule\n"+
		"edit deploy.sh\nrun git commit -am x => [main 1234567] Round totals")
	c.session("two", "main", "you: Rename the totals of invoices.\nedit deploy.sh\nrun go vet => ok")
	c.session("three", "main", "you: Rename the totals of bills.\nedit deploy.sh\nrun git commit -am x => [main 1234568] x\n"+
		"fails go test ./... => FAIL")
	c.session("four", "main", "you: Rename the totals of drafts.\nedit deploy.sh\nrun git commit -am x => [main 1234569] y")
	got := c.learn()
	n := 0
	for _, i := range got.New {
		if i.Rule == "episode" {
			n++
			if i.Title != "Round the totals of invoices" || i.OfBranch != "" {
				t.Errorf("%+v", i)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d episodes of one session that committed and did not fail", n)
	}
}
