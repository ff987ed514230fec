package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/lsp"
	"github.com/9aea2451/kb/kb/gittest"
)

const capabilities = `{
  "codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite"]},
  "codeLensProvider": {"resolveProvider": false},
  "completionProvider": {"triggerCharacters": ["[", "(", "#", "/", ":"]},
  "definitionProvider": true,
  "documentSymbolProvider": true,
  "executeCommandProvider": {"commands": ["kb.verify", "kb.linked"]},
  "hoverProvider": true,
  "positionEncoding": "utf-16",
  "referencesProvider": true,
  "renameProvider": {"prepareProvider": true},
  "textDocumentSync": {"change": 2, "openClose": true, "save": {"includeText": false}},
  "workspace": {"fileOperations": {
    "didRename": {"filters": [{"pattern": {"glob": "**/*"}, "scheme": "file"}]},
    "willRename": {"filters": [{"pattern": {"glob": "**/*"}, "scheme": "file"}]}
  }},
  "workspaceSymbolProvider": true
}`

// An editor that came to the repository through a link has its files spelled in its own way.
func TestEditorBehindALink(t *testing.T) {
	r := gittest.New(t)
	r.Write("docs/tea.md", "# Tea\n", "docs/see.md", "# See\n\n[t](tea.md)\n")
	r.Commit("Begin")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(r.Dir, link); err != nil {
		t.Skipf("this file system has no symbolic links: %v", err)
	}
	for _, folder := range []string{link, link + "/docs", r.Dir} {
		e := editIn(t, folder, nil)
		e.dir = strings.TrimSuffix(folder, "/docs")
		e.open("docs/see.md", "# See\n\n[t](tea.md)\n")
		var where lsp.Location
		if err := e.ask("textDocument/definition", e.at("docs/see.md", "[t]", 1), &where); err != nil || where.URI != e.uri("docs/tea.md") {
			t.Errorf("from %s it is %s, %v", folder, where.URI, err)
		}
	}
}

// A link to a folder of the repository is no spelling of its root, not even one of that folder's
// name.
func TestEditorBehindALinkToAFolder(t *testing.T) {
	r := gittest.New(t)
	r.Write("docs/tea.md", "# Tea\n", "docs/see.md", "# See\n\n[t](tea.md)\n")
	r.Commit("Begin")
	for _, name := range []string{"l", "docs", "mydocs"} {
		link := filepath.Join(t.TempDir(), name)
		if err := os.Symlink(filepath.Join(r.Dir, "docs"), link); err != nil {
			t.Skipf("this file system has no symbolic links: %v", err)
		}
		e := editIn(t, link, nil)
		e.open("see.md", "# See\n\n[t](tea.md)\n")
		var where lsp.Location
		err := e.ask("textDocument/definition", e.at("see.md", "[t]", 1), &where)
		if want := "file://" + filepath.ToSlash(r.Dir) + "/docs/tea.md"; err != nil || where.URI != want {
			t.Errorf("through %s it is %s, want %s (%v)", name, where.URI, want, err)
		}
	}
}

// An editor is told at first what it can ask.
func TestCapabilities(t *testing.T) {
	e := edit(t, nil, "a.md", "# A\n")
	var got struct {
		Capabilities map[string]any
		ServerInfo   struct{ Name, Version string }
	}
	if err := json.Unmarshal(e.first, &got); err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal([]byte(capabilities), &want); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got.Capabilities) != fmt.Sprint(want) || got.ServerInfo.Name != "kb" || got.ServerInfo.Version != "test" {
		t.Errorf("told %v", got)
	}
}

