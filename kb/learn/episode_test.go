package learn

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/9aea2451/kb/kb/chat"
)

const (
	mended  = "run go test ./rates\nout 1 --- FAIL: TestRates\nedit rates.go -a +b\nrun go test ./rates\nout 0 ok\n"
	commits = "run git commit -m rates\nout 0 [rates 1234567] Cache the rates\n"
	begun   = "you: Cache the rates of the day, please.\nread rates.go\n"
)

// An episode tells what was asked, what was tried, and how it ended, each with its event.
func TestEpisode(t *testing.T) {
	for name, c := range map[string]struct{ script, branch, says string }{
		"with a test that failed": {begun + mended + commits, "rates",
			`Asked: "Cache the rates of the day, please" (event 0). Tried: ` + "`go test ./rates`" +
				` failed (event 3). Outcome: the tests passed ` +
				`(event 6), committed as 1234567 "Cache the rates" (event 8).`},
		"on the main branch, with something tried": {begun + mended + commits, "main",
			`Asked: "Cache the rates of the day, please" (event 0). Tried: ` + "`go test ./rates`" +
				` failed (event 3). Outcome: the tests passed ` +
				`(event 6), committed as 1234567 "Cache the rates" (event 8).`},
		"on a branch, with nothing tried": {begun + "edit rates.go -a +b\n" + commits, "rates",
			`Asked: "Cache the rates of the day, please" (event 0). Outcome: committed as 1234567 "Cache the rates" (event 4).`},
		"on the main branch, one commit": {begun + "edit rates.go -a +b\n" + commits, "main", ""},
		"on no branch, one commit":       {begun + "edit rates.go -a +b\n" + commits, "", ""},
		"on the main branch, two commits": {begun + "edit rates.go -a +b\n" + commits + strings.ReplaceAll(commits, "1234567",
			"7654321"), "main",
			`Asked: "Cache the rates of the day, please" (event 0). Outcome: committed as 7654321 "Cache the rates" (event 6).`},
		"a commit that failed": {begun + "edit rates.go -a +b\n" + strings.Replace(commits, "out 0", "out 1", 1), "rates", ""},
		"nothing changed":      {begun + commits, "rates", ""},
		"nothing committed":    {begun + mended, "rates", ""},
		"tests failed last":    {begun + "edit rates.go -a +b\nrun go test ./rates\nout 1 --- FAIL: TestRates\n" + commits, "rates", ""},
		"the second thing that was typed": {"you: hi\n" + begun + "edit rates.go -a +b\n" + commits, "rates",
			`Asked: "Cache the rates of the day, please" (event 1). Outcome: committed as 1234567 "Cache the rates" (event 5).`},
		"a quote in the goal": {"you: Call it \"day rates\" everywhere.\nedit rates.go -a +b\n" + commits, "rates",
			`Asked: "Call it 'day rates' everywhere" (event 0). Outcome: committed as 1234567 "Cache the rates" (event 3).`},
	} {
		s := told(t, c.script)
		s.Branch = c.branch
		got := ""
		if e := From(s, Repository{}).Episode; e != nil {
			if got = e.Statement; e.OfBranch != c.branch || !slices.Equal(e.Files, []string{"rates.go"}) || e.Tainted {
				t.Errorf("%s: of the branch %s, files %q, tainted %v", name, e.OfBranch, e.Files, e.Tainted)
			}
		}
		if got != c.says {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.says)
		}
	}
	s := told(t, begun+"web https://example.org\nout 0 a page\nedit rates.go -a +b\n"+commits)
	s.Branch = "rates"
	if e := From(s, Repository{}).Episode; e == nil || !e.Tainted {
		t.Errorf("a session that read a page: %+v", e)
	}
}

// The same command that fails twice was tried once; three things that were tried are told, and twelve commits.
func TestEpisodeIsBounded(t *testing.T) {
	script := begun
	for i := range 5 {
		for range 2 {
			script += fmt.Sprintf("run go test ./rates%d\nout 1 --- FAIL: TestRates\n", i)
		}
	}
	script += "edit rates.go -a +b\n"
	for i := range maxCommits + 2 {
		script += strings.ReplaceAll(commits, "1234567", fmt.Sprintf("12345%02d", i))
	}
	s := told(t, script+"run go test ./rates\nout 0 ok\n")
	s.Branch = "rates"
	e := From(s, Repository{}).Episode
	if e == nil {
		t.Fatal("no episode")
	}
	if n := strings.Count(e.Statement, " failed "); n != maxTried || len(e.Commits) != maxCommits || e.Commits[0] != "1234500" {
		t.Errorf("%d things were tried, commits %q", n, e.Commits)
	}
}

