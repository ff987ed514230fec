package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// withHooks are the clients that have hooks, with how many events kb answers and where their files lie.
func withHooks() map[string]struct {
	events    int
	repo, own string
} {
	type place = struct {
		events    int
		repo, own string
	}
	return map[string]place{
		"claude": {
			7,
			".claude/settings.json",
			"/people/a/.claude/settings.json",
		}, "codex": {5, ".codex/hooks.json", "/people/a/.codex/hooks.json"},
		"gemini": {
			5,
			".gemini/settings.json",
			"/people/a/.gemini/settings.json",
		}, "cursor": {6, ".cursor/hooks.json", "/people/a/.cursor/hooks.json"},
		"copilot":  {4, ".github/hooks/kb.json", "/people/a/.copilot/hooks/kb.json"},
		"opencode": {1, ".opencode/plugins/kb.js", "/people/a/.config/opencode/plugins/kb.js"},
	}
}

// hooksOf is the file of a client's hooks in the repository /r of the user at /people/a.
func hooksOf(t *testing.T, name string, user bool) HookFile {
	t.Helper()
	c, ok := Named(name)
	if !ok {
		t.Fatal(name)
	}
	f, err := c.HookFile(Here{Root: "/r", Getenv: func(key string) string { return map[string]string{"HOME": "/people/a"}[key] }}, user)
	if err != nil {
		t.Fatal(name, err)
	}
	return f
}

