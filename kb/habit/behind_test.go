package habit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/observe"
)

// A habit is found behind others that are none, of every class, whatever stands before it.
func TestHabitsBehindOthers(t *testing.T) {
	sig := func(class observe.Class, key string) observe.Signal { return observe.Signal{Class: class, Key: key} }
	var traces []observe.Trace
	for i := range 4 {
		s := acted(i+1, "mabc", "ombc")
		s.Signals = append(s.Signals, sig(observe.ErrorRetry, "e"), sig(observe.Backtrack, fmt.Sprint("b", i)), sig(observe.Backtrack, "z"),
			sig(observe.ErrorRetry, fmt.Sprint("a", i)), sig(observe.TestOrder, "make lint ; make unit"))
		s.Tests = []string{"make lint", "make unit"}
		traces = append(traces, s)
	}
	for i := range 3 { // these take half of the steps of those that run it
		traces = append(traces, acted(i+5, "pdef"))
	}
	for i := range 4 {
		traces = append(traces, acted(i+8, fmt.Sprintf("p%cgh", "ijkl"[i])))
	}
	want := map[string]bool{"error-retry e": true, "backtrack z": true, "test-order make lint ; make unit": true}
	for range 5 { // the order in which a map is read must not matter
		got := map[string]bool{}
		recipes := 0
		for _, h := range Count(traces, nil).Signals() {
			if h.Class == observe.ToolSequence {
				recipes++
				continue
			}
			got[string(h.Class)+" "+h.Key] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || recipes != 1 {
			t.Fatalf("%v and %d recipes, want %v and one", got, recipes, want)
		}
	}
	work := func(n int, main string, read ...string) observe.Trace {
		s := session(n)
		s.Main, s.Modules, s.Read = main, []string{main}, read
		return s
	}
	modules := []observe.Trace{work(1, "admin", "admin/x.go")}
	for i := range 5 {
		modules = append(modules, work(i+2, "auth", "auth/a.go"))
	}
	if found, reached := Count(modules, nil).Synthesis(nil, func(a, b string) bool { return false }); len(found) != 1 || len(reached) != 1 {
		t.Errorf("behind a module of one session: %s, reached %v", short(found), reached)
	}
}

// Files that were only read are a pair where hardly a session has one alone; where there are ten sessions, none.
func TestFilesThatAreReadTogether(t *testing.T) {
	read := func(n int, files ...string) observe.Trace {
		s := session(n)
		if len(files) == 2 {
			s = session(n, observe.Signal{Class: observe.CoAccess, Key: "k", Files: files})
		}
		s.Read = files
		return s
	}
	for _, tt := range []struct {
		both, alone, none int
		want              bool
	}{{3, 0, 0, true}, {4, 1, 0, true}, {4, 2, 0, false}, {3, 0, 7, true}, {4, 1, 5, false}, {9, 1, 0, true}, {4, 1, 4, true}} {
		var traces []observe.Trace
		for i := range tt.both + tt.alone + tt.none {
			switch {
			case i < tt.both:
				traces = append(traces, read(i, "a/x.go", "b/y.go"))
			case i < tt.both+tt.alone:
				traces = append(traces, read(i, "a/x.go"))
			default:
				traces = append(traces, read(i))
			}
		}
		if got := len(Count(traces, nil).Signals()) == 1; got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
	if got := grow(run{strings.Split("bcde", ""), &bucket{seen: make([]Seen, 5)}}, []run{{strings.Split("zabc", ""),
		&bucket{seen: make([]Seen, 4)}},
		{strings.Split("abcd", ""), &bucket{seen: make([]Seen, 4)}}}); strings.Join(got.acts, "") != "zabcde" {
		t.Errorf("grown twice at its beginning: %q", got.acts)
	}
}

// Tests are in an order where most sessions that run them have it, and chance does not bring it about; a list
// begins with what follows nothing, with its sessions in the order of time.
func TestOrdersOfTests(t *testing.T) {
	run := func(n int, ordered bool, tests ...string) observe.Trace {
		s := session(n)
		if ordered {
			s = session(n, observe.Signal{Class: observe.TestOrder, Key: strings.Join(tests, observe.Then)})
		}
		s.Tests = tests
		return s
	}
	many := func(pairs, alone, none int) (out []observe.Trace) {
		for i := range pairs + alone + none {
			switch {
			case i < pairs:
				out = append(out, run(i, true, "make lint", "make unit"))
			case i < pairs+alone:
				out = append(out, run(i, false, "make unit"))
			default:
				out = append(out, run(i, false))
			}
		}
		return out
	}
	tainted := many(3, 0, 0)
	for i := range tainted {
		tainted[i].Tainted = 0
	}
	half := many(3, 0, 0)
	half[0].Tainted = 0
	for name, tt := range map[string]struct {
		traces []observe.Trace
		want   string
	}{
		"each":                         {many(3, 0, 0), "make lint ; make unit 3/3 false"},
		"one of ten":                   {many(3, 6, 0), "make lint ; make unit 3/9 false"},
		"one that is run much oftener": {many(3, 28, 0), ""},
		"by chance":                    {many(3, 6, 1), ""},
		"of ten, always together":      {many(3, 0, 7), "make lint ; make unit 3/10 false"},
		"beyond chance":                {many(6, 3, 20), "make lint ; make unit 6/29 false"},
		"read from outside":            {tainted, "make lint ; make unit 3/3 true"},
		"one read from outside":        {half, "make lint ; make unit 3/3 false"},
	} {
		var got []string
		for _, h := range Count(tt.traces, nil).Signals() {
			got = append(got, fmt.Sprintf("%s %d/%d %v", h.What, len(h.Seen), h.Of, h.Tainted))
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	c := Count(many(3, 0, 0), map[observe.Class]Verdicts{observe.TestOrder: {Dropped: 100}})
	if got := c.Signals(); len(got) != 0 || c.Faint != 1 {
		t.Errorf("of a class that people dropped: %s, %d faint", short(got), c.Faint)
	}
	var lists []observe.Trace
	for i := range 3 {
		lists = append(lists, run(9-i, true, "make a", "make b", "make c"), run(i+1, true, "make x", "make y"))
	}
	for i := range 4 { // so that c comes in too few of those that run b
		lists = append(lists, run(i+20, true, "make a", "make b"))
	}
	twice := run(5, true, "make x", "make y")
	twice.Signals = append([]observe.Signal{{Class: observe.TestOrder, Key: "make x ; make y", First: 7, Last: 8}}, twice.Signals...)
	lists = append(lists, twice)
	var got []string
	for _, h := range Count(lists, nil).Signals() {
		line := h.What
		for _, s := range h.Seen {
			line += fmt.Sprint(" ", s.Session, "@", s.First)
		}
		got = append(got, line)
	}
	want := []string{"make a ; make b 7@1 8@1 9@1 20@1 21@1 22@1 23@1", "make x ; make y 1@1 2@1 3@1 5@1"}
	if !slices.Equal(got, want) {
		t.Errorf("lists %q, want %q", got, want)
	}
}
