package move

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
)

// tree is a work tree in memory; names that end in "/" are folders.
type tree map[string]string

func (t tree) ReadWork(path string) ([]byte, error) {
	if source, ok := t[path]; ok {
		return []byte(source), nil
	}
	return nil, fs.ErrNotExist
}

func (t tree) Exists(path string) bool {
	for name := range t {
		if name == path || strings.HasPrefix(name, path+"/") || path == "." {
			return true
		}
	}
	return false
}

// paths are those of the files.
func (t tree) paths() []string { return slices.Collect(maps.Keys(t)) }

// load reads the notes among the files.
func (t tree) load() *snapshot.Snapshot {
	kbTree := &kb.Tree{Config: &kb.Config{}}
	entries := map[string]*snapshot.Entry{}
	for path, source := range t {
		if kb.IsMarkdown(path) {
			entries[path] = snapshot.ReadEntry(git.File{Path: path}, kbTree.Config, []byte(source))
		}
	}
	return new(snapshot.Snapshot).With(kbTree, entries)
}

// plan plans moves.
func (t tree) plan(moves Moves) (*Plan, error) { return Make(t.load(), moves, t.paths(), t) }

// moved is the tree with a plan carried out.
func (t tree) moved(p *Plan, moves Moves) tree {
	after := tree{}
	for path, source := range t {
		after[moves.After(path)] = source
	}
	for _, c := range p.Changes {
		after[moves.After(c.Path)] = string(c.New)
	}
	return after
}

// move carries a move out that must succeed.
func move(t *testing.T, files tree, from, to string) tree {
	t.Helper()
	return moveAll(t, files, Moves{from: to})
}

// moveAll carries several moves out.
func moveAll(t *testing.T, files tree, moves Moves) tree {
	t.Helper()
	p, err := files.plan(moves)
	if err != nil {
		t.Fatal(err)
	}
	return files.moved(p, moves)
}

