package lsp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/lsp"
)

// In front matter keys of the note's kind are offered, and behind a key what it may be.
func TestCompletionOfFrontMatter(t *testing.T) {
	e := library(t)
	const begin = "---\nkind: memory\ntags:\n  - old\n  - \n" +
		"relations:\n  - type: \n    target: sess\nstatus: \npinned: \nverified: \ncategory: \n"
	for _, c := range []struct {
		text, at string
		behind   int
		has, not []string
	}{
		{begin + "conf", "conf", 4, []string{"confidence"}, []string{"tags", "target"}},
		{begin + "x: |\n  conf", "  conf", 6, nil, []string{"confidence"}},
		{begin, "  - \n", 4, []string{"auth", "web"}, []string{"security"}},
		{begin, "status: ", 8, []string{"accepted", "superseded"}, []string{"true"}},
		{begin, "pinned: ", 8, []string{"true", "false"}, nil},
		{begin, "verified: ", 10, []string{"2026-05-04"}, nil},
		{begin, "category: ", 10, []string{"security"}, []string{"auth"}},
		{begin, "- type: ", 8, []string{"supersedes", "depends_on"}, []string{"gotcha"}},
		{"---\nrelations:\n  - {type: part_of, target: sess}\n---\n", "target: sess", 12, []string{"sessions"}, []string{"supersedes"}},
		{"---\nrelations:\n  - {type: }\n---\n", "{type: ", 7, []string{"part_of"}, []string{"gotcha"}},
		{begin, "target: sess", 12, []string{"sessions"}, []string{"rate limits"}},
		{"---\nkind: memory\ntype: \n", "type: ", 6, []string{"gotcha", "fact"}, []string{"supersedes"}},
		{"---\nkind: memory\nfoo: \n", "foo: ", 5, nil, []string{"gotcha", "true"}},
		{"---\nkind: memory\nfoo\n  - a\n", "  - a", 5, nil, []string{"auth"}},
		{"---\nkind: doc\nt", "\nt", 2, []string{"title", "tags"}, []string{"type"}},
		{"---\nkind: memory\nt", "\nt", 2, []string{"type", "title"}, nil},
		{"---\ntags: [auth, w]\n---\n", ", w", 3, []string{"web"}, []string{"security"}},
		{"---\nrelations:\n  - type: x\nkind: memory\ntype: \n", "\ntype: ", 7, []string{"gotcha"}, []string{"supersedes"}},
	} {
		text := c.text
		if !strings.Contains(text, "\n---\n") {
			text += "\n---\n"
		}
		e.open("notes/new.md", text)
		labels, _ := e.labels(e.at("notes/new.md", c.at, c.behind))
		for _, want := range c.has {
			if !slices.ContainsFunc(labels, func(l string) bool { return strings.TrimSuffix(l, ": ") == want }) {
				t.Errorf("behind %q: %q is missing in %q", c.at, want, labels)
			}
		}
		for _, not := range c.not {
			if slices.Contains(labels, not) {
				t.Errorf("behind %q: %q is offered", c.at, not)
			}
		}
		e.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("notes/new.md")}})
	}
}

// A key is offered with an example where it has one, unless the note has it.
func TestKeysThatAreOffered(t *testing.T) {
	e := edit(t, nil, "a.md", "# A\n")
	for typed, want := range map[string]string{
		"pinn":  "pinned = pinned:  () Never fades and is never pruned.",
		"CONFI": "confidence = confidence:  (confidence: 0.9) How sure we are, from 0 to 1.",
		"titl":  "", "descri": "", // the note has it; it is of other tools "  pinn": "",
	} {
		e.open("new.md", "---\ntitle: New\n"+typed+"\n---\n# New\n")
		var list lsp.CompletionList
		if err := e.ask("textDocument/completion", e.at("new.md", "\n"+typed, len(typed)+1), &list); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, i := range list.Items {
			got = append(got, fmt.Sprintf("%s = %s (%s) %s", i.Label, i.Edit.NewText, i.Detail, i.Documentation))
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("behind %q: %q, want %q", typed, got, want)
		}
	}
}

