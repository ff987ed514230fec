package habit

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/observe"
)

// How likely chance brings two things together, and where the lower end of a share lies.
func TestChance(t *testing.T) {
	for _, tt := range []struct {
		n, a, b, all int
		want         float64
	}{
		{2, 2, 2, 4, 1. / 6}, {1, 2, 2, 4, 5. / 6}, {0, 2, 2, 4, 1}, {1, 1, 1, 10, .1}, {3, 2, 2, 4, 0}, {1, 3, 2, 4, 1}, {2, 3, 3, 4, 1},
		{3, 3, 3, 4, .25}, {3, 3, 5, 10, 1. / 12},
	} {
		if got := tail(tt.n, tt.a, tt.b, tt.all); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%d of %d and %d in %d: %v", tt.n, tt.a, tt.b, tt.all, got)
		}
	}
	for _, tt := range []struct {
		k, n int
		want float64
	}{{10, 10, .78805}, {5, 10, .26981}, {0, 10, 0}} {
		if got := lower(tt.k, tt.n); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("%d of %d: %v", tt.k, tt.n, got)
		}
	}
	for all, want := range map[int]float64{0: .01, 10: .01, 20: .005} {
		if got := chance(all); math.Abs(got-want) > 1e-9 {
			t.Errorf("among %d: %v", all, got)
		}
	}
}

// Shares of the sessions that show one of two things in which both are seen.
func TestSharesOfSessions(t *testing.T) {
	for _, tt := range []struct {
		c                  table
		rarer, other       float64
		share, inseparable bool
	}{
		{table{3, 5, 30, 99}, .6, .1, true, false}, {table{2, 5, 20, 99}, .6, .1, false, false},
		{table{3, 5, 31, 99}, .6, .1, false, false},
		{table{3, 30, 5, 99}, .6, .1, true, false}, {table{0, 0, 0, 9}, 0, 0, false, false}, {table{2, 2, 2, 9}, 1, 1, true, true},
		{table{2, 2, 3, 9}, .6, .1, true, false}, {table{2, 3, 2, 9}, .6, .1, true, false},
		{table{9, 10, 9, 20}, .9, .9, true, true}, {table{5, 5, 6, 20}, .9, .8, true, false}, {table{18, 20, 20, 40}, .9, .9, true, true},
	} {
		if share, one := tt.c.share(tt.rarer, tt.other), tt.c.inseparable(); share != tt.share || one != tt.inseparable {
			t.Errorf("%+v: %v, %v", tt.c, share, one)
		}
	}
	var c table
	for _, x := range [][2]bool{{true, true}, {true, false}, {true, false}, {false, true}, {false, false}} {
		c.add(x[0], x[1])
	}
	if c != (table{1, 3, 2, 5}) || !c.beyondChance(1) || c.beyondChance(.5) {
		t.Errorf("%+v", c)
	}
	if c := (table{1, 1, 1, 10}); !c.beyondChance(tail(1, 1, 1, 10)) {
		t.Error("what is as likely as may be is not beyond chance")
	}
}

// What half of the sessions came to was found, if more than one did.
func TestWhatWasFound(t *testing.T) {
	for _, tt := range []struct {
		files map[string]int
		seen  int
		want  string
	}{
		{map[string]int{"b": 2, "a": 2}, 4, "a"}, {map[string]int{"a": 2}, 5, ""}, {map[string]int{"a": 1}, 1, ""}, {nil, 0, ""},
		{map[string]int{"a": 1, "b": 2}, 3, "b"},
	} {
		b := &bucket{files: tt.files, seen: make([]Seen, tt.seen)}
		if got := strings.Join(b.found(), " "); got != tt.want {
			t.Errorf("%v of %d: %s, want %s", tt.files, tt.seen, got, tt.want)
		}
	}
	if lastOf(observe.Trace{Signals: []observe.Signal{{Last: 3}, {Last: 9}, {Last: 4}}}) != 9 || lastOf(observe.Trace{}) != 0 {
		t.Error("the last event of a session")
	}
}

// session is one in which signals were seen, each from event 1 to 2.
func session(n int, signals ...observe.Signal) observe.Trace {
	for i := range signals {
		signals[i].First, signals[i].Last = 1, 2
	}
	return observe.Trace{Client: "c", Session: fmt.Sprint(n), Day: fmt.Sprintf("2026-05-%02d", n), Tainted: -1, Signals: signals}
}