// lines compares the lines of one file.
func lines(t *testing.T, got string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, strings.Split(strings.TrimSuffix(got, "\n"), "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func join(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestMarkdownLinks(t *testing.T) {
	got := move(t, tree{
		"docs/old name.md": "# Old\n",
		"docs/a.md": join(
			"[x](old%20name.md) and [y](<old name.md#part> \"A title\") and ![i](old%20name.md)",
			"[z][d], [code](`old%20name.md`)",
			"",
			"[d]: ./old%20name.md#part 'Title'",
			"",
			"    [not](old%20name.md)",
			"",
			"```",
			"[x](old%20name.md)",
			"```",
			"`[x](old%20name.md)`"),
		"README.md": "[x](docs/old%20name.md) [r](/docs/old%20name) [q](docs/old%20name.md?plain=1#L3)\r\n",
	}, "docs/old name.md", "docs/deep/new (2) name.md")
	lines(t, got["docs/a.md"],
		"[x](deep/new%20%282%29%20name.md) and [y](<deep/new (2) name.md#part> \"A title\") and ![i](deep/new%20%282%29%20name.md)",
		"[z][d], [code](`old%20name.md`)",
		"",
		"[d]: ./deep/new%20%282%29%20name.md#part 'Title'",
		"",
		"    [not](old%20name.md)",
		"",
		"```",
		"[x](old%20name.md)",
		"```",
		"`[x](old%20name.md)`")
	lines(t, got["README.md"],
		"[x](docs/deep/new%20%282%29%20name.md) [r](/docs/deep/new%20%282%29%20name) [q](docs/deep/new%20%282%29%20name.md?plain=1#L3)\r")
}

func TestLinksOfTheMovedFile(t *testing.T) {
	got := move(t, tree{
		"docs/old.md": join("[self](old.md#x) [up](../README.md) [next](next.md) ![pic](img/a%20b.png) [src](../main.go) [dir](img/)",
			"[gone](gone.md) [anchor](#x) [[next]] <https://example.org/old.md>"),
		"docs/next.md":     "next\n",
		"docs/img/a b.png": "",
		"main.go":          "",
		"README.md":        "Read\n",
	}, "docs/old.md", "notes/deep/new.md")
	lines(
		t,
		got["notes/deep/new.md"],
		"[self](new.md#x) [up](../../README.md) [next](../../docs/next.md) ![pic](../../docs/img/a%20b.png) [src](../../main.go) "+
			"[dir](../../docs/img/)",
		"[gone](gone.md) [anchor](#x) [[next]] <https://example.org/old.md>",
	)
}

func TestWikiLinks(t *testing.T) {
	got := move(t, tree{
		"notes/old.md": "---\naliases: [The Old One]\n---\n# A title\n",
		"a.md": join("[[old]] [[notes/old|text]] [[ old #Heading|t]] ![[old.md]] [[The Old One]] [[A title]] [[nowhere]]",
			"| [[old\\|cell]] | memory://notes/old |",
			"- part_of [[old]]"),
	}, "notes/old.md", "archive/new.md")
	lines(t, got["a.md"],
		"[[new]] [[archive/new|text]] [[ new #Heading|t]] ![[new.md]] [[The Old One]] [[A title]] [[nowhere]]",
		"| [[new\\|cell]] | memory://archive/new |",
		"- part_of [[new]]")
}

func TestWikiLinksThatStillResolve(t *testing.T) {
	files := tree{"notes/auth.md": "# Auth\n", "a.md": "[[auth]] [[Auth]] `notes/auth.md`\n"}
	lines(t, move(t, files, "notes/auth.md", "archive/auth.md")["a.md"], "[[auth]] [[Auth]] `archive/auth.md`")
}

// TestStemBecomesAmbiguous moves a note to a name that another note has already: links to both take
// a longer form.
func TestStemBecomesAmbiguous(t *testing.T) {
	got := move(t, tree{
		"x/old.md":  "# One\n",
		"y/auth.md": "# Two\n",
		"a.md":      "[[old]] [[auth]]\n",
		"y/b.md":    "[[auth]]\n",
	}, "x/old.md", "z/auth.md")
	lines(t, got["a.md"], "[[z/auth]] [[y/auth]]")
	lines(t, got["y/b.md"], "[[auth]]")
}

func TestMentionsAndRefs(t *testing.T) {
	got := move(t, tree{
		"specs/auth.md": "# Signing in\n",
		"a.md":          join("As specs/auth says, see `specs/auth.md`, and docs/specs/auth.", "", "Refs: auth, users, specs/auth"),
	}, "specs/auth.md", "specs/login.md")
	lines(t, got["a.md"], "As specs/login says, see `specs/login.md`, and docs/specs/auth.", "", "Refs: login, users, specs/login")
}

func TestFolderForms(t *testing.T) {
	got := move(t, tree{
		"specs/auth/spec.md": "# Signing in\n",
		"a.md":               "[a](specs/auth/) [b](specs/auth) specs/auth [[auth]]\n",
	}, "specs/auth/spec.md", "specs/login/spec.md")
	lines(t, got["a.md"], "[a](specs/login/) [b](specs/login) specs/login [[login]]")
}

func TestFrontMatterRelations(t *testing.T) {
	got := move(t, tree{
		"adr/0003-old.md": "# Old\n",
		"adr/0004-new.md": join("---", "title: 'N' # comment", "relations:", "  - {type: supersedes, target: adr/0003-old, strength: 0.9}",
			"  - type: depends_on", "    target: \"0003-old.md\"", "related: [0003-old, ADR-0003]", "status: accepted", "---",
			"adr/0003-old"),
		"adr/0005-x.md": join("# X", "", "## Status", "", "Superseded by [3. Old](0003-old.md)"),
	}, "adr/0003-old.md", "adr/0013-older.md")
	lines(t, got["adr/0004-new.md"], "---", "title: 'N' # comment", "relations:",
		"  - {type: supersedes, target: adr/0013-older, strength: 0.9}", "  - type: depends_on", "    target: \"0013-older.md\"",
		"related: [0013-older, ADR-0013]", "status: accepted", "---", "adr/0013-older")
	lines(t, got["adr/0005-x.md"], "# X", "", "## Status", "", "Superseded by [13. Old](0013-older.md)")
}

func TestAddresses(t *testing.T) {
	sha := strings.Repeat("0a", 20)
	files := tree{
		"docs/guide/deep/old.md": "# Old\n",
		"a.md": "https://github.com/o/r/blob/main/docs/guide/deep/old.md and <https://github.com/o/r/blob/" + sha +
			"/docs/guide/deep/old.md>.\n",
	}
	lines(t, move(t, files, "docs/guide/deep/old.md", "docs/guide/deep/a b.md")["a.md"],
		"https://github.com/o/r/blob/main/docs/guide/deep/a%20b.md and <https://github.com/o/r/blob/"+sha+"/docs/guide/deep/old.md>.")
}

// The address of a folder stays that of a folder.
func TestAddressesOfFolders(t *testing.T) {
	files := tree{"samples/x/y/go/README.md": "# Go\n", "a.md": "[go](https://github.com/o/r/tree/main/samples/x/y/go)\n"}
	lines(t, move(t, files, "samples", "more/examples")["a.md"], "[go](https://github.com/o/r/tree/main/more/examples/x/y/go)")
	lines(t, move(t, files, "samples/x/y/go/README.md", "samples/x/y/z/go.md")["a.md"],
		"[go](https://github.com/o/r/tree/main/samples/x/y/z/go.md)")
}

func TestTemplates(t *testing.T) {
	got := move(t, tree{
		"content/posts/old.md": "# Old\n",
		"content/posts/b.md": "[x]({{< ref \"old.md\" >}}) [y]({{% relref \"posts/old.md#part\" %}}) [z]({% link content/posts/old.md " +
			"%} \"T\")\n",
	}, "content/posts/old.md", "content/news/newer.md")
	lines(t, got["content/posts/b.md"],
		"[x]({{< ref \"newer.md\" >}}) [y]({{% relref \"news/newer.md#part\" %}}) [z]({% link content/news/newer.md %} \"T\")")
}

// TestProse leaves names alone that every folder has: they speak of no file of this repository.
func TestProse(t *testing.T) {
	files := tree{"README.md": "# R\n", "docs/a.md": "Each README.md tells so, and ../README.md does.\n", "b.md": "See README.md.\n"}
	got := move(t, files, "README.md", "docs/index.md")
	lines(t, got["docs/a.md"], "Each README.md tells so, and index.md does.")
	lines(t, got["b.md"], "See docs/index.md.")
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, source, to string }{
		{"mention with a blank", "See specs/auth.\n", "specs/my auth.md"},
		{"wiki link with a bar", "[[auth]]\n", "specs/a|b.md"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := tree{"specs/auth.md": "# A\n", "a.md": c.source}
			_, err := files.plan(Moves{"specs/auth.md": c.to})
			var refused *Refusal
			if !errors.As(err, &refused) || refused.Path != "a.md" || refused.Line != 1 {
				t.Errorf("got %v, want a refusal at a.md:1", err)
			}
		})
	}
}

func TestEditsTellTheirPlaces(t *testing.T) {
	files := tree{"old.md": "x\n", "a.md": "é\n  [x](old.md) [[old]]\n"}
	p, err := files.plan(Moves{"old.md": "new.md"})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(p.Changes, func(c Change) bool { return c.Path == "a.md" })
	want := []Edit{{Line: 2, Col: 7, Old: "old.md", New: "new.md"}, {Line: 2, Col: 17, Old: "old", New: "new"}}
	for j, e := range p.Changes[i].Edits {
		e.start, e.end = 0, 0
		if e != want[j] {
			t.Errorf("got %+v, want %+v", e, want[j])
		}
	}
}
