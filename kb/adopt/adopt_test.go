package adopt

import (
	"fmt"
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
		{"AGENTS.md", "````md\n```go\n- Always use globals\n```\n- Never test anything\n````\n\n- Never commit to main directly\n",
			[]string{"Never commit to main directly"}},
		{"AGENTS.md", "~~~\n- Never say ~~~ here\n- Always use globals\n~~~\n\n- Never commit to main directly\n",
			[]string{"Never commit to main directly"}},
		{"AGENTS.md", "```make test``` comes first.\n\n- Never commit to main directly\n", []string{"Never commit to main directly"}},
		{".cursorrules", "You are an expert in Go. You MUST write tests. Tests live beside the code.\n",
			[]string{"You MUST write tests", "Tests live beside the code"}},
		{"AGENTS.md", "## Style\n\n1. No globals.\n2. Tabs\n", []string{"No globals"}},
		{".cursorrules", "Use tabs\nNever use any\nKeep functions under forty lines\n",
			[]string{"Use tabs", "Never use any", "Keep functions under forty lines"}},
		{".cursorrules", "Write small commits.\n\nThis is a shop.\n\n- Prefer const over let\n\nNever log secrets, not even\nin tests.\n",
			[]string{"Write small commits", "Prefer const over let", "Never log secrets, not even in tests"}},
		{".github/copilot-instructions.md", "Use pnpm, never npm.\nTests live beside the code.\n",
			[]string{"Use pnpm, never npm", "Tests live beside the code"}},
		{".cursor/rules/ts.mdc", "---\nglobs: '*.ts'\n---\nUse named exports.\nDo not use default exports.\n",
			[]string{"Use named exports", "Do not use default exports"}},
		{"AGENTS.md", "# Shop\n\nThe shop sells shoes. Run the tests before each commit.\n\n- Go 1.26\n- Use pnpm\n\n  Never npm.\n\n> " +
			"Always sign commits.\n",
			[]string{"Run the tests before each commit", "Use pnpm", "Never npm", "Always sign commits"}},
		{"AGENTS.md", "Setup\n=====\n\n<!-- Always\nhidden -->\n\n| Never | a table |\n\n~~~\nRun code\n~~~\n\nWe chose PostgreSQL " +
			"because of JSON.\n",
			[]string{"We chose PostgreSQL because of JSON"}},
		{
			".cursor/rules/a.mdc",
			"---\nglobs: **/*.ts, src/**\nalwaysApply: false\n---\n1. Prefer named exports everywhere\n",
			[]string{"Prefer named exports everywhere"},
		},
		{"docs/notes.md", "- Never commit to main directly\n", nil},
		{"AGENTS.md", "", nil},
		{".specify/memory/constitution.md", "# [PROJECT_NAME] Constitution\n\n- Every change MUST be reviewed\n", nil},
		{"AGENTS.md", "<!-- kb:begin -->\n- Before you commit: `kb validate`.\n<!-- kb:end -->\n", nil},
		{"AGENTS.md", "<!-- kb:begin v2 -->\n- Before you commit: `kb validate`.\n<!-- kb:end -->\n", nil},
		{
			"AGENTS.md",
			"<!-- kb:begin -->\n## kb\n\n- Before you commit: `kb validate`.\n<!-- kb:end -->\n\n- Never commit to main directly\n",
			[]string{"Never commit to main directly"},
		},
	}
	for _, c := range cases {
		var titles []string
		for _, p := range Propose(Source{c.path, []byte(c.text)}, "") {
			if p.NoRule {
				continue
			}
			titles = append(titles, strings.TrimSuffix(p.Title, ":"))
			n, problems := kb.NewNote(p.Path, "", markdown.Parse(p.Text), p.Text)
			if len(problems) > 0 || n.Kind != p.Kind || n.Source != "import" {
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

// What asks for nothing is told with its line, and makes no note.
func TestNoRules(t *testing.T) {
	text := "# Shop\n\nThe shop sells shoes. Run the tests.\n\n- Go 1.26\n"
	var got []string
	for _, p := range Propose(Source{"AGENTS.md", []byte(text)}, "") {
		if p.NoRule != (p.Path == "") || p.NoRule != (len(p.Text) == 0) {
			t.Errorf("%+v", p)
		}
		if p.NoRule {
			got = append(got, fmt.Sprintf("%d %s", p.Line, p.Title))
		}
	}
	if want := []string{"3 The shop sells shoes", "5 Go 1.26"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestGlobsOfCursorRules(t *testing.T) {
	for header, want := range map[string]string{
		"globs: **/*.ts, src/**": "'**/*.ts' 'src/**'", "globs: [\"a/**\", 'b']": "'a/**' 'b'",
		"globs:\n  - a/**\n  - \"b\"\nalwaysApply: true": "'a/**' 'b'",
		"globs: src/**/*.{ts,tsx},*.js":                  "'src/**/*.ts' 'src/**/*.tsx' '*.js'", "globs: [\"*.{a,b}\"]": "'*.a' '*.b'",
		"applyTo: '**/{a,b'":          "'**/{a,b'",
		"globs: \"{a,b}/{c,d{e,f}}\"": "'a/c' 'b/c' 'a/de' 'b/de' 'a/df' 'b/df'",
		"globs:":                      "", "globs: **": "", "description: x": "", "applyTo: \"**/*.go\"": "'**/*.go'",
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
		for _, p := range Propose(Source{path, data}, "") {
			if p.NoRule {
				continue
			}
			if !strings.HasPrefix(p.Path, ".memory/") || slices.Contains(strings.Split(p.Path, "/"), "..") || p.Line < 1 {
				t.Errorf("%q is proposed, from line %d", p.Path, p.Line)
			}
			if OriginOf(p.Text) == "" {
				t.Errorf("the proposal cannot be told again:\n%s", p.Text)
			}
		}
	})
}
