package search_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
)

// grep gives for each file the lines that a pattern matches, as grep would.
func grep(files map[string]string, pattern *regexp.Regexp) map[string][]int {
	out := map[string][]int{}
	for name, text := range files {
		for i, line := range strings.Split(text, "\n") {
			if pattern.MatchString(line) {
				out[name] = append(out[name], i+1)
			}
		}
	}
	return out
}

// The lines of a pattern are those that grep finds, counted to the last one, whether a paragraph is
// short or goes on for several chunks; the first ones are shown, note by note.
func TestExactlyFindsWhatGrepFinds(t *testing.T) {
	var long strings.Builder
	for i := range 60 {
		fmt.Fprintf(&long, "Line %d of the paragraph tells of port %d, and of nothing else that matters here.\n", i, 8000+i)
	}
	files := map[string]string{
		"a.md":    "# Ports\n\nThe proxy listens on port 8080.\nIts twin listens on port 8443.\n\n## Closed\n\nTelnet is closed.\n",
		"long.md": "# Long\n\n" + long.String() + "\nA last line with port 9999.\n",
		"one.md": "# One\n\n" + strings.Repeat("many words without an end ", 200) + "port 1234 " +
			strings.Repeat("and more ", 200) + "\n",
		"list.md":  "# List\n\n- port 1\n- port 2\n    - deeper port 3\n\n```sh\ncurl localhost:port 4\n```\n",
		"plain.md": "# Plain\n\nNothing is said.\n",
	}
	s := searcherOf(t, files)
	for _, text := range []string{`port \d+`, `port 80[0-4]\d`, `^- port`, `(?i)PORT 9999`, `listens|closed`, `nowhere`} {
		pattern := regexp.MustCompile(text)
		want := grep(files, pattern)
		notes, lines, err := s.Exactly(t.Context(), search.Exact{Pattern: pattern, Most: 1000})
		if err != nil {
			t.Fatal(err)
		}
		counts, shown := map[string]int{}, map[string][]int{}
		for _, n := range notes {
			counts[n.Path] = n.Lines
		}
		for _, l := range lines {
			shown[l.Path] = append(shown[l.Path], l.Line)
			if !pattern.MatchString(l.Text) {
				t.Errorf("%s: %s:%d shows %q", text, l.Path, l.Line, l.Text)
			}
		}
		for path, numbers := range want {
			if counts[path] != len(numbers) || !slices.Equal(shown[path], numbers) {
				t.Errorf("%s in %s: %d lines, shown %v, want %v", text, path, counts[path], shown[path], numbers)
			}
		}
		sorted := slices.IsSortedFunc(notes, func(a, b search.Holding) int { return strings.Compare(a.Path, b.Path) })
		if len(counts) != len(want) || !sorted {
			t.Errorf("%s: notes %v, want %v in order", text, counts, slices.Collect(maps.Keys(want)))
		}
	}
	_, lines, err := s.Exactly(t.Context(), search.Exact{Pattern: regexp.MustCompile(`port`), Most: 3})
	if err != nil || len(lines) != 3 || lines[2].Path != "list.md" || lines[0].HeadingPath[0] != "Ports" || lines[0].Title != "Ports" {
		t.Errorf("the first three: %+v, %v", lines, err)
	}
}

