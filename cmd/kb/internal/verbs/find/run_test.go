package find

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/orgtest"
	"github.com/9aea2451/kb/kb/gittest"
)

// post is a small program of three modules with the notes about it.
func post(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write("go.mod", "module example.org/post\n", "CODEOWNERS", "/auth/ @security\n",
		"auth/jwt.go", "package auth\n\n// Sign signs.\nfunc Sign(text string) string { return text + key }\n\nvar key = \"k\"\n",
		"auth/jwt_test.go", "package auth\n\nfunc TestSign() { Sign(\"a\") }\n",
		"web/login.go", "package web\n\nimport \"example.org/post/auth\"\n\nfunc Login() { auth.Sign(\"user\") }\n",
		"cmd/main.go", "package main\n\nimport \"example.org/post/web\"\n\nfunc main() { web.Login() }\n",
		"docs/tokens.md", "# Tokens\n\nThey are made in [jwt.go](../auth/jwt.go).\n",
		".memory/memories/sign.md",
		"---\nkind: memory\ntype: gotcha\nstatus: deprecated\nfiles: [auth/jwt.go#Sign]\n---\n# Sign needs the key\n\nIt fails.\n")
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	return r
}

const impactOfSign = `auth/jwt.go:4 Sign  function

notes that speak of it
  docs/tokens.md:3  Tokens  doc; of auth/jwt.go
  .memory/memories/sign.md  Sign needs the key  gotcha, deprecated; of auth/jwt.go#Sign

code that uses it
  1  web/login.go:5 Login  calls
  2  cmd/main.go:5 main  calls web/login.go#Login

tests that name it
  1  auth/jwt_test.go:3 TestSign  calls

files that may have to change too
  0.47  auth/jwt_test.go  code 0.42, 1 commit together
  0.47  web/login.go  code 0.42, 1 commit together
  0.26  cmd/main.go  code 0.20, 1 commit together
  0.07  .memory/memories/sign.md  1 commit together
  0.07  CODEOWNERS  1 commit together
  0.07  docs/tokens.md  1 commit together
  0.07  go.mod  1 commit together

owners
  @security  2 files
`

const impactFromAFolder = `../auth/jwt.go  file

notes that speak of it  1 of 2
  ../docs/tokens.md:3  Tokens  doc; of auth/jwt.go

code that uses it
  1  login.go:5 Login  calls

tests that name it
  1  ../auth/jwt_test.go:3 TestSign  calls

files that may have to change too  1 of 7
  0.47  ../auth/jwt_test.go  code 0.42, 1 commit together

owners
  @security  2 files
`

const impactOfTheIndex = `4 places changed
  cmd/main.go:5 main  function
  web/out.go  new

files that may have to change too  1 of 6
  0.27  auth/jwt.go  code 0.21, 1 commit together

owners
  @security  2 files
`

const allOfTheIndex = `4 places changed
  cmd/main.go:5 main  function
  web/login.go:5 Login  function
  cmd/main.go  file
  web/login.go  file
  web/out.go  new

files that may have to change too
  0.27  auth/jwt.go  code 0.21, 1 commit together
  0.07  .memory/memories/sign.md  1 commit together
  0.07  CODEOWNERS  1 commit together
  0.07  auth/jwt_test.go  1 commit together
  0.07  docs/tokens.md  1 commit together
  0.07  go.mod  1 commit together

owners
  @security  2 files
`

