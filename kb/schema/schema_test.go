package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/merge"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write docs/schema")

func TestPublishedSchemas(t *testing.T) {
	for _, k := range schema.All() {
		got, err := k.JSON()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("..", "..", "docs", "schema", schema.FileName(k.Name))
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program says (%v): go test ./kb/schema -update", file, err)
		}
	}
}

// parsed is the JSON Schema of a kind, read back.
func parsed(t interface{ Fatal(...any) }, kind string) map[string]any {
	k, ok := schema.Find(kind)
	if !ok {
		t.Fatal("no kind ", kind)
	}
	text, err := k.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemasAreWhole(t *testing.T) {
	if len(schema.All()) != len(kb.Kinds()) {
		t.Fatal("a kind has no schema")
	}
	if _, ok := schema.Find("note"); ok {
		t.Error("note is no kind")
	}
	for _, k := range schema.All() {
		s := parsed(t, k.Name)
		if s["$schema"] != "https://json-schema.org/draft/2020-12/schema" || s["$id"] != schema.URL(k.Name) ||
			s["additionalProperties"] != true ||
			s["type"] != "object" {
			t.Errorf("%s: %v %v", k.Name, s["$schema"], s["$id"])
		}
		properties := s["properties"].(map[string]any)
		for _, f := range k.Fields {
			for _, key := range append([]string{f.Key}, f.Also...) {
				p, ok := properties[key].(map[string]any)
				if !ok || p["description"] == "" {
					t.Fatalf("%s: %s is not described", k.Name, key)
				}
			}
			if f.Example != nil {
				example, _ := json.Marshal(f.Example)
				var v any
				_ = json.Unmarshal(example, &v)
				if why := violates(properties[f.Key].(map[string]any), v); why != "" {
					t.Errorf("%s: the example of %s is none: %s", k.Name, f.Key, why)
				}
			}
		}
	}
}

// Every key that is described has its meaning in a note, and the other spellings have the same one:
// none of them is unknown.
func TestEveryDescribedKeyIsRead(t *testing.T) {
	for _, k := range schema.All() {
		for _, f := range k.Fields {
			if slices.Contains([]string{"description", "steps", "tried", "failed_because", "instead", "branch", "commits"}, f.Key) {
				continue // kept among the unknown keys
			}
			for _, key := range append([]string{f.Key}, f.Also...) {
				source := []byte("---\nkind: " + k.Name + "\n" + key + ": " + valueOf(f) + "\n---\n")
				n, problems := kb.NewNote("docs/a.md", "", markdown.Parse(source), source)
				if len(n.Extra) > 0 || f.Key != "kind" && len(problems) > 0 {
					t.Errorf("%s: %s is not read: %v %v", k.Name, key, n.Extra, problems)
				}
			}
		}
	}
}

// valueOf is a value that the field takes.
func valueOf(f schema.Field) string {
	switch f.Type {
	case schema.Word, schema.Status:
		return f.Words[0]
	case schema.Unit:
		return "0.5"
	case schema.Flag:
		return "true"
	case schema.Date:
		return "2026-05-04"
	case schema.Entities:
		return "[{type: tool, name: redis}]"
	case schema.Relations:
		return "[{type: solves, target: x}]"
	}
	return "a"
}

func values() []string {
	list := []string{
		"high",
		"0.5",
		"8",
		"-1",
		"0",
		"1",
		"80%",
		"101%",
		"true",
		"yes",
		"maybe",
		"2026-05-04",
		"2026-13-01",
		"2026-05",
		"2026-05-04T10:11:12Z",
		"2026-05-04 25:00",
		"soon",
		"[a, b]",
		"[a, [b]]",
		"{a: b}",
		"Final",
		"Draft",
		"Last Call",
		"last call",
		"superseded by ADR-3",
		"nonsense words here",
		"~",
		"",
		"[internal/**]",
		"[../x]",
		"/etc",
		"a/../b",
		"[{type: tool, name: redis}]",
		"[{type: tool}]",
		"[{type: suprsedes, target: x}]",
		"[{type: supersedes}]",
		"[{target: x}]",
		"[{type: supersedes, target: x, strength: 0.5}]",
		"[{type: supersedes, target: x, strength: 5}]",
		"[{type: superseded_by, target: x}]",
		"[{type: solves, target: x, strength: strong}]",
		strings.Repeat("a", 128),
		strings.Repeat("a", 129),
		".5",
		"1.0001",
	}
	return slices.Concat(list, kb.Kinds()[1:], kb.MemoryTypes(), kb.Statuses(), kb.Sources())
}

// A generated front matter passes Check exactly when it satisfies the published schema of its kind.
func TestCheckAgreesWithTheSchema(t *testing.T) {
	all := values()
	passed, failed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(schema.All()).Draw(t, "kind")
		var text strings.Builder
		fmt.Fprintf(&text, "---\nkind: %s\n", kind.Name)
		for _, f := range rapid.SliceOfNDistinct(rapid.SampledFrom(kind.Fields), 1, 4, func(f schema.Field) string { return f.Key }).Draw(t,
			"fields") {
			if f.Key == "kind" {
				continue
			}
			key := rapid.SampledFrom(append([]string{f.Key}, f.Also...)).Draw(t, "key")
			value := rapid.SampledFrom(all).Draw(t, "value")
			if rapid.Bool().Draw(t, "fitting") {
				value = valueOf(f)
			}
			fmt.Fprintf(&text, "%s: %s\n", key, value)
		}
		source := []byte(text.String() + "---\n")
		problems := schema.Check(".memory/memories/a.md", source)
		why := violates(parsed(t, kind.Name), object(markdown.Head(source)))
		if (why == "") != (len(problems) == 0) {
			t.Fatalf("%s\nschema: %q\ncheck: %+v", source, why, problems)
		}
		if why == "" {
			passed++
		} else {
			failed++
		}
	})
	if passed+failed >= 100 && min(passed, failed) < 10 {
		t.Errorf("%d passed, %d failed: the generator shows nothing", passed, failed)
	}
}

