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

// labels are the texts that a completion offers.
func (e *editor) labels(place map[string]any) (labels, texts []string) {
	e.t.Helper()
	var list lsp.CompletionList
	if err := e.ask("textDocument/completion", place, &list); err != nil {
		e.t.Fatal(err)
	}
	for _, i := range list.Items {
		labels, texts = append(labels, i.Label), append(texts, i.Edit.NewText)
	}
	return labels, texts
}

// front is the front matter of notes/sessions.md.
const front = "---\ntitle: How long sessions live\naliases: [tokens]\ntags: [auth, web]\ncategory: security\n---\n\n"

func library(t *testing.T) *editor {
	return edit(
		t,
		nil,
		"notes/rate limits.md",
		"# Rate limits\n\n## Bursts\n\nA burst of 20 requests passes.\n\n## Bursts\n\nAgain.\n",
		"notes/sessions.md",
		front+
			"See [limits](rate%20limits.md#bursts) and [[rate limits#Bursts|them]].\n",
		"decisions/0001-redis.md",
		"# Use Redis\n\nStatus: accepted\n\nSessions live in Redis. #auth\n\nSee [[sessions]].\n",
	)
}

// A note is offered as the editor calls it now, from one key that is typed to the next.
func TestCompletionFollowsNamesThatAreNotSaved(t *testing.T) {
	e := library(t)
	e.open("notes/new.md", "[[quo\n")
	offered := func() []string {
		labels, _ := e.labels(e.at("notes/new.md", "[[quo", 5))
		return labels
	}
	if got := offered(); len(got) != 0 {
		t.Errorf("before: %q", got)
	}
	e.open("notes/rate limits.md", "# Quotas\n\nText.\n")
	if got := offered(); !slices.Equal(got, []string{"rate limits"}) {
		t.Errorf("with another title: %q", got)
	}
	e.tell("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri("notes/rate limits.md"), "version": 2},
		"contentChanges": []any{map[string]any{"text": "# Limits\n\nText.\n"}},
	})
	if got := offered(); len(got) != 0 {
		t.Errorf("after it was taken back: %q", got)
	}
}

func TestCompletion(t *testing.T) {
	e := library(t)
	e.open("notes/new.md", "---\ntitle: X\nsta\ntags: [au]\n---\n\n"+
		"[[lim\n[[rate limits#bu\n[a](../dec\n[b](sessions.md#\n[c](rate%20limits.md#bu\n#au\n[[]]\n")
	for _, test := range []struct {
		name, behind  string
		labels, texts []string
	}{
		{"a wiki link by a word of its title", "[[lim", []string{"rate limits"}, []string{"rate limits]]"}},
		{"a heading", "[[rate limits#bu", []string{"## Bursts", "## Bursts"}, []string{"Bursts", "Bursts"}},
		{"a heading by its anchor", "[c](rate%20limits.md#bu", []string{"## Bursts", "## Bursts"}, []string{"bursts", "bursts-1"}},
		{"a path", "[a](../dec", []string{"decisions/0001-redis.md"}, []string{"../decisions/0001-redis.md"}},
		{"a tag", "#au", []string{"auth"}, []string{"auth"}},
		{"a key", "sta", []string{"status"}, []string{"status: "}},
		{"an item of a list", "tags: [au", []string{"auth"}, []string{"auth"}},
		{"a link that is closed", "\n[[", []string{"new", "sessions", "0001-redis", "rate limits"}, nil},
	} {
		labels, texts := e.labels(e.at("notes/new.md", test.behind, len(test.behind)))
		if test.name == "a link that is closed" {
			labels, texts = e.labels(e.at("notes/new.md", "[[]]", 2))
		}
		if !cmp.Equal(labels, test.labels) || test.texts != nil && !cmp.Equal(texts, test.texts) {
			t.Errorf("%s: %q %q, want %q %q", test.name, labels, texts, test.labels, test.texts)
		}
	}
	if labels, _ := e.labels(e.at("notes/new.md", "title: X", 8)); len(labels) > 0 {
		t.Errorf("a title is completed: %q", labels)
	}
}

