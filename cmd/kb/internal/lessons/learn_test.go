package lessons_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/model"
)

// add writes another session in which a person typed something.
func (c *class) add(i int, text string) {
	c.repo.Write(fmt.Sprintf(".specstory/history/%03d.md", i), page(i, text))
}

// summed is what a run of learning told, in figures and titles.
func summed(l *lessons.Learnt) string {
	titles := func(items []inbox.Item) (out []string) {
		for _, i := range items {
			out = append(out, fmt.Sprintf("%d %s×%d", i.N, i.State, len(i.Evidence)))
		}
		return out
	}
	return fmt.Sprintf("read %d, unchanged %d, new %v, stronger %v, waiting %d, confirmed %d, dropped %v, failed %d",
		l.Read, l.Unchanged, titles(l.New), titles(l.Stronger), l.Waiting, len(l.Confirmations), l.Dropped, len(l.Failed))
}

// What is said again makes a candidate stronger, what notes say already confirms them, and what did not change is not read.
func TestLearningGoesOn(t *testing.T) {
	const order = "From now on all amounts of `Price` are integer cents, never floats."
	c := newClass(t, order)
	step := func(want string) *lessons.Learnt {
		t.Helper()
		l := c.learn()
		if got := summed(l); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		return l
	}
	step("read 1, unchanged 0, new [1 new×1], stronger [], waiting 0, confirmed 0, dropped map[], failed 0")
	step("read 0, unchanged 1, new [], stronger [], waiting 0, confirmed 0, dropped map[], failed 0")
	c.add(1, "As I said: all amounts of `Price` are integer cents, never floats.")
	step("read 1, unchanged 1, new [], stronger [1 new×2], waiting 0, confirmed 0, dropped map[], failed 0")
	items, err := c.Inbox.Items()
	if err != nil || len(items) != 1 {
		t.Fatalf("%+v, %v", items, err)
	}
	if err := c.Edit(t.Context(), &items[0], "", "Cents", ""); err != nil {
		t.Fatal(err)
	}
	c.add(2, order)
	step("read 1, unchanged 2, new [], stronger [1 edited×3], waiting 0, confirmed 0, dropped map[], failed 0")
	if items, err = c.Inbox.Items(); err != nil || items[0].Title != "Cents" || len(items[0].Evidence) != 3 {
		t.Errorf("words that a person chose: %+v, %v", items, err)
	}
	c.repo.Write("rules.md", "# Rules\n\nAlways deploy with `deploy.sh`, never by hand.\n")
	c.add(3, "Always deploy with `deploy.sh`, never by hand.")
	l := step("read 1, unchanged 3, new [], stronger [], waiting 0, confirmed 1, dropped map[the notes say it already:1], failed 0")
	if len(l.Confirmations) == 1 && (l.Confirmations[0].Path != "rules.md" || l.Confirmations[0].Line != 3) {
		t.Errorf("%+v", l.Confirmations)
	}
	c.repo.Write("hours.md", "# Hours\n\n`deploy.sh` MUST run at night.\n")
	c.add(4, "Never ever run `deploy.sh` at night. `deploy.sh` MUST NOT run at night.")
	l = step("read 1, unchanged 4, new [2 new×1], stronger [], waiting 0, confirmed 0, dropped map[], failed 0")
	for _, i := range l.New {
		if !strings.HasPrefix(i.Finding, "contradicts hours.md:3: ") || i.Against != "hours.md" {
			t.Errorf("%q says nothing of what it contradicts: %q", i.Statement, i.Finding)
		}
	}
}

// Sessions are chosen by their age, by name and by their store; a dry run keeps nothing.
func TestSessionsThatAreChosen(t *testing.T) {
	c := newClass(t, "From now on all amounts of `Price` are integer cents, never floats.",
		"Always deploy with `deploy.sh`, never by hand.")
	old := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for i, when := range []time.Time{old, old.AddDate(0, 0, 20)} {
		if err := os.Chtimes(filepath.Join(c.repo.Dir, fmt.Sprintf(".specstory/history/%03d.md", i)), when, when); err != nil {
			t.Fatal(err)
		}
	}
	seats, err := c.Sessions(t.Context(), "")
	if err != nil || len(seats) != 2 || !seats[0].Touched.After(seats[1].Touched) {
		t.Fatalf("%+v, %v", seats, err)
	}
	for _, r := range []struct {
		req  lessons.LearnRequest
		want string
	}{
		{lessons.LearnRequest{Since: old.AddDate(0, 0, 20), DryRun: true}, "1 1"},
		{lessons.LearnRequest{Since: old.AddDate(0, 0, 21), DryRun: true}, "0 0"},
		{lessons.LearnRequest{Sessions: []string{seats[1].ID}, DryRun: true}, "1 1"},
		{lessons.LearnRequest{Sessions: []string{"none"}}, "no session none of this repository"},
		{lessons.LearnRequest{From: "claude"}, "the sessions of claude may not be read"},
		{lessons.LearnRequest{From: "specstory"}, "2 2"},
		{lessons.LearnRequest{}, "0 0"},
		{lessons.LearnRequest{Sessions: []string{seats[0].ID}}, "1 0"}, // named, it is read again
	} {
		l, err := c.Learn(t.Context(), r.req)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(l.Read, " ", len(l.New))
		}
		if got != r.want {
			t.Errorf("%+v: %s, want %s", r.req, got, r.want)
		}
	}
}

