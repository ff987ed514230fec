package adopt

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

func TestRules(t *testing.T) {
	cases := []struct {
		path, text string
		titles     []string
	}{
		{
			"CLAUDE.md",
			"# Rules\n\n- Never commit to main directly\n- Run `go vet` first:\n  it is quick.\n- ok\n\n```\n- not a rule here\n```\n",
			[]string{"Never commit to main directly", "Run `go vet` first: it is quick"},
		},
		{".cursorrules", "You MUST write tests. The sky is blue today.\n", []string{"You MUST write tests"}},
		{
			".cursor/rules/a.mdc",
			"---\nglobs: **/*.ts, src/**\nalwaysApply: false\n---\n1. Prefer named exports everywhere\n",
			[]string{"Prefer named exports everywhere"},
		},
		{"docs/notes.md", "- Never commit to main directly\n", nil},
		{"AGENTS.md", "", nil},
		{"AGENTS.md", "<!-- kb:begin -->\n- Before you commit: `kb validate`.\n<!-- kb:end -->\n", nil},
		{
			"AGENTS.md",
			"<!-- kb:begin -->\n## kb\n\n- Before you commit: `kb validate`.\n<!-- kb:end -->\n\n- Never commit to main directly\n",
			[]string{"Never commit to main directly"},
		},
	}
	for _, c := range cases {
		var titles []string
		for _, p := range Propose(Source{c.path, []byte(c.text)}) {
			titles = append(titles, strings.TrimSuffix(p.Title, ":"))
			n, problems := kb.NewNote(p.Path, "", markdown.Parse(p.Text), p.Text)
			if len(problems) > 0 || n.Kind != "memory" || n.Source != "import" {
				t.Errorf("%s: %+v %v\n%s", c.path, n, problems, p.Text)
			}
			if line := strings.Split(c.text, "\n")[p.Line-1]; !strings.Contains(line, strings.Fields(p.Title)[0]) {
				t.Errorf("%s:%d is %q, not %q", c.path, p.Line, line, p.Title)
			}
		}
		if strings.Join(titles, "|") != strings.Join(c.titles, "|") {
			t.Errorf("%s: %q, expected %q", c.path, titles, c.titles)
		}
	}
}

func TestGlobsOfCursorRules(t *testing.T) {
	for header, want := range map[string]string{
		"globs: **/*.ts, src/**": "'**/*.ts' 'src/**'", "globs: [\"a/**\", 'b']": "'a/**' 'b'", "globs:\n  - a/**\n  - \"b\"\nalwaysApply: true": "'a/**' 'b'",
		"globs:": "", "globs: **": "", "description: x": "", "applyTo: \"**/*.go\"": "'**/*.go'",
	} {
		globs, body := cursorHeader(Source{Data: []byte("---\n" + header + "\n---\nrest\n")})
		if strings.Join(globs, " ") != want || string(body) != "rest\n" {
			t.Errorf("%q: %q and %q", header, globs, body)
		}
	}
}

func FuzzPropose(f *testing.F) {
	f.Add("CLAUDE.md", []byte("- Never commit to main directly\n"))
	f.Add("adr/0001-x.md", []byte("# X\n\n## Decision\n\nYes.\n"))
	f.Add("openspec/specs/a/spec.md", []byte("### Requirement: X\n"))
	f.Add(".cursor/rules/a.mdc", []byte("---\nglobs: [\n---\n- a b c\n"))
	f.Fuzz(func(t *testing.T, path string, data []byte) {
		for _, p := range Propose(Source{path, data}) {
			if !strings.HasPrefix(p.Path, ".memory/") || slices.Contains(strings.Split(p.Path, "/"), "..") || p.Line < 1 {
				t.Errorf("%q is proposed, from line %d", p.Path, p.Line)
			}
			if OriginOf(p.Text) == "" {
				t.Errorf("the proposal cannot be told again:\n%s", p.Text)
			}
		}
	})
}
