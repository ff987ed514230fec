package habit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/observe"
)

// acted is a session with sequences of acts, a letter each: m to z are commands that tell, a to l are edits.
func acted(n int, grams ...string) observe.Trace {
	var signals []observe.Signal
	for _, g := range grams {
		var acts []string
		for _, c := range g {
			if c < 'm' {
				acts = append(acts, fmt.Sprintf("edit %c/*.go", c))
			} else {
				acts = append(acts, fmt.Sprintf("make %c", c))
			}
		}
		signals = append(signals, observe.Signal{Class: observe.ToolSequence, Key: strings.Join(acts, observe.Then)})
	}
	return session(n, signals...)
}

// What sessions repeat in one order is a recipe, grown to its ends, once for the same commands.
func TestRecipesOfSessions(t *testing.T) {
	many := func(n int, grams ...string) (out []observe.Trace) {
		for i := range n {
			out = append(out, acted(i+1, grams...))
		}
		return out
	}
	steps := func(all []Habit) string {
		var out []string
		for _, h := range all {
			acts := strings.NewReplacer("make ", "", "edit ", "", "/*.go", "", observe.Then, "").Replace(h.What)
			out = append(out, fmt.Sprintf("%s %d/%d %v %s", acts, len(h.Seen), h.Of, h.Tainted, strings.Join(h.Files, " ")))
		}
		return strings.Join(out, "; ")
	}
	tainted := many(3, "mabc")
	for i := range tainted {
		tainted[i].Tainted = 0
	}
	n := observe.ToolSequence.Needs()
	for _, tt := range []struct {
		name   string
		traces []observe.Trace
		want   string
	}{
		{"too few", many(n-1, "mabc"), ""},
		{"as many as are asked for", many(n, "mabc"), fmt.Sprintf("mabc %d/%d false a/*.go b/*.go c/*.go", n, n)},
		{"grown", many(n, "mabc", "abcn", "bcno"), fmt.Sprintf("mabcno %d/%d false a/*.go b/*.go c/*.go", n, n)},
		{"two of other commands", slices.Concat(many(n+1, "oabc"), many(n, "mdef")),
			fmt.Sprintf("oabc %d/%d false a/*.go b/*.go c/*.go; mdef %d/%d false d/*.go e/*.go f/*.go", n+1, 2*n+1, n, 2*n+1)},
		{"two of the same commands", slices.Concat(many(n+1, "mabc"), many(n, "mdef")),
			fmt.Sprintf("mabc %d/%d false a/*.go b/*.go c/*.go", n+1, 2*n+1)},
		{"the same file twice, and many", many(n, "maba", "abac", "bacd", "acde", "cdef", "defg"),
			fmt.Sprintf("mabacdefg %d/%d false a/*.go b/*.go c/*.go d/*.go e/*.go", n, n)},
		{"half of those that run it", slices.Concat(many(n, "mabc"), many(n, "mdef")[:n]),
			fmt.Sprintf("mabc %d/%d false a/*.go b/*.go c/*.go", n, 2*n)},
		{"read from outside", tainted[:n], fmt.Sprintf("mabc %d/%d true a/*.go b/*.go c/*.go", n, n)},
	} {
		for i := range tt.traces { // sessions of their own
			tt.traces[i].Session = fmt.Sprint(i)
		}
		c := Count(tt.traces, nil)
		if got := steps(c.Signals()); got != tt.want || c.Faint != 0 {
			t.Errorf("%s:\n %s\nwant\n %s; %d faint", tt.name, got, tt.want, c.Faint)
		}
	}
	c := Count(many(n, "mabc"), map[observe.Class]Verdicts{observe.ToolSequence: {Dropped: 100}})
	if got := c.Signals(); len(got) != 0 || c.Faint != 1 {
		t.Errorf("of a class that people dropped: %s, %d faint", steps(got), c.Faint)
	}
	// Of a rare command that tells more than twice as many sessions run as take the steps.
	others := slices.Concat(many(n, "mabc"), many(n+1, "mdef"))
	for i := range others {
		others[i].Session = fmt.Sprint(i)
	}
	others[n].Signals[0].Key, others[n+1].Signals[0].Key = strings.ReplaceAll(others[n].Signals[0].Key, "d/", "g/"),
		strings.ReplaceAll(others[n+1].Signals[0].Key, "d/", "h/")
	if got := steps(Count(others, nil).recipes(Count(others, nil).buckets())); strings.Contains(got, "mdef") {
		t.Errorf("steps of less than half: %s", got)
	}
}