// What a change concerns is listed by lists that have something, each at most as long as was asked.
func TestImpactForPeople(t *testing.T) {
	r := post(t)
	story.Expect(t, r.Dir, &impactCmd{Target: "auth/jwt.go#Sign", Depth: 3, Limit: 10}, story.Told{Out: impactOfSign})
	web := filepath.Join(r.Dir, "web")
	story.Expect(t, web, &impactCmd{Target: "../auth/jwt.go", Depth: 1, Limit: 1}, story.Told{Out: impactFromAFolder})
	story.Expect(t, r.Dir, &impactCmd{Target: "auth/jwt.go#Sing", Depth: 1},
		story.Told{Err: "kb: no file and no symbol of the code is called \"auth/jwt.go#Sing\"\n  did you mean Sign?\n"})
	story.Expect(t, r.Dir, &impactCmd{Target: "keys/jwt.go", Depth: 1},
		story.Told{Err: "kb: no file and no symbol of the code is called \"keys/jwt.go\"\n  did you mean auth/jwt.go?\n"})
	story.Expect(t, r.Dir, &impactCmd{Target: "keys/jwt.go#Sign", Depth: 1},
		story.Told{Err: "kb: no file and no symbol of the code is called \"keys/jwt.go#Sign\"\n  did you mean auth/jwt.go#Sign?\n"})
	for target, want := range map[string]string{
		"nowhere":        "no file and no symbol of the code is called \"nowhere\"\n",
		"auth/":          "\"auth/\" is a folder: name a file of it, or a symbol\n  kb graph --code auth/ tells what it is made of\n",
		"docs/tokens.md": "\"docs/tokens.md\" is not read as code\n",
	} {
		story.Expect(t, r.Dir, &impactCmd{Target: target, Depth: 1}, story.Told{Err: "kb: " + want})
	}
	r.Change(map[string]string{"web/login.go": "", "web/out.go": "package web\n\nfunc Logout() {}\n",
		"cmd/main.go": "package main\n\nfunc main() { println() }\n"})
	story.Expect(t, r.Dir, &impactCmd{Staged: true, Depth: 1}, story.Told{Out: "no code changes\n"})
	r.Git("add", "-A")
	story.Expect(t, r.Dir, &impactCmd{Staged: true, Depth: 1, Limit: 1}, story.Told{Out: impactOfTheIndex})
	story.Expect(t, r.Dir, &impactCmd{Staged: true, Depth: 1}, story.Told{Out: allOfTheIndex})
	r.Change(map[string]string{"web/more.go": "package web\n\nfunc Rare() {}\n\ntype list struct{ Rare int }\n"})
	story.Expect(t, r.Dir, &impactCmd{Target: "Rare", Depth: 1, Limit: 1},
		story.Told{Out: "2 places called Rare; PATH#SYMBOL means one\n  web/more.go:3 Rare  function\n"})
	const name = "kb: name what changes, or say --staged\n  kb impact internal/auth/jwt.go#Sign\n  kb impact main..HEAD\n"
	for _, c := range []struct {
		cmd  impactCmd
		want string
	}{
		{impactCmd{Depth: 1}, name},
		{impactCmd{Target: "x", Staged: true, Depth: 1}, name},
		{impactCmd{Target: "x", Depth: 0}, "kb: --depth must be from 1 to 6\n"},
		{impactCmd{Target: "x", Depth: 7}, "kb: --depth must be from 1 to 6\n"},
		{impactCmd{Target: "x", Depth: 1, Limit: -1}, "kb: --limit must not be negative\n"},
	} {
		story.Expect(t, r.Dir, &c.cmd, story.Told{Err: c.want})
	}
}

const authModule = `auth  2 files, 3 symbols
  used most: key, Sign
  docs/tokens.md  Tokens  doc
  .memory/memories/sign.md  Sign needs the key  gotcha, deprecated
  owners: @security
`

const webModule = `web  1 file, 1 symbol
  used most: Login
  uses: auth
`

const cmdModule = `cmd  1 file, 1 symbol
  used most: main
  uses: web
`

// A page of modules has, of each, what it uses, what of it is used, its notes and its owners.
func TestModulesForPeople(t *testing.T) {
	r := post(t)
	story.Expect(t, r.Dir, &graphCmd{Code: true, Depth: 2}, story.Told{Out: authModule + "\n" + webModule + "\n" + cmdModule})
	story.Expect(t, r.Dir, &graphCmd{Code: true, Depth: 1, Note: "web"}, story.Told{Out: webModule + "\n" + authModule})
	story.Expect(t, r.Dir, &graphCmd{Code: true, Depth: 1, Note: "web", Backlinks: true}, story.Told{
		Out: strings.Replace(webModule, "  uses: auth\n", "", 1) + "\n" + cmdModule,
	})
	story.Expect(t, r.Dir, &graphCmd{Code: true, Depth: 2, Limit: 1}, story.Told{
		Out:  authModule + "(1 of 3 modules: those of the greatest PageRank)\n",
		Said: "kb: 1 of 3 modules: those of the greatest PageRank; --limit N shows more\n",
	})
	got := story.Tell(t, r.Dir, app.Globals{}, &graphCmd{Code: true, Depth: 2, MinStrength: 1, Format: "mermaid"})
	if strings.Count(got.Out, "-->") != 2 || !strings.Contains(got.Out, `n0["auth"]`) {
		t.Errorf("a picture of strong bonds: %+v", got)
	}
	got = story.Tell(t, r.Dir, app.Globals{}, &graphCmd{Code: true, Depth: 2, Format: "json", Note: "cmd"})
	if from := strings.Index(got.Out, `"from": "web"`); from < strings.Index(got.Out, `"from": "cmd"`) ||
		!strings.Contains(got.Out, `"total": 3`) {
		t.Errorf("JSON: %+v", got)
	}
	story.Expect(t, r.Dir, &graphCmd{Code: true, Note: "quite-another", Depth: 1},
		story.Told{Err: "kb: no folder with source files is called \"quite-another\"\n  kb graph --code lists them all\n"})
	past := session.AtFlag{At: "HEAD"}
	for _, c := range []graphCmd{{Code: true, Types: []string{"link"}, Depth: 1}, {Code: true, Depth: 1, AtFlag: past}} {
		story.Expect(t, r.Dir, &c, story.Told{Err: "kb: --types and --at are about notes, and --code is not\n"})
	}
}

