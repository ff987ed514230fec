package lessons_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
)

// What a candidate rests on stands in its note, and what is doubtful of it is marked.
func TestNoteOfACandidate(t *testing.T) {
	item := inbox.Item{Candidate: learn.Candidate{
		ID: "01K00000000000000000000000", Kind: "memory", Type: "gotcha", Title: "Deploy at night",
		Statement:  "Deploy with deploy.sh at night.",
		Confidence: .8, Importance: .5, Origin: learn.Human, Quote: "never by day, whatever happens", Why: "It was said twice.",
		Evidence: []learn.Evidence{{Client: "claude", Session: "one", Turns: [2]int{1, 2}, Day: "2026-08-01"},
			{Client: "claude", Session: "two"}},
	}}
	plain := lessons.Note(item)
	for _, want := range []string{
		"type: gotcha\n", "importance: 0.5\n", "confidence: 0.8\n", "status: proposed\n", `day: "2026-08-01"`, "turns: 1-2",
		"\nWhy: It was said twice. Seen in 2 sessions.\n", "\n> \"never by day, whatever happens\"\n",
	} {
		if !strings.Contains(plain, want) {
			t.Errorf("%q is missing in\n%s", want, plain)
		}
	}
	if strings.Contains(plain, "needs_review") {
		t.Errorf("it is marked:\n%s", plain)
	}
	item.Finding, item.Against = "contradicts a.md:3: by day", "a.md"
	got := lessons.Note(item)
	if !strings.Contains(got, "needs_review: true\n") || !strings.Contains(got, "It contradicts a.md:3: by day") {
		t.Errorf("one that contradicts a note:\n%s", got)
	}
	item.Finding, item.Against, item.Tainted = "", "", true
	if got := lessons.Note(item); !strings.Contains(got, "needs_review: true\n") {
		t.Errorf("one after a text from outside:\n%s", got)
	}
	item = inbox.Item{Candidate: learn.Candidate{Kind: "decision", Title: "X", Statement: "We deploy at night.", Origin: learn.Human,
		Quote: "We deploy at night.", Evidence: item.Evidence[:1]}}
	bare := lessons.Note(item)
	for _, not := range []string{"type:", "importance", "Why:", "> \""} {
		if strings.Contains(bare, not) {
			t.Errorf("%q stands in\n%s", not, bare)
		}
	}
	item.Quote, item.Origin = "quite other words by the agent", learn.Agents
	if got := lessons.Note(item); strings.Contains(got, "other words") {
		t.Errorf("an agent is quoted:\n%s", got)
	}
}

// A candidate takes other words, a title and a type; a secret is refused, and nothing is changed then.
func TestEditACandidate(t *testing.T) {
	c := newClass(t, "Always deploy with `deploy.sh`, never by hand.")
	c.repo.Write("rules.md", "# Rules\n\nDeploy at night.\n")
	c.learn()
	items, err := c.Inbox.Items()
	if err != nil || len(items) != 1 {
		t.Fatalf("%d candidates, %v", len(items), err)
	}
	item := items[0]
	before := item.Title
	err = c.Edit(t.Context(), &item, "", "A new title", "")
	if err != nil || item.Title != "A new title" || item.Statement != items[0].Statement || item.State != inbox.Edited {
		t.Errorf("a title: %+v, %v", item, err)
	}
	if err := c.Edit(t.Context(), &item, "Builds run in `deploy.sh` alone.", "", "convention"); err != nil ||
		item.Title == "A new title" || item.Title == before || item.Type != "convention" || item.Kind != "memory" || item.Quote != "" {
		t.Errorf("words: %+v, %v", item, err)
	}
	if err := c.Edit(t.Context(), &item, "Kept as it is.", "Mine", ""); err != nil || item.Title != "Mine" || item.Type != "convention" {
		t.Errorf("both: %+v, %v", item, err)
	}
	if err := c.Edit(t.Context(), &item, "The token is ghp_Zx1Kq2Lm9Wp4Rt6Yv1Bn3Cd5Fg7Hj0Kl2Mabcd.", "", ""); err == nil ||
		item.Statement != "Kept as it is." {
		t.Errorf("a secret: %q, %v", item.Statement, err)
	}
	if err := c.Edit(t.Context(), &item, "", "Token ghp_Zx1Kq2Lm9Wp4Rt6Yv1Bn3Cd5Fg7Hj0Kl2Mabcd", ""); err == nil || item.Title != "Mine" {
		t.Errorf("a secret in the title: %q, %v", item.Title, err)
	}
	if err := c.Edit(t.Context(), &item, " \n", "", ""); err == nil || item.Statement != "Kept as it is." {
		t.Errorf("blanks for words: %q, %v", item.Statement, err)
	}
	if err := c.Edit(t.Context(), &item, "", "\t", ""); err == nil || item.Title != "Mine" {
		t.Errorf("blanks for a title: %q, %v", item.Title, err)
	}
	if kept, err := c.Inbox.Items(); err != nil || kept[0].Title != "Mine" || kept[0].State != inbox.Edited {
		t.Errorf("kept: %+v, %v", kept, err)
	}
}