// Of names that fit as well what is in force is offered first; what is not says so.
func TestCompletionByStanding(t *testing.T) {
	e := edit(t, nil, "attic/oven.md", "# Oven\n", "docs/ovens.md", "# Ovens\n", "see.md", "# See\n")
	e.open("see.md", "# See\n\n[[ov\n")
	var list lsp.CompletionList
	if err := e.ask("textDocument/completion", e.at("see.md", "[[ov", 4), &list); err != nil || len(list.Items) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if a, b := list.Items[0], list.Items[1]; a.Label != "ovens" || a.Detail != "Ovens" || b.Detail != "Oven  [history]" {
		t.Errorf("%+v", list.Items)
	}
}

// TestUnsavedNotesCount asks about a note that no file has yet, and about one that says something else
// than its file.
func TestUnsavedNotesCount(t *testing.T) {
	e := library(t)
	e.open("notes/fresh.md", "# Brand new idea\n\nBody.\n")
	e.open("notes/sessions.md", "# How long sessions live\n\nSee [[brand new idea]] and [[fresh#brand-new-idea]].\n")
	var where lsp.Location
	if err := e.ask("textDocument/definition", e.at("notes/sessions.md", "[[brand new", 4), &where); err != nil ||
		where.URI != e.uri("notes/fresh.md") {
		t.Errorf("defined at %v %v", where, err)
	}
	var refs []lsp.Location
	if err := e.ask("textDocument/references", e.at("notes/fresh.md", "Body", 0), &refs); err != nil || len(refs) != 2 {
		t.Errorf("references %v %v", refs, err)
	}
	if err := e.ask("textDocument/references", e.at("notes/fresh.md", "# Brand", 3), &refs); err != nil || len(refs) != 2 {
		t.Errorf("references of the title %v %v", refs, err)
	}
	e.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("notes/fresh.md")}})
	where = lsp.Location{}
	if err := e.ask("textDocument/definition", e.at("notes/sessions.md", "[[brand new", 4), &where); err != nil || where.URI != "" {
		t.Errorf("defined at %v %v, though it was thrown away", where, err)
	}
}

func TestHover(t *testing.T) {
	e := library(t)
	e.openFile("decisions/0001-redis.md")
	e.openFile("notes/sessions.md")
	var h lsp.Hover
	if err := e.ask("textDocument/hover", e.at("decisions/0001-redis.md", "[[sessions", 3), &h); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(h.Contents.Value, "**How long sessions live**") || !strings.Contains(h.Contents.Value, "`notes/sessions.md`") ||
		!strings.Contains(h.Contents.Value, "See limits and ") {
		t.Errorf("hover %q", h.Contents.Value)
	}
	if err := e.ask("textDocument/hover", e.at("notes/sessions.md", "#bursts", 0), &h); err != nil ||
		!strings.Contains(h.Contents.Value, "A burst of 20 requests passes.") {
		t.Errorf("hover of a heading %v %q", err, h.Contents.Value)
	}
	if err := e.ask("textDocument/hover", e.at("notes/sessions.md", "tags:", 1), &h); err != nil ||
		!strings.HasPrefix(h.Contents.Value, "**tags**: ") {
		t.Errorf("hover of a key %v %q", err, h.Contents.Value)
	}
}

func TestSymbols(t *testing.T) {
	e := library(t)
	e.openFile("notes/rate limits.md")
	var symbols []lsp.DocumentSymbol
	if err := e.ask("textDocument/documentSymbol", e.at("notes/rate limits.md", "#", 0), &symbols); err != nil {
		t.Fatal(err)
	}
	if len(symbols) != 1 || symbols[0].Name != "Rate limits" || len(symbols[0].Children) != 2 ||
		symbols[0].Children[1].Selection.Start.Line != 6 {
		t.Errorf("symbols %+v", symbols)
	}
	var notes []lsp.WorkspaceSymbol
	if err := e.ask("workspace/symbol", map[string]any{"query": "tokens"}, &notes); err != nil || len(notes) != 1 ||
		notes[0].Location.URI != e.uri("notes/sessions.md") || notes[0].Name != "How long sessions live" {
		t.Errorf("notes %+v %v", notes, err)
	}
}