// How often the rarest telling command is run decides.
func TestRarestCommand(t *testing.T) {
	of := func(n int) map[string]struct{} {
		out := map[string]struct{}{}
		for i := range n {
			out[fmt.Sprint(i)] = struct{}{}
		}
		return out
	}
	for _, tt := range []struct {
		seen, m, o int
		want       bool
	}{{2, 4, 9, true}, {2, 5, 9, false}, {2, 9, 4, true}, {2, 9, 5, false}, {2, 0, 4, true}, {2, 0, 5, false}, {2, 0, 0, true}} {
		r := run{[]string{"make m", "edit a", "make o"}, &bucket{seen: make([]Seen, tt.seen)}}
		if got := (&Tally{}).habitual(r, map[string]map[string]struct{}{"make m": of(tt.m), "make o": of(tt.o)}); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
	// Steps are added up to a bound.
	var grams []run
	for i := range maxSteps {
		gram := []string{}
		for k := range 4 {
			gram = append(gram, fmt.Sprint(i+k))
		}
		grams = append(grams, run{gram, &bucket{seen: make([]Seen, 5)}})
	}
	if got := grow(grams[0], grams).acts; len(got) != maxSteps || got[0] != "0" || got[maxSteps-1] != fmt.Sprint(maxSteps-1) {
		t.Errorf("%q", got)
	}
}

// How many sessions touched a file is counted once for each, read or changed.
func TestCountsOfFiles(t *testing.T) {
	c := Count([]observe.Trace{{Read: []string{"a.go", "b.go"}, Edited: []string{"a.go", "c.go"}, Modules: []string{"x", "y"}},
		{Edited: []string{"a.go"}, Modules: []string{"x"}}}, nil)
	for what, got := range map[string]map[string]int{"read": c.read, "edited": c.edited, "touched": c.touched, "modules": c.modules} {
		want := map[string]string{"read": "map[a.go:1 b.go:1]", "edited": "map[a.go:2 c.go:1]", "touched": "map[a.go:2 b.go:1 c.go:1]",
			"modules": "map[x:2 y:1]"}[what]
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", what, got, want)
		}
	}
}