// Each client is told of its hooks where it looks for them, in a form that names kb's command with
// its own name, and what kb wrote can be taken back.
func TestHooksOfEveryClient(t *testing.T) {
	for name, want := range withHooks() {
		for user, path := range map[bool]string{false: "/r/" + want.repo, true: want.own} {
			f := hooksOf(t, name, user)
			if f.Path != path || f.User != user {
				t.Errorf("%s: %s, %v; want %s", name, f.Path, f.User, path)
			}
		}
		f := hooksOf(t, name, false)
		text, _, err := f.Add(nil)
		if err != nil || !f.Has(text) {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if n := strings.Count(string(text), "kb agents hook ") + strings.Count(string(text), `"kb", ["agents"`); n < want.events &&
			name != "opencode" {
			t.Errorf("%s: %d commands, want %d", name, n, want.events)
		}
		if name != "opencode" && !json.Valid(text) {
			t.Errorf("%s is told:\n%s", name, text)
		}
		if again, _, err := f.Add(text); !errors.Is(err, ErrThere) || string(again) != string(text) {
			t.Errorf("%s: a second time: %v\n%s", name, err, again)
		}
	}
	if c, _ := Named("zed"); c.Name != "" {
		if _, err := c.HookFile(Here{Root: "/r", Getenv: func(string) string { return "" }}, false); !errors.Is(err, errNoHooks) {
			t.Errorf("a client without hooks: %v", err)
		}
	}
	c, _ := Named("claude")
	if _, err := c.HookFile(Here{Root: "/r", Getenv: func(string) string { return "" }}, true); err == nil {
		t.Error("a user without a home has a file")
	}
}

// What stood in a file stands there after kb's hooks were added and taken back, to the byte.
func TestHooksAreTakenBack(t *testing.T) {
	for name := range withHooks() {
		f := hooksOf(t, name, false)
		texts := []string{""}
		if f.whole == "" {
			texts = append(
				texts,
				"{\n  \"model\": \"x\"\n}\n",
				"{\n\t\"hooks\": {},\n\t\"a\": 1\n}\n",
				"{\n  \"hooks\": {\n    \"Other\": [\n      1\n    ]\n  }\n}\n",
				"{\n  \"version\": 1,\n  \"hooks\": {}\n}\n",
				"{\r\n  \"a\": [1, 2]\r\n}\r\n",
				"// mine\n{\n  \"b\": {} // last\n}\n",
				"{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\n        \"hooks\": [\n          {\n"+
					"            \"command\": \"mine\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
				"{\n  \"hooks\": {\n    \"sessionStart\": [\n      {\n        \"command\": \"mine\"\n      }\n    ]\n  }\n}\n",
			)
		}
		for _, before := range texts {
			text, made, err := f.Add([]byte(before))
			if err != nil {
				t.Errorf("%s: %v in %q", name, err, before)
				continue
			}
			if missing := Missing(text, made); slices.ContainsFunc(made, func(p []string) bool { return has([]byte(before), p) }) ||
				len(missing) > 0 {
				t.Errorf("%s: %q was made and is not there", name, missing)
			}
			after, err := f.Remove(text, made)
			if name == "cursor" && before != "" && !has([]byte(before), []string{"version"}) {
				if without, err := cutJSON(after, []string{"version"}, "1"); err != nil { // which others may need by now
					t.Errorf("no version: %v", err)
				} else {
					after = without[0]
				}
			}
			if err != nil || string(after) != before || before == "" && after != nil {
				t.Errorf("%s: %v, %q became %q", name, err, before, after)
			}
			if _, err := f.Remove([]byte(before), nil); !errors.Is(err, ErrMissing) {
				t.Errorf("%s: nothing of kb's was taken out of %q: %v", name, before, err)
			}
		}
	}
}

// A person's hook that was put into kb's group, or before and behind kb's, stays, and so does what
// was added beside it.
func TestHooksOfOthersStay(t *testing.T) {
	const mine = `{"type": "command", "command": "mine"}`
	for name, key := range map[string]string{"claude": "SessionStart", "codex": "SessionStart",
		"gemini": "SessionStart", "cursor": "sessionStart"} {
		f := hooksOf(t, name, false)
		text, made, err := f.Add([]byte("{\"x\": 1}"))
		if err != nil {
			t.Fatal(err)
		}
		first := strings.Index(string(text), `"`+key+`": [`) + len(key) + 5
		inner := strings.Index(string(text[first:]), `"hooks": [`) + first + len(`"hooks": [`)
		end := strings.Index(string(text[first:]), "]\n") + first
		for where, at := range map[string]int{"before": first, "inside": inner, "behind": end} {
			if where != "before" && name == "cursor" {
				continue // whose list is flat
			}
			item := mine + ","
			if where == "behind" {
				item = "," + mine // into the list of the group
			}
			after, err := f.Remove(slices.Concat(text[:at], []byte(item), text[at:]), made)
			var left map[string]any
			if err != nil || json.Unmarshal(after, &left) != nil || left["x"] != 1.0 {
				t.Errorf("%s, %s: %v\n%s", name, where, err, after)
			}
			if s := string(after); strings.Count(s, "mine") != 1 || strings.Contains(s, hookCommand) || !strings.Contains(s, key) ||
				strings.Count(s, ": [") != 1+strings.Count(s, `"hooks": [`) {
				t.Errorf("%s, %s:\n%s", name, where, s)
			}
		}
	}
}

// A file of kb's own that a person changed is not kb's any more.
func TestChangedFilesOfKb(t *testing.T) {
	for _, name := range []string{"copilot", "vscode", "opencode"} {
		f := hooksOf(t, name, false)
		text, _, err := f.Add(nil)
		if err != nil {
			t.Fatal(err)
		}
		changed := append(slices.Clone(text), "// mine\n"...)
		if _, _, err := f.Add(changed); !errors.Is(err, ErrOther) {
			t.Errorf("%s: added: %v", name, err)
		}
		if _, err := f.Remove(changed, nil); !errors.Is(err, ErrOther) || f.Has(changed) {
			t.Errorf("%s: taken away: %v", name, err)
		}
	}
}

// Entries are kb's by their commands: all of a group, or the one of an entry.
func TestOurEntries(t *testing.T) {
	for item, want := range map[string]bool{
		`{"command": "kb agents hook prompt --client cursor"}`: true, `{"command": "mine"}`: false, `{}`: false,
		`7`: false, `{"hooks": []}`: false,
		`{"hooks": [{"command": "kb agents hook prompt"}]}`:                               true,
		`{"hooks": [{"command": "kb agents hook prompt"}, {"command": "mine"}]}`:          false,
		`{"hooks": [{"command": "mine; kb agents hook prompt"}]}`:                         false,
		"{ // a remark\n\"command\": \"kb agents hook prompt --client cursor\"}":          true,
		"{ // a remark\n\"command\": \"mine\"}":                                           false,
		`{"command": "mine", "hooks": [{"command": "kb agents hook x --client claude"}]}`: true,
	} {
		if got := ours([]byte(item)); got != want {
			t.Errorf("%s is ours: %v", item, got)
		}
	}
}

// What is empty of what was made goes, and what is not stays.
func TestPrune(t *testing.T) {
	made := [][]string{{"version"}, {"hooks"}, {"hooks", "a"}}
	for before, want := range map[string]string{
		`{"version": 1, "hooks": {"a": []}}`: "", `{"version": 1, "hooks": {"a": [ ]}, "x": 1}`: `{"version": 1, "x": 1}`,
		"// mine\n{\"hooks\": {}}": "// mine\n{}", "{\"hooks\": {}} // mine": "{} // mine",
		`{"version": 1, "hooks": {"a": [1]}}`: `{"version": 1, "hooks": {"a": [1]}}`,
		`{"hooks": {"a": {}, "b": []}}`:       `{"hooks": { "b": []}}`, `{"version": 2, "hooks": {}}`: `{"version": 2}`,
		`{"hooks": {"a": [/* mine */]}}`: `{"hooks": {"a": [/* mine */]}}`,
	} {
		if got := string(Prune([]byte(before), made)); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s became %q, want %q", before, got, want)
		}
	}
}

