package packing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/rank"
)

// Of a long note the head, the headings and the sections that were taken are read; the lines keep their numbers.
func TestOnlySectionsAreRead(t *testing.T) {
	var source strings.Builder
	for i := 1; i <= headLines+10; i++ {
		fmt.Fprintf(&source, "line %d\n", i)
	}
	source.WriteString("# Heading\nlast")
	taken := []*section{{hit: index.Hit{StartLine: headLines + 3, EndLine: headLines + 4}}}
	lines := strings.SplitAfter(string(only([]byte(source.String()), taken)), "\n")
	var kept []int
	for i, line := range lines {
		if line != "\n" && line != "" {
			kept = append(kept, i+1)
		}
	}
	want := []int{headLines + 3, headLines + 4, headLines + 11}
	if len(kept) != headLines+3 || kept[headLines-1] != headLines || !slices.Equal(kept[headLines:], want) {
		t.Errorf("kept are %v", kept)
	}
}

// Statements that contradict one another are told at both chunks that have them, in the order of lines.
func TestContradictionsAreMarked(t *testing.T) {
	p := &packer{answer: &Context{Chunks: []Chunk{
		{Path: "a.md", StartLine: 1, EndLine: 5}, {Path: "a.md", StartLine: 6, EndLine: 9}, {Path: "b.md", StartLine: 1, EndLine: 3},
	}}}
	for _, c := range []struct{ a, b int }{{10, 1}, {6, 4}, {9, 3}, {6, 1}, {5, 2}} {
		p.clashes = append(p.clashes, clash{spot{"a.md", c.a}, spot{"b.md", c.b}, .9})
	}
	p.mark()
	for i, want := range []string{
		"! line 5 contradicts b.md:2\n", "! line 6 contradicts b.md:1\n! line 9 contradicts b.md:3\n",
		"! line 1 contradicts a.md:6\n! line 2 contradicts a.md:5\n! line 3 contradicts a.md:9\n",
	} {
		if got := p.answer.Chunks[i].warnings(); got != want {
			t.Errorf("chunk %d:\n%swant\n%s", i, got, want)
		}
	}
	c := &p.answer.Chunks[2]
	if c.clash(Clash{Line: 1, Path: "0.md"}); len(c.Conflicts) != maxClashes {
		t.Errorf("%d are told", len(c.Conflicts))
	}
}

// Chunks of code follow the notes as long as there is room, and say the commit or that a file is not committed.
func TestCodeBesideNotes(t *testing.T) {
	src := base(t, map[string]string{"tea.md": "# Tea\n\nBrew tea for three minutes.\n"})
	hit := func(n int) index.Hit {
		text := strings.Repeat("func Brew() int { return 3 }\n", n)
		return index.Hit{Path: "brew.go", StartLine: 1, EndLine: n, HeadingPath: []string{"Brew", "Pot"}, Match: "keyword", Text: text}
	}
	for _, c := range []struct {
		name   string
		hits   []index.Hit
		budget int
		want   int
	}{
		{"as many as there is room for", []index.Hit{hit(1), hit(400), hit(2)}, 800, 2},
		{"none", nil, 800, 0},
		{"too much", []index.Hit{hit(400)}, 800, 0},
	} {
		asked := ""
		src.Code = func(_ context.Context, files []string, task string) ([]index.Hit, error) {
			asked = strings.Join(files, " ") + "?" + task
			return c.hits, nil
		}
		answer, err := Pack(t.Context(), src, Request{Task: "brew tea", Files: []string{"tea.md", "none.go"}, Budget: c.budget})
		if err != nil {
			t.Fatal(err)
		}
		var code []Chunk
		for _, chunk := range answer.Chunks {
			if chunk.Kind == codeKind {
				code = append(code, chunk)
			}
		}
		if len(code) != c.want || answer.WithCode != (c.want > 0) || answer.Tokens > c.budget || asked != "tea.md?brew tea" {
			t.Errorf("%s: %d chunks, %v, %d tokens, asked %s", c.name, len(code), answer.WithCode, answer.Tokens, asked)
		}
		if c.want > 0 && (!slices.Equal(code[0].HeadingPath, []string{"Pot"}) || !strings.HasPrefix(code[0].Citation, "[brew.go:1-1 @")) {
			t.Errorf("%s: %+v", c.name, code[0])
		}
	}
	src.Code = func(context.Context, []string, string) ([]index.Hit, error) { return []index.Hit{hit(2)}, nil }
	req := Request{Task: "brew tea", Files: []string{"tea.md"}, Budget: 800}
	whole, err := Pack(t.Context(), src, req)
	if err != nil {
		t.Fatal(err)
	}
	for budget, want := range map[int]bool{whole.Tokens: true, whole.Tokens - 1: false} {
		req.Budget = budget
		if got, err := Pack(t.Context(), src, req); err != nil || got.WithCode != want {
			t.Errorf("in %d of %d tokens: code %v, %v", budget, whole.Tokens, got.WithCode, err)
		}
	}
	for tree, want := range map[string]string{
		"0123456789abcdef": "0123456789", "0123456789abcdef+dirty": "0123456789+dirty", "+dirty": "+dirty", "abc": "abc",
	} {
		p := &packer{answer: &Context{Tree: tree}}
		h := hit(1)
		if got := p.codeChunk(&h).Citation; got != "[brew.go:1-1 @"+want+"]" {
			t.Errorf("%s: %s", tree, got)
		}
	}
}