// Files that belong together beyond what chance brings about, among all sessions and among those of a module.
func TestFilesBeyondChance(t *testing.T) {
	// both, only the first, only the second and neither, with the modules in which the neither are.
	traces := func(both, first, second, neither int, modules ...string) (out []observe.Trace) {
		for i := range both + first + second + neither {
			s := observe.Trace{Session: fmt.Sprint(i), Modules: []string{"a", "b"}}
			switch {
			case i < both:
				s.Edited = []string{"a/x.go", "b/y.go"}
			case i < both+first:
				s.Edited, s.Modules = []string{"a/x.go"}, []string{"a"}
			case i < both+first+second:
				s.Edited, s.Modules = []string{"b/y.go"}, []string{"b"}
			default:
				s.Modules = modules
			}
			out = append(out, s)
		}
		return out
	}
	for _, tt := range []struct {
		name   string
		traces []observe.Trace
		want   bool
	}{
		{"hardly together", traces(1, 5, 5, 0), false},
		{"of nine sessions, by their shares", traces(3, 2, 4, 0), true},
		{"of ten, by chance", traces(3, 2, 4, 1, "c"), false},
		{"of ten, always", traces(3, 0, 0, 7, "a", "b"), true},
		{"beyond chance in both modules", traces(8, 1, 1, 90, "a", "b"), true},
		{"beyond chance in one of them", traces(8, 4, 1, 90, "a"), true},
		{"beyond chance in the other", traces(8, 1, 4, 90, "b"), true},
		{"beyond chance among all alone", traces(8, 4, 4, 90, "c"), false},
	} {
		got := Count(tt.traces, nil).belong("a/x.go", "b/y.go", func(s *observe.Trace) []string { return s.Edited }, fewShare)
		if got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// Of two classes that say the same of two files the more valuable is told, of files in either order.
func TestTwins(t *testing.T) {
	h := func(class observe.Class, files ...string) Habit { return Habit{Class: class, Files: files} }
	got := withoutTwins([]Habit{h(observe.CoAccess, "a", "b"), h(observe.ConfigTouch, "b", "a"), h(observe.ImportChase, "a", "c", "d"),
		h(observe.CoAccess, "c", "a"), h(observe.ReadAbandon, "a", "b"), h(observe.CoAccess, "a"), h(observe.CoAccess, "a")})
	var out []string
	for _, x := range got {
		out = append(out, string(x.Class)+" "+strings.Join(x.Files, ","))
	}
	want := []string{"co-access a,b", string(observe.ImportChase) + " a,c,d", string(observe.ReadAbandon) + " a,b", "co-access a",
		"co-access a"}
	if !slices.Equal(out, want) {
		t.Errorf("%q, want %q", out, want)
	}
}

// The sessions of a module are looked at anew at each threshold, others' sessions do not count, and texts from
// outside taint what all of them had read.
func TestThresholdsOfAModule(t *testing.T) {
	work := func(n int, main string, tainted int, read ...string) observe.Trace {
		s := session(n)
		s.Main, s.Modules, s.Read, s.Tainted = main, []string{main}, read, tainted
		return s
	}
	var traces []observe.Trace
	for i := range 10 {
		read := []string{"auth/a.go", "auth/b.go", "auth/c.go"}
		switch {
		case i < 2:
			read = read[:1] // the second file is read by four fifths, the third by six of ten
		case i < 4:
			read = read[:2]
		}
		traces = append(traces, work(i+1, "auth", min(i, 1)-1, read...))
	}
	traces = slices.Insert(traces, 3, work(11, "shop", 0, "shop/x.go"), work(12, "shop", 0, "shop/x.go"))
	never := func(a, b string) bool { return false }
	for done, want := range map[int]string{0: "auth 10", 5: "auth 10", 9: "auth 10", 10: "", 20: ""} {
		found, reached := Count(traces, nil).Synthesis(map[string]int{"auth": done}, never)
		got := ""
		for m, at := range reached {
			got += fmt.Sprint(m, " ", at)
		}
		if got != want || len(found) != len(reached) {
			t.Errorf("after %d: reached %s, found %s", done, got, short(found))
		}
	}
	found, _ := Count(traces, nil).Synthesis(nil, never)
	if len(found) != 1 || !slices.Equal(found[0].Always, []string{"auth/a.go"}) ||
		!slices.Equal(found[0].Often, []string{"auth/b.go"}) || found[0].Tainted {
		t.Errorf("%+v", found)
	}
	for i := range traces {
		traces[i].Tainted = 0
	}
	if found, _ = Count(traces, nil).Synthesis(nil, never); len(found) != 1 || !found[0].Tainted {
		t.Errorf("of sessions that all read from outside: %+v", found)
	}
	// Of twenty sessions 17 of 20 are always, 16 often: more than four fifths, and four fifths.
	var twenty []observe.Trace
	for i := range 20 {
		read := []string{"auth/a.go", "auth/b.go"}
		if i < 4 {
			read = read[:1]
		}
		if i == 0 {
			read = nil
		}
		twenty = append(twenty, work(i+1, "auth", -1, read...))
	}
	if found, _ = Count(twenty, nil).Synthesis(nil, never); len(found) != 1 || !slices.Equal(found[0].Always, []string{"auth/a.go"}) ||
		!slices.Equal(found[0].Often, []string{"auth/b.go"}) || found[0].Of != 20 {
		t.Errorf("of twenty: %+v", found)
	}
}

// Modules of which a pair of files, or the files of a recipe, are told already are not told of again.
func TestModulesThatAreTold(t *testing.T) {
	pair := func(n int, class observe.Class) observe.Trace {
		s := session(n, observe.Signal{Class: class, Key: "k", Files: []string{"auth/a.go", "web/b.ts"}, What: observe.BothEdited})
		s.Edited, s.Modules = []string{"auth/a.go", "web/b.ts"}, []string{"auth", "web"}
		return s
	}
	for _, class := range []observe.Class{observe.CoAccess, observe.ConfigTouch} {
		var traces []observe.Trace
		for i := range 5 {
			traces = append(traces, pair(i+1, class))
		}
		c := Count(traces, nil)
		if got := c.pairedModules(); len(got) != 1 || !got[pairKey("web", "auth")] {
			t.Errorf("%s: %v of %s", class, got, short(c.Signals()))
		}
	}
	var recipe, lone []observe.Trace
	for i := range 5 {
		recipe = append(recipe, acted(i+1, "mabc"))
		lone = append(lone, session(i+1, observe.Signal{Class: observe.Backtrack, Key: "k", Files: []string{"auth/a.go", "web/b.ts"}}))
	}
	if got := Count(recipe, nil).pairedModules(); !got[pairKey("a", "b")] || !got[pairKey("b", "c")] || !got[pairKey("c", "a")] {
		t.Errorf("of a recipe: %v", got)
	}
	if got := Count(lone, nil).pairedModules(); len(got) != 0 || len(Count(lone, nil).Signals()) != 1 {
		t.Errorf("of another class: %v", got)
	}
}

// Two modules are a pair where both were worked on in five sessions, beyond chance where there are ten.
func TestPairsOfModules(t *testing.T) {
	traces := func(both, a, b, neither int) (out []observe.Trace) {
		for i := range both + a + b + neither {
			s := session(i + 1)
			switch {
			case i < both:
				s.Modules, s.Edited = []string{"a", "b"}, []string{fmt.Sprintf("a/%d.go", i%2), fmt.Sprintf("b/%d.go", i%2), "c/x.go"}
			case i < both+a:
				s.Modules, s.Edited = []string{"a"}, []string{"a/2.go"}
			case i < both+a+b:
				s.Modules, s.Edited = []string{"b"}, []string{"b/2.go"}
			}
			out = append(out, s)
		}
		return out
	}
	for _, tt := range []struct {
		both, a, b, neither int
		want                string
	}{
		{4, 0, 0, 0, "4 of 4 false"}, {5, 0, 0, 0, "5 of 5 true"}, {5, 3, 0, 1, "5 of 5 true"}, {5, 3, 3, 0, "5 of 8 false"},
		{5, 3, 3, 20, "5 of 8 false"}, {5, 3, 3, 90, "5 of 8 true"}, {5, 0, 5, 0, "5 of 5 false"}, {5, 0, 0, 5, "5 of 5 true"}, {5, 4, 4,
			90, "5 of 9 false"},
	} {
		h, ok := Count(traces(tt.both, tt.a, tt.b, tt.neither), nil).modulePair("b", "a")
		if got := fmt.Sprint(len(h.Seen), " of ", h.Of, " ", ok); got != tt.want || h.Tainted {
			t.Errorf("%+v: %s", tt, got)
		}
	}
	tainted := traces(5, 0, 0, 0)
	for i := range tainted {
		tainted[i].Tainted = 0
	}
	if h, ok := Count(tainted, nil).modulePair("a", "b"); !ok || !h.Tainted {
		t.Errorf("%+v", h)
	}
	if _, ok := Count(traces(5, 0, 0, 0), map[observe.Class]Verdicts{observe.CoAccess: {Dropped: 100}}).modulePair("a", "b"); ok {
		t.Error("people dropped all of these")
	}
}

// Modules without a plan, or without a name, are passed over, and those that took most come first.
func TestOrderOfOverruns(t *testing.T) {
	var traces []observe.Trace
	add := func(module string, planned int, steps ...int) {
		for _, n := range steps {
			traces = append(traces, observe.Trace{Main: module, Steps: n, Planned: planned, Signals: []observe.Signal{{Class: "x"},
				{Class: observe.StepOverrun}}})
		}
	}
	add("", 4, 9, 9, 9)
	add("none", 0, 9, 9, 9)
	add("few", 4, 9, 9)
	add("b", 4, 8, 8, 8)
	add("a", 4, 8, 8, 8)
	add("c", 4, 16, 8, 12, 20)
	var got []string
	for _, o := range Overruns(traces) {
		got = append(got, fmt.Sprint(o.Module, " ", o.Sessions, " ", o.Over, " ", o.Ratio))
	}
	if want := []string{"c 4 4 3.5", "a 3 3 2", "b 3 3 2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
