package draft

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// newRepo makes a repository with these files.
func newRepo(t *testing.T, files map[string]string) *kb.Repo {
	t.Helper()
	root := t.TempDir()
	for _, dir := range []string{".git/refs", ".git/objects"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	files[".git/HEAD"] = "ref: refs/heads/main\n"
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	repo, err := kb.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func TestNewID(t *testing.T) {
	// The time part of 1469918176385 ms is that of the specification's own example.
	id, err := NewID(time.UnixMilli(1469918176385), bytes.NewReader(make([]byte, 10)))
	if want := "01ARYZ6S410000000000000000"; id != want || err != nil {
		t.Errorf("got %s, %v; expected %s", id, err, want)
	}
	id, _ = NewID(time.UnixMilli(0), bytes.NewReader(bytes.Repeat([]byte{0xff}, 10)))
	if want := "0000000000ZZZZZZZZZZZZZZZZ"; id != want {
		t.Errorf("got %s, expected %s", id, want)
	}
	if _, err := NewID(time.UnixMilli(0), strings.NewReader("short")); err == nil {
		t.Error("too little entropy makes an id")
	}
}

func TestIDsSortByTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64Range(0, 1<<47).Draw(t, "a"), rapid.Int64Range(0, 1<<47).Draw(t, "b")
		entropy := rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "entropy")
		first, _ := NewID(time.UnixMilli(a), bytes.NewReader(entropy[:10]))
		second, _ := NewID(time.UnixMilli(b), bytes.NewReader(entropy[10:]))
		if a < b && first >= second {
			t.Errorf("%d gives %s, %d gives %s", a, first, b, second)
		}
	})
}

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"Sessions are JWTs": "sessions-are-jwts", "  Don't -- do: this! ": "dont-do-this", "Über naïve 日本語": "über-naïve-日本語",
		"../../etc/passwd": "etc-passwd", "C++ / Go": "c-go", "…": "", "a\x00b\xffc": "a-bc", "": "",
		strings.Repeat("word ", 40):        strings.TrimSuffix(strings.Repeat("word-", 12), "-"),
		strings.Repeat("x", 300):           strings.Repeat("x", 60),
		strings.Repeat("語", 300):           strings.Repeat("語", 53),
		"short " + strings.Repeat("y", 90): "short-" + strings.Repeat("y", 54),
	} {
		if got := Slug(title); got != want {
			t.Errorf("%q: got %q, expected %q", title, got, want)
		}
	}
}

func TestSlugIsAName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slug := Slug(rapid.String().Draw(t, "title"))
		if utf8.RuneCountInString(slug) > maxSlug || len(slug) > maxSlugBytes || strings.ContainsAny(slug, "/\\ .:\x00") ||
			strings.HasPrefix(slug, "-") || strings.HasSuffix(slug, "-") || strings.Contains(slug, "--") {
			t.Errorf("%q is no name", slug)
		}
	})
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		kind, title, want, number string
		names                     []string
	}{
		{"decision", "One", "0001-one.md", "0001", nil},
		{"decision", "One", "0014-one.md", "0014", []string{"0013-x.md", "0002-y.md", "README.md", "template.md"}},
		{"decision", "One", "10-one.md", "10", []string{"09-x.md"}},
		{"decision", "One", "100-one.md", "100", []string{"99-x.md"}},
		{"decision", "One", "ADR_0008_one.md", "0008", []string{"ADR_0007_x.md"}},
		{"decision", "One", "0008-one.md", "0008", []string{"0007"}},
		{"decision", "One", "20261121-one.md", "", []string{"20240101-use-log4brains.md", "index.md"}},
		{"decision", "One", "2026-11-21-one.md", "", []string{"2024-01-01-x.md"}},
		{"decision", "One", "0001-one.md", "0001", []string{"99999999999999999999-x.md", "utf8-1.md", "v1.2.md"}},
		{"spec", "One", "one-3.md", "", []string{"One.md", "one-2.md"}},
		{"spec", "One", "one-2.md", "", []string{"one"}},
		{"spec", "…", "spec.md", "", nil},
		{"doc", "README", "readme-doc.md", "", nil},
		{"memory", "con", "con-memory.md", "", nil},
	} {
		d := Draft{Kind: c.kind, Title: c.title, Date: "2026-11-21"}
		name, number := d.name(c.names)
		if name != c.want || number != c.number {
			t.Errorf("%s %q among %q: got %s, %q; expected %s, %q", c.kind, c.title, c.names, name, number, c.want, c.number)
		}
	}
}