// What stands before and behind kb's in one line stays.
func TestOthersInTheLineStay(t *testing.T) {
	for before, want := range map[string]string{
		`{"s": {"a": 1, "kb": 7, "b": 2}}`: `{"s":{"a":1,"b":2}}`, `{"s": {"kb": 7, "b": 2}}`: `{"s":{"b":2}}`,
		`{"s": {"a": 1, "kb": 7}}`: `{"s":{"a":1}}`, "{\"s\": {\"a\": 1, \"kb\": 7,\n\"b\": 2}}": `{"s":{"a":1,"b":2}}`,
		"{\"s\": {\"a\": 1,\n\"kb\": 7, \"b\": 2}}": `{"s":{"a":1,"b":2}}`, `{"z": 1, "s": {"kb": 7}, "y": 2}`: `{"z":1,"s":{},"y":2}`,
	} {
		cuts, err := cutJSON([]byte(before), []string{"s", "kb"}, "7")
		if err != nil {
			t.Fatal(before, err)
		}
		var got bytes.Buffer
		if err := json.Compact(&got, cuts[len(cuts)-1]); err != nil || got.String() != want {
			t.Errorf("%q became %q, %v", before, cuts[len(cuts)-1], err)
		}
	}
	for before, want := range map[string]string{
		`{"l": [1, 7, 2]}`: `{"l":[1,2]}`, `{"l": [7, 7, 2, 7]}`: `{"l":[2]}`, `{"l": [7]}`: `{"l":[]}`, `{"l": [1, 7, 7]}`: `{"l":[1]}`,
		`{"l": [1]}`: `{"l":[1]}`, `{"m": [7]}`: `{"m":[7]}`,
	} {
		after, err := cutItems([]byte(before), []string{"l"}, func(item []byte) bool { return string(item) == "7" })
		var got bytes.Buffer
		if json.Compact(&got, after) != nil || err != nil || got.String() != want {
			t.Errorf("%q became %q, %v", before, after, err)
		}
	}
}