// What is asked decides by what a section is ranked: by the task, by the files, or by either.
func TestRankByWhatIsAsked(t *testing.T) {
	sections := func() []*section {
		return []*section{
			{hit: index.Hit{Path: "task.md", Text: "Words."}, task: .9, about: .1},
			{hit: index.Hit{Path: "files.md", Text: "Words."}, task: .1, about: .9},
		}
	}
	for want, req := range map[string]Request{
		"task.md": {Task: "x", Phase: rank.Explore}, "files.md": {Files: []string{"a.go"}, Phase: rank.Explore},
	} {
		p := &packer{gatherer: &gatherer{req: req}}
		p.sections = map[place]*section{}
		for _, s := range sections() {
			p.sections[place{path: s.hit.Path}] = s
		}
		p.rank()
		if p.ranked[0].hit.Path != want || p.ranked[0].score <= p.ranked[1].score {
			t.Errorf("%+v: %s is first", req, p.ranked[0].hit.Path)
		}
	}
}

// A request needs something to be asked for; what it leaves out is the phase's.
func TestChecksOfARequest(t *testing.T) {
	long := make([]string, maxFiles+1)
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Request{}, "neither a task nor files"},
		{Request{Task: " \n"}, "neither a task nor files"},
		{Request{Task: "x", Phase: "dream"}, `no phase "dream"`},
		{Request{Task: "x", Budget: -1}, "a budget of -1 tokens"},
		{Request{Files: long}, fmt.Sprintf("%d files, more than %d", maxFiles+1, maxFiles)},
		{Request{Files: long[1:]}, ""},
		{Request{Task: " x ", Budget: 1}, ""},
	} {
		err := c.r.check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.r, err)
		}
	}
	r := Request{Task: " x "}
	if err := r.check(); err != nil || r.Task != "x" || r.Phase != rank.Implement || r.Budget != rank.Implement.Budget() {
		t.Errorf("%+v, %v", r, err)
	}
	for _, c := range []struct {
		a, b bool
		want int
	}{{true, true, 0}, {false, false, 0}, {true, false, -1}, {false, true, 1}} {
		if got := boolOrder(c.a, c.b); got != c.want {
			t.Errorf("%v, %v: %d", c.a, c.b, got)
		}
	}
}

// Two sections of the answer that contradict each other say so, and where it stands.
func TestTwoSectionsContradict(t *testing.T) {
	files := map[string]string{
		"a.md": "# Sessions\n\nSession tokens expire after 30 minutes.\n", "b.md": "# Limits\n\nSession tokens expire after 12 hours.\n",
	}
	src := base(t, files)
	src.Text = func(_ context.Context, path string) ([]byte, error) { return []byte(files[path]), nil }
	src.Settings = src.Repo.Present
	answer, err := Pack(t.Context(), src, Request{Task: "when do session tokens expire", Budget: 2000})
	if err != nil || len(answer.Chunks) != 2 {
		t.Fatalf("%+v, %v", answer, err)
	}
	for _, c := range answer.Chunks {
		there := map[string]string{"a.md": "b.md", "b.md": "a.md"}[c.Path]
		if len(c.Conflicts) != 1 || c.Conflicts[0].Line != 3 || c.Conflicts[0].Path != there || c.Conflicts[0].There != 3 {
			t.Errorf("%s: %+v", c.Path, c.Conflicts)
		}
	}
}

// A section that only says what a note is, or that nobody has filled in, says nothing.
func TestSilentSections(t *testing.T) {
	for text, want := range map[string]bool{
		"# Title\n\n<!-- later -->\n": true, "# Title\n\nWords.\n": false, "": true, "# A\n\n- Status: Draft\n- Date: 2026-05-04\n": true,
	} {
		if got := silent(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