func TestDecisionFolder(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"README.md", ".memory/decisions"},
		{"docs/adr/0001-x.md", "docs/adr"},
		{"docs/decisions/README.md", ".memory/decisions"},
		{"doc/adr/20240101-x.md", "doc/adr"},
		{".memory/decisions/README.md", ".memory/decisions"},
	} {
		got, err := FolderFor(t.Context(), newRepo(t, map[string]string{c.file: ""}), "decision")
		if got != c.want || err != nil {
			t.Errorf("with %s: got %s, %v; expected %s", c.file, got, err, c.want)
		}
	}
}

// unmarked is a title without the marks of code.
func unmarked(s string) string { return strings.ReplaceAll(s, "`", "") }

// TestComposedIsReadBack gives every kind hostile titles, tags and bodies, and reads them from the note.
func TestComposedIsReadBack(t *testing.T) {
	repo := newRepo(t, map[string]string{})
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-zA-Z0-9 :#'"{}\[\]&*!|>%@,\x60äß日-]{1,20}`)
		d := Draft{
			ID:       "01ARYZ6S410000000000000000",
			Kind:     rapid.SampledFrom(kb.Kinds()).Draw(t, "kind"),
			Title:    "T" + word.Draw(t, "title"),
			Author:   word.Draw(t, "author"),
			Source:   "agent",
			Date:     "2026-11-21",
			Category: "c" + rapid.StringMatching(`[a-z-]{0,9}`).Draw(t, "category"),
			Tags: []string{
				"on",
				"T" + rapid.StringMatching(`[a-z0-9'#&*!-]{1,9}`).Draw(t, "tag"),
			},
			Body: rapid.StringMatching(`[a-z {}\n-]{0,80}`).Draw(t, "body"),
		}
		if d.Kind == "memory" {
			d.Type = "goal"
		}
		note, err := d.Compose(t.Context(), repo)
		if err != nil {
			t.Fatal(err)
		}
		doc := markdown.Parse(note.Text)
		read, problems := kb.NewNote(note.Path, "", doc, note.Text)
		if len(problems) > 0 || read.ID != d.ID || read.Kind != d.Kind || read.Type != d.Type ||
			unmarked(read.Title) != unmarked(wording.OneLine(d.Title)) ||
			read.Source != "agent" || read.Date != d.Date || read.Category != d.Category || !slices.Contains(read.Tags, "on") {
			t.Fatalf("read %+v, %v from\n%s", read, problems, note.Text)
		}
		if !strings.Contains(string(note.Text), strings.Trim(strings.TrimRight(d.Body, " \n\t"), "\r\n")) {
			t.Fatalf("the body %q is not in\n%s", d.Body, note.Text)
		}
	})
}

func TestBuiltInTemplates(t *testing.T) {
	repo := newRepo(t, map[string]string{})
	for _, kind := range kb.Kinds() {
		note, err := Draft{ID: "01ARYZ6S410000000000000000", Kind: kind, Title: "A title", Source: "user"}.Compose(t.Context(), repo)
		if err != nil {
			t.Fatal(err)
		}
		if problems := schema.Check(note.Path, note.Text); len(problems) > 0 || len(note.Unknown) > 0 {
			t.Errorf("%s: %v, unknown %v", kind, problems, note.Unknown)
		}
		if strings.Contains(string(note.Text), "{{") || strings.Contains(string(note.Text), "category") {
			t.Errorf("%s: not filled:\n%s", kind, note.Text)
		}
	}
}

