package mcpclient

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Of a text that was cut off anywhere nothing is read.
func TestTextsThatWereCutOff(t *testing.T) {
	const text = "{ // r\n\"a\": {\"b\": [1, {\"c\": \"d\\\"\"}, [null]], \"e\": -1.5}, /* s */ \"f\": true }"
	if _, _, err := lookup([]byte(text), []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if _, _, err := lookup([]byte(text[:n]), []string{"a", "b"}); err == nil {
			t.Errorf("%q is read", text[:n])
		}
	}
}

// A fault is told by line and column.
func TestPlacesOfFaults(t *testing.T) {
	for text, want := range map[string]string{
		"[]": "1:1", " []": "1:2", "{\n  \"a\" 1}": "2:7", "{}\n\n x": "3:2", "{\"a\": {}} y": "1:11", "{\"a\":\n 1,\n  \"a\": 2}": "3:3",
	} {
		_, _, err := lookup([]byte(text), []string{"a", "b"})
		var wrong *SyntaxError
		if !errors.As(err, &wrong) || fmt.Sprintf("%d:%d", wrong.Line, wrong.Col) != want {
			t.Errorf("%q: %+v, want %s", text, wrong, want)
		}
	}
	_, err := fileOf(t, "claude", here(t), false).Add([]byte("{"))
	if err == nil || !strings.HasPrefix(err.Error(), ".mcp.json: not valid JSON: ") {
		t.Error(err)
	}
}

func TestLinesOfTexts(t *testing.T) {
	for text, want := range map[string]string{"": "\n", "a": "\n", "\na\r\n": "\n", "a\nb\r\n": "\n", "a\r\nb\n": "\r\n", "\r\n": "\r\n"} {
		if got := lineEnd([]byte(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	for text, want := range map[string]int{"x": 0, "\nx": 0, "\r\nx": 0, "a\nx": 1, "a\r\nx": 1} {
		if got := lineOf([]byte(text), len(text)-1); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	for text, want := range map[string]string{
		"{ }":                           "{\n  \"a\": 1\n}",
		"{\n\t\"b\": 2 // two\n}":       "{\n\t\"b\": 2, // two\n\t\"a\": 1\n}",
		"{\n\t\"b\": 2 // two\r\n}":     "{\n\t\"b\": 2, // two\n\t\"a\": 1\r\n}",
		"{\n    \"b\": 2, \t // two\n}": "{\n    \"b\": 2, \t // two\n    \"a\": 1,\n}",
	} {
		if got, err := addJSON([]byte(text), []string{"a"}, "1"); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// A table is added behind what is there, whatever the tables before it name.
func TestTablesAreAdded(t *testing.T) {
	for text, want := range map[string]string{
		"": "[t]\n", "\n": "\n[t]\n", "a = 1": "a = 1\n\n[t]\n", "a = 1\n": "a = 1\n\n[t]\n", "a = 1\r\n": "a = 1\r\n\r\n[t]\r\n",
		"[profile]\nmcp_servers.a = 1\n": "[profile]\nmcp_servers.a = 1\n\n[t]\n",
	} {
		if got, err := addTOML([]byte(text), "[t]\n"); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// Which clients are told of one repository's folder, as it is written.
func TestFoldersInEntries(t *testing.T) {
	h := here(t)
	h.Root = "/r/tea & <pots>"
	for _, c := range Clients() {
		got, entry := c.NeedsRoot(), c.entry(h)
		if got != (c.Name == "windsurf" || c.Name == "claude-desktop") || got != strings.Contains(entry, "tea & <pots>") {
			t.Errorf("%s needs the folder: %v\n%s", c.Name, got, entry)
		}
	}
	f := fileOf(t, "opencode", h, true)
	missing := Missing([]byte(`{"mcp": {}}`), [][]string{{"mcp"}, {"mcp", "servers"}})
	if got := fmt.Sprint(f.Keys(), missing); got != "[[mcp]] [[mcp servers]]" {
		t.Error(got)
	}
	if want := []byte(`{"mcp":{"kb":{"type":"local","command":["kb","mcp"]}}}`); !sameJSON(want, f.Snippet()) {
		t.Errorf("%q", f.Snippet())
	}
	folder := filepath.Dir(f.Path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"opencode.jsonc", "opencode.json"} { // the plain one counts where both are there
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if f = fileOf(t, "opencode", h, true); f.Path != filepath.Join(folder, name) {
			t.Errorf("%s, not %s", f.Path, name)
		}
	}
}

// A hook says which tools it is for, where it is not for all.
func TestMatchersOfHooks(t *testing.T) {
	c := Client{Name: "zed"}
	const command = `"command":"kb agents hook a --client zed"`
	for item, want := range map[string]string{
		c.grouped("A", "a", "Bash", 2).item: `{"matcher":"Bash","hooks":[{"type":"command",` + command + `,"timeout":2}]}`,
		c.grouped("A", "a", "", 3).item:     `{"hooks":[{"type":"command",` + command + `,"timeout":3}]}`,
		c.flat("A", "a", "Read").item:       `{` + command + `,"timeout":2,"matcher":"Read"}`,
		c.flat("A", "a", "").item:           `{` + command + `,"timeout":2}`,
	} {
		if !sameJSON([]byte(want), item) {
			t.Errorf("%s, want %s", item, want)
		}
	}
	// One hook that is there already does not keep the others away.
	f := hooksOf(t, "claude", false)
	whole, _, err := f.Add(nil)
	if err != nil {
		t.Fatal(err)
	}
	part, err := cutItems(whole, []string{"hooks", "PreCompact"}, ours)
	if err != nil {
		t.Fatal(err)
	}
	if again, _, err := f.Add(part); err != nil || strings.Count(string(again), hookCommand) != len(f.hooks) {
		t.Errorf("%v: %s", err, again)
	}
}
