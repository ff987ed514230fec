package kb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

func TestParseConfig(t *testing.T) {
	c, problems := ParseConfig(
		[]byte(
			"include: [docs/, \"*.md\"]\nexclude: docs/old/\nlabels:\n  rfcs/: proposal\n  rfcs/spec-*: spec\nthresholds: {reject: 0.8, " +
				"warn: 0.25}\n",
		),
	)
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	diff(t, "include", c.Include, []string{"docs/", "*.md"})
	diff(t, "exclude", c.Exclude, []string{"docs/old/"})
	diff(t, "thresholds", c.Thresholds, map[string]float64{"reject": 0.8, "warn": 0.25})
	for path, want := range map[string]string{"rfcs/a.md": "proposal", "rfcs/spec-a.md": "spec", "a.md": ""} {
		if got := c.Label(path); got != want {
			t.Errorf("Label(%s) = %q, want %q", path, got, want)
		}
	}
}

func TestAgentsOfARepository(t *testing.T) {
	c, problems := ParseConfig([]byte("agents:\n  never: [vendor/]\n  max_notes: 5\n"))
	if len(problems) > 0 || c.Agents.Off || c.Agents.MaxNotes != 5 || !c.Agents.Never.Match("vendor/a.go") || c.Agents.Never.Match("a.go") {
		t.Errorf("%+v, %v", c.Agents, problems)
	}
	if c, _ := ParseConfig([]byte("agents: {off: true}")); !c.Agents.Off {
		t.Error("off is not read")
	}
}

func TestConfigOfAStranger(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d " +
		"[*c,*c,*c,*c,*c,*c,*c,*c,*c]\ninclude: *d\n"
	for _, test := range []struct {
		text      string
		line, col int
		want      string
	}{
		{"exclude: [a]\ncommand: rm -rf /\n", 2, 1, "for your own configuration"},
		{"embeddings:\n  url: http://evil.example\n", 1, 1, "for your own configuration"},
		{"api_key: x\n", 1, 1, "for your own configuration"},
		{"exclde: [a]\n", 1, 1, `unknown key "exclde" (did you mean "exclude"?)`},
		{"include:\n  - /etc/*.md\n", 2, 5, "absolute"},
		{"include: [C:/x]\n", 1, 11, "absolute"},
		{"include: [~/x]\n", 1, 11, "absolute"},
		{"include: [../x]\n", 1, 11, "leads out"},
		{"include: [./docs/]\n", 1, 11, `the pattern "./docs/" matches nothing: patterns begin at the repository's root without ./`},
		{"exclude: [\"!./x\"]\n", 1, 11, "matches nothing"},
		{"include: [a/../../x]\n", 1, 11, "leads out"},
		{"include: [\"!../x\"]\n", 1, 11, "leads out"},
		{"include: {a: b}\n", 1, 10, "expected a list"},
		{"include: [[a]]\n", 1, 11, "expected a pattern"},
		{"labels: [a]\n", 1, 9, "expected PATTERN: LABEL"},
		{"labels: {a/: \"two words\"}\n", 1, 14, "expected a label"},
		{"thresholds: {reject: 2}\n", 1, 22, "expected a number from 0 to 1"},
		{"thresholds: {reject: .nan}\n", 1, 22, "expected a number from 0 to 1"},
		{"thresholds: {rejct: 0.5}\n", 1, 14, `did you mean "reject"`},
		{"agents: {stores: [claude]}\n", 1, 10, "a repository can set off, never, max_notes and control"},
		{"agents: {max_notes: 0}\n", 1, 21, "expected a number from 1"},
		{"agents: {off: maybe}\n", 1, 15, "expected true or false"},
		{"agents: on\n", 1, 9, "expected keys and values"},
		{"- a\n", 1, 1, "expected keys and values"},
		{"a: b\nc: [\n", 2, 4, "not valid YAML"},
		{strings.Repeat("x", git.SmallFile+1), 1, 1, "larger than"},
		{bomb, 1, 1, `unknown key "a"`},
	} {
		c, problems := ParseConfig([]byte(test.text))
		if len(problems) == 0 || !strings.Contains(problems[0].Message, test.want) || problems[0].Line != test.line ||
			problems[0].Col != test.col {
			t.Errorf("%.60q: %v, want %q at %d:%d", test.text, problems, test.want, test.line, test.col)
		}
		if len(c.Include) > 0 || len(c.Thresholds) > 0 || len(c.Labels) > 0 {
			t.Errorf("%.60q: %+v", test.text, c)
		}
	}
	for _, empty := range []string{"", "# nothing\n", "---\n"} {
		if c, problems := ParseConfig([]byte(empty)); c == nil || len(problems) > 0 {
			t.Errorf("%q: %v", empty, problems)
		}
	}
}

