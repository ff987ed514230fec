package lsp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/lsp"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

// Who changed a note last is told where it is linked, and above it why it may no longer hold, once the history is read.
func TestWhatTheHistoryTells(t *testing.T) {
	r := gittest.New(t)
	day := func(n int, who string) {
		t.Helper()
		r.Commit("Go on", append(gittest.Author(who), gittest.Date(fmt.Sprintf("2026-03-%02dT10:00:00Z", n))...)...)
	}
	r.Write("tea.md", "---\nkind: memory\ntype: gotcha\nstatus: accepted\nfiles: [tea.go#Brew]\n---\n# Tea\n\nBrew takes minutes.\n",
		"tea.go", "package tea\n\nfunc Brew() int {\n\treturn 3\n}\n", "see.md", "# See\n\n[t](tea.md) [s](see.md) [n](new.md)\n")
	day(1, "Ann")
	r.Write("see.md", "# See\n\n[t](tea.md) [s](see.md) [n](new.md)\n\nMore.\n")
	day(2, "Bob_B")
	r.Git("rm", "-q", "tea.go")
	day(3, "Ann")
	r.Write("new.md", "# New\n")
	e := editIn(t, r.Dir, nil)
	e.openFile("see.md")
	e.openFile("tea.md")
	hover := func(at string) string {
		t.Helper()
		var h lsp.Hover
		if err := e.ask("textDocument/hover", e.at("see.md", at, 2), &h); err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(h.Contents.Value, "  \n")
		kind, who, _ := strings.Cut(strings.SplitN(line, "\n\n", 2)[0], "  \n")
		return kind + " " + who
	}
	first := r.Git("rev-parse", "--short=7", "HEAD~2")
	want := "memory, accepted, `tea.md` 2026-03-01 by Ann in " + first + ", 1 commit"
	for got := ""; got != want; { // the history is read beside the answers
		if got = hover("[t]"); got != want && got != "memory, accepted, `tea.md` " {
			t.Fatalf("%q, want %q", got, want)
		}
	}
	second := r.Git("rev-parse", "--short=7", "HEAD~1")
	if got, want := hover("[s]"), "doc, `see.md` 2026-03-02 by Bob\\_B in "+second+", 2 commits"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := hover("[n]"); got != "doc, `new.md` " {
		t.Errorf("of a note that is not committed: %q", got)
	}
	var lenses []lsp.CodeLens
	if err := e.ask("textDocument/codeLens", e.at("tea.md", "# Tea", 0), &lenses); err != nil || len(lenses) != 2 {
		t.Fatalf("lenses %+v, %v", lenses, err)
	}
	if got := lenses[1].Command.Title; !strings.HasPrefix(got, "stale? ") || !strings.Contains(got, "tea.go") ||
		!strings.HasSuffix(got, " (set verified)") {
		t.Errorf("the lens says %q", got)
	}
	if err := e.ask("workspace/executeCommand", lenses[1].Command, nil); err != nil {
		t.Error(err)
	}
	for want, command := range map[string]map[string]any{
		"no such command: kb.other":         {"command": "kb.other", "arguments": []any{e.uri("tea.md")}},
		"kb.verify takes the URI of a note": {"command": "kb.verify", "arguments": []any{}},
	} {
		if err := e.ask("workspace/executeCommand", command, nil); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %q", command, err, want)
		}
	}
}

// A request that the editor no longer waits for is not answered; what names no request is passed over.
func TestCancelledRequests(t *testing.T) {
	e := library(t)
	e.openFile("notes/sessions.md")
	place := e.at("notes/sessions.md", "tags:", 1)
	cancel := func(id any) { e.tell("$/cancelRequest", map[string]any{"id": id}) }
	cancel(e.asked + 2)
	cancel(e.asked + 2)
	cancel(nil)
	cancel(strings.Repeat("9", 101))
	e.tell("$/cancelRequest", map[string]any{})
	for i, want := range []string{"", "cancelled", ""} {
		err := e.ask("textDocument/hover", place, nil)
		if got := ""; err != nil && err.Error() != want || err == nil && want != got {
			t.Errorf("%d: %v, want %q", i, err, want)
		}
	}
	for i := range 1000 { // far more than are remembered
		cancel(1000 + i)
	}
	cancel(e.asked + 1)
	if err := e.ask("textDocument/hover", place, nil); err == nil || err.Error() != "cancelled" {
		t.Errorf("after many: %v", err)
	}
}