// Of what a link names is told what it is and why it does not hold; a link that names none says so.
func TestHoverOfLinks(t *testing.T) {
	e := edit(t, nil, "a/plan.md", "# Plan *A*\n\n![](x.png)\n\nFirst **words**.\n", "b/plan.md", "# Plan B\n",
		"old.md", "---\nkind: decision\nstatus: superseded\n---\n# Old\n",
		"run.md", "---\nkind: memory\nstatus: accepted\nvalid_until: 2026-01-01\n---\n# Run out\n",
		"new.md", "---\nkind: decision\nstatus: accepted\nrelations:\n  - {type: supersedes, target: old}\n---\n# New\n\nIt holds.\n",
		"attic/tea.md", "# Tea\n\nHot.\n", "use.md", "# Use\n\n## Alternatives considered\n\nGas.\n",
		"see.md", "# See\n\n[[tea]], [[use]], [[use#Alternatives considered]], "+
			"[[plan]], [[none]], [x](code.go), [p](a/plan.md), [[old]], [[run]], [[other:tea]], [[#Below]].\n"+
			"\n## Below\n\nDeep.\n",
		"code.go", "package x\n")
	e.openFile("see.md")
	for at, want := range map[string]string{
		"[[plan]]":      "May mean several notes:\n\n- a/plan.md\n- b/plan.md",
		"[[none]]":      "No note has the name `none`.",
		"[x](code":      "Not a note of this repository.",
		"[p](a":         "**Plan A**  \ndoc, `a/plan.md`",
		"[[tea]]":       "doc, `attic/tea.md`, **history**",
		"[[use]]":       "doc, `use.md`\n\n---",
		"[[use#":        "doc, `use.md`, **not chosen**\n\n---\n\nGas.",
		"[[old]]":       "**Old**  \ndecision, superseded, `old.md` by `new.md`",
		"[[run]]":       "**Run out**  \nmemory, accepted, `run.md`, **expired",
		"[[other:tea]]": "Of another base: ",
		"[[#Below]]":    "\n\n---\n\nDeep.",
	} {
		var h lsp.Hover
		if err := e.ask("textDocument/hover", e.at("see.md", at, 3), &h); err != nil || !strings.Contains(h.Contents.Value, want) {
			t.Errorf("%s: %q, %v; want %q", at, h.Contents.Value, err, want)
		}
		if at == "[p](a" && !strings.HasSuffix(h.Contents.Value, "\n\n---\n\nFirst words.") {
			t.Errorf("it begins with %q", h.Contents.Value)
		}
	}
	e.open("key.md", "---\nstatus: draft\nmine: 1\ntitle: Keys\n---\n# Key\n")
	var h lsp.Hover
	err := e.ask("textDocument/hover", e.at("key.md", "title", 1), &h)
	if err != nil || h.Contents.Value != "**title**: Else the first heading, else the file's name." {
		t.Errorf("of a key that any text follows: %+v, %v", h, err)
	}
	err = e.ask("textDocument/hover", e.at("key.md", "status", 1), &h)
	if err != nil || !strings.HasPrefix(h.Contents.Value, "**status**: ") || h.Range.End.Character != 6 {
		t.Errorf("of a key: %+v, %v", h, err)
	}
	h = lsp.Hover{}
	if err := e.ask("textDocument/hover", e.at("key.md", "mine", 1), &h); err != nil || h.Contents.Value != "" {
		t.Errorf("of somebody else's key: %+v, %v", h, err)
	}
}

// The target of a relation leads to its note, in each form that front matter has.
func TestDefinitionInFrontMatter(t *testing.T) {
	e := edit(t, nil, "old.md", "# Old\n", "other.md", "# Other\n")
	const text = "---\nkind: decision\nsupersedes: old\nrelates_to: [other]\nowner: old\nrelations:\n" +
		"  - {type: depends_on, target: other}\n" +
		"  - type: part_of\n    target: \"old\"\n---\n# X\n\n[o](old.md)\n"
	e.open("x.md", text)
	for at, want := range map[string]string{
		"supersedes: old": "old.md", "target: other": "other.md", "target: \"old": "old.md",
		"owner: old": "", "kind: dec": "", "[o](old": "old.md",
	} {
		var where lsp.Location
		if err := e.ask("textDocument/definition", e.at("x.md", at, len(at)-1), &where); err != nil {
			t.Fatal(err)
		}
		if want != "" {
			want = e.uri(want)
		}
		if where.URI != want {
			t.Errorf("%s: %s, want %s", at, where.URI, want)
		}
	}
}

