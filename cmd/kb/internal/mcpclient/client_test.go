package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAdd(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"nothing":         {"", "{\n  \"servers\": {\n    \"kb\": 1\n  }\n}\n"},
		"an empty object": {"{}\n", "{\n  \"servers\": {\n    \"kb\": 1\n  }\n}\n"},
		"others, by tabs": {"{\n\t\"servers\": {\n\t\t\"a\": {\"x\": [1, 2]}\n\t},\n\t\"z\": null\n}\n", "{\n\t\"servers\": {\n\t\t\"a\": {\"x\": [1, 2]},\n\t\t\"kb\": 1\n\t},\n\t\"z\": null\n}\n"},
		"in one line":     {`{"servers": {"a": 1}}`, "{\"servers\": {\"a\": 1,\n  \"kb\": 1\n}}"},
		"comments":        {"// mine\n{\n  // servers\n  \"servers\": {\n    \"a\": 1, // the first\n    /* \"kb\": 2 */\n  },\n}\n", "// mine\n{\n  // servers\n  \"servers\": {\n    \"a\": 1, // the first\n    \"kb\": 1\n    /* \"kb\": 2 */\n  },\n}\n"},
		"no servers":      {"{\n    \"theme\": \"dark\"\n}", "{\n    \"theme\": \"dark\",\n    \"servers\": {\n        \"kb\": 1\n    }\n}"},
	} {
		got, err := addJSON([]byte(c.before), []string{"servers", "kb"}, "1")
		if err != nil || string(got) != c.after {
			t.Errorf("%s: %v\n%s\nnot\n%s", name, err, got, c.after)
		}
	}
}

func TestAddLeavesWhatItCannotRead(t *testing.T) {
	for _, text := range []string{"{", "[]", "{\"servers\": 1}", "{\"a\": tru}", "{} {}", "{\"a\" 1}", "{\"servers\": {\"a\": 1]}", "nonsense", strings.Repeat("[", 1000)} {
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

func TestAddTOML(t *testing.T) {
	codex, _ := Named("codex")
	got, err := codex.Add([]byte("model = \"x\"\n\n[mcp_servers.other]\ncommand = \"o\""))
	if want := "model = \"x\"\n\n[mcp_servers.other]\ncommand = \"o\"\n\n[mcp_servers.kb]\ncommand = \"kb\"\nargs = [\"mcp\"]\n"; err != nil ||
		string(got) != want {
		t.Errorf("%v: %s", err, got)
	}
	if _, err := codex.Add(got); !errors.Is(err, ErrThere) {
		t.Errorf("twice: %v", err)
	}
	if _, err := codex.Add([]byte("mcp_servers = { a = 1 }\n")); !errors.Is(err, errInline) {
		t.Errorf("inline: %v", err)
	}
}

func TestSnippets(t *testing.T) {
	for _, c := range Clients() {
		text := c.Snippet()
		if !strings.Contains(text, `"kb"`) || c.key != "" && !json.Valid([]byte(text)) {
			t.Errorf("%s: %s", c.Name, text)
		}
		if _, err := c.Add([]byte(text)); !errors.Is(err, ErrThere) {
			t.Errorf("%s twice: %v", c.Name, err)
		}
	}
}

func FuzzAddJSON(f *testing.F) {
	f.Add("{\"servers\": {\"a\": 1, // x\n}}")
	f.Add("{ /* */ }")
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
	})
}