func TestTemplates(t *testing.T) {
	d := Draft{ID: "X1", Kind: "decision", Title: "A: b", Status: "proposed", Source: "user", Date: "2026-11-21", Tags: []string{"x"}}
	for _, c := range []struct{ name, template, body, want string }{
		{"no front matter", "# {{number}} {{title}}\n\n## Why\n", "",
			"---\ntitle: \"A: b\"\nid: X1\nkind: decision\ntags:\n  - x\n---\n\n# 0001 A: b\n\n## Why\n"},
		{"own keys, comments and a byte order mark",
			"\ufeff---\r\nid: {{id}} # stays\r\nkind: decision\r\ntitle: {{ title }}\r\nteam: core\r\ncategory: {{category}}\r\ntags: " +
				"[a]\r\n---\r\n{{slug}} {{tags}}\r\n", "",
			"---\nid: X1 # stays\nkind: decision\ntitle: \"A: b\"\nteam: core\ntags: [a]\n---\n0001-a-b x\n"},
		{"text that begins with the title", "# {{title}}\n\n{{body}}\n", "A: b, for two reasons.",
			"---\ntitle: \"A: b\"\nid: X1\nkind: decision\ntags:\n  - x\n---\n\nA: b, for two reasons.\n"},
		{"text below the title", "Intro\n\n# {{title}}\n\n## Why\n", "Because {{title}}.",
			"---\nid: X1\nkind: decision\ntags:\n  - x\n---\n\nIntro\n\n# A: b\n\nBecause {{title}}.\n"},
		{"text with a title of its own", "# {{title}}\n", "# Mine\n\nText.",
			"---\ntitle: \"A: b\"\nid: X1\nkind: decision\ntags:\n  - x\n---\n\n# Mine\n\nText.\n"},
		{"empty", "", "", "---\ntitle: \"A: b\"\nid: X1\nkind: decision\ntags:\n  - x\n---\n\n"},
	} {
		d.Body = c.body
		note, err := d.Compose(t.Context(), newRepo(t, map[string]string{".memory/templates/decision.md": c.template}))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if string(note.Text) != c.want {
			t.Errorf("%s: got\n%s\nexpected\n%s", c.name, note.Text, c.want)
		}
	}
	half := 0.5
	d.Body, d.Importance, d.Entities = "", &half, []kb.Entity{{Type: "tool", Name: "redis"}, {Name: "jwt"}}
	for _, c := range []struct {
		draft Draft
		want  string
	}{{d, "\nOf 0.5, about redis, jwt.\n"}, {Draft{Kind: "decision", Title: "b"}, "\nOf , about .\n"}} {
		template := "# {{title}}\n\nOf {{importance}}, about {{entities}}.\n"
		note, err := c.draft.Compose(t.Context(), newRepo(t, map[string]string{".memory/templates/decision.md": template}))
		if err != nil || !strings.HasSuffix(string(note.Text), c.want) || len(note.Unknown) > 0 {
			t.Errorf("numbers and entities in text: %+v, %v", note, err)
		}
	}
	for _, template := range []string{"+++\ntitle = 1\n+++\n", "---\ntitle: {{title}}\n", "---\ntitle: [\n---\n",
		"---\nstatus: soonish\n---\n"} {
		if note, err := d.Compose(t.Context(), newRepo(t, map[string]string{".memory/templates/decision.md": template})); err == nil {
			t.Errorf("template %q gives\n%s", template, note.Text)
		}
	}
}

