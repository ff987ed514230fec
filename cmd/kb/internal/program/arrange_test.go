package program

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/line"
)

func TestArrange(t *testing.T) {
	parser, err := newParser(new(app.Globals), verbs(), new(bytes.Buffer), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"search a b":                 "search -- a b",
		"search a -n 3 b":            "search -n 3 -- a b",
		"search a -n3 b":             "search -n3 -- a b",
		"search a -ln 3 b":           "search -ln 3 -- a b",
		"search a --limit=3 b":       "search --limit=3 -- a b",
		"search a --mode keyword b":  "search --mode keyword -- a b",
		"search a --explain b":       "search --explain -- a b",
		"search a -- -n 3":           "search -- a -n 3",
		"-C dir search a":            "search -C dir -- a",
		"search a -n":                "search -n -- a",
		"search a -n -1":             "search --limit=-1 -- a",
		"search - a":                 "search -- - a",
		"search show":                "search -- show",
		"search a --unknown b":       "search --unknown -- a b",
		"serch a -n 3":               "serch a -n 3",
		"status --json":              "status --json",
		"":                           "",
		"search a --tag x --json -l": "search --tag x --json -l -- a",
	} {
		if got := strings.Join(line.Arrange(parser.Model.Node, strings.Fields(in)), " "); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	in := []string{"search", "-not this"}
	if got := line.Arrange(parser.Model.Node, in); !slices.Equal(got, []string{"search", "--", "-not this"}) {
		t.Errorf("a word with a space: %q", got)
	}
}

// Whatever is typed, no word is lost or made up, and completing it ends without a panic.
func TestAnyWords(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{
		"search", "show", "completion", "kb", "a", "", "-", "--", "-n", "-n3", "-ln", "-x", "--mode", "--mode=", "--mode=k", "--tag",
		"--tag=a,b",
		"=", ":", "tag:", "kind:d", ":x", "=y", "#", "a#b", "-not this", "--json", "-C", "é", "\x1b", "\n", "*",
	}), 1, 8)
	nowhere := app.World{
		Getenv: func(string) string { return "" },
		Getwd:  func() (string, error) { return t.TempDir(), nil },
		Now:    time.Now,
		Stderr: io.Discard,
	}
	parser, err := newParser(new(app.Globals), verbs(), new(bytes.Buffer), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		in := words.Draw(rt, "words")
		out := line.Arrange(parser.Model.Node, slices.Clone(in))
		if got, want := sortedWords(out), sortedWords(in); !slices.Equal(got, want) {
			rt.Fatalf("%q became %q", in, out)
		}
		for _, shell := range []string{"bash", "zsh", "fish"} {
			var lines bytes.Buffer
			w := nowhere
			w.Stdout = &lines
			if err := line.Complete(t.Context(), w, parser.Model.Node, append([]string{shell}, in...)); err != nil {
				rt.Fatal(err)
			}
			if strings.ContainsAny(lines.String(), "\x1b\r") {
				rt.Fatalf("%s is told %q", shell, lines.String())
			}
		}
	})
}

// sortedWords leaves out the mark that ends the flags.
func sortedWords(words []string) []string {
	out := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "--" })
	slices.Sort(out)
	return out
}
