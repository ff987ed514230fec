package lessons

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/observe"
	"github.com/9aea2451/kb/kb/validate"
)

var noon = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// inSchool enters a repository with notes, at noon.
func inSchool(t *testing.T, origin string, env map[string]string, notes ...string) (*gittest.Repo, *School) {
	t.Helper()
	r := gittest.New(t)
	r.Write(append(notes, "main.go", "package x\n", ".gitignore", "*.log\n")...)
	r.Commit("notes")
	if origin != "" {
		r.Git("remote", "add", "origin", origin)
	}
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return noon }
	box, err := inbox.Open(Dir(repo), now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	quiet := func(string) {}
	d := desk.Of(repo, desk.Options{Now: now, Remark: quiet, Warn: quiet, Progress: func(string, int, int) {}})
	return r, Enter(t.Context(), School{Desk: d, Inbox: box, Homes: chat.Homes{User: "/home/x"},
		Config: &userconfig.Config{Agents: userconfig.Agents{Redact: []string{"home"}}}}, func(name string) string { return env[name] })
}

// What is replaced is the name of the person, once, and the host of a forge of their own.
func TestWhatIsRedacted(t *testing.T) {
	for _, c := range []struct {
		origin string
		env    map[string]string
		want   []string
	}{
		{"git@git.corp.example:team/x", map[string]string{"USER": "annika", "LOGNAME": "annika"}, []string{"annika", "git.corp.example"}},
		{"https://github.com/o/n", map[string]string{"USER": "ann", "USERNAME": "bert", "LOGNAME": "root"}, []string{"bert"}},
		{"git@forge:team/x", nil, nil}, {"", map[string]string{"LOGNAME": "root"}, nil},
	} {
		_, s := inSchool(t, c.origin, c.env)
		if !slices.Equal(s.redact.Names, c.want) || s.redact.Home != "/home/x" || s.redact.Emails {
			t.Errorf("%s %v: %+v, want %q", c.origin, c.env, s.redact, c.want)
		}
	}
}