func TestFolded(t *testing.T) {
	long := strings.Repeat("word ", 15) + "last" // 79 characters
	for text, want := range map[string]string{
		long: long, long + " ab": long + "\nab", long + " - ab cd": long + " -\nab cd", long + " 2. ab": long + " 2.\nab",
		"- " + long + " ab": "- " + long + " ab", long + " ab\n": long + " ab\n", long + " `a b` c": long + "\n`a b` c", "": "",
		long + " `a b": long + "\n`a b", "日本 " + long: "日本 " + long[:len(long)-5] + "\nlast",
	} {
		if got := folded(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzFill(f *testing.F) {
	f.Add("---\ntitle: {{title}}\n---\n{{body}}", "T", "b")
	f.Add("{{{{title}}", "}}", "{{")
	f.Fuzz(func(t *testing.T, template, title, body string) {
		d := Draft{ID: "X1", Kind: "memory", Title: wording.OneLine(printable(title)), Source: "user", Body: body}
		fill := &filling{draft: &d}
		text, err := fill.fill(template)
		if err == nil && !bytes.HasPrefix(text, []byte("---\n")) {
			t.Errorf("no front matter in %q", text)
		}
	})
}

func TestTitleOf(t *testing.T) {
	for text, want := range map[string]string{
		"Redis drops connections. Ping it.": "Redis drops connections",
		"\n\n# A heading\n\nText.":          "A heading",
		"- use e.g. a pool of connections":  "use e.g. a pool of connections",
		"Version 1.2.3 is out! Update.":     "Version 1.2.3 is out!",
		"**Bold** claim":                    "Bold claim",
		"":                                  "",
		"--- !!":                            "",
		strings.Repeat("word ", 30):         strings.TrimSpace(strings.Repeat("word ", 14)) + "…",
		strings.Repeat("x", 100):            strings.Repeat("x", 72) + "…",
		"Ends with a colon:\n\nmore":        "Ends with a colon",
	} {
		if got := TitleOf(text); got != want {
			t.Errorf("%q: got %q, expected %q", text, got, want)
		}
	}
}

func TestIsDecision(t *testing.T) {
	for text, want := range map[string]bool{
		"We decided to use PostgreSQL instead of MySQL.":             true,
		"PostgreSQL was chosen over MySQL":                           true,
		"# We went with NATS\n\nKafka is too heavy for us.":          true,
		"We'll go with pnpm.":                                        true,
		"Decision is to keep the monolith":                           true,
		"The choice of a port is left to the system":                 false,
		"Redis drops idle connections":                               false,
		"The parser panics on tabs. We decided to leave it for now.": false,
		"": false,
	} {
		if got := IsDecision(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestTypeOf(t *testing.T) {
	for text, want := range map[string]string{
		"We tried SQLite; it did not work.": "dead_end", "Beware of the cache": "gotcha",
		"The leak was fixed by a smaller pool": "solution",
		"I prefer tabs":                        "preference", "Always run the linter": "standard", "The port is 6379": "fact",
		"The API takes at most 100 ids":    "constraint",
		"The build FAILS with exit code 3": "error_pattern", "terrorist preferences": "fact", "": "fact",
		"To deploy, push a tag": "workflow_recipe", "The job depends on the queue": "causal_dependency",
	} {
		got := TypeOf(text)
		if got != want {
			t.Errorf("%q: got %s, expected %s", text, got, want)
		}
	}
	for _, x := range telling() {
		if !slices.Contains(kb.MemoryTypes(), x.name) {
			t.Errorf("%s is no type of a memory", x.name)
		}
	}
}

// Names that Windows keeps for devices, and those of files that mean something else, get their kind.
func TestReservedNames(t *testing.T) {
	for slug, want := range map[string]string{
		"con": "con-memory.md", "readme": "readme-memory.md", "com1": "com1-memory.md", "lpt9": "lpt9-memory.md",
		"com0": "com0-memory.md",
		"coma": "coma.md", "com": "com.md", "com10": "com10.md", "lot1": "lot1.md", "": "memory.md", "rooms": "rooms-3.md",
		"halls": "halls-2.md",
	} {
		if got := free("", slug, "memory", []string{"rooms.md", "rooms-2", "halls"}); got != want {
			t.Errorf("the slug %q becomes %s, want %s", slug, got, want)
		}
	}
}

// A placeholder is a word of small letters, with marks between.
func TestPlaceholders(t *testing.T) {
	for word, want := range map[string]bool{"title": true, "a-z_x": true, "az": true, "": false, "Title": false, "a b": false,
		"a1": false, "`": false, "{": false} {
		if isName(word) != want {
			t.Errorf("%q is a placeholder: %v", word, !want)
		}
	}
	// What is told of them is what is filled: each that is named, and each field that has one.
	for _, name := range Placeholders() {
		if (&filling{draft: &Draft{}}).value(name) == nil {
			t.Errorf("%s is told, and not filled", name)
		}
	}
	for field := range reflect.TypeFor[Draft]().Fields() {
		name := strings.ToLower(field.Name)
		if (&filling{draft: &Draft{}}).value(name) != nil && !slices.Contains(Placeholders(), name) {
			t.Errorf("%s is filled, and not told", name)
		}
	}
	if got := printable("a\x00b\tc\x7f\xffé\n"); got != "ab\tcé\n" {
		t.Errorf("printable: %q", got)
	}
}

// A slug is cut between words where one ends in its second half, else where it is full.
func TestLongSlugs(t *testing.T) {
	long := strings.Repeat("a", maxSlug)
	half := strings.Repeat("a", maxSlug/2)
	for slug, want := range map[string]string{
		long: long, long + "b": long, long + "-b": long, half + "b-" + long: half + "b", half + "-" + long: half + "-" +
			strings.Repeat("a", maxSlug-maxSlug/2-1),
	} {
		if got := cutSlug(slug); got != want {
			t.Errorf("%q is cut to %q, want %q", slug, got, want)
		}
	}
}

// Notes that the work tree does not have, or not yet, take names and numbers all the same.
func TestNamesTakenElsewhere(t *testing.T) {
	repo := newRepo(t, map[string]string{"docs/adr/0006-use-queues.md": "# Use queues\n", ".memory/memories/deploys.md": "# Deploys\n"})
	for _, c := range []struct {
		draft Draft
		want  string
	}{
		{Draft{Kind: "decision", Title: "Use a cache"}, "docs/adr/0007-use-a-cache.md"},
		{Draft{Kind: "decision", Title: "Use a cache", Taken: []string{"docs/adr/0007-use-cookies.md"}}, "docs/adr/0008-use-a-cache.md"},
		{Draft{Kind: "decision", Title: "Use a cache", Taken: []string{"docs/0009-other.md", "docs/adr/old/0012-other.md"}},
			"docs/adr/0007-use-a-cache.md"},
		{Draft{Kind: "memory", Type: "fact", Title: "Deploys"}, ".memory/memories/deploys-2.md"},
		{Draft{Kind: "memory", Type: "fact", Title: "Deploys", Taken: []string{".memory/memories/Deploys-2.md"}},
			".memory/memories/deploys-3.md"},
	} {
		c.draft.ID, c.draft.Source, c.draft.Date = "01ARYZ6S410000000000000000", "user", "2026-08-01"
		if note, err := c.draft.Compose(t.Context(), repo); err != nil || note.Path != c.want {
			t.Errorf("%s beside %q: %+v, %v; want %s", c.draft.Title, c.draft.Taken, note, err, c.want)
		}
	}
}
