package mcp

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A file that is no note is named with the reason, and a link to a note means that note. Nothing
// outside of the repository is read.
func TestFilesThatAreNotRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	r := sample(t)
	outside := filepath.Join(filepath.Dir(r.dir), "outside.md")
	if err := os.WriteFile(outside, []byte("# Outside\n\nThe zanzibar stays outside.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"docs/inner.md": "sessions.md", "out.md": "../outside.md", "absolute.md": outside,
		"self.md": "self.md", "folder": ".."} {
		if err := os.Symlink(to, filepath.Join(r.dir, filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	r.write("huge.md", "# Huge\n\n"+strings.Repeat("zanzibar ", 1<<20))
	r.write("binary.md", "# Binary\n\nzanzibar \x00\n")
	r.commit("Not to be read")
	cs := connect(t, serve(t, r), "", nil)
	if a := ask(t, cs, "search", "query", "zanzibar", "mode", "keyword"); len(a.hits()) > 0 {
		t.Errorf("%s", a.text)
	}
	for note, want := range map[string]string{
		"huge.md": "larger than 8 MiB", "binary.md": "binary",
		"out.md":      "symbolic link",
		"absolute.md": "symbolic link", "self.md": "symbolic link", "folder/outside.md": "no such note", "../outside.md": "no such note",
	} {
		if a := ask(t, cs, "read", "note", note); !a.fail || !strings.Contains(a.text, want) || strings.Contains(a.text, "stays outside") {
			t.Errorf("%s: %s", note, a.text)
		}
	}
	if a := ask(t, cs, "read", "note", "docs/inner.md"); a.fail || !strings.Contains(a.text, "docs/sessions.md") {
		t.Errorf("%s", a.text)
	}
	limits := ask(t, cs, "memory_stats").data["repositories"].([]any)[0].(map[string]any)["limits"].([]any)
	if !slices.ContainsFunc(limits, func(l any) bool {
		return strings.Contains(l.(string), "huge.md (larger than 8 MiB)") && strings.Contains(l.(string), "out.md") &&
			!strings.Contains(l.(string), "inner.md")
	}) {
		t.Errorf("%v", limits)
	}
}

// The first note of a repository that had none is found at once, in a folder that is new.
func TestFirstNote(t *testing.T) {
	r := newRepository(t)
	r.write("main.go", "package main\n")
	r.commit("Code")
	cs := connect(t, serve(t, r), "", nil)
	for _, tool := range []string{"search", "recall_decision", "check_statement", "context", "memory_stats"} {
		args := map[string]string{"search": "query", "recall_decision": "topic", "check_statement": "statement", "context": "task"}
		pairs := []any{args[tool], "Tea comes from a samovar."}
		if tool == "memory_stats" {
			pairs = nil
		}
		if a := ask(t, cs, tool, pairs...); a.fail || strings.Count(a.text, "there is no markdown in this repository yet") != 1 {
			t.Errorf("%s: %s", tool, a.text)
		}
	}
	r.write("docs/tea/first.md", "# Tea\n\nTea comes from a samovar.\n")
	if a := ask(t, cs, "search", "query", "samovar", "mode", "keyword"); !slices.Equal(a.hits(), []string{"docs/tea/first.md"}) {
		t.Errorf("%s", a.text)
	}
}