// What steers a terminal is spelt out wherever an editor shows it, and stays in what it writes.
func TestShownTextIsHarmless(t *testing.T) {
	e := library(t)
	e.open("notes/evil.md", "# Evil \x1b]0;x\x07 \u009b31m title\n\nBody \u009b2J of it.\n")
	e.open("notes/new.md", "[x](evil.md)\n[[evi\n")
	var h lsp.Hover
	err := e.ask("textDocument/hover", e.at("notes/new.md", "[x](evil", 5), &h)
	if err != nil || !strings.Contains(h.Contents.Value, "title") {
		t.Fatalf("%v %q", err, h.Contents.Value)
	}
	var symbols []lsp.DocumentSymbol
	if err := e.ask("textDocument/documentSymbol", e.at("notes/evil.md", "#", 0), &symbols); err != nil || len(symbols) != 1 {
		t.Fatalf("%v %+v", err, symbols)
	}
	var notes []lsp.WorkspaceSymbol
	if err := e.ask("workspace/symbol", map[string]any{"query": "evil"}, &notes); err != nil || len(notes) != 1 {
		t.Fatalf("%v %+v", err, notes)
	}
	labels, _ := e.labels(e.at("notes/new.md", "[[evi\n", 5))
	if len(labels) != 1 {
		t.Fatalf("%q", labels)
	}
	for _, shown := range append(labels, h.Contents.Value, symbols[0].Name, notes[0].Name) {
		if strings.ContainsAny(shown, "\x1b\x07\u009b") {
			t.Errorf("raw: %q", shown)
		}
	}
}

