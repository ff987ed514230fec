package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func statementsOf(source string) []Statement {
	return Statements(Parse([]byte(source)), []byte(source))
}

func statementTexts(source string) (texts []string) {
	for _, s := range statementsOf(source) {
		texts = append(texts, s.Text)
	}
	return texts
}

func TestStatementsOfProse(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		want   []string
	}{
		"wrapped lines": {"The cache holds\nten entries. It is\nshared.\n", []string{"The cache holds ten entries.", "It is shared."}},
		"abbreviations": {"Use a queue, e.g. NATS, for jobs. See Fig. 3 for it.\n",
			[]string{"Use a queue, e.g. NATS, for jobs.", "See Fig. 3 for it."}},
		"versions": {"It needs Go 1.26.1 or later. It runs on 3.x kernels.\n",
			[]string{"It needs Go 1.26.1 or later.", "It runs on 3.x kernels."}},
		"code spans": {"Call `a. B` first. Then `c`.\n", []string{"Call `a. B` first.", "Then `c`."}},
		"links": {"See [the page](http://x.test/a. B) first. Then stop it.\n",
			[]string{"See [the page](http://x.test/a. B) first.", "Then stop it."}},
		"questions": {"It is fast. Should it be cached? It is cached.\n", []string{"It is fast.", "It is cached."}},
		"blanks":    {"XXX votes cast by October XX at 5pm. It is size XX.\n", []string{"It is size XX."}},
		"answers":   {"**Is it cached?** no, it is not\n\nIt is small.\n", []string{"It is small."}},
		"contents":  {"- [It is cached](#cached)\n- It is small\n", []string{"It is small"}},
		"code": {"It is cached.\n\n```\nThe code is here.\n```\n\n    The code is indented.\n\nIt is fast.\n",
			[]string{"It is cached.", "It is fast."}},
		"code in an item": {"1. ```sh\n   The code is here.\n   ```\n- ~~~\n  It is small.\n\n  ~~~\n\nIt is cached.\n",
			[]string{"It is cached."}},
		"texts of links": {"See [3. Use UTC](a/3. md) or [[4. Use it|4. It]] first. Then [stop. It] is new.\n",
			[]string{"See [3. Use UTC](a/3. md) or [[4. Use it|4. It]] first.", "Then [stop.", "It] is new."}},
		"tags within text": {"<kbd>Ctrl</kbd> stops it.\n\n<b>It is small.</b>\n\n<em>\nIt is hidden.\n</em>\n\n<br>It is hidden.\n",
			[]string{"<kbd>Ctrl</kbd> stops it."}},
		"quotes":        {"> It was never cached.\n> Really.\n\nIt is cached.\n", []string{"It is cached."}},
		"tables":        {"| key | value |\n|-----|-------|\n| size | ten bytes |\n\nIt is cached.\n", []string{"It is cached."}},
		"bare tables":   {"key | value\n--- | ---\nsize | ten bytes\n\nIt is cached.\n", []string{"It is cached."}},
		"comments":      {"<!-- It is\nnot said. -->\nIt is cached.\n", []string{"It is cached."}},
		"vault comment": {"%% Link here. %%\n\n%%\nIt is not said.\n%%\nIt is cached.\n", []string{"It is cached."}},
		"modules": {"import Tabs from '@theme/Tabs';\nimport './style.css';\n\nexport const size = 10;\n\nIt is cached.\n\nexport " +
			"the list to a file.\n", []string{"It is cached.", "export the list to a file."}},
		"footnotes": {"It is cached.[^1]\n\n[^1]: It was not always so.\n", []string{"It is cached.[^1]"}},
		"boilerplate": {"The key words \"MUST\" and \"MAY\" are to be interpreted as described in RFC 2119.\n\nIt MUST be cached.\n",
			[]string{"It MUST be cached."}},
		"items": {"- It is cached.\n- [x] It is shared\n* It is small\n1. It is fast\n",
			[]string{"It is cached.", "It is shared", "It is small", "It is fast"}},
		"front matter": {"---\ntitle: It is not said here.\n---\nIt is cached.\n", []string{"It is cached."}},
		"CRLF":         {"It is\r\ncached. It is shared.\r\n", []string{"It is cached.", "It is shared."}},
	} {
		if got := statementTexts(test.source); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestStatementsUnderSilentHeadings(t *testing.T) {
	for _, heading := range []string{"Examples", "Alternatives considered", "Considered Options", "History", "Changelog", "Test plan",
		"Rationale", "Implementation History", "REMOVED Requirements",
		"2026-05-04", "[1.4.0] - 2026-05-04", "v1.4.0 (2026-05-04)", "May 4, 2026", "Attendees", "Don't",
		"Pros", "Disadvantages", "Option 2", "Option B: a queue", "4. References", "Normative References", "Background: what there was",
		"Technical background", "Version history", "History of the cache", "**Acknowledgements**", "Rejected ideas"} {
		source := "# Cache\n\nIt is cached.\n\n## " + heading +
			"\n\nIt is never cached.\n\n### Below\n\nIt is not cached either.\n\n## Size\n\nIt is small.\n"
		if got := statementTexts(source); !slices.Equal(got, []string{"It is cached.", "It is small."}) {
			t.Errorf("%s: %q", heading, got)
		}
	}
}

// Where mistakes are listed only what forbids something by itself is stated.
func TestStatementsUnderMistakes(t *testing.T) {
	const items = "\n\n- Caching of pages with prices.\n- Do not cache prices.\n- Never cache prices.\n- Prices MUST NOT be cached.\n" +
		"- Forgetting that pages are cached.\n"
	want := []string{"Do not cache prices.", "Never cache prices.", "Prices MUST NOT be cached."}
	for _, heading := range []string{"Forbidden patterns", "Common mistakes", "Anti-patterns", "Pitfalls and gotchas", "Code smells"} {
		if got := statementTexts("# " + heading + items); !slices.Equal(got, want) {
			t.Errorf("%s: %q", heading, got)
		}
	}
	for _, heading := range []string{"Patterns", "Mist", "Anticipated load"} {
		if got := statementTexts("# " + heading + items); len(got) != 5 {
			t.Errorf("%s: %q", heading, got)
		}
	}
}

// Titles within a text, examples and what breaks off assert nothing.
func TestWhatIsNoStatement(t *testing.T) {
	for source, want := range map[string][]string{
		"1. **No Cache Of Prices**\n   - Prices are read anew.\n":               {"Prices are read anew."},
		"1. **Prices are never cached**\n":                                      {"**Prices are never cached**"},
		"1. **No Cache Of Prices.**\n":                                          {"**No Cache Of Prices.**"},
		"1. **No Cache** of **Prices**\n":                                       {"**No Cache** of **Prices**"},
		"**Examples:**\n\n- Prices are cached for an hour.\n":                   nil,
		"For instance:\n- Prices are cached for an hour.\n\nPages are small.\n": {"Pages are small."},
		"Examples of use:\n\n- Prices are cached for an hour.\n":                {"Prices are cached for an hour."},
		"The prices that are cached...\n\nPages are small.\n":                   {"Pages are small."},
		"\"Here is what is cached…\"\n":                                         nil,
	} {
		if got := statementTexts(source); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestHeadingsThatAssert(t *testing.T) {
	for _, heading := range []string{"Sessions may expire", "Version 2", "March", "Limits of May uploads", "Do not retry",
		"Agenda of the scheduler", "Options", "Option parsing", "Option a user sets",
		"Background jobs", "Object references", "Retention of the search history", "Writing acknowledgements", "Acknowledging packets",
		"Rejected transactions", "Runs in the background"} {
		if got := statementTexts("# " + heading + "\n\nIt is cached.\n"); len(got) != 1 {
			t.Errorf("%s: %q", heading, got)
		}
	}
}

func TestStatementPlaces(t *testing.T) {
	source := "---\ntitle: é\n---\n# Cäche\n\nIt is été. The limit\n  is ten.\n\n- one item is here\n"
	want := []string{"6:1 It is été. [Cäche]", "6:14 The limit is ten. [Cäche]", "9:3 one item is here [Cäche]"}
	var got []string
	for _, s := range statementsOf(source) {
		got = append(got, fmt.Sprintf("%d:%d %s %v", s.Line, s.Col, s.Text, s.HeadingPath))
		if joinLines([]byte(source[s.Span.Start:s.Span.End])) != s.Text {
			t.Errorf("span holds %q, text is %q", source[s.Span.Start:s.Span.End], s.Text)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestStatementConditions(t *testing.T) {
	source := `# Limits

For paid plans:

- uploads are unlimited
  - exports are limited to ten
- downloads are free

The trial ends after a month.

### Requirement: Login
The system SHALL lock the account.

#### Scenario: Wrong password
- **GIVEN** a known user
- **WHEN** the password is wrong
- **AND** it is the third time
- **THEN** the account is locked
- **AND** the owner is notified

#### Scenario: One line
- WHEN the password is right THEN the system SHALL let the user in
`
	want := map[string][]string{
		"uploads are unlimited":              {"For paid plans:"},
		"exports are limited to ten":         {"For paid plans:", "uploads are unlimited"},
		"downloads are free":                 {"For paid plans:"},
		"The trial ends after a month.":      nil,
		"The system SHALL lock the account.": nil,
		"the account is locked":              {"a known user", "the password is wrong", "it is the third time"},
		"the owner is notified":              {"a known user", "the password is wrong", "it is the third time"},
		"WHEN the password is right THEN the system SHALL let the user in": nil,
	}
	got := map[string][]string{}
	for _, s := range statementsOf(source) {
		got[s.Text] = s.Conditions
	}
	for text, conditions := range want {
		if c, ok := got[text]; !ok || !slices.Equal(c, conditions) {
			t.Errorf("%q stands under %q (found %v), want %q", text, c, ok, conditions)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d statements, want %d: %q", len(got), len(want), got)
	}
}

func TestStatementForce(t *testing.T) {
	for text, want := range map[string]string{
		"It MUST be so.": "rule MUST", "It must not be so.": "rule MUST NOT", "It SHOULD NOT be.": "rule SHOULD NOT",
		"It may be so.": "rule MAY", "It is so.": "fact ", "It is never so.": "rule ", "It always works.": "rule ",
		"It cannot be so.": "rule MUST NOT", "It is interchangeable.": "fact ",
		"It will be so.": "rule ", "It is optional.": "rule MAY", "It is recommended.": "rule SHOULD", "It is required.": "rule MUST",
		"We shall never do it.": "rule MUST NOT",
	} {
		s := statementsOf(text)
		if len(s) != 1 || string(s[0].Kind)+" "+s[0].Force != want {
			t.Errorf("%q: %+v, want %q", text, s, want)
		}
	}
}

func FuzzStatements(f *testing.F) {
	f.Add("# A\n\n- **WHEN** x\n- **THEN** y is done\n\n```\n")
	f.Add("---\na: b\n---\n| a |\n|--\n> q\n1) [ ] x. Y `z. \xff")
	f.Add("A\n=\n\ntext ends here:\n\n* item one\n\t* item two ](\n")
	f.Fuzz(func(t *testing.T, source string) {
		last := 0
		for _, s := range statementsOf(source) {
			switch {
			case s.Span.Start < last || s.Span.End > len(source) || s.Span.Start >= s.Span.End:
				t.Fatalf("span %+v after %d in %d bytes", s.Span, last, len(source))
			case s.Line != 1+strings.Count(source[:s.Span.Start], "\n") || s.Col < 1:
				t.Fatalf("place %d:%d of byte %d", s.Line, s.Col, s.Span.Start)
			case s.Span.EndLine < s.Span.StartLine || len(s.Text) > maxStatement:
				t.Fatalf("statement %+v", s)
			}
			last = s.Span.End
		}
	})
}

func BenchmarkStatements(b *testing.B) {
	source := []byte(
		strings.Repeat(
			"## Part\n\nThe system MUST answer within 200 ms. It is `cached. Here` for\nfive minutes, e.g. always.\n\n- first item is "+
				"here\n- second item is there\n\n```\ncode\n```\n\n",
			400,
		),
	)
	doc := Parse(source)
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		Statements(doc, source)
	}
}