// short tells of habits by what sort of thing was seen, and how often.
func short(all []Habit) string {
	var out []string
	for _, h := range all {
		out = append(out, fmt.Sprintf("%s %s [%s] %q %d/%d %.3f %v", h.Class,
			strings.ReplaceAll(h.Key, "\x00", "+"), strings.Join(h.Files, " "),
			h.What, len(h.Seen), h.Of, h.Value, h.Tainted))
	}
	return strings.Join(out, "\n")
}

// A signal is a habit when as many sessions show it as its class asks; its value says how telling it is.
func TestSignalsBecomeHabits(t *testing.T) {
	err := func(what string) observe.Signal {
		return observe.Signal{Class: observe.ErrorRetry, Key: "e", What: what}
	}
	search := func(files ...string) observe.Signal {
		return observe.Signal{Class: observe.RepeatedSearch, Key: "s", What: "tea", Files: files}
	}
	slow := observe.Signal{Class: observe.TimeAnomaly, Key: "x\x00" + string(observe.ErrorRetry) + "\x00e"}
	page := observe.Signal{Class: observe.Reference, Key: "p"}
	before, behind := session(3, err("it broke")), session(3, err("it broke"))
	before.Tainted, behind.Tainted = 3, 2
	for _, tt := range []struct {
		name     string
		traces   []observe.Trace
		verdicts Verdicts
		want     string
	}{
		{"one session is too few", []observe.Trace{session(1, err("a"))}, Verdicts{}, ""},
		{"two are enough", []observe.Trace{session(1, err("")), session(2, err("it broke")), session(3)}, Verdicts{},
			`error-retry e [] "it broke" 2/3 0.925 false`},
		{"a slow step", []observe.Trace{session(1, err("a"), slow), session(2, err("a"))}, Verdicts{},
			`error-retry e [] "a" 2/2 0.975 false`},
		{"people kept and dropped", []observe.Trace{session(1, err("a")), session(2, err("a"))}, Verdicts{Kept: 5, Dropped: 5},
			`error-retry e [] "a" 2/2 0.619 false`}, // 15/20 of .425 + .3 + .1
		{"people dropped all", []observe.Trace{session(1, err("a")), session(2, err("a"))}, Verdicts{Dropped: 10}, ""},
		{"searched for what is found", []observe.Trace{session(1, search("a.go", "b.go")), session(2, search("b.go"))}, Verdicts{},
			`repeated-search s [b.go] "tea" 2/2 0.880 false`},
		{"searched in vain", []observe.Trace{session(1, search("a.go")), session(2, search("b.go"))}, Verdicts{}, ""},
		{"read from outside", []observe.Trace{behind, behind}, Verdicts{}, `error-retry e [] "it broke" 2/2 0.925 true`},
		{"read from outside later", []observe.Trace{behind, before}, Verdicts{}, `error-retry e [] "it broke" 2/2 0.925 false`},
		{"pages are from outside", []observe.Trace{session(1, page), session(2, page), session(3, page)}, Verdicts{},
			`external-reference p [] "" 3/3 0.805 true`},
	} {
		verdicts := map[observe.Class]Verdicts{observe.ErrorRetry: tt.verdicts}
		c := Count(tt.traces, verdicts)
		if got := short(c.Signals()); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
		if faint := tt.verdicts.Dropped == 10; c.Faint != map[bool]int{true: 1}[faint] {
			t.Errorf("%s: %d are faint", tt.name, c.Faint)
		}
	}
}