// What a fragment names is renamed by its heading, in whatever form the link has.
func TestRenameByFragment(t *testing.T) {
	e := edit(t, nil, "tea.md", "# Tea\n\n## Green tea ##\n\nHot.\n\nBlack\n-----\n\nHotter.\n\n[up](#green-tea), [[#Green tea|it]].\n",
		"see.md", "# See\n\n[a](tea.md#green-tea \"t\"), [[tea#Green tea|b]], [c](tea.md), [d](tea.md#black).\n")
	e.openFile("tea.md")
	e.openFile("see.md")
	const tea, see = "# Tea\n\n## Sencha ##\n\nHot.\n\nBlack\n-----\n\nHotter.\n\n[up](#sencha), [[#Sencha|it]].\n",
		"# See\n\n[a](tea.md#sencha \"t\"), [[tea#Sencha|b]], [c](tea.md), [d](tea.md#black).\n"
	for at, path := range map[string]string{
		"tea.md#green": "see.md", "tea#Green": "see.md", "#green-tea)": "tea.md", "[[#Green": "tea.md", "## Green": "tea.md",
	} {
		place := e.at(path, at, len(at)-1)
		var what struct{ Placeholder string }
		if err := e.ask("textDocument/prepareRename", place, &what); err != nil || what.Placeholder != "Green tea" {
			t.Errorf("%s is called %q, %v", at, what.Placeholder, err)
		}
		place["newName"] = "Sencha"
		var w workspaceEdit
		if err := e.ask("textDocument/rename", place, &w); err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		got := e.after(w)
		if got["tea.md"] != tea || got["see.md"] != see {
			t.Errorf("%s: %q", at, got)
		}
	}
	var w workspaceEdit
	place := e.at("tea.md", "# Tea", 3)
	place["newName"] = "Teas"
	if err := e.ask("textDocument/rename", place, &w); err != nil || !strings.HasPrefix(e.after(w)["tea.md"], "# Teas\n\n## Green") {
		t.Errorf("the title is renamed: %q, %v", e.after(w), err)
	}
	var what struct{ Placeholder string }
	err := e.ask("textDocument/prepareRename", e.at("see.md", "#black", 3), &what)
	if err != nil || what.Placeholder != "Black" {
		t.Errorf("an underlined heading: %+v, %v", what, err)
	}
	if err := e.ask("textDocument/prepareRename", e.at("see.md", "tea.md)", 3), &what); err != nil || what.Placeholder != "tea" {
		t.Errorf("a note by a link: %+v, %v", what, err)
	}
}

// A # in the text of a link, or a link by its label, is no reason to write elsewhere, and links to the
// new name lead there.
func TestRenameBesideOtherMarks(t *testing.T) {
	const before = "# Tea\n\n- [1. C# tea](#c-tea)\n- [r #1][r], [r]\n- see [[#C# tea]]\n- is [[tea#C# tea]]\n\n" +
		"|a|\n|-|\n|[[#C# tea\\|x]]|\n\n## C# tea\n\n[r]: tea.md#c-tea\n"
	e := edit(t, nil, "tea.md", before)
	e.openFile("tea.md")
	place := e.at("tea.md", "## C# tea", 4)
	place["newName"] = "F#| tea"
	var w workspaceEdit
	if err := e.ask("textDocument/rename", place, &w); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("c-tea", "f-tea", "## C#", "## F#|", "[[#C# tea", "[[#F tea", "[[tea#C#", "[[tea#F").Replace(before)
	if got := e.after(w)["tea.md"]; got != want {
		t.Fatalf("%q, want\n%q", got, want)
	}
	e.open("tea.md", want)
	var refs []lsp.Location
	if err := e.ask("textDocument/references", e.at("tea.md", "## F#", 4), &refs); err != nil || len(refs) != 6 {
		t.Errorf("the new name has %d links, %v", len(refs), err)
	}
}