func TestRenames(t *testing.T) {
	for _, test := range []struct {
		name, in, at string
		behind       int
		to           string
		want         map[string]string
	}{
		{
			"a heading", "notes/rate limits.md", "## Bursts", 4, "Short bursts",
			map[string]string{
				"notes/rate limits.md": "# Rate limits\n\n## Short bursts\n\nA burst of 20 requests passes.\n\n## Bursts\n\nAgain.\n",
				"notes/sessions.md": front +
					"See [limits](rate%20limits.md#short-bursts) and [[rate limits#Short bursts|them]].\n",
			},
		},
		{
			"a note, by a link to it", "notes/sessions.md", "rate%20", 3, "quotas",
			map[string]string{
				"notes/sessions.md": front +
					"See [limits](quotas.md#bursts) and [[quotas#Bursts|them]].\n", // that its title has this name helps kb alone
				"rename": "DIR/notes/rate%20limits.md DIR/notes/quotas.md",
			},
		},
		{
			"a note into another folder", "decisions/0001-redis.md", "[[sessions", 4, "old/sessions.md",
			map[string]string{
				"notes/sessions.md": front +
					"See [limits](../notes/rate%20limits.md#bursts) and [[rate limits#Bursts|them]].\n",
				"rename": "DIR/notes/sessions.md DIR/old/sessions.md",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := library(t)
			e.openFile(test.in)
			place := e.at(test.in, test.at, test.behind)
			if err := e.ask("textDocument/prepareRename", place, nil); err != nil {
				t.Fatal(err)
			}
			place["newName"] = test.to
			var edit workspaceEdit
			if err := e.ask("textDocument/rename", place, &edit); err != nil {
				t.Fatal(err)
			}
			got := e.after(edit)
			if got["rename"] != "" {
				got["rename"] = strings.ReplaceAll(got["rename"], "file://"+e.dir, "DIR")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRenamesThatCannotBe(t *testing.T) {
	e := library(t)
	e.openFile("decisions/0001-redis.md")
	place := e.at("decisions/0001-redis.md", "[[sessions", 4)
	for _, name := range []string{"", " ", "a\nb", "rate limits", "../../out", ".git/x"} {
		place["newName"] = name
		if err := e.ask("textDocument/rename", place, nil); err == nil {
			t.Errorf("%q became the name of a note", name)
		}
	}
	if err := e.ask("textDocument/prepareRename", e.at("decisions/0001-redis.md", "live in", 2), nil); err == nil {
		t.Error("a word of the text can be renamed")
	}
}

// TestFilesAreMoved renames a folder and a file in it at once, as an editor's tree does.
func TestFilesAreMoved(t *testing.T) {
	e := library(t)
	e.open("decisions/0001-redis.md", "# Use Redis\n\nUnsaved: [s](../notes/sessions.md)\n")
	var edit workspaceEdit
	err := e.ask("workspace/willRenameFiles", map[string]any{"files": []any{
		map[string]any{"oldUri": e.uri("notes"), "newUri": e.uri("kb/pages")},
	}}, &edit)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"decisions/0001-redis.md": "# Use Redis\n\nUnsaved: [s](../kb/pages/sessions.md)\n"}
	if diff := cmp.Diff(want, e.after(edit)); diff != "" {
		t.Error(diff)
	}
	err = e.ask("workspace/willRenameFiles", map[string]any{"files": []any{
		map[string]any{"oldUri": e.uri("notes/rate limits.md"), "newUri": e.uri("kb/quotas.md")},
		map[string]any{"oldUri": e.uri("notes/sessions.md"), "newUri": e.uri("kb/life.md")},
	}}, &edit)
	if err != nil {
		t.Fatal(err)
	}
	want = map[string]string{
		"decisions/0001-redis.md": "# Use Redis\n\nUnsaved: [s](../kb/life.md)\n",
		"notes/sessions.md": front +
			"See [limits](quotas.md#bursts) and [[quotas#Bursts|them]].\n",
	}
	if diff := cmp.Diff(want, e.after(edit)); diff != "" {
		t.Error(diff)
	}
}

func TestFindings(t *testing.T) {
	e := edit(t, nil,
		"a.md", "# Sessions\n\nSession tokens expire after 30 minutes.\n",
		"b.md", "# Limits\n\nText.\n")
	e.openFile("b.md")
	if found := e.findings("b.md"); len(found) != 0 {
		t.Fatalf("found %+v", found)
	}
	text := "# Limits\n\n🙂 See [[nowhere]].\n\nSession tokens expire after 12 hours.\n"
	e.text["b.md"] = text
	e.tell("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri("b.md"), "version": 2},
		"contentChanges": []any{map[string]any{"text": text}},
	})
	found := e.findings("b.md")
	if len(found) != 2 {
		t.Fatalf("found %+v", found)
	}
	link, conflict := found[0], found[1]
	if link.Code != "broken-link" || link.Range.Start != (lsp.Position{Line: 2, Character: 7}) {
		t.Errorf("%+v", link)
	}
	if link.Message != `link to "nowhere" names no note` {
		t.Errorf("a finding without a suggestion is worded %q", link.Message)
	}
	if conflict.Code != "contradiction" || conflict.Severity != 1 || len(conflict.Related) != 1 ||
		conflict.Related[0].Location.URI != e.uri("a.md") || conflict.Related[0].Location.Range.Start.Line != 2 {
		t.Errorf("%+v", conflict)
	}
	var actions []struct {
		Title string
		Edit  workspaceEdit
	}
	err := e.ask("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri("b.md")},
		"range": map[string]any{
			"start": map[string]any{"line": 2, "character": 8},
			"end":   map[string]any{"line": 4, "character": 0},
		},
	}, &actions)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, a := range actions {
		titles = append(titles, a.Title)
	}
	want := []string{
		"Create nowhere.md", "Waive this broken-link (write the reason in .memory/waivers.yaml)",
		"This note supersedes a.md", "Waive this contradiction (write the reason in .memory/waivers.yaml)",
	}
	if !slices.Equal(titles, want) {
		t.Fatalf("offered %q", titles)
	}
	superseded := e.after(actions[2].Edit)["b.md"]
	e.text["b.md"] = superseded
	e.tell("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri("b.md"), "version": 3},
		"contentChanges": []any{map[string]any{"text": superseded}},
	})
	if found := e.findings("b.md"); len(found) != 1 || found[0].Code != "broken-link" {
		t.Errorf("after %q: %+v", superseded, found)
	}
}

// Of several documents that are open each is judged.
func TestFindingsOfEachDocument(t *testing.T) {
	e := edit(t, nil, "a.md", "# A\n")
	e.open("b.md", "[[none]]\n")
	e.open("c.md", "[[nothing]]\n")
	for _, path := range []string{"b.md", "c.md"} {
		if found := e.findings(path); len(found) != 1 {
			t.Errorf("%s: %+v", path, found)
		}
	}
}

func TestLensesAndVerified(t *testing.T) {
	e := library(t)
	e.openFile("notes/sessions.md")
	var lenses []lsp.CodeLens
	if err := e.ask("textDocument/codeLens", e.at("notes/sessions.md", "---", 0), &lenses); err != nil || len(lenses) == 0 ||
		lenses[0].Command.Title != "1 link to this note" {
		t.Fatalf("lenses %+v %v", lenses, err)
	}
	var where []lsp.Location
	if err := e.ask("workspace/executeCommand", lenses[0].Command, &where); err != nil || len(where) != 1 ||
		where[0].URI != e.uri("decisions/0001-redis.md") {
		t.Errorf("linked from %+v %v", where, err)
	}
	var actions []struct {
		Title string
		Edit  workspaceEdit
	}
	place := e.at("notes/sessions.md", "title", 0)
	place["range"] = map[string]any{"start": place["position"], "end": place["position"]}
	if err := e.ask("textDocument/codeAction", place, &actions); err != nil || len(actions) != 1 {
		t.Fatalf("actions %+v %v", actions, err)
	}
	if after := e.after(actions[0].Edit)["notes/sessions.md"]; !strings.Contains(after, "\nverified: 2026-05-04\n") {
		t.Errorf("verified: %q", after)
	}
}

// TestTheDiskIsFollowed changes a file that is not open.
func TestTheDiskIsFollowed(t *testing.T) {
	e := library(t)
	if err := os.WriteFile(filepath.Join(e.dir, "notes", "later.md"), []byte("# Later\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("notes/later.md"), "type": 1}}})
	e.open("x.md", "[[late")
	if labels, _ := e.labels(e.at("x.md", "[[late", 6)); !slices.Equal(labels, []string{"later"}) {
		t.Errorf("offered %q", labels)
	}
}

// What an editor does not tell of is seen after a while: for answers soon after, for a rename at once.
func TestTheDiskIsFollowedUntold(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("a.md", "# Start\n", "b.md", "See [[a]].\n")
	repo.Commit("notes")
	var later atomic.Int64
	e := editAt(t, repo.Dir, []string{"utf-8"}, func() time.Time { return today().Add(time.Duration(later.Load())) })
	e.open("x.md", "See [[c]] and [[a]].\n")
	if found := e.findings("x.md"); len(found) != 1 {
		t.Fatalf("%+v", found)
	}
	repo.Write("c.md", "# C\n\nSee [[a]].\n")
	later.Add(int64(time.Hour))
	e.labels(e.at("x.md", "[[c", 3)) // by which it sees that time has passed
	// Those from before may be told once more.
	for tries := 0; len(e.findings("x.md")) != 0; tries++ {
		if tries == 3 {
			t.Fatal("what is beside has come, and the link to it is lost still")
		}
	}
	repo.Write("d.md", "See [[a]].\n")
	later.Add(int64(time.Hour))
	place := e.at("x.md", "[[a", 2)
	place["newName"] = "new"
	var edit workspaceEdit
	if err := e.ask("textDocument/rename", place, &edit); err != nil || e.after(edit)["d.md"] != "See [[new]].\n" {
		t.Errorf("a rename does not know a new note: %+v, %v", edit, err)
	}
}

func TestLifeOfAServer(t *testing.T) {
	e := edit(t, []string{"utf-16", "utf-8"}, "a.md", "# A\n")
	if err := e.ask("initialize", map[string]any{}, nil); err == nil {
		t.Error("a second initialize is answered")
	}
	if err := e.ask("textDocument/unheardOf", map[string]any{}, nil); err == nil || !strings.Contains(err.Error(), "no such method") {
		t.Errorf("unknown method: %v", err)
	}
	if err := e.ask("textDocument/hover", "text", nil); err == nil {
		t.Error("parameters of another form are taken")
	}
	e.tell("$/unheardOf", map[string]any{})
	e.open("a.md", "é[[\n")
	var list lsp.CompletionList
	place := e.at("a.md", "é[[", 0)
	place["position"] = map[string]any{"line": 0, "character": 4} // bytes, as was agreed on
	if err := e.ask("textDocument/completion", place, &list); err != nil || len(list.Items) != 1 ||
		list.Items[0].Edit.Range.Start.Character != 4 {
		t.Errorf("%+v %v", list, err)
	}
	if err := e.ask("shutdown", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := e.ask("textDocument/completion", place, nil); err == nil {
		t.Error("an answer after the shutdown")
	}
	e.tell("exit", nil)
	err := <-e.ended
	e.ended <- nil
	if err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestNoRepository(t *testing.T) {
	e := editIn(t, t.TempDir(), nil)
	e.open("a.md", "[[")
	if err := e.ask("textDocument/completion", e.at("a.md", "[[", 2), nil); err != nil {
		t.Error(err)
	}
}
