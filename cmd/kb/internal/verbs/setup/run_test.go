package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/model/encoder/encodertest"
)

// A model that was downloaded is packed, listed, found damaged, and removed.
func TestModelsOnTheDisk(t *testing.T) {
	home := t.TempDir()
	if err := os.CopyFS(filepath.Join(home, "tiny"), encodertest.Files()); err != nil {
		t.Fatal(err)
	}
	tell := func(v story.Runner, g app.Globals) story.Told {
		t.Helper()
		return story.Tell(t, home, g, v, "HOME", home)
	}
	dir := filepath.Join(home, ".local", "share", "kb", "models")
	none := story.Told{Said: "kb: no models in " + dir + ": kb model add PATH packs one\n"}
	if got := tell(&modelListCmd{}, app.Globals{}); got != none {
		t.Errorf("before the first: %+v", got)
	}
	got := tell(&modelAddCmd{Path: "tiny"}, app.Globals{})
	id := strings.TrimSpace(got.Out)
	if got.Err != "" || !strings.HasPrefix(got.Said, "kb: ") || !strings.Contains(got.Said, "    provider: local\n    model: "+id+"\n") {
		t.Fatalf("added: %+v", got)
	}
	if got := tell(&modelListCmd{}, app.Globals{}); got.Said != "" || !strings.HasPrefix(got.Out, id+"  ") ||
		!strings.HasSuffix(got.Out, " dimensions, 0 MB\n") {
		t.Errorf("listed: %+v", got)
	}
	for v, want := range map[story.Runner]string{&modelListCmd{}: `"models": [`, &modelAddCmd{Path: "tiny"}: `"id": "` + id + `"`} {
		if got := tell(v, app.Globals{JSON: true}); !strings.Contains(got.Out, want) || got.Err != "" {
			t.Errorf("as JSON: %+v", got)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(files[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := tell(&modelListCmd{}, app.Globals{}); got.Said == "" || got.Err != "" {
		t.Errorf("a damaged one: %+v", got)
	}
	if got := tell(&modelRemoveCmd{Model: "another"}, app.Globals{}); got.Err == "" || got.Out != "" {
		t.Errorf("one that is not there is removed: %+v", got)
	}
	if got := tell(&modelRemoveCmd{Model: id}, app.Globals{}); got.Err != "" || got.Out != "removed "+id+"\n" {
		t.Errorf("removed: %+v", got)
	}
	if got := tell(&modelAddCmd{Path: "none"}, app.Globals{}); got.Err == "" {
		t.Errorf("a folder that is not there is added: %+v", got)
	}
	if got := story.Tell(t, home, app.Globals{}, &modelListCmd{}); got.Err != "kb: no folder for your models: HOME is not set\n" {
		t.Errorf("without a home: %+v", got)
	}
}

// Without a host the server listens on this machine alone; elsewhere clients need a token.
func TestWhereTheServerListens(t *testing.T) {
	long := strings.Repeat("x", 40)
	for _, c := range []struct {
		http, at, token, set, err string
	}{
		{"", "", "", long, ""},
		{"7331", "127.0.0.1:7331", "", long, ""},
		{":7331", "127.0.0.1:7331", "", "", ""},
		{"localhost:1", "localhost:1", "", "", ""},
		{"[::1]:1", "[::1]:1", "", "", ""},
		{"0.0.0.0:1", "0.0.0.0:1", long, long, ""},
		{"kb.example.org:1", "kb.example.org:1", "", "", "can be reached by other machines, and"},
		{"a:b:c", "a:b:c", "", long, "write it as 127.0.0.1:7331"},
	} {
		config, err := userconfig.Load(func(name string) string { return map[string]string{"KB_MCP_TOKEN": c.set}[name] })
		if err != nil {
			t.Fatal(err)
		}
		cmd := mcpServeCmd{HTTP: c.http}
		if at := cmd.address(); c.http != "" && at != c.at {
			t.Errorf("%s: at %s", c.http, at)
		}
		token, err := cmd.token(config)
		var said strings.Builder
		if err != nil {
			app.Explain(&said, err)
		}
		if token != c.token || (err == nil) != (c.err == "") || !strings.Contains(said.String(), c.err) {
			t.Errorf("%s: token %q, %s", c.http, token, &said)
		}
	}
}

// Repositories whose folders have one name are told apart by numbers.
func TestNamesOfRoots(t *testing.T) {
	var roots []mcp.Root
	for _, want := range []string{"shop", "shop-2", "shop-3"} {
		dir := filepath.Join(t.TempDir(), "shop")
		gittest.New(t).Git("init", "-q", dir)
		repo, err := kb.Open(t.Context(), dir, git.WithEnviron(gittest.Environ(t)))
		if err != nil {
			t.Fatal(err)
		}
		got := rootName(repo, roots)
		if got != want || folderOfRepo(repo) != repo.Root {
			t.Errorf("%s, want %s", got, want)
		}
		roots = append(roots, mcp.Root{Name: got})
	}
}

// What is proposed for adoption is listed with where it comes from; secrets and what asks for nothing are told apart.
func TestAdoptedInWords(t *testing.T) {
	notes := []Adoption{
		{Path: ".memory/memories/tabs.md", Kind: "memory", Type: "convention", Title: "Tabs", From: "CLAUDE.md", Line: 3, State: "new"},
		{Path: ".memory/decisions/x.md", Kind: "decision", Title: "X", From: "docs/adr.md", Line: 1, State: "new"},
		{Kind: "memory", Title: "Key", From: "CLAUDE.md", Line: 9, State: "secret"},
		{Kind: "memory", Title: "Hello", From: "CLAUDE.md", Line: 1, State: "no_rule"},
		{Path: "y.md", Kind: "memory", Title: "Y", From: "CLAUDE.md", Line: 5, State: "there"},
	}
	const listed = "+ memory (convention): Tabs\n  .memory/memories/tabs.md, from CLAUDE.md:3\n" +
		"+ decision: X\n  .memory/decisions/x.md, from docs/adr.md:1\n"
	const beside = "kb: CLAUDE.md:9: Key looks like a secret and is left out\n" +
		"kb: 1 sentence left where they are, as they ask for nothing:\n  CLAUDE.md:1 Hello\n"
	many := []Adoption{}
	for range 22 {
		many = append(many, notes[3])
	}
	for _, c := range []struct {
		answer    Adopted
		fresh     int
		out, said string
	}{
		{Adopted{Notes: notes}, 2, listed, beside + "kb: 2 notes proposed, 2 are there or left out. --apply writes them\n"},
		{Adopted{Notes: notes, Applied: true}, 2, listed, beside + "kb: 2 notes written, 2 were there or left out. " +
			"Look at them before you commit: git add -N .memory && git diff .memory\n"},
		{Adopted{}, 0, "", "kb: there is nothing to adopt\n"},
		{Adopted{Notes: many}, 0, "", "kb: 22 sentences left where they are, as they ask for nothing:\n" +
			strings.Repeat("  CLAUDE.md:1 Hello\n", 20) + "kb:   and 2 more: --json lists them\n" +
			"kb: 0 notes proposed, 0 are there or left out. --apply writes them\n"},
		{Adopted{Notes: many[:20]}, 0, "", "kb: 20 sentences left where they are, as they ask for nothing:\n" +
			strings.Repeat("  CLAUDE.md:1 Hello\n", 20) + "kb: 0 notes proposed, 0 are there or left out. --apply writes them\n"},
	} {
		a, out, said := story.Person(t.TempDir(), app.Globals{})
		new(initCmd).printAdopted(a, &c.answer, c.fresh)
		if err := a.Flush(); err != nil || out.String() != c.out || said.String() != c.said {
			t.Errorf("%d notes: %v\n%s%s\nwant\n%s%s", len(c.answer.Notes), err, out, said, c.out, c.said)
		}
	}
}

// Rules of Cursor are found in folders of folders, and of other files none.
func TestRulesOfCursor(t *testing.T) {
	r := gittest.New(t)
	r.Write(".cursor/rules/a.mdc", "x", ".cursor/rules/web/b.mdc", "x", ".cursor/rules/web/c.md", "x",
		".cursor/rules/1/2/3/4/5/in.mdc", "x",
		".cursor/rules/1/2/3/4/5/6/out.mdc", "x", ".cursorrules", "x", "README.md", "# R\n", "main.go", "package x\n")
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	got, err := adoptable(t.Context(), repo)
	want := "README.md .cursorrules .cursor/rules/1/2/3/4/5/in.mdc .cursor/rules/a.mdc .cursor/rules/web/b.mdc"
	var rules []string
	for _, f := range got {
		if f != ".cursor/rules/web/c.md" {
			rules = append(rules, f)
		}
	}
	if err != nil || strings.Join(rules, " ") != want {
		t.Errorf("%q, %v", got, err)
	}
}