// What may stand at a place is offered there, and nothing elsewhere.
func TestOffersAtAPlace(t *testing.T) {
	e := edit(t, nil, "tea.md", "---\ntags: [hot, Drinks]\ncategory: kitchen\n---\n# Tea\n\n## Green tea\n\n## Black tea\n",
		"cups.md", "---\ntags: [drinks, hot]\ncategory: kitchen\n---\n# Cups\n", "pots.md",
		"---\ntags: [hot]\ncategory: metal\n---\n# Pots\n")
	for text, want := range map[string][]string{
		"#":                   {"hot", "drinks"},
		" #dri":               {"drinks"},
		"(#h":                 {"hot"},
		"a\t#h":               {"hot"},
		"a#h":                 nil,
		"#h t":                nil,
		"##h":                 nil,
		"[x](tea.md#":         {"# Tea", "## Green tea", "## Black tea"},
		"[x](tea.md#green":    {"## Green tea"},
		"[x](none.md#":        nil,
		"[x](#":               {"# New"},
		"[x](cu":              {"cups.md"},
		"[x](cu ps":           nil,
		"[x](cups.md) and":    nil,
		"[[tea#bl":            {"## Black tea"},
		"[[tea]] and":         nil,
		"[[none#":             nil,
		"no link at all":      nil,
		"---\ncategory: k":    {"kitchen"},
		"---\ncategory: ":     {"kitchen", "metal"},
		"---\ntags:\n  - ":    {"hot", "drinks"},
		"---\npinned: ":       {"true", "false"},
		"---\nverified: ":     {"2026-05-04"},
		"---\nstatus: acc":    {"accepted"},
		"---\ntitle: x":       nil,
		"---\n  nested":       nil,
		"---\ntags: [hot, dr": {"drinks"},
		"---\ncategory: #h":   nil, // a value is no text with tags
		"[x](#h":              nil, // nor is a fragment
		"[[tea #h":            nil,
		"[[cups|see #h":       nil, // nor are the words of a link
		"[[](cu":              nil,
	} {
		tail := "\n# New\n"
		e.open("new.md", text+tail)
		labels, _ := e.labels(e.at("new.md", text, len(text)))
		for i := range labels {
			labels[i] = strings.ToLower(labels[i][:1]) + labels[i][1:]
		}
		if !slices.Equal(labels, want) {
			t.Errorf("behind %q: %q, want %q", text, labels, want)
		}
	}
}

// What was typed is replaced as far as it goes, whatever its small letters take.
func TestOffersInPlaceOfCapitals(t *testing.T) {
	e := edit(t, nil, "tea.md", "---\ntags: [İİİlk]\n---\n# Tea\n")
	e.open("new.md", "#İİİl")
	var list lsp.CompletionList
	err := e.ask("textDocument/completion", e.at("new.md", "#İİİl", len("#İİİl")), &list)
	if err != nil || len(list.Items) != 1 || list.Items[0].Edit.Range.Start.Character != 1 {
		t.Errorf("%+v, %v", list.Items, err)
	}
}

// A place outside of the text is the nearest one in it.
func TestOffersOutsideOfTheText(t *testing.T) {
	e := edit(t, nil, "tea.md", "# Tea\n")
	e.open("new.md", "[[te\n\n[[te")
	for line, want := range map[int]int{-1: 0, 0: 1, 1: 0, 2: 1, 9: 1} {
		var list lsp.CompletionList
		err := e.ask("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": e.uri("new.md")},
			"position": map[string]any{"line": line, "character": 4}}, &list)
		if err != nil || len(list.Items) != want {
			t.Errorf("line %d: %d offers, want %d (%v)", line, len(list.Items), want, err)
		}
	}
}

// So many are offered as an editor shows, and it is told when more letters bring others.
func TestOffersAreBounded(t *testing.T) {
	e := edit(t, nil, "tea.md", "# Tea\n")
	var many strings.Builder
	for i := range 201 {
		fmt.Fprintf(&many, "## Part %d\n\n#tag%d\n\n", i, i)
	}
	e.open("many.md", many.String()+"[x](#\n[[te\n[[tea\n #tag\n")
	for at, want := range map[string]string{"[x](#": "200 false", " #tag": "200 false", "[[te\n": "1 true", "[[tea\n": "1 false"} {
		var list lsp.CompletionList
		err := e.ask("textDocument/completion", e.at("many.md", at, len(strings.TrimSpace(at))+strings.Count(at, " ")), &list)
		if got := fmt.Sprint(len(list.Items), " ", list.Incomplete); err != nil || got != want {
			t.Errorf("behind %q: %s, want %s (%v)", at, got, want, err)
		}
	}
}

// The end of the stream ends a server well only where the editor has said so before.
func TestEndOfAnEditor(t *testing.T) {
	for _, c := range []struct {
		shutdown, exit bool
		want, log      string
	}{
		{true, true, "", ""}, {false, true, "", "the editor left without saying so before"}, {true, false, "", ""},
		{false, false, "the editor is gone: EOF", ""},
	} {
		e := edit(t, nil, "a.md", "# A\n")
		if c.shutdown {
			if err := e.ask("shutdown", nil, nil); err != nil {
				t.Fatal(err)
			}
		}
		if c.exit {
			e.tell("exit", nil)
		} else {
			e.hangUp()
		}
		err := <-e.ended
		e.ended <- nil
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want || strings.Contains(e.log.String(), "without saying so") != (c.log != "") {
			t.Errorf("%+v: %q, log %q", c, got, e.log)
		}
	}
}