// A link to another base leads to its file there, where the configuration names that base.
func TestLinksToAnotherBase(t *testing.T) {
	theirs := gittest.New(t)
	theirs.Write("tea.md", "# Tea\n")
	theirs.Commit("Begin")
	r := gittest.New(t)
	r.Write("see.md", "# See\n\n[[their:tea]] and [[their:cups]].\n")
	config := &userconfig.Config{Bases: []userconfig.Base{{Name: "their", Path: theirs.Dir, Scope: "team"}}}
	config.Models.Embed.Provider = "none"
	e := editWith(t, r.Dir, nil, lsp.Options{Now: today, Open: func(ctx context.Context, folder string) (*desk.Desk, error) {
		repo, err := kb.Open(ctx, folder)
		if err != nil {
			return nil, err
		}
		return desk.Of(repo, desk.Options{Now: today, Config: config}), nil
	}})
	e.openFile("see.md")
	for at, want := range map[string]string{"their:tea": "file://" + theirs.Dir + "/tea.md", "their:cups": ""} {
		var where lsp.Location
		if err := e.ask("textDocument/definition", e.at("see.md", at, 1), &where); err != nil || where.URI != want {
			t.Errorf("%s leads to %q, %v; want %q", at, where.URI, err, want)
		}
	}
	var h lsp.Hover
	err := e.ask("textDocument/hover", e.at("see.md", "their:tea", 1), &h)
	if err != nil || h.Contents.Value != "`tea.md` of the base their." {
		t.Errorf("%q, %v", h.Contents.Value, err)
	}
}

// Relations of the front matter are references, too: the rest of their line.
func TestReferencesOfRelations(t *testing.T) {
	e := edit(t, nil, "tea.md", "# Tea\n\n## Green\n\nHot. Supersedes [coffee](coffee.md).\n", "coffee.md", "# Coffee\n",
		"new.md", "---\nrelations:\n  - {type: depends_on, target: tea}\n---\n# New\n\nSee [tea](tea.md#green).\n",
		"old.md", "# Old\n\nSee [none](none.md).\n", "zest.md", "# Zest\n")
	e.openFile("tea.md")
	e.openFile("old.md")
	ask := func(path, at string, declared bool) string {
		t.Helper()
		place := e.at(path, at, 1)
		place["context"] = map[string]any{"includeDeclaration": declared}
		var refs []lsp.Location
		if err := e.ask("textDocument/references", place, &refs); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, r := range refs {
			from, to := r.Range.Start, r.Range.End
			name := strings.TrimPrefix(r.URI, e.uri(""))
			out = append(out, fmt.Sprintf("%s:%d:%d-%d:%d", name, from.Line, from.Character, to.Line, to.Character))
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		path, at string
		declared bool
		want     string
	}{
		{"tea.md", "# Tea", false, "new.md:2:0-2:35 new.md:6:4-6:23"},
		{"tea.md", "# Tea", true, "new.md:2:0-2:35 new.md:6:4-6:23 tea.md:0:0-0:0"},
		{"tea.md", "## Green", false, "new.md:6:4-6:23"},
		{"tea.md", "[coffee]", false, "tea.md:4:16-4:35"},
		{"old.md", "[none]", true, ""},
	} {
		got := strings.Fields(ask(c.path, c.at, c.declared))
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s of %s: %s, want %s", c.at, c.path, got, c.want)
		}
	}
	if err := os.Remove(filepath.Join(e.dir, "new.md")); err != nil {
		t.Fatal(err)
	}
	e.open("zest.md", "# Zest\n\nInto [[tea]].\n")
	if got := ask("tea.md", "# Tea", false); got != "zest.md:2:5-2:12" {
		t.Errorf("beside those of a note that has gone: %s", got)
	}
}