// Where programs keep their sessions is told by the environment, or lies in the person's home.
func TestHomesOfSessions(t *testing.T) {
	of := func(pairs ...string) chat.Homes {
		return lessons.Homes(func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		})
	}
	if got := of("CODEX_HOME", "/c", "CLAUDE_CONFIG_DIR", "/d"); got != (chat.Homes{Codex: "/c", Claude: "/d"}) {
		t.Errorf("without a home: %+v", got)
	}
	home := of("HOME", "/h")
	if home.User != "/h" || home.Codex != filepath.Join("/h", ".codex") || home.Claude != filepath.Join("/h", ".claude") ||
		home.Data != filepath.Join("/h", ".local", "share") {
		t.Errorf("in a home: %+v", home)
	}
	if got := of("USERPROFILE", "/u", "CODEX_HOME", "/c", "CLAUDE_CONFIG_DIR", "/d", "XDG_DATA_HOME", "/x"); got.User != "/u" ||
		got.Codex != "/c" || got.Claude != "/d" || got.Data != "/x" {
		t.Errorf("by the environment: %+v", got)
	}
}

// Two candidates of one title become two notes, and the branch of each run has a name of its own.
func TestNotesOfOneTitle(t *testing.T) {
	c := newClass(t, "Always deploy with `deploy.sh`, never by hand.", "Never call `deploy.sh` twice in a row.")
	c.repo.Write(".memory/memories/deploys.md", "# Deploys\n")
	c.repo.Commit("one of that name is there")
	c.learn()
	items, err := c.Inbox.Items()
	if err != nil || len(items) != 2 {
		t.Fatalf("%+v, %v", items, err)
	}
	for i := range items {
		if err := c.Edit(t.Context(), &items[i], "", "Deploys", ""); err != nil {
			t.Fatal(err)
		}
	}
	p, err := c.Propose(t.Context(), lessons.ProposeRequest{})
	if err != nil {
		t.Fatal(err)
	}
	added := c.repo.Git("diff", "--name-only", "main", p.Branch)
	if added != ".memory/memories/deploys-2.md\n.memory/memories/deploys-3.md" {
		t.Errorf("added %q", added)
	}
}

// answering is a model that says what it is told to.
type answering struct {
	text  string
	err   error
	asked int
}

func (*answering) Model() string { return "toy" }

func (a *answering) Answer(context.Context, model.Prompt) (model.Answer, error) {
	a.asked++
	return model.Answer{Text: a.text}, a.err
}

// What a model finds passes every gate; after a failure of another kind than that of its form it is not asked again.
func TestModelIsAsked(t *testing.T) {
	const first = "I think about `Price` in deploy.sh a lot, and how it is rounded by the shop, because it was wrong once and again."
	const nothing = "read 2, unchanged 0, new [], stronger [], waiting 0, confirmed 0, dropped map[], failed 0"
	lied := strings.Replace(nothing, "map[]", "map[a model said it, and the session does not:2]", 1)
	for _, r := range []struct {
		m     answering
		asked int
		want  string
	}{
		{answering{text: item("Price in deploy.sh is rounded by the shop", 0)}, 2,
			"read 2, unchanged 0, new [1 new×2], stronger [], waiting 0, confirmed 0, dropped map[], failed 0"},
		{answering{text: item("Price in deploy.sh is made of cheese by the moon", 0)}, 2, lied},
		{answering{text: item("Price in deploy.sh is rounded by the shop", 9)}, 2, lied},
		{answering{text: `{"items": []}`}, 2, nothing},
		{answering{err: fmt.Errorf("%w: prose", model.ErrForm)}, 2,
			"read 2, unchanged 0, new [], stronger [], waiting 0, confirmed 0, dropped map[], failed 2"},
		{answering{err: errors.New("gone")}, 1,
			"read 2, unchanged 0, new [], stronger [], waiting 0, confirmed 0, dropped map[], failed 1"},
		{answering{err: model.ErrShown}, 2, nothing},
	} {
		c := newClass(t, first, first+" And again, in other words, more or less the same of `Price`.")
		l, err := c.Learn(t.Context(), lessons.LearnRequest{Chat: &r.m})
		if err != nil || r.m.asked != r.asked {
			t.Errorf("%s, %v: asked %d times, %v", r.m.text, r.m.err, r.m.asked, err)
		} else if got := summed(l); got != r.want {
			t.Errorf("%s, %v: %s\nwant %s", r.m.text, r.m.err, got, r.want)
		}
		for _, i := range l.New {
			if !slices.Equal(i.Files, []string{"deploy.sh"}) {
				t.Errorf("a file that the model names is not among %q", i.Files)
			}
		}
	}
}

// item is an answer of a model with one statement that it says to have from an event.
func item(statement string, from int) string {
	return fmt.Sprintf(`{"items": [{"type": "gotcha", "statement": %q, "why": "", "files": ["deploy.sh"], "quote_from": [%d], `+
		`"confidence": 0.9}]}`,
		statement, from)
}