// A goal is cut at a word; a turn that says nothing is no goal.
func TestGoal(t *testing.T) {
	long := strings.Repeat("day rates ", 25)
	for script, want := range map[string]string{
		"you: " + long + "\n": strings.Repeat("day rates ", 20) + "…@0", "you: hi\nyou: Cache rates now.\n": "Cache rates now@1",
		"you: hi\nyou: ok\nyou: Cache rates now.\n": "@0", "agent: Cache rates now.\n": "@0",
	} {
		r := read(told(t, script), Repository{})
		goal, at := r.goal()
		if got := fmt.Sprintf("%s@%d", goal, at); got != want {
			t.Errorf("%.40q: %q, want %q", script, got, want)
		}
	}
}

// A later session of a branch keeps what was asked first, and tells how it ended last.
func TestEpisodesOfABranch(t *testing.T) {
	c := Candidate{Statement: "Asked: a. Outcome: b.", Commits: []string{"1", "2"}, OfBranch: "rates",
		Evidence: []Evidence{{Session: "s1"}},
		Files:    []string{"a.go"}, Base: .5, Origin: Human}
	c.GoOn(Candidate{Statement: "Asked: c. Outcome: d.", Commits: []string{"2", "3"}, Evidence: []Evidence{{Session: "s2"}},
		Files: []string{"b.go"}})
	if c.Statement != "Asked: a. Outcome: d." || !slices.Equal(c.Commits, []string{"1", "2", "3"}) || len(c.Evidence) != 2 || c.Tainted ||
		!slices.Equal(c.Files, []string{"a.go", "b.go"}) || c.Confidence != .55 {
		t.Errorf("%+v", c)
	}
	c.GoOn(Candidate{Statement: "Nothing came of it.", Tainted: true, Evidence: []Evidence{{Session: "s2"}}})
	if c.Statement != "Asked: a. Outcome: d." || !c.Tainted || c.Confidence != .385 {
		t.Errorf("after a session without an outcome: %+v", c)
	}
	for i := range 2 * maxCommits {
		c.GoOn(Candidate{Commits: []string{fmt.Sprint("x", i)}})
	}
	if len(c.Commits) != maxCommits {
		t.Errorf("%d commits are kept, want %d", len(c.Commits), maxCommits)
	}
	c.OnBranch(false)
	state := c.ID
	if c.Type != "work_state" {
		t.Errorf("of a branch that is not merged: %s", c.Type)
	}
	if c.OnBranch(true); c.Type != "episode" || c.ID == state {
		t.Errorf("of one that is merged: %s %s", c.Type, c.ID)
	}
	for branch, want := range map[string]bool{"main": true, "HEAD": true, "rates": false, "": false} {
		if IsMain(branch) != want {
			t.Errorf("others are merged into %q: %v", branch, !want)
		}
	}
}

