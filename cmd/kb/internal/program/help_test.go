package program

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/line"
	"github.com/alecthomas/kong"
)

// helpTexts returns the help of kb and of every verb below it, by its words.
func helpTexts(t *testing.T) map[string]string {
	t.Helper()
	parser, err := newParser(new(app.Globals), verbs(), &bytes.Buffer{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	var collect func(n *kong.Node, words []string)
	collect = func(n *kong.Node, words []string) {
		texts[strings.Join(words, " ")] = answer(t, append(words, "--help"), verbs())
		for _, child := range n.Children {
			if !child.Hidden {
				collect(child, append(words[:len(words):len(words)], child.Name))
			}
		}
	}
	collect(parser.Model.Node, nil)
	if len(texts) < 40 {
		t.Fatalf("%d help texts are too few", len(texts))
	}
	return texts
}

// TestChoices writes the values of an enum in words; the empty one, which stands for none, is not said.
func TestChoices(t *testing.T) {
	for enum, want := range map[string]string{"a,b": "a or b", ",a,b,c": "a, b or c", "a": "a", "": ""} {
		if got := choices(enum); got != want {
			t.Errorf("%q: %q, want %q", enum, got, want)
		}
	}
}

// TestHelpFitsATerminal holds every help text to 80 columns, but for addresses.
func TestHelpFitsATerminal(t *testing.T) {
	for verb, help := range helpTexts(t) {
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 && !strings.Contains(line, "https://") {
				t.Errorf("kb %s has a line of %d columns: %s", verb, n, line)
			}
		}
	}
}

// TestExamplesAreCommands holds the examples of help to the grammar: each is a command line of kb,
// or has some in it.
func TestExamplesAreCommands(t *testing.T) {
	command := regexp.MustCompile(
		`(?:^|[|(]\s*|&& |-r |-- )kb((?: "[^"]*"| '[^']*'| <\([^)]*\)| [^ |<>()&#"'][^ |<>()&]*(?:"[^"]*"|'[^']*')?)*)`,
	)
	word := regexp.MustCompile(`(?:"[^"]*"|'[^']*'|[^ "'])+`)
	seen := 0
	for verb, help := range helpTexts(t) {
		_, examples, _ := strings.Cut(help, "\nExamples:\n")
		for text := range strings.Lines(examples) {
			if !strings.HasPrefix(text, "    ") && text != "\n" {
				break
			}
			for _, m := range command.FindAllStringSubmatch(strings.TrimSpace(text), -1) {
				args := word.FindAllString(m[1], -1)
				for i, a := range args {
					args[i] = strings.NewReplacer(`"`, "", `'`, "").Replace(a)
				}
				if strings.Contains(text, "xargs") {
					args = append(args, "FILE")
				}
				seen++
				parser, err := newParser(new(app.Globals), named(verbs(), args[0]), &bytes.Buffer{}, func(int) {})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := parser.Parse(line.Arrange(parser.Model.Node, args)); err != nil {
					t.Errorf("kb %s: the example %q: %v", verb, args, err)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d examples are too few", seen)
	}
}