// What is no YAML is told where it stands, not where the parser was, and a pattern such as *.md with what to do.
func TestPlacesOfWhatIsNoYAML(t *testing.T) {
	for _, tt := range []struct {
		text      string
		line, col int
		want      string
	}{
		{"version: 1\n\nthresholds:\n  reject: 0.8\n warn: 0.4\n", 5, 2, "not valid YAML: did not find expected key"},
		{"include:\n  - docs/\n exclude: a\n", 3, 2, "not valid YAML: did not find expected key"},
		{"include: [docs/]\nexclude: [*.md]\n", 2, 10, `a pattern that begins with * stands in quotes, such as "*.md"`},
	} {
		_, problems := ParseConfig([]byte(tt.text))
		if len(problems) != 1 || problems[0].Line != tt.line || problems[0].Col != tt.col ||
			!strings.Contains(problems[0].Message, tt.want) {
			t.Errorf("%q: %v, want %d:%d %s", tt.text, problems, tt.line, tt.col, tt.want)
		}
	}
}

// Of a key that is there twice the first counts, and a second document counts not at all; both is told.
func TestWhatIsSaidTwice(t *testing.T) {
	c, problems := ParseConfig([]byte("include: [docs/]\nthresholds: {reject: 0.8, reject: 0.2}\nlabels:\n  a/: x\n  a/: y\n" +
		"include: [src/]\n---\nexclude: [docs/old/]\n"))
	diff(t, "include", c.Include, []string{"docs/"})
	diff(t, "exclude", c.Exclude, []string(nil))
	if c.Thresholds["reject"] != 0.8 || c.Label("a/b.md") != "x" {
		t.Errorf("%+v", c)
	}
	var told []string
	for _, p := range problems {
		told = append(told, fmt.Sprintf("%d:%d %s", p.Line, p.Col, p.Message))
	}
	diff(t, "told", told, []string{
		"2:27 ignored: reject: this key is there already, and the first one counts",
		"5:3 ignored: a/: this key is there already, and the first one counts",
		"6:1 ignored: include: this key is there already, and the first one counts",
		"7:1 ignored: a second document: expected one",
	})
}

// A warning that begins above the error is told with its place, and the error counts.
func TestWarnAboveReject(t *testing.T) {
	for _, tt := range []struct {
		text      string
		line, col int
	}{
		{"thresholds: {reject: 0.5, warn: 0.8, duplicate: 0.9}\n", 1, 33},
		{"thresholds:\n  duplicate: 0.9\n  warn: 0.8\n  reject: 0.5\n", 3, 9},
	} {
		c, problems := ParseConfig([]byte(tt.text))
		diff(t, "problems", problems, []markdown.Problem{{Line: tt.line, Col: tt.col,
			Message: "ignored: warn: expected at most reject, which is 0.5"}})
		diff(t, "thresholds", c.Thresholds, map[string]float64{"reject": 0.5, "duplicate": 0.9})
	}
	for _, text := range []string{"thresholds: {warn: 0.5, reject: 0.5}\n", "thresholds: {warn: 0.9}\n", "thresholds: {reject: 0.1}\n"} {
		if _, problems := ParseConfig([]byte(text)); len(problems) > 0 {
			t.Errorf("%q: %v", text, problems)
		}
	}
}

func TestIncludeAndExclude(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "", "docs/a.md", "", "docs/old/b.md", "", "docs/keep.md", "", "docs/drop.md", "", "x/y.md", "",
			".memory/kb.yaml", "include: [docs/]\nexclude: [docs/old/]\ncommand: x\n", ".kbignore", "*.md\n!keep.md\n!a.md\n")
		r.commit("2026-01-10T12:00:00Z")
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		diff(t, "work tree", listing(tree), []string{"docs/a.md", "docs/keep.md"})
		if len(tree.Problems) != 1 || tree.Problems[0].Line != 3 {
			t.Errorf("problems: %v", tree.Problems)
		}
		// A commit is read by its own rules.
		r.Write(".memory/kb.yaml", "exclude: [docs/]\n", ".kbignore", "", "docs/new.md", "", "new.md", "")
		_, tree = workTree(t, repo)
		diff(t, "changed rules", listing(tree), []string{"a.md", "new.md*", "x/y.md"})
		at, err := repo.TreeAt(t.Context(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "HEAD", listing(at), []string{"docs/a.md", "docs/keep.md"})
		if len(at.Problems) != 1 {
			t.Errorf("problems of HEAD: %v", at.Problems)
		}
	})
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("include: [a]\nlabels: {b: c}\nthresholds: {reject: 1}\n"))
	f.Add([]byte("a: &a [*a]\n<<: *a\n? [x]\n: y\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, problems := ParseConfig(data)
		for _, p := range append(c.Include, c.Exclude...) {
			if strings.HasPrefix(p, "/") || strings.Contains("/"+strings.TrimPrefix(p, "!")+"/", "/../") {
				t.Errorf("pattern %q", p)
			}
		}
		for _, p := range problems {
			if p.Line < 1 || p.Col < 1 {
				t.Errorf("problem %+v", p)
			}
		}
	})
}
