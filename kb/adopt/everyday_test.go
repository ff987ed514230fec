package adopt

import (
	"fmt"
	"strings"
	"testing"
)

func TestKindsOfFiles(t *testing.T) {
	for file, want := range map[string]string{
		"CLAUDE.md": "agents", "web/AGENTS.md": "agents", "claude.local.md": "agents", ".memory/AGENTS.md": "",
		".specify/memory/constitution.md": "agents", "memory/constitution.md": "",
		".cursorrules": "cursor", ".cursor/rules/go.mdc": "cursor", "web/.cursor/rules/a/b.mdc": "cursor", "rules/go.mdc": "",
		".cursor/rules/go.md": "", ".github/copilot-instructions.md": "copilot", "docs/copilot-instructions.md": "",
		".github/README.md": "", "go.instructions.md": "copilot", "openspec/specs/auth/spec.md": "openspec", "docs/auth/spec.md": "",
		"openspec/specs/auth/design.md": "", "docs/adr/0001-x.md": "adr", "docs/decisions/ADR-1_x.md": "adr", "docs/adr/index.md": "",
		"docs/adr/0001-x.txt": "", "docs/0001-x.md": "", "docs/adr/20200101-x.md": "adr",
		"docs/decisions/decision-3 - x.md": "adr",
	} {
		if got := KindOf(file, ""); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// written is the whole text of a note, with ORIGIN in the place of the digest.
func written(p Proposal) string { return strings.ReplaceAll(string(p.Text), p.Origin, "ORIGIN") }

// A decision is taken over with its status, its date and what was decided, and leads to where it stands.
func TestDecisionThatIsAdopted(t *testing.T) {
	for _, tt := range []struct{ source, fields, body string }{
		{"---\nstatus: proposed\ndate: 2026-05-04\n---\n# Use tea\n\n## Decision\n\nNo.\n\n" +
			"## Decision Outcome\n\nTea,\nin pots.\n\nMore.\n",
			"status: proposed\ndate: 2026-05-04\n", "Tea,\nin pots.\n\n"},
		{"# Use tea\n\n## Decision\n\n## The decision\n\nTea.\n", "status: accepted\n", "Tea.\n\n"},
		{"# Use tea\n\n## Context\n\nWe are tired.\n", "status: accepted\n", ""},
	} {
		all := Propose(Source{"docs/adr/0001-use-tea.md", []byte(tt.source)}, "")
		if len(all) != 1 || all[0].Path != ".memory/decisions/0001-use-tea.md" || all[0].Kind != "decision" {
			t.Fatalf("%+v", all)
		}
		want := "---\n# yaml-language-server: $schema=https://raw.githubusercontent.com/9aea2451/kb/main/docs/schema/" +
			"decision.schema.json\nkind: decision\ntitle: 'Use tea'\n" + tt.fields + "source: import\norigin: 'ORIGIN'\n" +
			"relations: [{type: derived_from, target: 'docs/adr/0001-use-tea.md'}]\n---\n# Use tea\n\n" + tt.body +
			"From [docs/adr/0001-use-tea.md:1](../../docs/adr/0001-use-tea.md#L1).\n"
		if got := written(all[0]); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// The link to a decision leads to its file, whatever signs are in its name.
func TestLinkToADecisionWithSigns(t *testing.T) {
	all := Propose(Source{"docs/adr/0001-use-c#-100%?.md", []byte("# Use C#\n\n## Decision\n\nC#.\n")}, "")
	if len(all) != 1 || !strings.Contains(string(all[0].Text), "](../../docs/adr/0001-use-c%23-100%25%3F.md#L1).\n") {
		t.Errorf("%s", all[0].Text)
	}
}

// A capability is taken over with its requirements, each with its place; one without any is not.
func TestSpecificationThatIsAdopted(t *testing.T) {
	source := "# Tea\n\n### Requirement: Hot water\n\nIt boils.\n\n### Scenario: Cold\n\n### Requirement: Clean pots\n"
	all := Propose(Source{"openspec/specs/tea time/spec.md", []byte(source)}, "")
	if len(all) != 1 || all[0].Path != ".memory/specs/tea-time.md" {
		t.Fatalf("%+v", all)
	}
	want := "---\n# Tea time\n\nWhat tea time must do:\n\n" +
		"- Hot water ([line 3](../../openspec/specs/tea%20time/spec.md#L3))\n" +
		"- Clean pots ([line 9](../../openspec/specs/tea%20time/spec.md#L9))\n\n" +
		"From [openspec/specs/tea time/spec.md:1](../../openspec/specs/tea%20time/spec.md#L1).\n"
	if got := written(all[0]); !strings.HasSuffix(strings.ToLower(got), strings.ToLower(want)) {
		t.Errorf("%s", got)
	}
	if all := Propose(Source{"openspec/specs/tea/spec.md", []byte("# Tea\n\n## Purpose\n\nWarmth.\n")}, ""); all != nil {
		t.Errorf("%+v", all)
	}
}

// Of rules a memory or a decision is made, of each its own; what has no name is passed over.
func TestRulesThatAreAdopted(t *testing.T) {
	source := "---\nglobs: '*.go'\n---\n- 🎉 🎉 🎉\n- Commit small steps. It helps.\n- Commit small steps. It is read.\n" +
		"- We decided to drink tea.\n- Boil water because cold water fails the tea\n"
	var got []string
	all := Propose(Source{".cursor/rules/a.mdc", []byte(source)}, "")
	for _, p := range all {
		got = append(got, fmt.Sprintf("%d %s %s %s", p.Line, p.Kind, p.Type, p.Title))
		if strings.Count(string(p.Text), "files: ['*.go']\n") != 1 {
			t.Errorf("%s", p.Text)
		}
	}
	want := "5 memory standard Commit small steps|6 memory standard Commit small steps|7 decision  We decided to drink tea|" +
		"8 memory standard Boil water because cold water fails the tea"
	if strings.Join(got, "|") != want {
		t.Fatalf("%s", strings.Join(got, "\n"))
	}
	if first, second := all[0].Path, all[1].Path; first != ".memory/memories/commit-small-steps.md" || second == first ||
		!strings.HasPrefix(second, ".memory/memories/commit-small-steps-") || !strings.HasSuffix(second, ".md") {
		t.Errorf("%s, %s", first, second)
	}
	if text := written(all[2]); !strings.Contains(text, "\n---\nWe decided to drink tea.\n\nFrom [.cursor/rules/a.mdc:7](../../") {
		t.Errorf("%s", text) // a rule is its own title
	}
	many := Propose(Source{"AGENTS.md", []byte(strings.Repeat("- Run the tests\n", maxRules+1))}, "")
	if len(many) != maxRules || strings.Contains(string(many[0].Text), "files:") {
		t.Errorf("%d rules", len(many))
	}
	if got := typeOf("The build fails with error 7 when the cache is cold"); got == "standard" {
		t.Errorf("a memory of an error is a %s", got)
	}
}

// What a text says, with its line and an ! where it is a rule.
func TestItemsOfAText(t *testing.T) {
	long := strings.Repeat("x", maxItem-2)
	for _, tt := range []struct {
		text string
		only bool
		want string
	}{
		{"<!-- a word -->\nRun tests.\n", false, "2!Run tests."},
		{"<!-- a\nRun tests.\n-->\nRun all.\n", false, "4!Run all."},
		{"- Use pnpm\n  always\n- Tea\n", false, "1!Use pnpm always|3 Tea"},
		{"- a\n- " + long + "\n  b\n  c\n", false, "1 a|2 " + long + " b"},
		{"- a\n- " + long + "y\n  b\n", false, "1 a|2 " + long + "y b"},
		{"- a\n- " + long + "yz\n  b\n", false, "1 a|2 " + long + "yz"},
		{"Tests live\nbeside the code. They are\nsmall.\n", true, "1!Tests live beside the code.|2!They are small."},
		{"Run tests. Run all\nof them. Go on.\n", false, "1!Run tests.|1!Run all of them.|2 Go on."},
		{"Is it?\nRun:\nTea pots\n", true, "1 Is it?|2 Run:|3 Tea pots"},
		{"This shop sells tea.\nTea is sold here.\n", true, "1 This shop sells tea.|2!Tea is sold here."},
		{"Title of it\n---\nRun tests.\n", true, "3!Run tests."},
		{"", true, ""},
	} {
		var got []string
		for _, it := range items([]byte(tt.text), tt.only) {
			got = append(got, fmt.Sprint(it.line, map[bool]string{true: "!", false: " "}[it.rule], it.text))
		}
		if all := strings.Join(got, "|"); all != tt.want {
			t.Errorf("%q:\n%s\nwant\n%s", tt.text, all, tt.want)
		}
	}
	for _, tt := range []struct {
		above, line string
		want        bool
	}{
		{"Run tests.", "and more", false}, {"Run!", "and more", false}, {"Run?", "and more", false}, {"Run:", "and more", false},
		{"Run tests", "and more", true}, {"Run tests", "And more", false}, {"Run tests,", "And more", true},
		{strings.Repeat("x", wrapped), "And more", true}, {strings.Repeat("x", wrapped-1), "And more", false},
	} {
		if got := continues(tt.above, tt.line); got != tt.want {
			t.Errorf("%q behind %q: %v", tt.line, tt.above, got)
		}
	}
}

func TestFirstParagraph(t *testing.T) {
	for section, want := range map[string]string{
		"# H\n\nOne\ntwo\n\nThree\n": "One\ntwo", "## H\n### Sub\n\nText\n": "Text", "# H\nText\n## Next\nMore\n": "Text",
		"# H\n": "", "": "",
		"# H\n\n\nLast": "Last",
	} {
		if got := firstParagraph(section); got != want {
			t.Errorf("%q: %q, want %q", section, got, want)
		}
	}
}

// A header that is empty, has no end or nothing behind it is one all the same, or none.
func TestHeadersOfCursorRules(t *testing.T) {
	for _, tt := range []struct{ source, globs, body string }{
		{"---\n---\nrest", "", "rest"}, {"---\nglobs: a/**\nrest", "", "---\nglobs: a/**\nrest"}, {"---\nglobs: a/**\n---", "'a/**'", ""},
		{"---\n- x\nglobs: a/**\n---\nrest", "'a/**'", "rest"}, {"---\nglobs:\n- a/**\ntags:\n- b\n---\nrest", "'a/**'", "rest"},
		{"---\r\nglobs: a/**\r\n---\r\nrest", "'a/**'", "rest"}, {"\ufeff---\nglobs: a/**\n---\nrest", "'a/**'", "rest"},
		{"rest", "", "rest"},
	} {
		globs, body := cursorHeader(Source{Data: []byte(tt.source)})
		if strings.Join(globs, " ") != tt.globs || string(body) != tt.body {
			t.Errorf("%q: %q and %q", tt.source, globs, body)
		}
	}
}
