package find

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/usage"
)

// What is asked in words of the present is recorded, with each note once and no source file.
func TestWhatIsRecorded(t *testing.T) {
	r := post(t)
	r.Write("docs/more.md", "# More tokens\n\nTokens are short.\n\n## Racks\n\n"+strings.Repeat("Coats hang on racks of wood.\n", 90)+
		"\n## Other tokens\n\nTokens of Sign are rare.\n")
	r.Commit("More")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	yes, past := true, session.AtFlag{At: "HEAD"}
	search := searchCmd{Query: []string{"tokens"}, MaxChunksPerDoc: 1, Format: "default"}
	pack := contextCmd{Task: []string{"tokens", "Sign"}, Phase: "implement", Code: &yes, Budget: 3000,
		Files: []string{"auth/jwt.go"}}
	searchThen, packThen, files := search, pack, pack
	searchThen.AtFlag, packThen.AtFlag = past, past
	files.Task = nil
	for _, c := range []struct {
		name string
		v    story.Runner
		want string // how often each note was shown
	}{
		{"a search of the past", &searchThen, ""},
		{"context of the past", &packThen, ""},
		{"context of files", &files, ""},
		{"a search", &search, "docs/more.md 1, docs/tokens.md 1"},
		{"context", &pack, "docs/more.md 2, docs/tokens.md 2"},
	} {
		got := story.Tell(t, r.Dir, app.Globals{}, c.v, "KB_NO_TRACK", "0")
		if got.Err != "" || !strings.Contains(got.Out, "okens") && c.v != story.Runner(&files) {
			t.Fatalf("%s: %+v", c.name, got)
		}
		if strings.Contains(got.Out, "func Sign") != (c.v == story.Runner(&pack) || c.v == story.Runner(&files)) {
			t.Errorf("%s: code stands in\n%s", c.name, got.Out)
		}
		var shown []string
		u, err := usage.Look(repo.StateDir())
		if err == nil {
			counts, err := u.Counts(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range counts.All {
				shown = append(shown, fmt.Sprint(n.Note.Path, " ", n.Shown))
			}
			u.Close()
		}
		if strings.Join(shown, ", ") != c.want {
			t.Errorf("after %s: %q, want %q", c.name, shown, c.want)
		}
	}
}

// A graph that leads back to where it begins says so; routes are bounded.
func TestGraphThatLeadsBack(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n\n[b](b.md)\n", "b.md", "# B\n\n[a](a.md)\n", "bare.md", "A line without a heading.\n")
	r.Commit("Begin")
	const back = "a.md  A\n└─ links to b.md  B\n   └─ links to a.md  A (see above)\n"
	story.Expect(t, r.Dir, &graphCmd{Note: "a", Depth: maxDepth, Format: "tree"}, story.Told{Out: back})
	story.Expect(t, r.Dir, &graphCmd{Note: "a", Depth: maxDepth + 1}, story.Told{Err: "kb: --depth must be from 0 to 100\n"})
	bare := searchCmd{Regexp: "without", MaxChunksPerDoc: 1, Format: "line"}
	story.Expect(t, r.Dir, &bare, story.Told{Out: "bare.md:1: bare: A line without a heading.\n"})
	docs := filepath.Join(r.Dir, "docs")
	if err := os.Mkdir(docs, 0o700); err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string]string{
		"note": "     1  ../bare.md\n", "category": "     1  (none)\n", "month": "     1  2026-01\n",
	} {
		group := searchCmd{Query: []string{"without"}, GroupBy: by, MaxChunksPerDoc: 1, Format: "default"}
		story.Expect(t, docs, &group, story.Told{Out: want})
	}
	a, _, _ := story.Person(r.Dir, app.Globals{})
	for file, want := range map[string]string{
		"out.svg": ".", "docs/out.svg": "..", "none/out.svg": "", filepath.Join(r.Dir, "out.svg"): ".",
	} {
		if got := rootFrom(a, r.Dir, file); got != want {
			t.Errorf("from %s: %q, want %q", file, got, want)
		}
	}
	if got := rootFrom(a, "", "out.svg"); got != "" {
		t.Errorf("without a work tree: %q", got)
	}
	if got := rootFrom(a, filepath.Join(r.Dir, "below"), "out.svg"); got != "below" {
		t.Errorf("to a folder: %q", got)
	}
}