// Two files that always change together are a pair; where each changes alone as often they are none.
func TestFilesThatChangeTogether(t *testing.T) {
	pair := func(n int, what string, edited ...string) observe.Trace {
		s := session(n)
		if what != "-" {
			s = session(n, observe.Signal{Class: observe.CoAccess, Key: "k", Files: []string{"a/x.go", "b/y.go"}, What: what})
		}
		s.Edited, s.Modules = edited, []string{"a", "b"}
		return s
	}
	both := func(n int) observe.Trace { return pair(n, observe.BothEdited, "a/x.go", "b/y.go") }
	alone := []observe.Trace{pair(4, "-", "a/x.go"), pair(5, "-", "a/x.go"), pair(6, "-", "a/x.go")}
	other := []observe.Trace{pair(7, "-", "b/y.go"), pair(8, "-", "b/y.go"), pair(9, "-", "b/y.go")}
	three := []observe.Trace{both(1), both(2), both(3)}
	read := func(n int) observe.Trace { return pair(n, "read", "a/x.go", "b/y.go") }
	for _, tt := range []struct {
		name   string
		traces []observe.Trace
		want   string
	}{
		{"two sessions", three[:2], ""}, {"three", three, `co-access k [a/x.go b/y.go] "changed" 3/3 0.955 false`},
		{"one of them alone, too", slices.Concat(three, alone), `co-access k [a/x.go b/y.go] "changed" 3/6 0.955 false`},
		{"both alone, too", slices.Concat(three, alone, other), ""},
		{"only read", []observe.Trace{read(1), read(2), read(3)}, `co-access k [a/x.go b/y.go] "" 3/3 0.955 false`},
		{"only read, and one alone", slices.Concat([]observe.Trace{read(1), read(2), read(3)}, alone), ""},
	} {
		if got := short(Count(tt.traces, nil).Signals()); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// Sequences that overlap make a recipe, as long as nearly all of their sessions go on so.
func TestRecipesGrow(t *testing.T) {
	gram := func(n int, acts string) run { return run{strings.Split(acts, ""), &bucket{seen: make([]Seen, n)}} }
	for _, tt := range []struct {
		grams []run
		want  string
	}{
		{[]run{gram(5, "abcd")}, "abcd"}, {[]run{gram(5, "abcd"), gram(4, "bcde"), gram(4, "cdef")}, "abcdef"},
		{[]run{gram(5, "bcde"), gram(4, "abcd")}, "abcde"}, {[]run{gram(5, "abcd"), gram(3, "bcde")}, "abcd"},
		{[]run{gram(5, "abcd"), gram(5, "dcba")}, "abcd"}, {[]run{gram(5, "abcd"), gram(5, "bcda")}, "abcd"},
	} {
		if got := strings.Join(grow(tt.grams[0], tt.grams).acts, ""); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.grams, got, tt.want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"make site,edit a", "edit b,make site", true}, {"make site,make pots", "make site", true}, {"make site", "make pots", false},
		{"make site,make tea", "make pots,make site", false},
	} {
		if got := alike(strings.Split(tt.a, ","), strings.Split(tt.b, ",")); got != tt.want {
			t.Errorf("%s and %s: %v", tt.a, tt.b, got)
		}
	}
	sessions := func(n int) map[string]struct{} {
		out := map[string]struct{}{}
		for i := range n {
			out[fmt.Sprint(i)] = struct{}{}
		}
		return out
	}
	telling := map[string]map[string]struct{}{"make site": sessions(6), "make all": sessions(20)}
	for n, want := range map[int]bool{2: false, 3: true} {
		r := run{[]string{"make all", "edit a", "make site"}, &bucket{seen: make([]Seen, n)}}
		if got := new(Tally).habitual(r, telling); got != want {
			t.Errorf("%d of six sessions: %v", n, got)
		}
	}
}

// What is more valuable comes first; what two classes say of the same files is told once.
func TestOrderOfHabits(t *testing.T) {
	of := func(class observe.Class, value float64, seen int, key string, files ...string) Habit {
		return Habit{Class: class, Key: key, Value: value, Seen: make([]Seen, seen), Files: files}
	}
	all := sorted([]Habit{
		of(observe.ConfigTouch, .5, 3, "1", "b", "a"), of(observe.CoAccess, .9, 2, "3", "a", "b"),
		of(observe.CoAccess, .9, 3, "2", "a", "c"),
		of(observe.CoAccess, .9, 2, "2", "c", "d"), of(observe.Backtrack, .9, 2, "9", "a", "b"), of(observe.ImportChase, .4, 1, "5", "a"),
		of(observe.ImportChase, .3, 1, "6", "a"),
	})
	var keys []string
	for _, h := range withoutTwins(all) {
		keys = append(keys, string(h.Class)+h.Key)
	}
	want := "co-access2 backtrack9 co-access2 co-access3 import-chase5 import-chase6"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("%s", got)
	}
}