// Words, phrases, exclusions and filters must all hold, and those whose words fit better come first.
func TestExactlyHoldsEveryWord(t *testing.T) {
	s := everydayBase(t)
	for _, c := range []struct{ text, folder, want string }{
		{"session token", "", "docs/adr/0001-sessions.md docs/adr/0002-sessions.md docs/table.md docs/tokens.md"},
		{"session -cookie token", "", "docs/adr/0002-sessions.md docs/table.md docs/tokens.md"},
		{`"session store"`, "", ".memory/memories/b.md docs/adr/0002-sessions.md docs/ops.md"},
		{"kind:decision", "", "docs/adr/0001-sessions.md docs/adr/0002-sessions.md"},
		{"kind:decision cookie", "", "docs/adr/0001-sessions.md"},
		{"session path:adr", "docs", "docs/adr/0001-sessions.md docs/adr/0002-sessions.md"},
		{"zebra", "", ""},
		{"tag:auth", "", "docs/tokens.md"},
	} {
		notes, lines, err := s.Exactly(t.Context(), search.Exact{Query: query.Query{Text: c.text, Folder: c.folder}})
		var got []string
		for _, n := range notes {
			got = append(got, n.Path)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want || err != nil || lines != nil {
			t.Errorf("%s: %v, %v; want %s", c.text, got, err, c.want)
		}
	}
	notes, _, err := s.Exactly(t.Context(), search.Exact{Query: query.Query{Text: "worker restart"}})
	if err != nil || len(notes) != 1 || notes[0].Path != "docs/ops.md" {
		t.Errorf("%v, %v", notes, err)
	}
	notes, _, err = s.Exactly(t.Context(), search.Exact{Query: query.Query{Text: "session store"}})
	if err != nil || len(notes) == 0 || notes[len(notes)-1].Path == "docs/adr/0002-sessions.md" {
		t.Errorf("what is named after both words comes last: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Exactly(ctx, search.Exact{Pattern: regexp.MustCompile("a"), Most: 1}); err == nil {
		t.Error("a call that was ended answers")
	}
}

// Filters alone list notes by path, with what is left of their confidence; words are refused.
func TestListPassesFilters(t *testing.T) {
	s := everydayBase(t)
	for _, c := range []struct{ text, want string }{
		{"kind:memory", ".memory/memories/a.md 0.43, .memory/memories/b.md 0.80"},
		{"type:gotcha", ".memory/memories/a.md 0.43"},
		{"kind:memory confidence:>0.5", ".memory/memories/b.md 0.80"},
		{"kind:memory confidence:<0.5", ".memory/memories/a.md 0.43"},
		{"status:superseded", "docs/adr/0001-sessions.md 0.80"},
		{"-kind:doc -kind:memory -kind:decision", "docs/specs/auth.md 0.80"},
		{"tag:auth path:docs", "docs/tokens.md 0.80"},
		{"kind:summary", ""},
	} {
		listed, err := s.List(t.Context(), query.Query{Text: c.text})
		var got []string
		for _, l := range listed {
			got = append(got, fmt.Sprintf("%s %.2f", l.Path, l.Left))
		}
		if strings.Join(got, ", ") != c.want || err != nil {
			t.Errorf("%s: %v, %v; want %s", c.text, got, err, c.want)
		}
	}
	all, err := s.List(t.Context(), query.Query{})
	if err != nil || len(all) != len(s.Paths()) {
		t.Errorf("%d of %d notes, %v", len(all), len(s.Paths()), err)
	}
	if _, err := s.List(t.Context(), query.Query{Text: "kind:memory clocks"}); err == nil {
		t.Error("words were taken for a filter")
	}
}

// A commit, or a change that is not committed, is the last touch of a memory; other notes are not
// asked for, and do not fade.
func TestWhatIsLeftOfConfidence(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	var asked []string
	touch := history.Touch{When: now.AddDate(0, 0, -360)}
	touches := func(_ context.Context, _ string, files []git.File) []history.Touch {
		asked = nil
		for _, f := range files {
			asked = append(asked, f.Path)
		}
		return []history.Touch{touch}
	}
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	indextest.WriteFile(t, dir, ".memory/memories/a.md", "---\nkind: memory\ntype: gotcha\n---\n# Skew\n\nClocks differ.\n")
	indextest.WriteFile(t, dir, "docs/b.md", "# Clocks\n\nClocks are set.\n")
	x := indextest.Open(t, dir, store.Options{Now: func() time.Time { return now }, Touches: touches})
	defer x.Close()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	left := func() float64 {
		listed, err := s.List(t.Context(), query.Query{Text: "type:gotcha"})
		if err != nil || len(listed) != 1 || len(asked) != 1 {
			t.Fatalf("%v, %v, asked for %v", listed, err, asked)
		}
		return listed[0].Left
	}
	old := left()
	touch = history.Touch{When: now.AddDate(0, 0, -30)}
	recent := left()
	touch = history.Touch{Pending: true}
	pending := left()
	if old >= recent || recent >= pending || old < 0.1 || pending > 1 {
		t.Errorf("after a year %v, after a month %v, not committed %v", old, recent, pending)
	}
	a, err := s.Search(t.Context(), query.Query{Text: "clocks", Explain: true, Mode: query.Keyword})
	if err != nil || len(a.Hits) != 2 {
		t.Fatalf("%+v, %v", a, err)
	}
}

// Links of a tree are all listed but those that lead out of it, and the broken ones are counted.
func TestAllLinksAreListed(t *testing.T) {
	s := searcherOf(t, map[string]string{
		"a.md":   "# A\n\n[b](b.md) [gone](gone.md) [out](https://example.com) [[twin]]\n",
		"b.md":   "# B\n\nSee [[a]] and [a](a.md#a).\n",
		"x/twin": "", "x/twin.md": "# Twin\n\nOne.\n", "y/twin.md": "# Twin\n\nOther.\n",
	})
	links, err := s.AllLinks(t.Context())
	var got []string
	for _, l := range links {
		got = append(got, l.From+" "+l.State+" "+l.Target+" "+l.To)
	}
	want := []string{"a.md ok b.md b.md", "a.md broken gone.md ", "a.md ambiguous twin ", "b.md ok a a.md", "b.md ok a.md a.md"}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%q is missing", w)
		}
	}
	if len(got) != len(want) || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	i, err := s.Info(t.Context())
	if err != nil || i.Notes != 4 || i.Broken != 1 || i.Ambiguous != 1 || i.Vectors != i.Chunks || !strings.HasSuffix(i.Commit, "+dirty") {
		t.Errorf("%+v, %v", i, err)
	}
	if out, in, err := s.Links(t.Context(), "b.md"); err != nil || len(out) != 2 || len(in) != 1 || in[0].From != "a.md" {
		t.Errorf("%+v, %+v, %v", out, in, err)
	}
	if _, _, err := s.Links(t.Context(), "gone.md"); err == nil {
		t.Error("links of a note that is not there")
	}
}

