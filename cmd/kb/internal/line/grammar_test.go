package line

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// grammar is a small program with everything that the command line of kb has.
type grammar struct {
	Dir    string `short:"C" complete:"folder" help:"Work elsewhere."`
	Quiet  bool   `short:"q" help:"Say less."`
	Search struct {
		Query []string `arg:"" optional:"" complete:"query"`
		Limit int      `short:"n" help:"How many."`
		Mode  string   `enum:"hybrid,keyword,vector" default:"hybrid" help:"How."`
		Long  bool     `short:"l" help:"More of each."`
		Tag   []string `complete:"tag" help:"Only with these."`
	} `cmd:"" aliases:"find" help:"Search notes."`
	Show struct {
		Note string `arg:"" complete:"section"`
		At   string `help:"When." complete:"file"`
	} `cmd:"" help:"Show a note."`
	Set struct {
		Note   string   `arg:"" complete:"note"`
		Assign []string `arg:"" complete:"assignment"`
	} `cmd:"" help:"Set a field."`
	New struct {
		Kind string `arg:"" complete:"newkind"`
		Type string `complete:"type"`
		Rule string `complete:"rule"`
		Rel  string `complete:"relation"`
		None string
	} `cmd:"" help:"Make a note."`
	Usage struct {
		Show struct {
			Days int
		} `cmd:"" default:"withargs" help:"Show it."`
		Push struct{} `cmd:"" help:"Push it."`
	} `cmd:"" help:"Use."`
	Secret struct{} `cmd:"" hidden:""`
}

func program(t *testing.T) *kong.Node {
	t.Helper()
	k, err := kong.New(&grammar{})
	if err != nil {
		t.Fatal(err)
	}
	return k.Model.Node
}