// A list that is longer than is shown says how much more there is.
func TestListsHaveAnEnd(t *testing.T) {
	r := post(t)
	for i := range shownNotes + 2 {
		r.Write(fmt.Sprintf("docs/more%d.md", i), fmt.Sprintf("# More %d\n\nSee [it](../auth/jwt.go).\n", i))
	}
	r.Commit("More")
	got := story.Tell(t, r.Dir, app.Globals{}, &graphCmd{Code: true, Note: "auth", Depth: 0})
	if strings.Count(got.Out, ".md  ") != shownNotes || !strings.Contains(got.Out, "\n  … and 4 notes more\n  owners: @security\n") {
		t.Errorf("%+v", got)
	}
	var out bytes.Buffer
	b := &session.Base{App: app.New(app.World{Getenv: func(string) string { return "" }, Stdout: &out, Stderr: &out}, app.Globals{})}
	printList(b, "uses", []string{"a", "b", "c"}, 3)
	printList(b, "uses", []string{"a", "b", "c"}, 2)
	printList(b, "uses", nil, 2)
	if err := b.App.Flush(); err != nil || out.String() != "  uses: a, b, c\n  uses: a, b and 1 more\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// push sends the notes of a repository, as of its last commit, to a cluster.
func push(t *testing.T, r *gittest.Repo, name string, env []string) {
	t.Helper()
	a, _, _ := story.Person(r.Dir, app.Globals{}, env...)
	a.Patient = true
	b, _, err := session.Read(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	o, err := reach.Open(b.Config, story.Noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reach.Push(t.Context(), b.View, o, org.Source{Name: name, Readers: []string{"everyone"}}); err != nil {
		t.Fatal(err)
	}
}

// What is asked of the organisation goes to its cluster; where that does not answer, the repository does, and says why.
func TestAskingTheOrganisation(t *testing.T) {
	r := post(t)
	cluster := orgtest.New(t)
	search := func() *searchCmd {
		return &searchCmd{Org: true, Query: []string{"signing", "tokens"}, MaxChunksPerDoc: 1, Format: "default"}
	}
	pack := func() *contextCmd {
		return &contextCmd{Org: true, Task: []string{"sign", "tokens"}, Phase: "implement"}
	}
	at := []string{"KB_ORG_URL", cluster.URL}
	for _, v := range []story.Runner{search(), pack()} {
		if got := story.Tell(t, r.Dir, app.Globals{}, v); !strings.Contains(got.Err, "your configuration names no cluster (org: url)") {
			t.Errorf("without a cluster: %+v", got)
		}
		got := story.Tell(t, r.Dir, app.Globals{}, v, at...)
		if got.Err != "" || !strings.Contains(got.Said, "nothing has been pushed yet") || !strings.Contains(got.Out, "docs/tokens.md") ||
			!strings.Contains(got.Said, "; this repository alone answers\n") {
			t.Errorf("nothing is pushed: %+v", got)
		}
	}
	push(t, r, "shop", at)
	if got := story.Tell(t, r.Dir, app.Globals{}, search(), at...); got.Err != "" || !strings.Contains(got.Out, "shop:docs/tokens.md:1-3") {
		t.Errorf("a search: %+v", got)
	}
	got := story.Tell(t, r.Dir, app.Globals{}, pack(), at...)
	if got.Err != "" || !strings.Contains(got.Out, "[shop:docs/tokens.md:1-3 @") {
		t.Errorf("context: %+v", got)
	}
	none := search()
	none.Query = []string{"zzzzzz"}
	if got := story.Tell(t, r.Dir, app.Globals{}, none, at...); got.Err != "" || got.Out != "" || got.Said == "" {
		t.Errorf("nothing is found: %+v", got)
	}
	none.FailEmpty = true
	quiet, _, _ := story.Person(r.Dir, app.Globals{}, at...)
	if err := none.Run(t.Context(), quiet); !errors.Is(err, app.ErrFindings) {
		t.Errorf("nothing is found, and that is to fail: %v", err)
	}
	count, past, old := search(), search(), pack()
	count.Count, past.At, old.At = true, "HEAD", "HEAD"
	for want, v := range map[string]story.Runner{
		"--org finds sections, it does not count": count, "leave out --all, --base and --at": past,
	} {
		if got := story.Tell(t, r.Dir, app.Globals{}, v, at...); !strings.Contains(got.Err, want) {
			t.Errorf("%s: %+v", want, got)
		}
	}
	if got := story.Tell(t, r.Dir, app.Globals{}, old, at...); !strings.Contains(got.Err, "--org is about the whole organisation") {
		t.Errorf("context of the past: %+v", got)
	}
}
