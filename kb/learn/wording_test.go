package learn

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/habit"
	"github.com/9aea2451/kb/kb/observe"
)

// What each class of habits says, in words.
func TestWordsOfHabits(t *testing.T) {
	two := []string{"a.go", "b.go"}
	for _, tt := range []struct {
		h    habit.Habit
		want string
	}{
		{habit.Habit{Class: observe.CoAccess, Files: []string{"a/**", "b/**"}}, "causal_dependency `a/**`, `b/**` are worked on together."},
		{habit.Habit{Class: observe.CoAccess, Files: two, What: observe.BothEdited},
			"causal_dependency `a.go`, `b.go` are changed together."},
		{habit.Habit{Class: observe.CoAccess, Files: two}, "causal_dependency `a.go`, `b.go` are read and changed together."},
		{habit.Habit{Class: observe.ConfigTouch, Files: two}, "causal_dependency `a.go`, `b.go` are changed together."},
		{habit.Habit{Class: observe.ErrorRetry, What: "no such file"},
			"error_pattern An error that came again and again in a session: no such file"},
		{habit.Habit{Class: observe.ErrorRetry}, ""},
		{habit.Habit{Class: observe.Conflict, Files: two[:1]},
			"gotcha An edit of `a.go` failed since the file had changed after it was read."},
		{habit.Habit{Class: observe.ReadAbandon, Files: two[:1], What: "x`y"}, "gotcha Who looks for `x'y` reads `a.go` in vain."},
		{habit.Habit{Class: observe.RepeatedSearch, Files: two[:1], What: "Parse"},
			"module_insight `Parse` is searched for again and again; it is found in `a.go`."},
		{habit.Habit{Class: observe.ToolSequence, Steps: []string{"edit a.go", "read b.go", "make gen", "write c.go", "make"}},
			"workflow_recipe These steps go together: edit `a.go`, read `b.go`, `make gen`, `write c.go`, `make`."},
		{habit.Habit{Class: observe.TestOrder, Steps: []string{"make lint", "make test"}},
			"workflow_recipe Before a commit these run in this order: `make lint`, `make test`."},
		{habit.Habit{Class: observe.FileAccess, What: "api", Always: two[:1]}, "prefetch_pattern Who works on `api` reads `a.go`."},
		{habit.Habit{Class: observe.FileAccess, What: "api", Always: two[:1], Often: two[1:]},
			"prefetch_pattern Who works on `api` reads `a.go`, and often `b.go`."},
		{habit.Habit{Class: observe.Backtrack, Files: two[:1]}, "gotcha The same edit of `a.go` is made, and taken back, again and again."},
		{habit.Habit{Class: observe.GlobIgnore, Key: "gen/x.go"},
			"gotcha `gen/x.go` is read though git ignores it or a program writes it: look for what it is made from."},
		{habit.Habit{Class: observe.TokenSpike, Key: "make -n", What: "9000"}, "gotcha `make -n` prints about 9000 tokens: narrow it."},
		{habit.Habit{Class: observe.TokenSpike, Files: two[:1], What: "9000"},
			"gotcha `a.go` is long, about 9000 tokens: do not read it whole."},
		{habit.Habit{Class: observe.Reference, Key: "https://example.org"},
			"module_insight `https://example.org` is looked up again and again."},
		{habit.Habit{Class: observe.ImportChase, Files: two, What: "4"},
			"causal_dependency `a.go` leads to `b.go` over 4 files that import one another."},
		{habit.Habit{Class: observe.SelfCorrection}, ""},
	} {
		typ, said := worded(tt.h)
		if got := strings.TrimSpace(typ + " " + said); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.h.Class, got, tt.want)
		}
	}
	for what, want := range map[string][]string{".": nil, "api": {"api/**"}} {
		c, ok := FromHabit(habit.Habit{Class: observe.FileAccess, What: what, Always: two, Files: two, Seen: make([]habit.Seen, 3),
			Value: 1})
		if !ok || !slices.Equal(c.Files, want) {
			t.Errorf("who works on %q: files %q", what, c.Files)
		}
	}
}