// A word is the rarer the fewer notes hold it, in whatever form, and a question's fillers are not
// looked for.
func TestReadingAText(t *testing.T) {
	s := everydayBase(t)
	if got := s.Stems("How long do the Sessions of users live?", true); !slices.Equal(got, []string{"live", "long", "session", "user"}) {
		t.Errorf("of a question: %v", got)
	}
	if got := s.Stems("How long do Sessions live?", false); !slices.Equal(got, []string{"how", "long", "do", "session", "live"}) {
		t.Errorf("of a text: %v", got)
	}
	notes := float64(len(s.Paths()))
	for stem, with := range map[string]float64{"session": 7, "cooki": 1, "zebra": 0} {
		got, err := s.Rarity(t.Context(), stem)
		if want := math.Log(1 + notes/(0.5+with)); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v (%v)", stem, got, want, err)
		}
	}
}

// A copy is more like a note than another note is, both ways; what is not there is like nothing.
func TestLikeness(t *testing.T) {
	s := everydayBase(t)
	like := func(a, b string) float64 {
		got, ok := s.Likeness(a, b)
		if back, _ := s.Likeness(b, a); !ok || back != got || got < -1 || got > 1 {
			t.Errorf("%s and %s: %v, back %v, %v", a, b, got, back, ok)
		}
		return got
	}
	if self, copied, other := like("docs/keys.md", "docs/keys.md"), like("docs/keys.md", "docs/copy.md"),
		like("docs/keys.md", "docs/ops.md"); self < 0.999 || copied < 0.5 || other > 0.3 {
		t.Errorf("itself %v, a copy %v, another %v", self, copied, other)
	}
	if _, ok := s.Likeness("docs/keys.md", "docs/none.md"); ok {
		t.Error("a note that is not there is like another")
	}
}

