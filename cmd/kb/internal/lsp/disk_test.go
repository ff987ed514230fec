package lsp_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/lsp"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/google/go-cmp/cmp"
)

// willRename asks what is to be written anew when files are renamed, given as old, new, old, new, …
func (e *editor) willRename(paths ...string) map[string]string {
	e.t.Helper()
	var files []any
	for i := 0; i < len(paths); i += 2 {
		files = append(files, map[string]any{"oldUri": e.uri(paths[i]), "newUri": e.uri(paths[i+1])})
	}
	var w workspaceEdit
	if err := e.ask("workspace/willRenameFiles", map[string]any{"files": files}, &w); err != nil {
		e.t.Fatal(err)
	}
	return e.after(w)
}

// Links follow notes that change places, also where one takes the place of another; what leaves the repository or
// is no note any more is left to the findings.
func TestFilesThatChangePlaces(t *testing.T) {
	e := edit(t, nil, "a.md", "# A\n\n[b](b.md)\n", "b.md", "# B\n\n[a](a.md)\n", "see.md",
		"# See\n\n[a](a.md) [b](b.md)\n", "code.go", "package x\n")
	moved := map[string]string{
		"a.md": "# A\n\n[b](deep/c.md)\n", "b.md": "# B\n\n[a](../b.md)\n", "see.md": "# See\n\n[a](b.md) [b](deep/c.md)\n",
	}
	if diff := cmp.Diff(moved, e.willRename("b.md", "deep/c.md", "a.md", "b.md")); diff != "" {
		t.Error(diff)
	}
	beside := map[string]string{"a.md": "# A\n\n[b](c.md)\n", "see.md": "# See\n\n[a](a.md) [b](c.md)\n"}
	if diff := cmp.Diff(beside, e.willRename("a.md", "../a.md", "b.md", "c.md")); diff != "" {
		t.Errorf("beside one that leaves the repository: %s", diff)
	}
	for _, pair := range [][2]string{{"a.md", "../a.md"}, {"a.md", "a.txt"}, {"code.go", "b.go"}, {"none.md", "x.md"}, {"a", "x"}} {
		if got := e.willRename(pair[:]...); len(got) > 0 {
			t.Errorf("%v: %v", pair, got)
		}
	}
}

// Links to images follow them, alone or in their folder; so do links of notes that move beside them.
func TestImagesThatMove(t *testing.T) {
	e := edit(t, nil, "a.md", "# A\n\n![x](img/a.png) ![[a.png|200]] [c](docs/b.md)\n", "docs/b.md", "# B\n\n![y](../img/a.png)\n",
		"img/a.png", "")
	for _, test := range []struct {
		moves []string
		want  map[string]string
	}{
		{[]string{"img/a.png", "pics/b.png"}, map[string]string{
			"a.md": "# A\n\n![x](pics/b.png) ![[b.png|200]] [c](docs/b.md)\n", "docs/b.md": "# B\n\n![y](../pics/b.png)\n"}},
		{[]string{"img", "docs/img"}, map[string]string{
			"a.md": "# A\n\n![x](docs/img/a.png) ![[a.png|200]] [c](docs/b.md)\n", "docs/b.md": "# B\n\n![y](img/a.png)\n"}},
		{[]string{"img", "man/pics", "docs", "man/deep/docs"}, map[string]string{
			"a.md":      "# A\n\n![x](man/pics/a.png) ![[a.png|200]] [c](man/deep/docs/b.md)\n",
			"docs/b.md": "# B\n\n![y](../../pics/a.png)\n"}},
	} {
		if diff := cmp.Diff(test.want, e.willRename(test.moves...)); diff != "" {
			t.Errorf("%v: %s", test.moves, diff)
		}
	}
}

// While git is at work, or the index is damaged, answers go on from what was read last.
func TestRepositoryThatCannotBeRead(t *testing.T) {
	r := gittest.New(t)
	r.Write("tea.md", "# Tea\n", "see.md", "# See\n\n[t](tea.md)\n")
	r.Commit("Begin")
	var later atomic.Int64
	e := editAt(t, r.Dir, nil, func() time.Time { return today().Add(time.Duration(later.Load())) })
	e.open("new.md", "[[te\n")
	offered := func() []string {
		labels, _ := e.labels(e.at("new.md", "[[te", 4))
		return labels
	}
	if got := offered(); !slices.Equal(got, []string{"tea"}) {
		t.Fatalf("offered %q", got)
	}
	index := filepath.Join(r.Dir, ".git", "index")
	whole, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(index, []byte("no index"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.Write("tents.md", "# Tents\n")
	e.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("tents.md"), "type": 1}}})
	if got := offered(); !slices.Equal(got, []string{"tea"}) {
		t.Errorf("from a repository that cannot be read %q are offered", got)
	}
	later.Add(int64(time.Hour))
	if got := offered(); !slices.Equal(got, []string{"tea"}) { // it is read anew beside that, and cannot be
		t.Errorf("an hour later %q are offered", got)
	}
	if err := os.WriteFile(index, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	e.tell("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri("new.md")}})
	if got := offered(); !slices.Equal(got, []string{"tea", "tents"}) {
		t.Errorf("after it %q are offered", got)
	}
	if !strings.Contains(e.log.String(), "index") {
		t.Errorf("the log has %q", e.log)
	}
}

// Notes that were read a moment ago serve the next answer; beside those that are old they are read again, time after time.
func TestNotesAreReadAgainWhenTheyAreOld(t *testing.T) {
	r := gittest.New(t)
	r.Write("tea.md", "# Tea\n")
	r.Commit("Begin")
	var later atomic.Int64
	e := editAt(t, r.Dir, nil, func() time.Time { return today().Add(time.Duration(later.Load())) })
	e.open("new.md", "[[te\n")
	offered := func(want ...string) {
		t.Helper()
		if labels, _ := e.labels(e.at("new.md", "[[te", 4)); !slices.Equal(labels, want) {
			t.Errorf("%q are offered, want %q", labels, want)
		}
	}
	offered("tea")
	e.findings("new.md")
	want := []string{"tea"}
	for _, name := range []string{"tents", "teapots"} {
		r.Write(name+".md", "# "+name+"\n")
		later.Add(int64(3*time.Second - 1))
		offered(want...)
		later.Add(1)
		offered(want...) // they are read beside this answer
		e.findings("new.md")
		want = append(want, name)
		offered(want...)
	}
}

// A document whose change cannot be applied counts as it is on disk, and nothing is told of it
// any more.
func TestBufferThatIsGivenUp(t *testing.T) {
	e := edit(t, nil, "tea.md", "# Tea\n")
	e.open("late.md", "# Late\n\n[[none]]\n")
	if found := e.findings("late.md"); len(found) != 1 {
		t.Fatalf("%+v", found)
	}
	e.open("x.md", "[[late")
	offered := func() []string {
		labels, _ := e.labels(e.at("x.md", "[[late", 6))
		return labels
	}
	if got := offered(); !slices.Equal(got, []string{"late"}) {
		t.Fatalf("offered %q", got)
	}
	e.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri("late.md"), "version": 2},
		"contentChanges": []any{map[string]any{"text": "x", "range": lsp.Range{Start: lsp.Position{Line: 1}}}}})
	if found := e.findings("late.md"); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	if got := offered(); len(got) != 0 {
		t.Errorf("%q are offered still", got)
	}
}