// A session goes on within an hour of its last event, unless hooks noted its end.
func TestSessionsAtWork(t *testing.T) {
	_, s := inSchool(t, "", nil)
	state := agents.At(s.Desk.Repo.StateDir())
	for _, id := range []string{"over", "on"} {
		short := learn.SessionID(id)
		for _, event := range map[string][]string{"over": {"end"}, "on": {"end", "start"}}[id] {
			if err := state.Scratch("claude", short).Append(agents.Line{Time: noon, Client: "claude", Session: short,
				Event: event}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		id    string
		ended time.Time
		want  bool
	}{{"x", noon, true}, {"x", noon.Add(-silence + 1), true}, {"x", noon.Add(-silence), false}, {"x", noon.Add(1), false}, {"x",
		time.Time{}, false},
		{"over", noon, false}, {"on", noon, true}} {
		if got := s.atWork(&chat.Session{Header: chat.Header{Session: c.id, Ended: c.ended}}); got != c.want {
			t.Errorf("%s, which ended %v: at work %v", c.id, c.ended, got)
		}
	}
}

// Sessions are chosen by the day since which they changed.
func TestSessionsSince(t *testing.T) {
	seat := func(day int) Seat { return Seat{ID: fmt.Sprint(day), Ref: chat.Ref{Touched: noon.AddDate(0, 0, day)}} }
	seats := []Seat{seat(1), seat(0), seat(-1)}
	for since, want := range map[time.Time]string{{}: "1 0 -1", noon: "1 0", noon.Add(1): "1"} {
		chosen, err := choose(seats, LearnRequest{Since: since})
		var got []string
		for _, s := range chosen {
			got = append(got, s.ID)
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("since %v: %q, %v, want %s", since, got, err, want)
		}
	}
}

// Hooks tell of calls, before and after each of them, and of errors by their fingerprints.
func TestWhatHooksTell(t *testing.T) {
	line := func(minute int, event string, exit int, files ...string) agents.Line {
		return agents.Line{Time: noon.Add(time.Duration(minute) * time.Minute), Client: "claude", Session: "s", Event: event, Exit: exit,
			Files: files}
	}
	s := fromHooks([]agents.Line{line(0, "start", 0), line(1, "edit", 0, "a.go"), line(2, "edit", 0, "a.go"), line(3, "edit", 1, "a.go"),
		line(4, "read", 0, "a.go"), line(5, "read", 0, "b.go"), line(6, "end", 0)})
	var got []string
	for i, e := range s.Events {
		tell := fmt.Sprint(e.Time.Minute(), " ", e.Role, " ", e.Kind, " ", e.Tool, " ", e.Files)
		if e.OK != nil {
			tell += fmt.Sprint(" ", *e.OK)
		}
		if got = append(got, tell); e.N != i {
			t.Errorf("event %d has the number %d", i, e.N)
		}
	}
	want := []string{"1 agent call edit [a.go]", "1 tool result edit [a.go] true", "3 agent call edit [a.go]",
		"3 tool result edit [a.go] false",
		"4 agent call read [a.go]", "4 tool result read [a.go] true", "5 agent call read [b.go]", "5 tool result read [b.go] true"}
	if !slices.Equal(got, want) || s.Started != noon || s.Ended != noon.Add(6*time.Minute) || s.Client != "claude" || s.Session != "s" {
		t.Errorf("%q %+v", got, s.Header)
	}
	lines := []agents.Line{{Errors: []string{"a", "b"}}, {Errors: []string{"b"}}, {Errors: []string{"a"}}, {}, {Errors: []string{"a"}}}
	if got := fmt.Sprint(retried(lines)); got != fmt.Sprint([]observe.Signal{{Class: observe.ErrorRetry, Key: "a", Count: 2, First: 2,
		Last: 2}}) {
		t.Errorf("retried: %s", got)
	}
}

// What the notes say already, and what they cover by their files.
func TestWhatNotesTell(t *testing.T) {
	_, s := inSchool(t, "", nil,
		"a.md", "# A\n\nAmounts of `Price` in `price.go` are integer cents.\n\nAmounts of `Price` in `price.go` are cents.\n",
		"b.md", "---\nkind: memory\ntype: causal_dependency\nfiles: [model.go, db/**, web/app/x.ts]\n---\n# B\n\nThe model follows.\n",
		"c.md", "---\nkind: memory\ntype: causal_dependency\nstatus: archived\nfiles: [old.go, older.go]\n---\n# C\n\nDoors are "+
			"closed at night.\n",
		".specstory/d.md", "# D\n\nWhales sing at night in the sea.\n", ".aider.chat.md", "# E\n\nWhales sing by day in the sea.\n")
	n, err := s.notes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]string{
		"Amounts of `Price` in `price.go` are cents.": "a.md:5:1", "In `price.go` amounts of `Price` are integer cents.": "a.md:3:1",
		"Doors are closed at night.": "", "Whales sing at night in the sea.": "", "Whales sing by day in the sea.": "",
	} {
		at, ok := n.told(said)
		if got := fmt.Sprintf("%s:%d:%d", at.Path, at.Line, at.Col); ok != (want != "") || ok && got != want {
			t.Errorf("%q stands at %s, %v, want %s", said, got, ok, want)
		}
	}
	for files, want := range map[string]string{"": "", "model.go": "b.md", "model.go db/schema.sql": "b.md", "db/** model.go": "b.md",
		"model.go x.go": "",
		"web/app/**":    "b.md", "web/ap/**": "", "old.go": "", "db": "b.md", "d": ""} {
		if got := n.covers("causal_dependency", strings.Fields(files)); got != want {
			t.Errorf("%s: covered by %q, want %q", files, got, want)
		}
	}
	for _, c := range []struct {
		typ, said string
		files     []string
		want      bool
	}{
		{"causal_dependency", "x", []string{"model.go"}, true}, {"prefetch_pattern", "x", []string{"model.go"}, false},
		{"gotcha", "Amounts of `Price` in `price.go` are cents.", []string{"price.go"}, true},
		{"gotcha", "Amounts of `Price` in `price.go` are cents.", []string{"price.go", "other.go"}, false},
		{"gotcha", "Tea is hot in `price.go`.", []string{"price.go"}, false},
	} {
		if got := n.tellOf(learn.Candidate{Type: c.typ, Statement: c.said, Files: c.files}); got != c.want {
			t.Errorf("%+v: told %v", c, got)
		}
	}
	for name, want := range map[string]bool{"a.md": true, "./a.md": true, ".specstory/d.md": true, "d.md": true, "none.md": false,
		"main.go": true, "./main.go": true, "none.go": false} {
		if n.files(name) != want {
			t.Errorf("%s is known: %v", name, !want)
		}
	}
	repo := (&lesson{school: s, notes: n}).repository(t.Context())
	for path, want := range map[string]bool{"x.log": true, "x.go": false, "main.go": false} {
		for range 2 {
			if got := repo.Ignored(path); got != want {
				t.Errorf("%s is ignored: %v", path, got)
			}
		}
	}
	if finding, against := n.against("Amounts of `Price` in `price.go` are not integer cents."); against != "a.md" ||
		!strings.HasPrefix(finding, "contradicts a.md:3: ") {
		t.Errorf("%q, %q", finding, against)
	}
	if finding, against := n.against("Whales never sing at night in the sea."); finding != "" || against != "" {
		t.Errorf("a page of sessions is contradicted: %q, %q", finding, against)
	}
}

// What is known already of a candidate, and what a person decided, says what becomes of it.
func TestWhatBecomesOfACandidate(t *testing.T) {
	_, s := inSchool(t, "", nil, "a.md", "# A\n\nAmounts of `Price` are integer cents.\n")
	n, err := s.notes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	candidate := func(session string, base float64) learn.Candidate {
		c := learn.Remembered("Bread of the `shop` is baked at night.", "memory", "gotcha", "Bread", nil, "user", noon)
		c.Base, c.Evidence[0].Session = base, session
		return c
	}
	habit := candidate("s2", .9)
	habit.Signal = "co-access"
	other := candidate("s2", .9)
	other.ID, other.Statement = "other", "Tea of the `shop` is hot."
	for _, c := range []struct {
		name   string
		state  inbox.State
		change func(item *inbox.Item)
		add    func(l *lesson) error
		want   string
	}{
		{"found again", inbox.New, nil, func(l *lesson) error { return l.add(candidate("s2", .9)) },
			"1 new×2, changed [0], dropped map[]"},
		{"the same session", inbox.New, nil, func(l *lesson) error { return l.add(candidate("s1", .9)) },
			"1 new×1, changed [], dropped map[]"},
		{"dropped", inbox.Dropped, nil, func(l *lesson) error { return l.add(candidate("s2", .9)) },
			"1 dropped×1, changed [], dropped map[dropped or refused before:1]"},
		{"refused", inbox.Refused, nil, func(l *lesson) error { return l.add(candidate("s2", .9)) },
			"1 refused×1, changed [], dropped map[dropped or refused before:1]"},
		{"proposed", inbox.Proposed, nil, func(l *lesson) error { return l.add(candidate("s2", .9)) },
			"1 proposed×2, changed [0], dropped map[]"},
		{"waiting", inbox.Waiting, func(i *inbox.Item) { i.Base = .4 }, func(l *lesson) error { return l.add(candidate("s2", .4)) },
			"1 waiting×2, changed [0], dropped map[]"},
		{"surer", inbox.Waiting, func(i *inbox.Item) { i.Base = .4 }, func(l *lesson) error { return l.add(candidate("s2", .9)) },
			"1 new×2, changed [0], dropped map[]"},
		{"edited", inbox.Edited, func(i *inbox.Item) {
			i.Title, i.Statement, i.Base = "Mine", "Bread of the `shop` is baked at night, they say.", .4
		},
			func(l *lesson) error { return l.add(candidate("s2", .9)) }, "1 edited×2 Mine, changed [0], dropped map[]"},
		{"another one", inbox.New, nil, func(l *lesson) error { return l.add(other) }, "1 new×1 | 0 new×1, changed [1], dropped map[]"},
		{"one that a note tells", inbox.New, nil, func(l *lesson) error {
			c := other
			c.Statement = "Amounts of `Price` are integer cents."
			return l.add(c)
		}, "1 new×1, changed [], dropped map[the notes say it already:1], confirmed a.md:3"},
		{"a habit that a rule found, too", inbox.New, nil, func(l *lesson) error { return l.addHabit(habit) },
			"1 new×2, changed [0], dropped map[]"},
		{"a habit as it was", inbox.New, func(i *inbox.Item) { i.Candidate = habit }, func(l *lesson) error { return l.addHabit(habit) },
			"1 new×1, changed [], dropped map[]"},
		{"a habit seen more often", inbox.New, func(i *inbox.Item) { i.Candidate = habit }, func(l *lesson) error {
			more := habit
			more.Count = 7
			return l.addHabit(more)
		}, "1 new×1, changed [0], dropped map[]"},
		{"a habit in other words", inbox.Waiting, func(i *inbox.Item) { i.Candidate = habit }, func(l *lesson) error {
			more := habit
			more.Statement = "Other words of the `shop`."
			return l.addHabit(more)
		}, "1 new×1, changed [0], dropped map[]"},
		{"a habit that is proposed", inbox.Proposed, func(i *inbox.Item) { i.Candidate = habit }, func(l *lesson) error {
			more := habit
			more.Count = 7
			return l.addHabit(more)
		}, "1 proposed×1, changed [], dropped map[]"},
		{"a habit that was dropped", inbox.Dropped, func(i *inbox.Item) { i.Candidate = habit },
			func(l *lesson) error { return l.addHabit(habit) },
			"1 dropped×1, changed [], dropped map[dropped or refused before:1]"},
		{"a habit that was refused", inbox.Refused, func(i *inbox.Item) { i.Candidate = habit },
			func(l *lesson) error { return l.addHabit(habit) },
			"1 refused×1, changed [], dropped map[dropped or refused before:1]"},
		{"another habit of the same error", inbox.New, func(i *inbox.Item) { i.Error = "no rates" }, func(l *lesson) error {
			c := habit
			c.ID, c.Error = "other", "no rates"
			return l.addHabit(c)
		}, "1 new×2, changed [0], dropped map[]"},
		{"another habit", inbox.New, nil, func(l *lesson) error {
			c := habit
			c.ID = "other"
			return l.addHabit(c)
		}, "1 new×1 | 0 new×1, changed [1], dropped map[]"},
	} {
		item := inbox.Item{N: 1, State: c.state, Candidate: candidate("s1", .9)}
		if c.change != nil {
			c.change(&item)
		}
		l := &lesson{school: s, notes: n, items: []inbox.Item{item}, out: &Learnt{Dropped: map[string]int{}}}
		err := c.add(l)
		var items []string
		for _, i := range l.items {
			items = append(items, strings.TrimSuffix(fmt.Sprintf("%d %s×%d %s", i.N, i.State, len(i.Evidence), i.Title), " Bread"))
		}
		got := fmt.Sprintf("%s, changed %v, dropped %v", strings.Join(items, " | "), l.dirty, l.out.Dropped)
		for _, sure := range l.out.Confirmations {
			got += fmt.Sprintf(", confirmed %s:%d", sure.Path, sure.Line)
		}
		if got != c.want || err != nil {
			t.Errorf("%s: %s, %v\nwant %s", c.name, got, err, c.want)
		}
	}
	for said, want := range map[string]string{"We decided to bake at night because it is cheaper.": "decision ",
		"Never bake by day.": "memory "} {
		l := &lesson{school: s, notes: n, out: &Learnt{Dropped: map[string]int{}}}
		err := l.add(learn.Candidate{ID: said, Kind: "memory", Statement: said})
		if got := l.items[0].Kind + " " + l.items[0].Type; err != nil || !strings.HasPrefix(got, want) || want == "memory " &&
			got == want {
			t.Errorf("%q is a %s, %v", said, got, err)
		}
	}
}

// The note of a candidate and its commit, word by word.
func TestNoteWordByWord(t *testing.T) {
	item := inbox.Item{N: 1, Finding: "contradicts a.md:3: other", Against: "a.md", Candidate: learn.Candidate{
		ID: "01K00000000000000000000000", Rule: "fix", Kind: "memory", Type: "work_state", Title: "Bake  at\nnight",
		Statement: "# Bake\n at <b>night</b>.",
		Why:       "The command printed: error: ```no oven```", Quote: "bread, please", Error: "error: no oven", Files: []string{"bake.go"},
		Origin:  learn.Human,
		Tainted: true, Confidence: .8, Importance: .7, Entities: []learn.Named{{Type: "language", Name: "go"}}, Steps: []string{"make"},
		Tried: "baking\nby day", Because: "too hot", Instead: "at night", Commits: []string{"1234567"}, OfBranch: "oven",
		Evidence: []learn.Evidence{{Client: "claude", Session: "s1", Turns: [2]int{1, 2}, Day: "2026-08-01"}, {Client: "claude",
			Session: "s1"},
			{Client: "codex", Session: "s2"}},
	}}
	const want = `---
id: 01K00000000000000000000000
kind: memory
type: work_state
title: Bake at night
status: proposed
source: agent
confidence: 0.8
importance: 0.7
needs_review: true
files: [bake.go]
steps: [make]
commits: ["1234567"]
entities: [{type: language, name: go}]
branch: oven
tried: baking by day
failed_because: too hot
instead: at night
evidence:
  - {client: claude, day: "2026-08-01", session: s1, turns: 1-2}
  - {client: claude, session: s1, turns: 0-0}
  - {client: codex, session: s2, turns: 0-0}
---
\# Bake at &lt;b>night&lt;/b>.

` + "```\nerror: '''no oven'''\n```" + `

Why: Seen in 2 sessions. It contradicts a.md:3: other

> "bread, please"
`
	if got := Note(item); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if head, _, _ := strings.Cut(message(item, []validate.Finding{{Rule: "status", Severity: "info", Message: "1. x",
		Place: validate.Place{Path: "n.md"}},
		{Place: validate.Place{Path: "other.md"}}}, "n.md"), "\x00"); head != "learn: Bake  at\nnight\n\nFound by the rule \"fix\", "+
		"with confidence 0.80, in "+
		"2 sessions.\n\nIt contradicts a.md:3: other\n\ninfo status: 1\\. x\n\nKb-Learned: claude/s1\nKb-Learned: codex/s2\n"+
		"Kb-Candidate: 01K00000000000000000000000\n" {
		t.Errorf("the commit says %q", head)
	}
	item.Title, item.Finding = strings.Repeat("x", 65), ""
	if subject, _, _ := strings.Cut(message(item, nil, ""), "\n"); subject != "learn: "+item.Title {
		t.Errorf("of 72 characters: %q", subject)
	}
	item.Title += "y"
	if subject, _, _ := strings.Cut(message(item, nil, ""), "\n"); subject != "learn: "+strings.Repeat("x", 64)+"…" {
		t.Errorf("of 73 characters: %q", subject)
	}
	item = inbox.Item{Candidate: learn.Candidate{ID: "i", Kind: "memory", Type: "episode", Statement: "s", Origin: learn.Observed,
		OfBranch: "oven"}}
	if got := Note(item); got != "---\nid: i\nkind: memory\ntype: episode\ntitle: \"\"\nstatus: proposed\nsource: "+
		"observed\nconfidence: 0\nevidence: []\n---\ns\n" {
		t.Errorf("a bare one: %q", got)
	}
	for said, want := range map[string]string{"": "", "a": "a", "# a": "\\# a", "`a` b": "`a` b", "```a": "'''a", "1. a": "1\\. a",
		"20) a": "20\\) a", "2026.": "2026\\.", "0600 is the mode": "0600 is the mode", "3 retries": "3 retries",
		"1.5 s": "1.5 s", "42": "42", "~~~": "\\~~~", "a < b [[c]]": "a &lt; b [ [c]]"} {
		if got := plain(said); got != want {
			t.Errorf("%q plainly: %q, want %q", said, got, want)
		}
	}
}

// Notes of candidates with one title get paths of their own, also beside what is there.
func TestPathsOfCandidates(t *testing.T) {
	r, s := inSchool(t, "", nil)
	for i := range 2 {
		c := learn.Remembered(fmt.Sprintf("Bread %d is baked in `main.go`.", i), "memory", "gotcha", "Bread", nil, "user", noon)
		if err := s.Inbox.Put(inbox.Item{State: inbox.New, Candidate: c}); err != nil {
			t.Fatal(err)
		}
	}
	p, err := s.Propose(t.Context(), ProposeRequest{DryRun: true})
	if err != nil || len(p.Notes) != 2 || p.Notes[1].Path != strings.TrimSuffix(p.Notes[0].Path, ".md")+"-2.md" || p.Branch == "" ||
		len(p.Commits) > 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	r.Write(strings.ToUpper(p.Notes[0].Path[:1])+p.Notes[0].Path[1:], "# Bread\n", p.Notes[1].Path, "# Bread\n")
	r.Commit("bread")
	again, err := s.Propose(t.Context(), ProposeRequest{DryRun: true, Items: []int{2}})
	if err != nil || len(again.Notes) != 1 || again.Notes[0].Path != strings.TrimSuffix(p.Notes[0].Path, ".md")+"-3.md" {
		t.Errorf("%+v, %v", again, err)
	}
}

// A killed process leaves candidates with a commit: they count as proposed where the branch has it.
func TestAdopted(t *testing.T) {
	r, s := inSchool(t, "", nil)
	head := r.Git("rev-parse", "HEAD")
	r.Git("checkout", "-q", "-b", "kb/learn")
	r.Write("x.md", "# X\n")
	tip := r.Commit("x")
	r.Git("checkout", "-q", "main")
	r.Git("branch", "-q", "empty", head)
	want := map[int]inbox.State{}
	for i, c := range []struct {
		state          inbox.State
		commit, branch string
		want           inbox.State
	}{{inbox.New, tip, "kb/learn", inbox.Proposed}, {inbox.Edited, tip, "kb/learn", inbox.Proposed}, {inbox.New, "", "kb/learn",
		inbox.New},
		{inbox.Dropped, tip, "kb/learn", inbox.Dropped}, {inbox.New, tip, "gone", inbox.New}, {inbox.New, tip, "empty", inbox.New}} {
		item := inbox.Item{State: c.state, Commit: c.commit, Branch: c.branch, Candidate: learn.Candidate{ID: fmt.Sprint(i)}}
		if err := s.Inbox.Put(item); err != nil {
			t.Fatal(err)
		}
		want[i+1] = c.want
	}
	items, err := s.Inbox.Items()
	if err = errors.Join(err, s.adopt(t.Context(), items)); err != nil {
		t.Fatal(err)
	}
	got := map[int]inbox.State{}
	kept, err := s.Inbox.Items()
	for i, item := range kept {
		if got[item.N] = item.State; items[i].State != item.State || err != nil {
			t.Errorf("%d is %s, kept as %s", item.N, items[i].State, item.State)
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