// What changes with a note is what the history says, the most often first; without one nothing is.
func TestWhatChangesWithANote(t *testing.T) {
	s := everydayBase(t)
	q := query.Query{Text: "what changes with docs/tokens.md", Explain: true}
	if a := found(t, s, q); !slices.Contains(a.Tried, "commits with docs/tokens.md") {
		t.Errorf("tried %v", a.Tried)
	}
	q.Together = func(_ context.Context, path string) (map[string]float64, error) {
		if path != "docs/tokens.md" {
			t.Errorf("asked of %s", path)
		}
		return map[string]float64{"docs/table.md": 0.9, "docs/specs/auth.md": 0.2, "docs/tokens.md": 1, "main.go": 1, "docs/ops.md": 0}, nil
	}
	a := found(t, s, q)
	got := indextest.Paths(a)
	if auth := slices.Index(got, "docs/specs/auth.md"); got[0] != "docs/table.md" || auth < 1 || auth > 2 {
		t.Errorf("%v", got)
	}
	q.Together = func(context.Context, string) (map[string]float64, error) { return nil, context.DeadlineExceeded }
	if _, err := s.Search(t.Context(), q); err == nil {
		t.Error("an error of the history was lost")
	}
}

// What two words say as one is found by both, where the repository writes it so.
func TestOtherSpellingOfCompounds(t *testing.T) {
	files := map[string]string{
		"front.md": "# Files\n\nThe frontmatter names the kind of a file.\n",
		"login.md": "# Users\n\nThe login of a user fails after three wrong tries.\n",
		"time.md":  "# Clocks\n\nThe time zone is that of the server. A time zone has a name.\n",
		"zone.md":  "# More\n\nThe time zone can be changed; each time zone is listed.\n",
	}
	for i := range 6 {
		files[fmt.Sprintf("other%d.md", i)] = fmt.Sprintf("# Other %d\n\nThe front door number %d is blue, and no matter of ours.\n", i, i)
	}
	s := searcherOf(t, files)
	for text, want := range map[string]string{
		"kind in front matter": "front.md", "front-matter kind": "front.md", "how to log in": "login.md", "server timezone": "time.md",
	} {
		if a := found(t, s, query.Query{Text: text, Mode: query.Keyword}); len(a.Hits) == 0 || a.Hits[0].Path != want {
			t.Errorf("%s: %v, want %s", text, indextest.Paths(a), want)
		}
	}
}

// Hits below the tree's bound are left out and counted, but not those of filters alone.
func TestLeastScore(t *testing.T) {
	files := map[string]string{
		".memory/kb.yaml": "thresholds:\n  min_score: 0.5\n",
		"a.md":            "# Sessions\n\nSessions of users expire after an hour.\n",
		"b.md":            "# Tea\n\nTea is sold by the hour, it seems, in many shops of this town and the next.\n",
	}
	s := searcherOf(t, files)
	a := found(t, s, query.Query{Text: "sessions expire hour", Limit: 9})
	if len(a.Hits) != 1 || a.Hits[0].Path != "a.md" || a.BelowMin == 0 || a.Hits[0].Score < 0.5 {
		t.Errorf("%v, %d below", indextest.Paths(a), a.BelowMin)
	}
	if a := found(t, s, query.Query{Text: "kind:doc"}); len(a.Hits) != 2 || a.BelowMin != 0 {
		t.Errorf("of filters: %v, %d below", indextest.Paths(a), a.BelowMin)
	}
}