// Whether a note is one is said by the settings, which are read anew when they change.
func TestSettingsAreFollowed(t *testing.T) {
	e := edit(t, nil, "tea.md", "# Tea\n", "drafts/teapot.md", "# Teapot\n")
	e.open("new.md", "[[te\n")
	offered := func() []string {
		labels, _ := e.labels(e.at("new.md", "[[te", 4))
		return labels
	}
	if got := offered(); !slices.Equal(got, []string{"tea", "teapot"}) {
		t.Errorf("before: %q", got)
	}
	if err := os.MkdirAll(filepath.Join(e.dir, ".memory"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(e.dir, ".memory", "kb.yaml"), []byte("exclude: [drafts/]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri(".memory/kb.yaml"), "type": 1}}})
	if got := offered(); !slices.Equal(got, []string{"tea"}) {
		t.Errorf("after drafts are left out: %q", got)
	}
	e.open("drafts/more.md", "# Teatime\n")
	if got := offered(); !slices.Equal(got, []string{"tea"}) {
		t.Errorf("an open draft is offered: %q", got)
	}
	e.open("more.md", "# Teatime\n")
	if got := offered(); !slices.Equal(got, []string{"tea", "more"}) {
		t.Errorf("with an open note: %q", got)
	}
}

// Positions count what an editor counts: units of UTF-16, of which a rare character has two.
func TestPositionsWithinCharacters(t *testing.T) {
	e := edit(t, nil, "tea.md", "# Tea\n", "mugs.md", "# Mugs\n")
	const text = "🙂🙂[[tea]]é[[mugs]]\r\n[[tea]]\rEnd"
	e.open("see.md", text)
	for _, c := range []struct {
		line, character int
		want            string
	}{
		{0, 3, ""}, {0, 4, "tea.md"}, {0, 5, "tea.md"}, {0, 10, "tea.md"}, {0, 11, ""}, {0, 12, "mugs.md"}, {0, 99, ""},
		{1, 0, "tea.md"}, {2, 0, ""}, {-1, 4, ""}, {9, 0, ""}, {1, -3, "tea.md"},
	} {
		var where lsp.Location
		place := map[string]any{"textDocument": map[string]any{"uri": e.uri("see.md")},
			"position": map[string]any{"line": c.line, "character": c.character}}
		if err := e.ask("textDocument/definition", place, &where); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimPrefix(where.URI, e.uri("")); got != c.want {
			t.Errorf("%d:%d leads to %q, want %q", c.line, c.character, got, c.want)
		}
	}
}

// A note is offered by a name that begins so, by a word of one, by what stands in one, and by letters in their order.
func TestWhatFitsBest(t *testing.T) {
	e := edit(t, nil, "rate limits.md", "# How fast\n", "limits.md", "# Limits\n", "unlimited.md", "# Endless\n",
		"notes/limit.md", "---\nid: L-9\n---\n# L\n",
		"old/limit.md", "# Another\n", "a.md", "---\naliases: [Grenzen]\n---\n# A\n", "rabbit bit.md", "# Both\n", "rabbit.md", "# Hare\n")
	for typed, want := range map[string][]string{
		"limit":  {"limits", "notes/limit", "rate limits", "old/limit", "unlimited"},
		"LIMITS": {"limits", "rate limits"}, "fast": {"rate limits"}, "l-9": {"notes/limit"}, "grenz": {"a"}, "rtlm": {"rate limits"},
		"rt": nil, "old/": {"old/limit"}, "tlr": nil, "lmtd": {"unlimited"}, "limits|x": nil,
		"bit": {"rabbit bit", "rabbit"},
	} {
		e.open("new.md", "[["+typed+"\n")
		labels, _ := e.labels(e.at("new.md", "[["+typed, len(typed)+2))
		if !slices.Equal(labels, want) {
			t.Errorf("%q: %q, want %q", typed, labels, want)
		}
	}
}
