package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAdd(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"nothing":         {"", "{\n  \"servers\": {\n    \"kb\": 1\n  }\n}\n"},
		"an empty object": {"{}\n", "{\n  \"servers\": {\n    \"kb\": 1\n  }\n}\n"},
		"others, by tabs": {"{\n\t\"servers\": {\n\t\t\"a\": {\"x\": [1, 2]}\n\t},\n\t\"z\": null\n}\n",
			"{\n\t\"servers\": {\n\t\t\"a\": {\"x\": [1, 2]},\n\t\t\"kb\": 1\n\t},\n\t\"z\": null\n}\n"},
		"in one line": {`{"servers": {"a": 1}}`, "{\"servers\": {\"a\": 1,\n  \"kb\": 1\n}}"},
		"comments": {"// mine\n{\n  // servers\n  \"servers\": {\n    \"a\": 1, // the first\n    /* \"kb\": 2 */\n  },\n}\n",
			"// mine\n{\n  // servers\n  \"servers\": {\n    \"a\": 1, // the first\n    \"kb\": 1,\n    /* \"kb\": 2 */\n  },\n}\n"},
		"a comment alone": {"{\n  // none yet\n}\n", "{\n  // none yet\n\n  \"servers\": {\n    \"kb\": 1\n  }\n}\n"},
		"lines of Windows": {"{\r\n  \"servers\": {\r\n    \"a\": 1 // x\r\n  }\r\n}\r\n",
			"{\r\n  \"servers\": {\r\n    \"a\": 1, // x\r\n    \"kb\": 1\r\n  }\r\n}\r\n"},
		"no servers": {"{\n    \"theme\": \"dark\"\n}", "{\n    \"theme\": \"dark\",\n    \"servers\": {\n        \"kb\": 1\n    }\n}"},
	} {
		got, err := addJSON([]byte(c.before), []string{"servers", "kb"}, "1")
		if err != nil || string(got) != c.after {
			t.Errorf("%s: %v\n%s\nnot\n%s", name, err, got, c.after)
		}
	}
}