// Proposed are the candidates that are named, if they are open, or all open ones; what was merged is none any more.
func TestWhatIsProposed(t *testing.T) {
	c := newClass(t, "Always deploy with `deploy.sh`, never by hand.", "Never call `deploy.sh` twice in a row.")
	c.learn()
	for want, numbers := range map[string][]int{"no candidate 7 in the inbox": {7}, "": {2}} {
		p, err := c.Propose(t.Context(), lessons.ProposeRequest{Items: numbers, DryRun: want == ""})
		if want != "" && (err == nil || err.Error() != want) || want == "" && (err != nil || len(p.Notes) != 1 || p.Notes[0].N != 2) {
			t.Errorf("%v: %+v, %v", numbers, p, err)
		}
	}
	p, err := c.Propose(t.Context(), lessons.ProposeRequest{Items: []int{1}})
	if err != nil || len(p.Notes) != 1 || p.Branch == "" {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err := c.Propose(t.Context(), lessons.ProposeRequest{Items: []int{1}}); err == nil || err.Error() != "candidate 1 is proposed" {
		t.Errorf("proposed twice: %v", err)
	}
	message := c.repo.Git("log", "-1", "--format=%B", p.Branch)
	if !strings.HasPrefix(message, "learn: ") || !strings.Contains(message, "in 1 session.") {
		t.Errorf("the commit says %q", message)
	}
	c.repo.Git("merge", "-q", p.Branch)
	rest, err := c.Propose(t.Context(), lessons.ProposeRequest{})
	if err != nil || len(rest.Notes) != 1 || rest.Notes[0].N != 2 || rest.Branch == p.Branch {
		t.Errorf("the rest: %+v, %v", rest, err)
	}
	c.learn() // looks after what became of proposals
	items, err := c.Inbox.Items()
	if err != nil || items[0].State != inbox.Merged || items[1].State != inbox.Proposed {
		t.Errorf("%+v, %v", items, err)
	}
	if _, err := c.Propose(t.Context(), lessons.ProposeRequest{}); !errors.Is(err, lessons.ErrNothing) {
		t.Errorf("with nothing left: %v", err)
	}
}

// Sessions go to the provider that was allowed by name, and to no other.
func TestProviderThatIsAllowed(t *testing.T) {
	c := newClass(t)
	for _, tt := range []struct {
		named, allowed string
		may            bool
	}{{"ollama", "ollama", true}, {"openai", "ollama", false}, {"", "", false}, {"", "none", false}, {"openai", "", false}} {
		c.Config.Models.Chat.Provider, c.Config.Agents.Model = tt.named, tt.allowed
		if err := c.MayAsk(); (err == nil) != tt.may {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// A session is named by its id or the program's own, or by so many of its digits that no other one begins like it.
func TestSessionByItsDigits(t *testing.T) {
	seat := func(client, id string) lessons.Seat {
		return lessons.Seat{Ref: chat.Ref{Client: client, ID: "own-" + id}, ID: id}
	}
	seats := []lessons.Seat{seat("claude", "abc1"), seat("cursor", "abd2"), seat("claude", "xyz3"), seat("cursor", "xyz3"),
		seat("claude", "fed5"), seat("claude", "fee6"), seat("cursor", "fed5")}
	for name, want := range map[string]string{"abc": "abc1", "abc1": "abc1", "abd2": "abd2", "xyz": "xyz3",
		"ab": "ab names 2 sessions: give more of its digits", "fe": "fe names 2 sessions: give more of its digits",
		"own-abc": "abc1", "own-abd2": "abd2", "own-ab": "own-ab names 2 sessions: give more of its digits",
		"fed": "fed5", "q": "no session q of this repository"} {
		got, err := lessons.Pick(seats, name)
		if err != nil && err.Error() != want || err == nil && got.ID != want {
			t.Errorf("%s: %s, %v", name, got.ID, err)
		}
	}
}
