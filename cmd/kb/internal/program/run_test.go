package program

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/line"
	"github.com/alecthomas/kong"
)

// TestVerbParser holds the parser of one verb to that of all: the same help, and the same answers
// to mistakes.
func TestVerbParser(t *testing.T) {
	for _, v := range verbs() {
		for _, args := range [][]string{
			{v.Name, "--help"}, {v.Name, "--version"}, {v.Name, "--jsno"}, {v.Name, "--quite", "a"}, {v.Name, "-Z"},
			{v.Name, "search", "b", "c", "d", "e"}, {v.Name, "--json=what"},
		} {
			one := named(verbs(), v.Name)
			if len(one) != 1 {
				t.Fatalf("%s is %d verbs", v.Name, len(one))
			}
			if whole, part := answer(t, args, verbs()), answer(t, args, one); whole != part {
				t.Errorf("kb %q answers by the whole grammar\n%s\nand by its own part\n%s", args, whole, part)
			}
		}
	}
}

// TestReadmeListsEveryVerb holds the table of commands in README to the grammar.
func TestReadmeListsEveryVerb(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(readme), "\n## Commands\n")
	table, _, found := strings.Cut(table, "\n## ")
	if !found {
		t.Fatal("README.md has lost its commands")
	}
	for _, v := range verbs() {
		if !v.Hidden && !regexp.MustCompile("`kb "+v.Name+"[` ]").MatchString(table) {
			t.Errorf("the table of commands in README.md lacks kb %s", v.Name)
		}
	}
}

// TestHelpTextsBelongToVerbs finds long texts that no verb shows.
func TestHelpTextsBelongToVerbs(t *testing.T) {
	parser, err := newParser(new(app.Globals), verbs(), new(bytes.Buffer), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	var collect func(n *kong.Node, name string)
	collect = func(n *kong.Node, name string) {
		shown[name+".txt"] = true
		for _, child := range n.Children {
			collect(child, strings.TrimPrefix(name+"-"+child.Name, "-"))
		}
	}
	collect(parser.Model.Node, "")
	for _, topic := range topics() {
		files, err := fs.ReadDir(topic.Help(), "help")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !shown[f.Name()] {
				t.Errorf("%T: no verb is called like help/%s", topic, f.Name())
			}
		}
	}
}

// answer is what a parser of some verbs prints or complains about.
func answer(t *testing.T, args []string, verbs []verb) string {
	t.Helper()
	var out bytes.Buffer
	done := false
	parser, err := newParser(new(app.Globals), verbs, &out, func(int) { done = true })
	if err != nil {
		t.Fatalf("%s: %v", args[0], err)
	}
	kctx, err := parser.Parse(line.Arrange(parser.Model.Node, args))
	switch {
	case done:
		return out.String()
	case err != nil:
		return usageError(err).Error()
	}
	return kctx.Command()
}