func TestAddLeavesWhatItCannotRead(t *testing.T) {
	for _, text := range []string{"{", "[]", "{\"servers\": 1}", "{\"a\": tru}", "{} {}", "{\"a\" 1}", "{\"servers\": {\"a\": 1]}",
		"nonsense", strings.Repeat("[", 1000), "{\"servers\": {}, \"servers\": {}}"} {
		if got, err := addJSON([]byte(text), []string{"servers", "kb"}, "1"); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
	for _, text := range []string{"{\"servers\": {\"kb\": {}}}", "{\"servers\": {\"\\u006bb\": 2}}"} {
		if _, err := addJSON([]byte(text), []string{"servers", "kb"}, "1"); !errors.Is(err, ErrThere) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What was there is there afterwards, byte for byte and as a value.
func TestAddLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := map[string]any{}
		for _, k := range rapid.SliceOfN(rapid.StringMatching(`[a-z"\\ é]{1,6}`), 0, 5).Draw(t, "keys") {
			value[k] = rapid.SampledFrom(
				[]any{nil, true, 1.5, "x\"}", []any{"a", map[string]any{"b": "{"}}, map[string]any{"kb": 1.0}},
			).Draw(t, "value")
		}
		if rapid.Bool().Draw(t, "servers") {
			value["servers"] = map[string]any{"other": map[string]any{"command": "x"}}
		}
		before, err := json.MarshalIndent(value, "", rapid.SampledFrom([]string{"", " ", "\t", "    "}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "one line") {
			var b bytes.Buffer
			json.Compact(&b, before)
			before = b.Bytes()
		}
		after, err := addJSON(before, []string{"servers", "kb"}, "{\n  \"command\": \"kb\"\n}")
		if err != nil {
			t.Fatalf("%s: %v", before, err)
		}
		var got map[string]any
		if err := json.Unmarshal(after, &got); err != nil {
			t.Fatalf("%s: %v", after, err)
		}
		servers := got["servers"].(map[string]any)
		if servers["kb"].(map[string]any)["command"] != "kb" {
			t.Fatalf("%s", after)
		}
		if cuts, err := cutJSON(after, []string{"servers", "kb"}, "{\n  \"command\": \"kb\"\n}"); err != nil || len(value) > 0 &&
			!slices.ContainsFunc(cuts, func(c []byte) bool { return bytes.Equal(c, before) }) {
			t.Fatalf("%s\nof\n%s\nis none of %q: %v", before, after, cuts, err)
		}
		delete(servers, "kb")
		if value["servers"] == nil {
			delete(got, "servers")
		}
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(value)
		if !bytes.Equal(a, b) {
			t.Fatalf("%s became %s", b, a)
		}
	})
}

// here is a place for files that are not there.
func here(t *testing.T) Here {
	home := t.TempDir()
	return Here{Root: filepath.Join(home, "shop"), Program: "/opt/kb", System: "linux", Getenv: func(name string) string {
		return map[string]string{"HOME": home}[name]
	}}
}

func fileOf(t *testing.T, name string, h Here, user bool) File {
	c, ok := Named(name)
	if !ok {
		t.Fatal(name)
	}
	f, err := c.File(h, user)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAddTOML(t *testing.T) {
	codex := fileOf(t, "codex", here(t), false)
	got, err := codex.Add([]byte("model = \"x\"\n\n[mcp_servers.other]\ncommand = \"o\""))
	if want := "model = \"x\"\n\n[mcp_servers.other]\ncommand = \"o\"\n\n[mcp_servers.kb]\ncommand = \"kb\"\n" +
		"args = [\"mcp\"]\n"; err != nil ||
		string(got) != want {
		t.Errorf("%v: %s", err, got)
	}
	if _, err := codex.Add(got); !errors.Is(err, ErrThere) {
		t.Errorf("twice: %v", err)
	}
	if _, err := codex.Add([]byte("mcp_servers = { a = 1 }\n")); !errors.Is(err, errInline) {
		t.Errorf("inline: %v", err)
	}
	if got, err = codex.Add([]byte("a = 1\r\n")); err != nil || strings.Contains(strings.ReplaceAll(string(got), "\r\n", ""), "\n") {
		t.Errorf("lines of Windows: %v %q", err, got)
	}
}

func TestSnippets(t *testing.T) {
	for _, c := range Clients() {
		for _, user := range []bool{false, true} {
			f := fileOf(t, c.Name, here(t), user)
			text := f.Snippet()
			if !strings.Contains(text, "kb\"") || c.keys != nil && !json.Valid([]byte(text)) {
				t.Errorf("%s: %s", c.Name, text)
			}
			if _, err := f.Add([]byte(text)); !errors.Is(err, ErrThere) {
				t.Errorf("%s twice: %v", c.Name, err)
			}
			if got, err := f.Remove([]byte(text)); err != nil || len(got) != 0 {
				t.Errorf("%s removed: %v %q", c.Name, err, got)
			}
			if _, err := f.Remove(nil); !errors.Is(err, ErrMissing) {
				t.Errorf("%s removed twice: %v", c.Name, err)
			}
		}
	}
}

// Where each client reads its servers, by system and environment.
func TestFiles(t *testing.T) {
	env := map[string]string{}
	h := Here{Root: "/src/shop", Program: "/opt/kb", Getenv: func(name string) string { return env[name] }}
	for _, c := range []struct {
		client, system string
		user           bool
		env            map[string]string
		want           string
	}{
		{"codex", "linux", false, nil, "/src/shop/.codex/config.toml"},
		{"codex", "linux", true, map[string]string{"HOME": "/h"}, "/h/.codex/config.toml"},
		{"codex", "linux", true, map[string]string{"HOME": "/h", "CODEX_HOME": "/c"}, "/c/config.toml"},
		{"copilot", "linux", false, nil, "/src/shop/.github/mcp.json"},
		{"copilot", "linux", true, map[string]string{"HOME": "/h"}, "/h/.copilot/mcp-config.json"},
		{"claude-desktop", "linux", false, map[string]string{"HOME": "/h"}, "/h/.config/Claude/claude_desktop_config.json"},
		{"claude-desktop", "darwin", false, map[string]string{"HOME": "/h"},
			"/h/Library/Application Support/Claude/claude_desktop_config.json"},
		{"claude-desktop", "windows", true, map[string]string{"USERPROFILE": "/u", "APPDATA": "/u/r"},
			"/u/r/Claude/claude_desktop_config.json"},
		{"vscode", "darwin", true, map[string]string{"HOME": "/h"}, "/h/Library/Application Support/Code/User/mcp.json"},
		{"zed", "darwin", true, map[string]string{"HOME": "/h"}, "/h/.config/zed/settings.json"},
		{"zed", "windows", true, map[string]string{"USERPROFILE": "/u"}, "/u/AppData/Roaming/Zed/settings.json"},
		{"opencode", "linux", true, map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/x/opencode/opencode.json"},
		{"windsurf", "linux", false, map[string]string{"HOME": "/h"}, "/h/.codeium/windsurf/mcp_config.json"},
	} {
		env, h.System = c.env, c.system
		if f := fileOf(t, c.client, h, c.user); filepath.ToSlash(f.Path) != c.want {
			t.Errorf("%s on %s: %s, not %s", c.client, c.system, f.Path, c.want)
		}
	}
	env = nil
	windsurf, _ := Named("windsurf")
	if _, err := windsurf.File(h, false); !errors.Is(err, errHome) {
		t.Errorf("without a home: %v", err)
	}
}

// OpenCode reads several files, and names servers in two forms.
func TestOpenCode(t *testing.T) {
	h := here(t)
	if err := os.MkdirAll(filepath.Join(h.Root, ".opencode"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(h.Root, ".opencode", "opencode.jsonc")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f := fileOf(t, "opencode", h, false)
	if f.Path != file {
		t.Errorf("%s, not %s", f.Path, file)
	}
	const entry = `{"type":"local","command":["kb","mcp"]}`
	for before, want := range map[string]string{
		`{"mcp":{"servers":{}}}`:                       `{"mcp":{"servers":{"kb":` + entry + `}}}`,
		`{"mcp":{"a":{"type":"local"}}}`:               `{"mcp":{"a":{"type":"local"},"kb":` + entry + `}}`,
		`{"mcp":{"servers":{"type":"local"}}}`:         `{"mcp":{"servers":{"type":"local"},"kb":` + entry + `}}`,
		`{"mcp":{"servers":{"type":{"type":"x"}}}}`:    `{"mcp":{"servers":{"type":{"type":"x"},"kb":` + entry + `}}}`,
		`{"mcp":{"servers":{},"kb":{"type":"local"}}}`: "",
		`{"mcp":{"servers":{"kb":{"type":"local"}}}}`:  "",
	} {
		after, err := f.Add([]byte(before))
		if want == "" {
			if !errors.Is(err, ErrThere) {
				t.Errorf("%s: %v", before, err)
			}
			continue
		}
		var got bytes.Buffer
		if err != nil || json.Compact(&got, after) != nil || got.String() != want {
			t.Errorf("%s: %v\n%s\nnot\n%s", before, err, &got, want)
		}
		if again, err := f.Remove(after); err != nil || string(again) != before {
			t.Errorf("%s without kb: %v %s", after, err, again)
		}
	}
}

func TestRemove(t *testing.T) {
	f := fileOf(t, "claude", here(t), false)
	for _, before := range []string{
		"{\n  \"theme\": 1\n}\n", "{\"theme\": 1}", "{ \"theme\": 1 }\n",
		"// mine\n{\n\t\"mcpServers\": {\n\t\t\"a\": {}, // one\n\t},\n}\n",
		"{\r\n  \"mcpServers\": {\r\n    \"a\": {} // one\r\n  }\r\n}\r\n", "{\n  // nothing\n}\n", "{}\n",
		bom + "{\"mcpServers\": {\"a\": 1}}",
	} {
		after, err := f.Add([]byte(before))
		if err != nil {
			t.Fatalf("%q: %v", before, err)
		}
		got, err := f.Remove(after)
		if before == "{}\n" && len(got) == 0 { // an empty object is what an empty file gives, too
			continue
		}
		if err != nil || string(got) != before {
			t.Errorf("%q became %q: %v", before, got, err)
		}
	}
	for text, want := range map[string]string{ // others have edited since
		`{"mcpServers": {"kb": ` + f.entry + `, "a": 1}}`:                 `{"mcpServers": { "a": 1}}`,
		"{\n  \"mcpServers\": {\n    \"kb\": " + f.entry + "\n\n  }\n}\n": "{\n  \"mcpServers\": {}\n}\n",
	} {
		if got, err := f.Remove([]byte(text)); err != nil || string(got) != want {
			t.Errorf("%q became %q: %v", text, got, err)
		}
	}
	if _, err := f.Remove([]byte(`{"mcpServers": {"kb": {"command": "kb", "args": ["mcp", "--quiet"]}}}`)); !errors.Is(err, ErrOther) {
		t.Errorf("changed by hand: %v", err)
	}
}

func FuzzAddJSON(f *testing.F) {
	f.Add("{\"servers\": {\"a\": 1, // x\n}}")
	f.Add("{ /* */ }")
	f.Add("\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		out, err := addJSON([]byte(text), []string{"servers", "kb"}, "1")
		if err != nil {
			return
		}
		if json.Valid([]byte(text)) && !json.Valid(out) {
			t.Errorf("%q became %q", text, out)
		}
		if _, err := addJSON(out, []string{"servers", "kb"}, "1"); !errors.Is(err, ErrThere) {
			t.Errorf("%q, once more: %v", out, err)
		}
		cuts, err := cutJSON(out, []string{"servers", "kb"}, "1")
		if err != nil || !slices.ContainsFunc(cuts, func(before []byte) bool {
			again, err := addJSON(before, []string{"servers", "kb"}, "1")
			return err == nil && bytes.Equal(again, out)
		}) {
			t.Errorf("%q is not what kb was added to: %v %q", out, err, cuts)
		}
	})
}