// Every value at every key alone, so that none is left to chance.
func TestCheckAgreesOnEveryValue(t *testing.T) {
	for _, kind := range schema.All() {
		s := parsed(t, kind.Name)
		for _, f := range kind.Fields {
			for _, value := range values() {
				front := "kind: " + kind.Name + "\n" + f.Key + ": " + value + "\n"
				if f.Key == "kind" {
					if slices.Contains(kb.Kinds(), value) || slices.Contains(kb.MemoryTypes(), value) || value == "" || value == "~" {
						continue // makes it a note of that kind
					}
					front = "kind: " + value + "\n"
				}
				source := []byte("---\n" + front + "---\n")
				problems := schema.Check(".memory/x.md", source)
				if why := violates(s, object(markdown.Head(source))); (why == "") != (len(problems) == 0) {
					t.Errorf("%s %s: %s\nschema: %q\ncheck: %+v", kind.Name, f.Key, value, why, problems)
				}
				for _, p := range problems {
					if p.Line < 2 || p.Col < 1 || p.Expected == "" || !strings.HasPrefix(p.Key, f.Key) {
						t.Errorf("%s: %s: %+v", f.Key, value, p)
					}
				}
			}
		}
	}
}

func TestForeignConventionsPass(t *testing.T) {
	for name, text := range map[string]string{
		"EIP": "eip: 1559\ntitle: X\nstatus: Final\ntype: Standards Track\ncategory: Core\ncreated: 2019-04-13\nrequires: 2718, " +
			"2930\n",
		"MADR":     "status: superseded by ADR-3\ndate: 2024-01-02\ndeciders: [a, b]\n",
		"KEP":      "status: implementable\nsee-also:\n  - /keps/2\nlast-updated: 2020-02-03\nowning-sig: sig-x\n",
		"Hugo":     "date: 2024-05-06T07:08:09+02:00\ndraft: false\nlastmod: \"{{ .Date }}\"\ncategories: [a, b]\n",
		"OpenSpec": "status: active\nid: add-thing\n",
		"Obsidian": "aliases:\ntags:\n  - a/b\ncssclass: x\nconfidence: high\n",
	} {
		source := []byte("---\n" + text + "---\n# X\n")
		if problems := schema.Check("docs/a.md", source); len(problems) > 0 {
			t.Errorf("%s: %+v", name, problems)
		}
	}
}

func TestCheckSortsByPlace(t *testing.T) {
	source := []byte("---\nconfidence: 3\ntitle: a\ntitle: b\nsource: nobody\n---\n")
	problems := schema.Check(".memory/a.md", source)
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%d:%d %s", p.Line, p.Col, p.Key))
	}
	if want := []string{"2:13 confidence", "4:1 title", "5:9 source"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestKey finds keys by any spelling, and tells lists whose order says something from those that are sets.
func TestKey(t *testing.T) {
	for key, unordered := range map[string]bool{"tags": true, "Keywords": true, "see-also": true, "relations": true, "category": false,
		"title": false} {
		if f, ok := schema.Key(key); !ok || f.Unordered != unordered {
			t.Errorf("%s: %+v, %v", key, f, ok)
		}
	}
	if _, ok := schema.Key("author"); ok {
		t.Error("author is not a key of kb's")
	}
}

// The dates of other tools are merged as kb's own are: two changes leave the later one.
func TestDatesMergeAlike(t *testing.T) {
	for key, want := range map[string]merge.KeyRule{"modified": merge.Latest, "updated_at": merge.Latest, "Date Modified": merge.Latest,
		"created_at": merge.Single, "published": merge.Single, "tags": merge.Set} {
		if got := schema.MergeRule(key); got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
}