// Flags may stand before the verb, behind its words and between them; what follows -- are words.
func TestArrange(t *testing.T) {
	p := program(t)
	for in, want := range map[string]string{
		"search a b -n 3": "search -n 3 -- a b", "search a -n3 b": "search -n3 -- a b", "search -ln 3 a": "search -ln 3 -- a",
		"search a -nl 3": "search -nl -- a 3", "find a --limit=3": "find --limit=3 -- a", "search a --limit 3": "search --limit 3 -- a",
		"-q search a": "search -q -- a", "search a -- -n 3": "search -- a -n 3", "-C dir search a": "search -C dir -- a",
		"search search": "search -- search", "search a search": "search -- a search", "search --long a": "search --long -- a",
		"search --none a": "search --none -- a", "search -x a": "search -x -- a", "search a -": "search -- a -",
		"search": "search", "search -n 3": "search -n 3",
		"search -n -1": "search --limit=-1", "-q search -n -1.5": "-q search --limit=-1.5",
		"search -n -1 a": "search --limit=-1 -- a", "search -n -x": "search -n -x",
		"-n -1 search": "-n -1 search", "nothing a": "nothing a", "": "", "search a --limit": "search --limit -- a",
		"usage a --days 3": "usage --days 3 -- a", "usage push x": "usage push -- x", "search a -lq": "search -lq -- a",
	} {
		if got := strings.Join(Arrange(p, strings.Fields(in)), " "); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	words := []string{"search", "-not a flag", "--as=is said", "-n", "3"}
	if got := Arrange(p, words); !slices.Equal(got, []string{"search", "--as=is said", "-n", "3", "--", "-not a flag"}) {
		t.Errorf("%q", got)
	}
}

// completions are what a shell is offered in a folder, each line with its meaning behind a tab.
func completions(t *testing.T, dir, shell string, words ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := app.World{
		Getenv: func(string) string { return "" }, Getwd: func() (string, error) { return dir, nil }, Stdin: strings.NewReader(""),
		Stdout: &out, Stderr: &out, Now: func() time.Time { return time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC) },
	}
	if err := Complete(t.Context(), w, program(t), append([]string{shell}, words...)); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// firsts are the words of completions, without meanings.
func firsts(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// Verbs, flags and the words that the grammar knows are completed where they can stand.
func TestCompletionOfTheGrammar(t *testing.T) {
	for in, want := range map[string]string{
		"": "search show set new usage", "s": "search show set", "sec": "",
		"search --":  "--dir --help --limit --long --mode --quiet --tag",
		"search --l": "--limit --long", "search --mode ": "hybrid keyword vector", "search --mode=k": "--mode=keyword",
		"search --mode v": "vector", "search --limit ": "", "search -- --l": "", "find --l": "--limit --long", "usage ": "show push",
		"usage p": "push", "show --at ": "@file", "-C ": "@folder", "--dir=": "@folder", "search k": "kind:",
		"search -- -ta": "-tag:", "search -ta": "",
		"search kind:d": "kind:decision kind:doc", "search -- -kind:m": "-kind:memory", "search nofield:x": "", "search ": "",
		"new s":  "spec summary",
		"new da": "daily", "new memory ": "", "new memory x": "", "new --type d": "dead_end", "new --none ": "",
		"new --rel sup": "supersedes",
		"set x pin":     "pinned=", "set x pinned=": "pinned=true pinned=false", "set x status=acc": "status=accepted",
		"set x a=b pinned=f": "pinned=false",
		"set x y=":           "", "search -q --mode ": "hybrid keyword vector", "search --limit 3 --mode ": "hybrid keyword vector",
		"search --nothing --mode h": "hybrid", "search file:": "",
	} {
		words := strings.Split(in, " ")
		if got := firsts(completions(t, t.TempDir(), "fish", words...)); got != want {
			t.Errorf("%q is completed by %q, want %q", in, got, want)
		}
	}
	if got := completions(t, t.TempDir(), "zsh", "sea"); got != "search\tSearch notes." {
		t.Errorf("with its meaning: %q", got)
	}
	if got := firsts(completions(t, t.TempDir(), "fish", "new", "--rule", "broken-l")); !strings.HasPrefix(got, "broken-link") {
		t.Errorf("rules: %q", got)
	}
}

// Bash takes = and : for words of their own, and is given what follows them, quoted.
func TestCompletionInBash(t *testing.T) {
	for want, words := range map[string][]string{
		"keyword": {"search", "--mode", "=", "k"}, "memory": {"search", "kind", ":", "m"}, "kind:": {"search", "ki"},
		"true\nfalse": {"set", "x", "pinned", "="},
	} {
		if got := completions(t, t.TempDir(), "bash", words...); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
	for word, want := range map[string]string{"a b": `a\ b`, "#a": `\#a`, "a#": "a#", "~": `\~`, "a~": "a~",
		"it's $1": `it\'s\ \$1`, "é": "é"} {
		if got := shellQuoted(word); got != want {
			t.Errorf("%q is %q", word, got)
		}
	}
	var out bytes.Buffer
	printCandidate(app.World{Stdout: &out}, "fish", candidate{"a\nb", "x"}, 0)
	printCandidate(app.World{Stdout: &out}, "bash", candidate{"ab", "x"}, 3)
	if out.Len() > 0 {
		t.Errorf("printed %q", &out)
	}
	printCandidate(app.World{Stdout: &out}, "bash", candidate{"ab", "x"}, 2)
	if out.String() != "\n" {
		t.Errorf("printed %q", &out)
	}
	if err := Complete(t.Context(), app.World{}, program(t), []string{"bash"}); err == nil {
		t.Error("no words are completed")
	}
}

// Notes, their sections and tags are completed from the index, in the repository that -C names.
func TestCompletionOfNotes(t *testing.T) {
	r := gittest.New(t)
	r.Write("docs/tea.md", "---\ntags: [drinks, hot]\n---\n# Tea\n\n## Green tea\n\nGreen.\n\n## Black tea\n\nBlack.\n",
		"docs/cups.md", "---\ntags: [drinks]\naliases: [Mugs]\n---\n# Cups\n\nCups.\n")
	r.Commit("Begin")
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(t.Context(), repo, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Update(t.Context(), index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	x.Close()
	for in, want := range map[string]string{
		"show docs/": "docs/cups.md docs/tea.md", "show te": "tea", "show Mu": "Mugs", "show tea#": "tea#tea tea#green-tea tea#black-tea",
		"show tea#g": "tea#green-tea", "show nope#": "", "set docs/t": "docs/tea.md", "search --tag d": "drinks",
		"search --tag ":    "drinks hot",
		"search --tag x,h": "x,hot", "search tag:h": "tag:hot", "search -- -tag:d": "-tag:drinks",
	} {
		if got := firsts(completions(t, r.Dir, "fish", strings.Split(in, " ")...)); got != want {
			t.Errorf("%q is completed by %q, want %q", in, got, want)
		}
	}
	if got := completions(t, r.Dir, "fish", "search", "--tag", ""); got != "drinks\t2 notes\nhot\t1 note" {
		t.Errorf("tags: %q", got)
	}
	elsewhere := t.TempDir()
	for _, words := range [][]string{{"-C", r.Dir, "set", "docs/c"}, {"set", "--dir", r.Dir, "docs/c"}, {"--dir=" + r.Dir, "set",
		"docs/c"}} {
		if got := firsts(completions(t, elsewhere, "fish", words...)); got != "docs/cups.md" {
			t.Errorf("%q: %q", words, got)
		}
	}
	if got := completions(t, elsewhere, "fish", "show", "docs/"); got != "" {
		t.Errorf("without a repository: %q", got)
	}
}
