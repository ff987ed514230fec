package learn

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/validate"
)

// seen is what a verb prints, and what it remarks beside it.
func seen(t *testing.T, do func(a *app.App)) string {
	t.Helper()
	a, out, said := story.Person(t.TempDir(), app.Globals{})
	do(a)
	if err := a.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.String() + strings.ReplaceAll(said.String(), "kb: ", "! ")
}

// The exit code tells of what somebody wants to hear of, and of nothing less.
func TestVerdictOfAProposal(t *testing.T) {
	of := func(severity validate.Severity, rule string) []validate.Finding {
		return []validate.Finding{{Rule: "title", Severity: validate.Info}, {Rule: rule, Severity: severity}}
	}
	for _, c := range []struct {
		failOn   string
		findings []validate.Finding
		want     error
	}{
		{"never", of(validate.Error, "contradiction"), nil},
		{"error", nil, nil},
		{"error", of(validate.Error, "link"), app.ErrFindings},
		{"error", of(validate.Warning, "contradiction"), nil},
		{"warning", of(validate.Error, "link"), app.ErrFindings},
		{"warning", of(validate.Warning, "link"), app.ErrFindings},
		{"warning", of(validate.Info, "contradiction"), nil},
		{"contradiction", of(validate.Info, "contradiction"), app.ErrFindings},
		{"contradiction", of(validate.Error, "link"), nil},
	} {
		p := Proposed{Proposal: &lessons.Proposal{Findings: c.findings}}
		if err := (&proposeCmd{FailOn: c.failOn}).verdict(p); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s, %+v: %v", c.failOn, c.findings, err)
		}
	}
}

// A proposal says where it is, and what is to be done with it next.
func TestProposalsInWords(t *testing.T) {
	p := Proposed{Proposal: &lessons.Proposal{
		Branch: "kb/learn-1", Base: "0123456789abcdef", Commits: []string{"fedcba9876543210", "short"},
		Notes: []lessons.ProposedNote{{Path: "a.md", Title: "Tea"}, {Path: "b.md", Title: "Pots"}},
		Findings: []validate.Finding{
			{Severity: validate.Info, Rule: "title", Place: validate.Place{Path: "a.md", Line: 3, Col: 5}, Message: "it is long"},
		},
	}}
	said := "kb/learn-1\nfedcba9876  a.md  Tea\nshort  b.md  Pots\ninfo title a.md:3:5: it is long\n"
	for _, c := range []struct{ pushed, url, want string }{
		{"", "", "! look at it: kb review 0123456789..kb/learn-1; send it: git push -u origin kb/learn-1\n"},
		{"origin", "", "! pushed to origin\n"},
		{"origin", "https://forge.example/new", "! pushed to origin: https://forge.example/new\n"},
	} {
		p.Pushed, p.URL = c.pushed, c.url
		if got := seen(t, func(a *app.App) { (&proposeCmd{FailOn: "error"}).say(a, p) }); got != said+c.want {
			t.Errorf("%s\nwant\n%s", got, said+c.want)
		}
	}
}

func TestAges(t *testing.T) {
	now := time.Date(2026, 8, 15, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"0d": "2026-08-15", "1d": "2026-08-14", "3w": "2026-07-25", "1m": "2026-07-16", "1y": "2025-08-15", "99999d": "1752-10-31",
		"100000d": "", "-1d": "", "d": "", "5": "", "14": "", "": "", "1x": "", "xd": "", "2026-03-01": "2026-03-01", "2026-13-01": "",
	} {
		got, err := sinceWhen(text, now)
		if (err == nil) != (want != "") || err == nil && got.Format(time.DateOnly) != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"": "[]", "1": "[1]", "3 1,2": "[3 1 2]", "0": "", "-1": "", "1,": "", "x": ""} {
		got, err := numbers(strings.Fields(text))
		if (err == nil) != (want != "") || err == nil && fmt.Sprint(got) != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// What was read and found is told in words; what was said again is told once for each place.
func TestLearntInWords(t *testing.T) {
	item := inbox.Item{N: 3, State: inbox.New}
	item.Title, item.Count = "Tea is hot", 2
	again := []inbox.Confirmation{{Path: "a.md", Line: 3}, {Path: "a.md", Line: 3}, {Path: "a.md", Line: 4}}
	for want, got := range map[string]*lessons.Learnt{
		"! read 0 sessions\n! nothing new\n": {},
		"! read 2 sessions, 1 unchanged; 4 not sure enough yet\n! left out: 2: a secret\n! left out: 1: too long\n" +
			"! 1 record could not be read\n! not read: x: no file\n! nothing new\n": {
			Read: 2, Unchanged: 1, Waiting: 4, Dropped: map[string]int{"too long": 1, "a secret": 2}, Skipped: 1,
			Failed: []string{"x: no file"},
		},
		"     said again: a.md:3 (kb verify a.md)\n     said again: a.md:4 (kb verify a.md)\n! read 1 session\n": {
			Read: 1, Confirmations: again,
		},
		"  3  again: Tea is hot (2 sessions)\n! read 1 session\n": {Read: 1, Stronger: []inbox.Item{item}},
	} {
		if got := seen(t, func(a *app.App) { (&learnCmd{}).print(a, got) }); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	found := &lessons.Learnt{Read: 1, New: []inbox.Item{item}}
	for dry, want := range map[bool]bool{true: false, false: true} {
		got := seen(t, func(a *app.App) { (&learnCmd{DryRun: dry}).print(a, found) })
		if strings.Contains(got, "look at them: kb inbox show N") != want || strings.Contains(got, "nothing new") {
			t.Errorf("dry %v: %s", dry, got)
		}
	}
}

// An exchange says how it counts, and of what at most five things it is.
func TestExchangesInWords(t *testing.T) {
	x := learn.Exchange{Events: [2]int{2, 7}, Importance: 0.75}
	for n := range 6 {
		x.Entities = append(x.Entities, learn.Named{Name: fmt.Sprintf("%d.go", n)})
	}
	for blocks, want := range map[int]string{
		0: "-- 2 to 7: importance 0.8, 0.go, 1.go, 2.go, 3.go, 4.go\n",
		1: "-- 2 to 7: importance 0.8, 1 code block, 0.go, 1.go, 2.go, 3.go, 4.go\n",
	} {
		x.Code = make([]learn.CodeBlock, blocks)
		if got := seen(t, func(a *app.App) { printExchange(a, x) }); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestMarksOfCandidates(t *testing.T) {
	for want, i := range map[string]inbox.Item{
		"": {}, "contradicts a.md:3": {Finding: "contradicts a.md:3"},
		"after a text from outside":                     {Candidate: learn.Candidate{Tainted: true}},
		"after a text from outside; contradicts a.md:3": {Candidate: learn.Candidate{Tainted: true}, Finding: "contradicts a.md:3"},
	} {
		if got := mark(i); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if allowHint(nil) == allowHint([]string{"claude"}) || !strings.HasSuffix(allowHint([]string{"claude", "codex"}), " claude codex") {
		t.Error(allowHint(nil))
	}
}