// The anchors of headings of one name are counted: when one of them is renamed, links to the others
// still lead there.
func TestRenameAmongHeadingsOfOneName(t *testing.T) {
	const before = "# Tea\n\n[a](#pot), [b](#pot-1), [[#pot-1|c]], [d](#cup), [[#Cup]]\n\n## Pot\n\n## Pot\n\n## Cup\n"
	for name, want := range map[string]string{
		"Can": "# Tea\n\n[a](#can), [b](#pot), [[#pot|c]], [d](#cup), [[#Cup]]\n\n## Can\n\n## Pot\n\n## Cup\n",
		"Cup": "# Tea\n\n[a](#cup), [b](#pot), [[#pot|c]], [d](#cup-1), [[#Cup]]\n\n## Cup\n\n## Pot\n\n## Cup\n",
	} {
		e := edit(t, nil, "tea.md", before)
		e.openFile("tea.md")
		place := e.at("tea.md", "## Pot", 4)
		place["newName"] = name
		var w workspaceEdit
		if err := e.ask("textDocument/rename", place, &w); err != nil || e.after(w)["tea.md"] != want {
			t.Errorf("%s: %q, %v", name, e.after(w)["tea.md"], err)
		}
	}
}

// A link that leads nowhere is mended by the notes with similar names, each as its link is written.
func TestLinksAreMended(t *testing.T) {
	e := edit(t, nil, "notes/sessions.md", "# Sessions\n", "notes/deep/see.md",
		"# See\n\n[a](../sesions.md) and\n[[sesions]] and\n![[sesionss]].\n", ".memory/waivers.yaml", "waivers: []")
	e.openFile("notes/deep/see.md")
	found := e.findings("notes/deep/see.md")
	if len(found) != 3 {
		t.Fatalf("found %+v", found)
	}
	for i, want := range []string{
		"# See\n\n[a](../sessions.md) and\n[[sesions]] and\n![[sesionss]].\n",
		"# See\n\n[a](../sesions.md) and\n[[notes/sessions]] and\n![[sesionss]].\n",
		"# See\n\n[a](../sesions.md) and\n[[sesions]] and\n![[notes/sessions]].\n",
	} {
		var actions []struct {
			Title       string
			IsPreferred bool
			Edit        workspaceEdit
		}
		place := map[string]any{"textDocument": map[string]any{"uri": e.uri("notes/deep/see.md")}, "range": found[i].Range}
		if err := e.ask("textDocument/codeAction", place, &actions); err != nil || len(actions) < 2 {
			t.Fatalf("%+v, %v", actions, err)
		}
		first := actions[0]
		got := e.after(first.Edit)["notes/deep/see.md"]
		if first.Title != "Link to notes/sessions.md" || !first.IsPreferred || got != want {
			t.Errorf("%+v: %q", first, got)
		}
		waive := actions[len(actions)-1]
		text := e.after(waive.Edit)[".memory/waivers.yaml"]
		if !strings.HasPrefix(text, "waivers: []\n") || !strings.Contains(text, "reason: ") {
			t.Errorf("%s: %q", waive.Title, text)
		}
	}
}

// What is waived first stands below the key that a file of waivers has, also in a file that is empty.
func TestWaiverInAnEmptyFile(t *testing.T) {
	e := edit(t, nil, "see.md", "# See\n\n[[none]].\n", ".memory/waivers.yaml", "\n")
	e.openFile("see.md")
	place := map[string]any{"textDocument": map[string]any{"uri": e.uri("see.md")}, "range": e.findings("see.md")[0].Range}
	var actions []struct {
		Title string
		Edit  workspaceEdit
	}
	if err := e.ask("textDocument/codeAction", place, &actions); err != nil || len(actions) == 0 {
		t.Fatalf("%+v, %v", actions, err)
	}
	text := e.after(actions[len(actions)-1].Edit)[".memory/waivers.yaml"]
	if !strings.HasPrefix(text, "\nwaivers:\n  - finding: ") {
		t.Errorf("%q", text)
	}
}
