package packing

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/rank"
)

// candidates makes a packer with these sections, each with a note of its own unless the paths are alike.
func candidates(scores map[string]float64) *packer {
	p := &packer{gatherer: &gatherer{sections: map[place]*section{}}, answer: &Context{}, facts: map[string]*facts{}}
	for _, at := range slices.Sorted(maps.Keys(scores)) {
		path, line := at, 1
		fmt.Sscanf(at, "%1s:%d", &path, &line)
		s := &section{hit: index.Hit{Path: path, StartLine: line, EndLine: line + 1, Text: "Words.\n\n"}, score: scores[at]}
		p.ranked = append(p.ranked, s)
		p.facts[path] = &facts{commit: "1"}
	}
	return p
}

// What comes first is taken while it fits; then what fits, unless it would come among the first three.
func TestBudgetIsSpent(t *testing.T) {
	scores := map[string]float64{"a": .9, "b": .8, "c": .7, "d": .6, "e": .5, "f": .4}
	costs := []int{10, 10, 10, 30, 5, 5}
	for _, tt := range []struct {
		name    string
		budget  int
		opening int // of each note
		order   []int
		want    []int
	}{
		{"nothing fits", 9, 0, []int{0, 1, 2, 3, 4, 5}, nil},
		{"the first fits exactly", 10, 0, []int{0, 1, 2, 3, 4, 5}, []int{0}},
		{"what is said of a note costs too", 12, 2, []int{0, 1, 2, 3, 4, 5}, []int{0}},
		{"one token less", 11, 2, []int{0, 1, 2, 3, 4, 5}, nil},
		{"fewer than three are not filled up", 25, 0, []int{0, 1, 3, 4, 5}, []int{0, 1}},
		{"what is too large is passed over", 35, 0, []int{0, 1, 2, 3, 4, 5}, []int{0, 1, 2, 4}},
		{"as long as there is room", 40, 0, []int{0, 1, 2, 3, 4, 5}, []int{0, 1, 2, 4, 5}},
		{"the first three stay", 40, 0, []int{0, 1, 4, 3, 2, 5}, []int{0, 1, 4, 5}},
		{"all", 70, 0, []int{0, 1, 2, 3, 4, 5}, []int{0, 1, 2, 3, 4, 5}},
	} {
		p := candidates(scores)
		var items []rank.Item
		for i, n := range costs {
			items = append(items, rank.Item{Tokens: n, Group: i})
			p.openings = append(p.openings, tt.opening)
		}
		if got := p.spend(tt.order, items, tt.budget); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	p := candidates(map[string]float64{"a:1": .9, "a:5": .8})
	p.openings = []int{3}
	items := []rank.Item{{Tokens: 10}, {Tokens: 10}}
	if got := p.spend([]int{0, 1}, items, 23); len(got) != 2 {
		t.Errorf("what is said of a note is paid twice: %v", got)
	}
}

// The last sections go while the answer has too many tokens, and are counted as left out.
func TestAnswerFitsTheBudget(t *testing.T) {
	p := candidates(map[string]float64{"a": .9, "b": .8, "c": .7})
	p.req.Budget = 10_000
	if err := p.fit([]int{0, 1, 2}, 5); err != nil || len(p.answer.Chunks) != 3 || p.answer.LeftOut != 2 {
		t.Fatalf("%+v, %v", p.answer, err)
	}
	all := p.answer.Tokens
	for budget, want := range map[int]int{all: 3, all - 1: 2, 0: 0} {
		p.req.Budget = budget
		err := p.fit([]int{0, 1, 2}, 5)
		if err != nil || len(p.answer.Chunks) != want || p.answer.LeftOut != 5-want || want > 0 && p.answer.Tokens > budget {
			t.Errorf("in %d tokens: %d chunks, %d left out, %v", budget, len(p.answer.Chunks), p.answer.LeftOut, err)
		}
	}
}

// Sections that follow one another are one chunk with the reasons of both, and what is best of them.
func TestSectionsThatFollowOneAnother(t *testing.T) {
	p := candidates(map[string]float64{"a:1": .5, "a:3": .9, "a:6": .9, "b:1": .7, "c:1": .6, "c:3": .6})
	p.ranked[0].why, p.ranked[1].why = []string{"x", "y"}, []string{"y", "z"}
	p.ranked[0].task, p.ranked[1].task = .5, .9
	p.ranked[4].task, p.ranked[5].task = .3, .6
	p.assemble([]int{3, 5, 1, 0, 2, 4})
	var got []string
	for _, c := range p.answer.Chunks {
		got = append(got, fmt.Sprintf("%s %v %v %v", c.Citation, c.Score, c.Factors["task"], c.Why))
	}
	want := []string{"[a:1-4 @1] 0.9 0.9 [x y z]", "[a:6-7 @1] 0.9 0 []", "[b:1-2 @1] 0.7 0 []",
		"[c:1-4 @1] 0.6 0.3 []"} // of equals the first
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A phase weighs memories by what they are, other sections a quarter as much by their headings.
func TestWeightOfASection(t *testing.T) {
	heading := func(kind string, headings ...string) index.Hit {
		return index.Hit{Kind: kind, Title: "Risks", HeadingPath: headings}
	}
	p := &packer{gatherer: &gatherer{req: Request{Phase: rank.Implement}}}
	for _, tt := range []struct {
		hit   index.Hit
		class string
		want  float64
	}{
		{index.Hit{Kind: "memory", Type: "gotcha"}, "gotcha", 1.4},
		{heading("doc", "Cookies", "Known pitfalls"), "gotcha", 1.1},
		{heading("doc", "Cookies", "Pitfalls", "In short"), "gotcha", 1.1},
		{heading("doc", "Risks"), "other", 1}, // what the note is about
		{heading("doc", "Cookies", "Risks"), "gotcha", 1.1},
		{heading("doc", "Cookies", "Pitfalls2"), "gotcha", 1.1},
		{heading("doc", "Cookies"), "other", 1},
		{heading("summary", "Cookies", "Pitfalls"), "module_insight", 1},
	} {
		if class, w := class(&tt.hit), p.weight(&tt.hit); class != tt.class || math.Abs(w-tt.want) > 1e-9 {
			t.Errorf("%+v: %s, %v", tt.hit, class, w)
		}
	}
	code, prose := index.Hit{Text: "```\nx\n```\n"}, index.Hit{Text: "Words.\n"}
	for _, tt := range []struct {
		asked bool
		hit   index.Hit
		want  bool
	}{{true, code, true}, {false, code, false}, {true, prose, false}, {true, index.Hit{Form: "code"}, true},
		{true, index.Hit{Text: "Run\n```\nx\n```\n"}, true}} {
		p.code = tt.asked
		if _, got := p.factors(&section{hit: tt.hit})["code"]; got != tt.want {
			t.Errorf("%v, %q: %v", tt.asked, tt.hit.Text, got)
		}
	}
}

// Sections that say nothing are none, also where no other is found; far weaker ones than the third go.
func TestSectionsThatAreRanked(t *testing.T) {
	for _, tt := range []struct {
		scores []float64
		files  bool
		want   int
	}{
		{[]float64{0}, false, 0}, {[]float64{.5, 0}, false, 1},
		{[]float64{1, .9, .8, .52}, false, 4}, {[]float64{1, .9, .8, .51}, false, 3}, // 0.65 of 0.8
		{[]float64{1, .9, .8, .28}, true, 4}, {[]float64{1, .9, .8, .27}, true, 3}, // 0.35 of 0.8
	} {
		p := &packer{gatherer: &gatherer{sections: map[place]*section{}, req: Request{Task: "x", Phase: rank.Explore}}}
		if tt.files {
			p.req.Task, p.req.Files = "", []string{"a.go"}
		}
		for i, score := range tt.scores {
			s := &section{hit: index.Hit{Path: fmt.Sprint(i), Text: "Words."}, task: score, about: score}
			p.sections[place{path: s.hit.Path}] = s
		}
		if p.rank(); len(p.ranked) != tt.want {
			t.Errorf("%v: %d", tt.scores, len(p.ranked))
		}
	}
}

// A note that was taken with several sections is asked about once.
func TestNotesThatWereTakenAreAskedOnce(t *testing.T) {
	p := candidates(map[string]float64{"a:1": .9, "a:5": .8, "b:1": .7, "c:1": .6})
	var asked []string
	p.Stale = func(_ context.Context, path string) (string, error) {
		asked = append(asked, path)
		return "old " + path, nil
	}
	err := p.askTaken(t.Context(), []int{0, 1, 2})
	if err != nil || !slices.Equal(asked, []string{"a", "b"}) || p.facts["a"].stale != "old a" || p.facts["c"].stale != "" {
		t.Errorf("asked %q, %v", asked, err)
	}
}

// Of what is asked for, files and folders can be named by notes, patterns cannot.
func TestNamesOfFilesInNotes(t *testing.T) {
	var many []file
	for i := range namedFiles + 1 {
		many = append(many, file{path: fmt.Sprintf("f%d.go", i)})
	}
	for _, tt := range []struct {
		asked string
		found []file
		want  string
	}{
		{"src/a.go", []file{{"src/a.go", true}}, "src/a.go"},
		{"src/auth/**", []file{{"src/auth/jwt.go", true}}, "src/auth/jwt.go src/auth"},
		{"src/auth", []file{{"src/auth/jwt.go", true}}, "src/auth/jwt.go src/auth"}, {"src/*.go", nil, ""}, {"src", nil, ""},
		{"src/a src/a", nil, "src/a"},
	} {
		if got := strings.Join(mentioned(strings.Fields(tt.asked), tt.found), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.asked, got, tt.want)
		}
	}
	if got := mentioned(nil, many); len(got) != namedFiles {
		t.Errorf("%d of many files", len(got))
	}
}

// The notes about a file are those in its folder, the READMEs above and the file itself, each for one reason;
// what is superseded hands on to the note that holds at last.
func TestNotesAroundAFile(t *testing.T) {
	next := func(status, by string) string {
		return fmt.Sprintf("---\nstatus: %s\nsuperseded_by: %s\n---\n# Note\n\nWords.\n", status, by)
	}
	src := base(t, map[string]string{
		"src/a.go": "package src\n", "src/why.md": "# Why\n\nSee [end](../docs/end.md) and [gone](gone.md).\n",
		"src/README.md": "# Source\n",
		"README.md":     "# All\n", "src/deep/b.go": "package deep\n", "src/deep/how.md": "# How\n",
		"docs/one.md": next("superseded", "two.md"), "docs/two.md": next("superseded", "end.md"), "docs/end.md": "# End\n\nHolds.\n",
		"docs/loop.md": next("superseded", "pool.md"),
		"docs/pool.md": next("superseded", "loop.md"), "docs/dead.md": "---\nstatus: archived\n---\n# Dead\n",
		"docs/also.md": "# Also\n\nSee [why](../src/why.md).\n",
	})
	gather := func() *gatherer {
		return &gatherer{Source: src, notes: map[string]*kin{}, heirs: map[string]*heir{}, day: src.Now()}
	}
	told := func(g *gatherer) string {
		var out []string
		for _, k := range g.nearest(100) {
			out = append(out, fmt.Sprintf("%s %.2f %s", k.path, max(k.about, k.task), strings.Join(k.why, ", ")))
		}
		return strings.Join(out, "\n")
	}
	check := func(name string, g *gatherer, err error, want ...string) {
		t.Helper()
		if got := told(g); err != nil || got != strings.Join(want, "\n") {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	g := gather()
	g.found = []file{{"src/why.md", true}, {"src/deep/b.go", true}, {"src/a.go", true}}
	check("beside", g, g.beside(t.Context()),
		"src/deep/how.md 0.50 stands in src/deep", "src/why.md 0.50 is one of the files", "src/README.md 0.30 stands in src")

	g = gather()
	g.pass("x.md", "docs/loop.md", .9, 0)
	g.pass("y.md", "docs/dead.md", .9, 0)
	g.pass("z.md", "", .9, 0)
	g.pass("docs/zero.md", "docs/one.md", .4, .2)
	g.pass("docs/zero.md", "docs/one.md", .3, .6)
	check("inherited", g, g.inherit(t.Context()), "docs/end.md 0.60 supersedes docs/zero.md")

	g = gather()
	g.kin("src/why.md", .95, "speaks of src/a.go")
	g.kin("docs/also.md", .2, "")
	check("linked", g, g.linked(t.Context()),
		"src/why.md 0.95 speaks of src/a.go", "docs/also.md 0.38 is linked with src/why.md", "docs/end.md 0.38 is linked with src/why.md")
	g = gather()
	g.kin("src/why.md", .44, "")
	check("not sure enough", g, g.linked(t.Context()), "src/why.md 0.44 ")
	g = gather()
	g.notes["src/why.md"] = &kin{path: "src/why.md", about: linkedFrom}
	g.notes["docs/also.md"] = &kin{path: "docs/also.md", about: linkedWeight * g.notes["src/why.md"].about, why: []string{"before"}}
	check("just sure enough", g, g.linked(t.Context()),
		"src/why.md 0.45 ", "docs/also.md 0.18 before", "docs/end.md 0.18 is linked with src/why.md")

	g = gather()
	g.kin("docs/dead.md", .9, "")
	g.kin("docs/two.md", .8, "")
	g.kin("src/why.md", .7, "")
	check("replaced", g, g.replaceInactive(t.Context()), "src/why.md 0.70 ")
	check("and handed on", g, g.inherit(t.Context()), "docs/end.md 0.80 supersedes docs/two.md", "src/why.md 0.70 ")
}

// What answers to the task is looked for in the notes that the search did not come to, where a superseded one led to them.
func TestSectionsOfNotesThatWereLedTo(t *testing.T) {
	src := base(t, map[string]string{"a.md": "# A\n\nThe queue is full.\n", "b.md": "# B\n\nThe queue is full.\n",
		"c.md": "# C\n\nThe queue is full.\n"})
	g := &gatherer{Source: src, req: Request{Task: "queue"}, hits: map[string][]index.Hit{"a.md": {{Path: "a.md", Title: "found"}}},
		notes: map[string]*kin{"a.md": {path: "a.md", task: .5}, "b.md": {path: "b.md", task: .4}, "c.md": {path: "c.md", about: .9}}}
	if got := g.kinPaths(); !slices.Equal(got, []string{"c.md", "a.md", "b.md"}) {
		t.Errorf("looked at are %q", got)
	}
	for _, want := range []string{"found; B; ; ", "found; B; ; "} {
		hits, err := g.hitsWithin(t.Context(), g.nearest(kinLimit))
		got := ""
		for _, path := range []string{"a.md", "b.md", "c.md"} {
			for _, h := range hits[path] {
				got += h.Title
			}
			got += "; "
		}
		if err != nil || got != want {
			t.Errorf("%q, want %q, %v", got, want, err)
		}
	}
	g.req.Task = ""
	if hits, err := g.hitsWithin(t.Context(), g.nearest(kinLimit)); err != nil || hits != nil || g.kinPaths() != nil {
		t.Errorf("without a task: %v, %v", hits, err)
	}
}

// The cache holds so many texts and not more, and none that it has not counted.
func TestCacheIsBounded(t *testing.T) {
	c := &Cache{counts: map[[32]byte]int{}}
	for i := range maxCached - 1 {
		c.counts[[32]byte{byte(i), byte(i >> 8), 1}] = 1
	}
	for _, tt := range []struct {
		text         string
		tokens, held int
	}{{"one two", 2, maxCached}, {"three", 1, 1}, {"three", 1, 1}, {"four five", 2, 2}} {
		if n, err := c.tokens(tt.text); err != nil || n != tt.tokens || len(c.counts) != tt.held {
			t.Errorf("%s: %d tokens, %d texts are held, %v", tt.text, n, len(c.counts), err)
		}
	}
	day := &Cache{commit: "1", days: map[string]string{}}
	for i := range maxCached - 1 {
		day.days[fmt.Sprint(i)] = "x"
	}
	for _, want := range []int{maxCached, 1} {
		path := fmt.Sprint("more", want)
		if _, err := day.day("1", path, func() (string, error) { return "y", nil }); err != nil || len(day.days) != want {
			t.Errorf("%d days are held, want %d, %v", len(day.days), want, err)
		}
	}
}

// A request names files with symbols and without, in any order; the names of code are read as far as they go.
func TestSymbolsOfARequest(t *testing.T) {
	r := Request{Files: []string{"docs", "notes.md#part", "a.go#", "a.go#Server.Close", "b.py#parse()"}}
	r.splitSymbols()
	files, symbols := strings.Join(r.Files, " "), strings.Join(r.symbols, " ")
	if files != "docs notes.md#part a.go# a.go b.py" || symbols != "Close parse" {
		t.Errorf("%s: %s", files, symbols)
	}
	for text, want := range map[string]string{"": "", "name": "name", "Name9_x(y)": "Name9_x", "(x": "", "a b": "a"} {
		if got := firstName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	g := &gatherer{}
	for i := range maxFileQueries + 9 {
		g.found = append(g.found, file{path: fmt.Sprintf("src/word%02d.go", i)})
	}
	if n := len(strings.Fields(g.fileWords())); n != maxFileQueries {
		t.Errorf("%d words of many files", n)
	}
	g.req.Files = []string{"Hour_of_day.go", "ab.go", "abc.go", "src/[id]/page.tsx"}
	g.found = nil
	if got := g.fileWords(); got != "Hour_of_day abc page" {
		t.Errorf("words of files: %s", got)
	}
}

// An empty answer says what was tried, as much as fits into the budget in whole lines.
func TestAnswerOfNothing(t *testing.T) {
	c := &Context{Tried: []string{"one", "two"}, Budget: 1000}
	whole := c.Markdown()
	lines := strings.SplitAfter(whole, "\n")
	if len(lines) != 4 || lines[1] != "tried: one\n" {
		t.Fatalf("%q", whole)
	}
	for _, want := range []string{whole, lines[0] + lines[1], lines[0], ""} {
		n, err := Tokens(want)
		if c.Budget = n; err != nil || c.Markdown() != want {
			t.Errorf("in %d tokens: %q, %v", n, c.Markdown(), err)
		}
	}
	c = &Context{LeftOut: 3, Budget: 20}
	if got := c.Markdown(); got != "No section fits into 20 tokens; 3 would be of use.\n" {
		t.Errorf("%q", got)
	}
	if got := footer(1, 20) + footer(0, 20); got != "\n1 more sections may matter and did not fit into 20 tokens.\n" {
		t.Errorf("%q", got)
	}
	c = &Context{Budget: 1000, Chunks: []Chunk{
		{Citation: "[a.md:1-2 @1]", Path: "a.md", Kind: "doc", Type: "guide", Text: "One.\n"},
		{Citation: "[a.md:9-9 @1]", Path: "a.md", Kind: "doc", Type: "guide", Text: "Two.\n"},
		{Citation: "[b.md:1-2 @1]", Path: "b.md", Kind: "spec", Text: "Three.\n"},
	}}
	want := header(c) + "\n[a.md:1-2 @1]\nguide\n```quote\nOne.\n```\n\n[a.md:9-9 @1]\n```quote\nTwo.\n```\n" +
		"\n[b.md:1-2 @1]\nspec\n```quote\nThree.\n```\n"
	if got := c.Markdown(); got != want {
		t.Errorf("%s", got)
	}
	day := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	p := &packer{gatherer: &gatherer{day: day}}
	if *p.daysSince("2026-05-03") != 1 || *p.daysSince("2026-05-04") != 0 || p.daysSince("2026-05-05") != nil {
		t.Errorf("ages at noon")
	}
}