// What the sessions of a module read is told when there are enough, once for each threshold; what all read tells nothing.
func TestFilesOfAModule(t *testing.T) {
	work := func(n int, module string, read ...string) observe.Trace {
		s := session(n, observe.Signal{})
		s.Main, s.Modules, s.Read = module, []string{module}, read
		return s
	}
	var auth, shop []observe.Trace
	for i := range 5 {
		auth = append(auth, work(i+1, "auth", "README.md", "auth/a.go", fmt.Sprintf("auth/%d.go", i)))
		shop = append(shop, work(i+6, fmt.Sprint("shop", i), "README.md"))
	}
	auth[4].Tainted = 0
	four := slices.Clone(auth)
	four[0].Read = []string{"README.md"}
	const all = `file-access auth [README.md auth/a.go] "auth" 5/5 0.860 false`
	for _, tt := range []struct {
		name   string
		traces []observe.Trace
		done   int
		want   string
	}{
		{"four sessions", auth[:4], 0, ""}, {"five", auth, 0, all}, {"five of which all were told", auth, 5, ""},
		{"where others work too", slices.Concat(auth, shop), 0, `file-access auth [auth/a.go] "auth" 5/5 0.860 false`},
		{"where few others do", slices.Concat(auth, shop[:4]), 0, all},
		{"what four of five read", four, 0, `file-access auth [README.md] "auth" 5/5 0.860 false`},
	} {
		found, reached := Count(tt.traces, nil).Synthesis(map[string]int{"auth": tt.done}, func(a, b string) bool { return false })
		if got := short(found); got != tt.want || (tt.want != "") != (reached["auth"] == 5) || len(reached) > 1 {
			t.Errorf("%s: %s, reached %v", tt.name, got, reached)
		}
	}
}

// Two modules of which the files change together are told of, unless a note knows it, or it is about one file.
func TestModulesThatChangeTogether(t *testing.T) {
	var traces []observe.Trace
	for i := range 5 {
		s := session(i+1, observe.Signal{})
		s.Main, s.Modules = "auth", []string{"auth", "web"}
		s.Edited = []string{fmt.Sprintf("auth/%d.go", i%2), fmt.Sprintf("web/%d.ts", i%2)}
		traces = append(traces, s)
	}
	one := slices.Clone(traces)
	for i := range one {
		one[i].Edited = []string{"auth/a.go", fmt.Sprintf("web/%d.ts", i)}
	}
	const pair = `co-access modules+auth+web [auth/** web/**] "" 5/5 0.955 false`
	for _, tt := range []struct {
		name   string
		traces []observe.Trace
		known  bool
		want   string
	}{{"two modules", traces, false, pair}, {"known ones", traces, true, ""}, {"one file", one, false, ""},
		{"too few", traces[:4], false, ""}} {
		known := func(a, b string) bool { return tt.known && min(a, b) == "auth" && max(a, b) == "web" }
		found, _ := Count(tt.traces, nil).Synthesis(nil, known)
		if got := short(found); got != tt.want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
	for _, p := range [][2]string{{"a", "a"}, {".", "a"}, {"a", "."}, {"a/b", "a"}, {"a", "a/b"}} {
		if _, ok := Count(traces, nil).modulePair(p[0], p[1]); ok {
			t.Errorf("%q are a pair", p)
		}
	}
}

// Tests are run in the order in which most sessions run them, one list of all that follow each other.
func TestOrderOfTests(t *testing.T) {
	run := func(n int, tests ...string) observe.Trace {
		s := session(n, observe.Signal{Class: observe.TestOrder, Key: strings.Join(tests, observe.Then)})
		s.Tests = tests
		return s
	}
	lint := func(n int) observe.Trace { return run(n, "make lint", "make unit", "make all") }
	back := func(n int) observe.Trace { return run(n, "make unit", "make lint") }
	busy := run(1, "make lint", "make unit")
	for i, last := range []string{"make all", "make e2e"} {
		key := strings.Join([]string{"make lint", "make unit", last}, observe.Then)
		busy.Signals = append(busy.Signals, observe.Signal{Class: observe.TestOrder, Key: key, First: 10 * (i + 1)})
	}
	for _, tt := range []struct {
		name   string
		traces []observe.Trace
		want   string
	}{
		{"two sessions", []observe.Trace{lint(1), lint(2)}, ""},
		{"one that commits three times", []observe.Trace{busy}, ""},
		{"three", []observe.Trace{lint(1), lint(2), lint(3)}, "make lint ; make unit ; make all 3"},
		{"of two tests", []observe.Trace{back(1), back(2), back(3)}, "make unit ; make lint 3"},
		{"a fifth the other way", []observe.Trace{back(1), back(2), back(3), back(4), run(5, "make lint", "make unit")},
			"make unit ; make lint 4"},
		{"a fourth", []observe.Trace{back(1), back(2), back(3), run(4, "make lint", "make unit")}, ""},
	} {
		var got []string
		for _, h := range Count(tt.traces, nil).Signals() {
			got = append(got, fmt.Sprint(h.What, " ", len(h.Seen)))
		}
		if all := strings.Join(got, "|"); all != tt.want {
			t.Errorf("%s: %s", tt.name, all)
		}
	}
}