// What is surer keeps its words; who waits gives way to who does not.
func TestJoin(t *testing.T) {
	of := func(says string, base float64, waiting, tainted bool, session string) Candidate {
		return Candidate{ID: says, Statement: says, Base: base, Origin: Human, Waiting: waiting, Tainted: tainted,
			Files:    []string{says + ".go"},
			Evidence: []Evidence{{Session: session}}}
	}
	for name, c := range map[string]struct {
		a, b     Candidate
		says     string
		waits    bool
		tainted  bool
		sessions int
		sure     float64
	}{
		"the surer later one":    {of("a", .5, false, false, "1"), of("b", .6, false, false, "2"), "b", false, false, 2, .66},
		"the surer earlier one":  {of("a", .6, false, false, "1"), of("b", .5, false, false, "2"), "a", false, false, 2, .66},
		"as sure":                {of("a", .6, false, false, "1"), of("b", .6, false, false, "1"), "a", false, false, 1, .6},
		"one that waits":         {of("a", .6, true, false, "1"), of("b", .5, false, false, "2"), "b", false, false, 2, .55},
		"a later one that waits": {of("a", .6, false, false, "1"), of("b", .5, true, false, "2"), "a", false, false, 2, .66},
		"both wait":              {of("a", .6, true, false, "1"), of("b", .5, true, false, "2"), "a", true, false, 2, .66},
		"one of a page":          {of("a", .6, false, true, "1"), of("b", .5, false, false, "2"), "a", false, false, 2, .66},
		"both of pages":          {of("a", .6, false, true, "1"), of("b", .5, false, true, "2"), "a", false, true, 2, .462},
		"an agent's word is less": {of("a", .55, false, false, "1"), Candidate{Statement: "b", Base: .6, Origin: Agents}, "a", false,
			false, 1, .55},
	} {
		got := c.a
		got.Join(c.b)
		if got.Statement != c.says || got.Waiting != c.waits || got.Tainted != c.tainted || got.Sessions() != c.sessions ||
			got.Confidence != c.sure || got.ID != "a" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if one := (Candidate{Confidence: Least}); !one.Ready() {
		t.Error("what is as sure as is asked is not shown")
	}
	if one := (Candidate{Confidence: Least, Waiting: true, Evidence: []Evidence{{Session: "1"}}}); one.Ready() {
		t.Error("what waits is shown")
	}
	if two := (Candidate{Confidence: Least, Waiting: true, Evidence: []Evidence{{Session: "1"}, {Session: "2"}}}); !two.Ready() {
		t.Error("what two sessions said waits still")
	}
	if faint := (Candidate{Confidence: Least - .01}); faint.Ready() {
		t.Error("what is less sure than is asked is shown")
	}
	c := of("a", .5, true, false, "1")
	if c.Absorb(of("b", .9, true, true, "2")); c.Waiting || c.Statement != "a" || len(c.Files) != 2 || c.Confidence != .55 {
		t.Errorf("absorbed: %+v", c)
	}
}

// A candidate names five files at most.
func TestFilesAreBounded(t *testing.T) {
	c := Candidate{Files: []string{"a", "b", "c"}}
	c.also(Candidate{Files: []string{"b", "d", "e", "f", "g"}})
	if !slices.Equal(c.Files, []string{"a", "b", "c", "d", "e"}) {
		t.Errorf("files %q", c.Files)
	}
	r := Remembered("Rooms are closed at night.", "memory", "fact", "Rooms", []string{"a", "b", "c", "d", "e", "f"}, "user", time.Time{})
	if len(r.Files) != maxFiles || r.Origin != Human || r.Rule != "explicit" || r.Base != .9 || r.Confidence != .9 {
		t.Errorf("remembered %+v", r)
	}
	if r := Remembered("Rooms are closed.", "memory", "fact", "Rooms", nil, "agent", time.Time{}); r.Origin != Agents ||
		r.Confidence >= .9 {
		t.Errorf("remembered by an agent: %+v", r)
	}
	if RuleNamed("fix").Base != .65 || RuleNamed("none").Name != "" {
		t.Error("rules are not found by their names")
	}
}

// Of two statements that say the same nearly all words are in common, the same numbers, and no denial of one.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"Rooms close at night", "Rooms close at night", 1},
		{"Rooms close at night 3", "Rooms close at night 4", 0},
		{"Rooms never close at night", "Rooms close at night", 0},
		{"", "Rooms close at night", 0}, {"Rooms close at night", "", 0}, {"", "", 0},
		{"Rooms close night", "Rooms close night by hand quickly", .8},
		{"Rooms close night", "Rooms close night by hand quickly today", 0},
		{"Rooms close night", "Rooms open night", 0},
		{"rooms close night hand quickly alone door wall", "rooms close night hand quickly alone door roof", 0},
		{"rooms close night hand quickly alone door wall floor", "rooms close night hand quickly alone door wall roof", .889},
	} {
		if got := Hear(c.a).Alike(Hear(c.b)); fmt.Sprintf("%.2f", got) != fmt.Sprintf("%.2f", c.want) {
			t.Errorf("%q and %q: %.3f, want %.3f", c.a, c.b, got, c.want)
		}
	}
}

// What is asked in a script without blanks is cut between characters.
func TestGoalWithoutBlanks(t *testing.T) {
	goal, _ := read(told(t, "you: "+strings.Repeat("缓存汇率，请写测试，", 10)), Repository{}).goal()
	if !strings.HasPrefix(goal, "缓存汇率，请写测试") || !strings.HasSuffix(goal, "…") || len(goal) > mostGoal+len("…") ||
		!utf8.ValidString(goal) {
		t.Errorf("%d bytes: %q", len(goal), goal)
	}
}