// Titles and quotations are cut between words; a name that a title begins with keeps its small letter.
func TestTitlesAndQuotes(t *testing.T) {
	word := strings.Repeat("abcdefg ", 40)
	for s, want := range map[string]string{
		"use tabs; ": "Use tabs", "parseURL fails": "parseURL fails", "rates.go is long": "rates.go is long", "": "",
		"été is hot.":           "Été is hot",
		strings.Repeat("x", 72): "X" + strings.Repeat("x", 71), strings.Repeat("x", 73): "X" + strings.Repeat("x", 70) + "…",
		strings.Repeat("abcdefgh ", 9):                          "Abcdefgh abcdefgh abcdefgh abcdefgh abcdefgh abcdefgh abcdefgh…",
		"ab " + strings.Repeat("x", 80):                         "Ab " + strings.Repeat("x", 68) + "…",
		strings.Repeat("x", 36) + " " + strings.Repeat("y", 80): "X" + strings.Repeat("x", 35) + " " + strings.Repeat("y", 34) + "…",
		strings.Repeat("x", 37) + " " + strings.Repeat("y", 80): "X" + strings.Repeat("x", 36) + "…",
	} {
		if got := title(s); got != want {
			t.Errorf("title of %q: %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]string{
		"a  b\nc": "a b c", strings.Repeat("x", MaxQuote): strings.Repeat("x", MaxQuote), strings.Repeat("x",
			MaxQuote+1): strings.Repeat("x", MaxQuote-3) + "…",
		word:                                  strings.TrimSpace(strings.Repeat("abcdefg ", 29)) + "…",
		"ab " + strings.Repeat("x", MaxQuote): "ab " + strings.Repeat("x", MaxQuote-6) + "…",
	} {
		if got := quote(s); got != want {
			t.Errorf("quote of %q: %q, want %q", s, got, want)
		}
	}
}

// Two statements say the same when nearly all words of the longer are in the other, with the same numbers
// and denials; a short one may stand within a long one.
func TestStatementsThatSayTheSame(t *testing.T) {
	for _, tt := range []struct {
		a, b          string
		repeats, says bool
	}{
		{"Sort rows by name.", "Rows are sorted by name.", true, true},
		{"Sort rows by name.", "Never sort rows by name.", true, false},
		{"Retry 3 times on errors.", "Retry 4 times on errors.", false, false},
		{"Sort rows by name and date.", "Sort rows by name and date, since clients page through them with cursors of their own.",
			true, true},
		{"Sort rows by name.", "Sort rows by name, since clients page through them with cursors of their own.", true, false},
		{"one two three four five", "one two three four six", false, true},
		{"one two three four", "one two three six", false, false},
		{"", "one two", false, false}, {"the", "a", false, false},
	} {
		a, b := Candidate{ID: "a", Statement: tt.a}, Candidate{ID: "b", Statement: tt.b}
		if Repeats(tt.a, tt.b) != tt.repeats || a.Says(&b) != tt.says || b.Says(&a) != tt.says {
			t.Errorf("%q and %q: repeats %v, says the same %v and %v", tt.a, tt.b, Repeats(tt.a, tt.b), a.Says(&b), b.Says(&a))
		}
	}
	a, b := Candidate{ID: "a", Statement: "one two three"}, Candidate{ID: "b", Statement: "one two three"}
	for name, tt := range map[string]struct {
		change func()
		want   bool
	}{
		"of one error":           {func() { a.Error, b.Error = "x", "x" }, true},
		"of two errors":          {func() { b.Error = "y" }, false},
		"one of an error":        {func() { a.Error = "" }, false},
		"two signals":            {func() { a.Error, b.Error, a.Signal, b.Signal = "", "", "x", "y" }, false},
		"a signal and a word":    {func() { a.Error, b.Error, a.Signal, b.Signal = "", "", "x", "" }, true},
		"a word and a signal":    {func() { a.Error, b.Error, a.Signal, b.Signal = "", "", "", "y" }, true},
		"signals of the same id": {func() { a.Error, b.Error, a.Signal, b.Signal, b.ID = "", "", "x", "x", "a" }, true},
	} {
		a, b = Candidate{ID: "a", Statement: "one two three"}, Candidate{ID: "b", Statement: "one two three"}
		if name == "of two errors" || name == "one of an error" {
			a.Error, b.Error = "x", "x"
		}
		if tt.change(); a.Says(&b) != tt.want {
			t.Errorf("%s: %v", name, !tt.want)
		}
	}
	if got := tokens("The Rows, rows and " + strings.Repeat("x", 40) + " " + strings.Repeat("y", 41)); !slices.Equal(got,
		[]string{"row", strings.Repeat("x", 40)}) {
		t.Errorf("words %q", got)
	}
	near := Simhash("Sort all rows by their name before you write them out to the file")
	if !Near(near, Simhash("sort rows by their name, before you write them out to the file")) || Near(near,
		Simhash("Close the door at night")) || near == 0 {
		t.Error("sums of like statements are far, or of unlike ones near")
	}
}

// What was given up is told among what was tried, first, as far as nothing from outside was read before.
func TestEpisodeTellsWhatWasGivenUp(t *testing.T) {
	const given = "you: Cache the rates of the day, please.\nedit rates.go -a +b\nyou: let's not cache \"rates\", they change " +
		"within the day.\nedit rates.go -b +a\n"
	const end = "edit fetch.go -x +y\nrun git commit -m rates\nout 0 [rates 1234567] Fetch the rates\n"
	const outcome = ` Outcome: committed as 1234567 "Fetch the rates"`
	const tried = ` Tried: "let's not cache 'rates', they change within the day" (event 2).`
	for name, tt := range map[string]struct{ script, want string }{
		"given up":              {given + end, tried + outcome + " (event 6)."},
		"given up after a page": {"web https://example.org\n" + given + end, outcome + " (event 7)."},
		"given up after the commit": {"you: Cache the rates of the day, please.\n" + end + strings.TrimPrefix(given,
			"you: Cache the rates of the day, please.\n"), outcome + " (event 3)."},
		"and failed": {given + "run make\nout 1 error: no\nrun make\nout 1 error: no\nrun true\nout 0 ok\n" + end,
			strings.TrimSuffix(tried, ".") + "; `make` failed (event 5)." + outcome + " (event 12)."},
	} {
		s := told(t, tt.script)
		s.Branch = "rates"
		e := From(s, Repository{}).Episode
		if e == nil {
			t.Errorf("%s: no episode", name)
			continue
		}
		if _, got, _ := strings.Cut(e.Statement, `).`); got != tt.want {
			t.Errorf("%s: %s\n want %s", name, got, tt.want)
		}
	}
}

// A result without a status is red when its output tells of an error; its command is the call that it
// answers.
func TestResultsWithoutAStatus(t *testing.T) {
	yes, no := true, false
	for _, tt := range []struct {
		e    chat.Event
		want bool
	}{
		{chat.Event{Text: "rates.go:9:2: undefined: RoundHalf"}, true}, {chat.Event{Text: "ok"}, false},
		{chat.Event{Text: "--- FAIL: TestRates",
			OK: &yes}, false},
		{chat.Event{Text: "ok", OK: &no}, true}, {chat.Event{Text: "ok", Exit: 2}, true},
	} {
		tt.e.Kind, tt.e.Tool = chat.Result, "shell"
		r := &reading{s: &chat.Session{Events: []chat.Event{tt.e}}}
		if got := r.red(0); got != tt.want {
			t.Errorf("%+v: %v", tt.e, got)
		}
	}
	call := func(id, text string) chat.Event {
		return chat.Event{Role: chat.Agent, Kind: chat.Call, Tool: "shell", Call: id, Text: text}
	}
	result := func(id string) chat.Event {
		return chat.Event{Role: chat.Tool, Kind: chat.Result, Tool: "shell", Call: id}
	}
	r := &reading{s: &chat.Session{Events: []chat.Event{call("1", "make"), call("2", "curl x"), {Kind: chat.Call, Tool: "read"},
		result("1"), result("2"),
		result("3"), result("")}}}
	for i, want := range map[int]string{3: "make", 4: "curl x", 5: "", 6: "curl x"} {
		if got := r.command(i); got != want {
			t.Errorf("event %d answers %q, want %q", i, got, want)
		}
	}
	for i, want := range map[int]bool{1: true, 3: false, 4: true, 5: false} {
		if got := r.fromOutside(i); got != want {
			t.Errorf("event %d comes from outside: %v", i, got)
		}
	}
	for _, tt := range []struct {
		e    chat.Event
		want bool
	}{
		{chat.Event{Kind: chat.Call, Tool: "mcp", Native: "mcp__kb__search"}, false}, {chat.Event{Kind: chat.Call, Tool: "mcp",
			Native: "mcp__web__get"}, true},
		{chat.Event{Kind: chat.Call, Tool: "read", Files: []string{chat.Outside}}, true}, {chat.Event{Kind: chat.Call, Tool: "read",
			Files: []string{"a.go"}}, false},
		{chat.Event{Kind: chat.Call, Tool: "shell", Text: "cd x && wget y"}, true}, {chat.Event{Kind: chat.Call, Tool: "shell",
			Text: "make curly"}, false},
		{chat.Event{Kind: chat.Text, Tool: "web"}, false},
	} {
		if got := outside(tt.e); got != tt.want {
			t.Errorf("%+v comes from outside: %v", tt.e, got)
		}
	}
}

// However much is said, a session teaches a bounded number of things, and of pasted texts nothing.
func TestWhatIsSaidIsBounded(t *testing.T) {
	var many strings.Builder
	for i := range 60 {
		fmt.Fprintf(&many, "you: Always sort `table%d` by its column%d.\nedit t%d.go -a +b\n", i, i, i)
	}
	l := From(told(t, many.String()), Repository{})
	most := l.Kind.most()
	if len(l.Candidates) != most || l.Dropped[TooMany] != 60-most {
		t.Errorf("%d candidates of at most %d, dropped %v", len(l.Candidates), most, l.Dropped)
	}
	var costs [2]uint64 // in bytes
	for at, n := range []int{300, 600} {
		many.Reset()
		for i := range n {
			fmt.Fprintf(&many, "you: Remember that `table%d` must always be sorted by its column%d.\n", i, i)
		}
		s := told(t, many.String())
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l = From(s, Repository{})
		runtime.ReadMemStats(&after)
		costs[at] = after.TotalAlloc - before.TotalAlloc
		if most = l.Kind.most(); len(l.Candidates) != most || l.Dropped[TooMany] != n-most {
			t.Errorf("%d candidates of %d orders, dropped %v", len(l.Candidates), n, l.Dropped)
		}
	}
	if ratio := float64(costs[1]) / float64(costs[0]); ratio > 2.6 {
		t.Errorf("twice as many orders take %.1f times as much memory", ratio)
	}
	const order = "Always sort `prices` by name."
	for n, want := range map[int]int{4000: 1, 4001: 0} {
		pasted := order + `\n` + "```" + `\n` + strings.Repeat("x", n-len(order)-9) + `\n` + "```"
		if got := From(told(t, "you: "+pasted+"\nedit p.go -a +b"), Repository{}).Candidates; len(got) != want {
			t.Errorf("of a turn of %d bytes: %+v", n, got)
		}
	}
}