// What is private is replaced: addresses, the home folder whoever's it is, names that stand alone.
func TestWhatIsPrivateIsReplaced(t *testing.T) {
	all := Redaction{Emails: true, Home: "/srv/ada", Names: []string{"ada", "x1", "box"}}
	for text, want := range map[string]string{
		"ask ada@example.org or Ada.": "ask <email> or <name>.", "in /srv/ada/src of /home" + "/bob/x": "in ~/src of ~/x",
		"adapt x1 in a boxer": "adapt x1 in a boxer", "box": "<name>",
	} {
		if got := all.Text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if got := (Redaction{}).Text(text); got != text {
			t.Errorf("%q becomes %q where nothing is to be replaced", text, got)
		}
	}
}

// What a model says counts where the session bears it out: by events that are there, and their words.
func TestToldIsBorneOut(t *testing.T) {
	s := told(t, "you: The gateway closes idle connections after 30 seconds.\nagent: I see.\nweb https://example.org\nout 0 The "+
		"gateway closes "+
		"idle connections after 30 seconds.\n")
	s.Events[3].Tool = "web"
	item := func(change func(i *Item)) Item {
		i := Item{Type: "gotcha", Statement: "The gateway closes idle connections after 30 seconds.", QuoteFrom: []int{0}, Confidence: .9}
		change(&i)
		return i
	}
	for name, c := range map[string]struct {
		item Item
		want string
	}{
		"as it was said":     {item(func(*Item) {}), string(Human)},
		"of another type":    {item(func(i *Item) { i.Type = "rumour" }), ""},
		"just sure":          {item(func(i *Item) { i.Confidence = Least }), string(Human)},
		"unsure":             {item(func(i *Item) { i.Confidence = Least - .01 }), ""},
		"of no event":        {item(func(i *Item) { i.QuoteFrom = nil }), ""},
		"of an event beyond": {item(func(i *Item) { i.QuoteFrom = []int{4} }), ""},
		"of an event before": {item(func(i *Item) { i.QuoteFrom = []int{-1} }), ""},
		"of a page":          {item(func(i *Item) { i.QuoteFrom = []int{3} }), ""},
		"of six events":      {item(func(i *Item) { i.QuoteFrom = []int{0, 0, 0, 0, 0, 0} }), string(Human)},
		"of seven events":    {item(func(i *Item) { i.QuoteFrom = []int{0, 0, 0, 0, 0, 0, 0} }), ""},
		"of an agent, too":   {item(func(i *Item) { i.QuoteFrom = []int{0, 1} }), string(Agents)},
		"made up":            {item(func(i *Item) { i.Statement = "The cellar floods whenever it rains." }), ""},
		"in three sentences": {item(func(i *Item) {
			i.Statement = "The gateway closes. It is idle. Connections close after 30 " +
				"seconds."
		}), ""},
		"too long": {item(func(i *Item) {
			i.Statement = strings.Repeat("The gateway closes idle connections after 30 seconds ", 8)
		}), ""},
	} {
		r := read(s, Repository{})
		got := ""
		if c, ok := r.told(c.item); ok {
			got = string(c.Origin)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A model is shown what is said with three events before and after, of a long session the end.
func TestWindowsAreBounded(t *testing.T) {
	script := strings.Repeat("read a.go\nrun ls\n", 10) + "you: Close the rooms.\n" + strings.Repeat("read a.go\nrun ls\n", 10)
	s := told(t, script)
	for i := range s.Events {
		if s.Events[i].Tool == "read" {
			s.Events[i].Text = "look"
		}
	}
	var numbers []string
	for line := range strings.Lines(Windows(s, Repository{})) {
		n, _, _ := strings.Cut(line, "]")
		numbers = append(numbers, strings.TrimPrefix(n, "["))
	}
	if got := strings.Join(numbers, " "); got != "17 18 19 20 21 22 23" {
		t.Errorf("events %s are shown", got)
	}
	long := &chat.Session{}
	for i := range 200 {
		long.Events = append(long.Events, chat.Event{N: i, Role: chat.User, Kind: chat.Text, Text: fmt.Sprint(i,
			strings.Repeat(" rooms", 200))})
	}
	shown := Windows(long, Repository{})
	if len(shown) > mostWindows || len(shown) < mostWindows-2*mostEvent || !strings.Contains(shown, "[199] ") ||
		strings.Contains(shown, "[0] ") {
		t.Errorf("%d bytes are shown, from %.9s", len(shown), shown)
	}
	if got := Windows(told(t, "agent: Rooms are closed.\n"), Repository{}); got != "" {
		t.Errorf("of a session without a person: %q", got)
	}
}
