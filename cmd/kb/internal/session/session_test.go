package session

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/kb/worktree"
)

// TestMain keeps the configuration of the person who runs the tests out of them.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "home-")
	if err != nil {
		panic(err)
	}
	for name, value := range map[string]string{"HOME": home, "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1"} {
		os.Setenv(name, value)
	}
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

// person runs verbs in a folder, and keeps what they say.
type person struct {
	*app.App
	out, said *bytes.Buffer
	env       map[string]string
}

func in(dir string, g app.Globals) *person {
	p := &person{out: &bytes.Buffer{}, said: &bytes.Buffer{}, env: map[string]string{"KB_EMBED_PROVIDER": "none"}}
	p.App = app.New(app.World{
		Getenv: func(name string) string { return p.env[name] },
		Getwd:  func() (string, error) { return dir, nil },
		Stdin:  strings.NewReader(""), Stdout: p.out, Stderr: p.said,
		Now: func() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) },
	}, g)
	return p
}

// told is an error as the person reads it, with its advice.
func told(err error) string {
	if err == nil {
		return ""
	}
	var b strings.Builder
	app.Explain(&b, err)
	return b.String()
}

// notes is a repository with notes in two commits, of which the second removes one.
func notes(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write("README.md", "# Shop\n", "docs/tea.md",
		"# Tea\n\nStart.\n\n## Green tea\n\nTwo minutes. ^two\n\n## Black tea\n\nFive.\n", "docs/plain.md", "No headings.\n",
		"a/plan.md", "# Plan A\n", "b/plan.md", "# Plan B\n", "code.go", "package x\n", "docs/gone.md", "# Gone\n", ".kbignore",
		"docs/secret.md\n", "docs/secret.md", "# Secret\n")
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	r.Change(map[string]string{"docs/gone.md": ""})
	r.Commit("Remove a note", gittest.Date("2026-03-02T10:00:00Z")...)
	return r
}

func opened(t *testing.T, p *person, at string) *Base {
	t.Helper()
	b, _, _, err := ReadAt(t.Context(), p.App, AtFlag{at})
	if err != nil {
		t.Fatal(told(err))
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// What a person reads who is in the wrong folder.
func TestFoldersThatAreNoRepository(t *testing.T) {
	r := notes(t)
	outside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r.Git("clone", "-q", "--bare", r.Dir, filepath.Join(r.Dir, "inner.git"))
	inner := filepath.Join(r.Dir, "inner.git")
	for _, c := range []struct {
		dir  string
		g    app.Globals
		want []string
	}{
		{outside, app.Globals{}, []string{"is not inside a git repository", "-C DIR", "git init"}},
		{outside, app.Globals{Dir: "none"}, []string{"no such folder: " + filepath.Join(outside, "none")}},
		{r.Dir, app.Globals{Dir: "README.md"}, []string{"no such folder"}},
		{outside, app.Globals{Bare: true}, []string{"is no bare repository", "--bare -C DIR"}},
		{inner, app.Globals{}, []string{"go out of it, or name that: -C " + r.Dir, "--bare -C " + inner, "GIT_DIR=" + inner}},
		{r.Dir, app.Globals{}, nil},
		{outside, app.Globals{Dir: filepath.Join(r.Dir, "docs")}, nil},
		{inner, app.Globals{Bare: true}, nil},
	} {
		_, err := OpenRepo(t.Context(), in(c.dir, c.g).App)
		if (err == nil) != (c.want == nil) {
			t.Errorf("in %s, %+v: %v", c.dir, c.g, err)
		}
		for _, want := range c.want {
			if !strings.Contains(told(err), want) {
				t.Errorf("in %s, %+v: %q is missing in\n%s", c.dir, c.g, want, told(err))
			}
		}
	}
}

// Names of notes as they are typed in a folder, and what is said of those that name none.
func TestNamesAsTyped(t *testing.T) {
	r := notes(t)
	for link, to := range map[string]string{"link.md": "tea.md", "astray.md": "../../tea.md"} {
		if err := os.Symlink(to, filepath.Join(r.Dir, "docs", link)); err != nil {
			t.Skipf("this file system has no symbolic links: %v", err)
		}
	}
	if err := os.WriteFile(filepath.Join(r.Dir, "docs", "big.md"), make([]byte, ShownBytes+1), 0o666); err != nil {
		t.Fatal(err)
	}
	docs := filepath.Join(r.Dir, "docs")
	b := opened(t, in(docs, app.Globals{}), "")
	for name, want := range map[string]string{
		"tea.md": "docs/tea.md", "tea": "docs/tea.md", "Tea": "docs/tea.md", "./tea.md": "docs/tea.md", "../README.md": "README.md",
		"docs/tea.md":                        "docs/tea.md",
		filepath.Join(r.Dir, "a", "plan.md"): "a/plan.md", "tea#Green tea": "docs/tea.md#Green tea",
		"plan":       "kb: \"plan\" may be any of 2 notes\n  say which one by its path:\n    ../a/plan.md\n    ../b/plan.md\n",
		"teas.md":    "kb: no note is called \"teas.md\"\n  did you mean:\n    tea.md\n",
		"zzzzzzzzzz": "kb: no note is called \"zzzzzzzzzz\"\n  find it by what it says: kb search \"zzzzzzzzzz\"\n",
		"../code.go": "kb: ../code.go is no note\n  notes are the *.md, *.markdown and *.mdx files of the repository\n",
		"link.md":    "docs/tea.md", "link.md#Green tea": "docs/tea.md#Green tea",
		"astray.md": "kb: astray.md is no note: it is not a regular file\n",
		"big.md":    "kb: big.md is no note: it has 8.0 MiB, more than 8.0 MiB\n",
		"secret.md": "kb: secret.md is no note: it is left out\n  by .gitignore, .kbignore or .memory/kb.yaml, as a file of another " +
			"repository, or as one that is no text: kb index names these\n",
	} {
		at, err := b.Lookup(t.Context(), name, true)
		got := at.Path
		if at.Heading != "" {
			got += "#" + at.Heading
		}
		if err != nil {
			got = told(err)
		}
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	if at, err := b.Lookup(t.Context(), "tea#Green tea", false); err == nil {
		t.Errorf("a section where none is allowed: %+v", at)
	}
	outside := filepath.Join(t.TempDir(), "out.md")
	if err := os.WriteFile(outside, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Lookup(t.Context(), outside, false); err == nil || !strings.HasSuffix(err.Error(), "is outside of the repository") {
		t.Errorf("a file of elsewhere: %v", err)
	}
	if got := b.Shown("docs/deep/x.md") + " " + b.Shown("README.md"); got != "deep/x.md ../README.md" {
		t.Errorf("from docs they are called %s", got)
	}
}

// Many notes of one name are not all listed.
func TestManyCandidates(t *testing.T) {
	r := gittest.New(t)
	for i := range 12 {
		r.Write(string(rune('a'+i))+"/plan.md", "# P\n")
	}
	b := opened(t, in(r.Dir, app.Globals{}), "")
	_, err := b.Lookup(t.Context(), "plan", false)
	if got := told(err); strings.Count(got, "/plan.md") != 10 || !strings.HasSuffix(got, "  … and 2 more\n") {
		t.Error(got)
	}
}

// A file that is new since the index was built, and one that is gone.
func TestNamesAsIs(t *testing.T) {
	r := notes(t)
	opened(t, in(r.Dir, app.Globals{}), "").Close()
	r.Change(map[string]string{"docs/new.md": "# New\n", "docs/plain.md": ""})
	b := opened(t, in(r.Dir, app.Globals{NoUpdate: true}), "")
	if _, err := b.Lookup(t.Context(), "docs/new.md", false); told(
		err,
	) != "kb: docs/new.md is not in the index\n  bring it up to date with: kb index\n" {
		t.Error(told(err))
	}
	at, err := b.Lookup(t.Context(), "docs/plain.md", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Text(t.Context(), at); told(
		err,
	) != "kb: docs/plain.md is gone since it was indexed\n  leave out --no-update, or run: kb index\n" {
		t.Error(told(err))
	}
}

// Without an index nothing is answered as it is; the advice depends on whose tree was asked for.
func TestNoIndex(t *testing.T) {
	r := notes(t)
	for at, want := range map[string]string{"": "build it with: kb index", "HEAD~1": "leave out --no-update"} {
		_, _, _, err := ReadAt(t.Context(), in(r.Dir, app.Globals{NoUpdate: true}).App, AtFlag{at})
		if got := told(err); !strings.Contains(got, want) || at != "" && strings.Contains(got, "kb index") {
			t.Errorf("%q: %s", at, got)
		}
	}
}

// A moment of the past is said; one that there is not gets advice.
func TestMomentsOfAVerb(t *testing.T) {
	r := notes(t)
	p := in(r.Dir, app.Globals{})
	b := opened(t, p, "2026-03-01")
	if id := r.Git("rev-parse", "HEAD~1"); p.said.String() != "kb: as of commit "+id[:10]+", 2026-03-01\n" {
		t.Error(p.said)
	}
	if at, err := b.Lookup(t.Context(), "docs/gone.md", false); err != nil || at.Path != "docs/gone.md" {
		t.Error(at, err)
	}
	// A file of the work tree explains nothing about a commit.
	r.Write("later.txt", "x")
	if _, err := b.Lookup(t.Context(), "later.txt", false); strings.Contains(told(err), "is no note") {
		t.Error(told(err))
	}
	const revision = "name a revision as git knows it (v1.2, main~5, 1a2b3c4) or a day such as 2026-05-04"
	for at, want := range map[string]string{
		"nope":       "kb: nope: no such revision\n  " + revision + "\n",
		"2026-02-01": "kb: 2026-02-01: there is no commit on or before that day\n  " + revision + "\n",
	} {
		_, _, _, err := ReadAt(t.Context(), in(r.Dir, app.Globals{}).App, AtFlag{at})
		_, again := AtFlag{at}.Commit(t.Context(), b.Repo)
		if told(err) != want || told(again) != want {
			t.Errorf("%s\n%s", told(err), told(again))
		}
	}
	if id, err := (AtFlag{"HEAD"}).Commit(t.Context(), b.Repo); err != nil || id != r.Git("rev-parse", "HEAD") {
		t.Error(id, err)
	}
	shallow := t.TempDir()
	r.Git("clone", "-q", "--depth=1", "file://"+r.Dir, shallow)
	_, _, _, err := ReadAt(t.Context(), in(shallow, app.Globals{}).App, AtFlag{"HEAD~1"})
	if !strings.Contains(told(err), "git fetch --unshallow") {
		t.Error(told(err))
	}
}

// Where there is nothing to answer from that is said, with what to do.
func TestNothingToAnswerFrom(t *testing.T) {
	r := gittest.New(t)
	p := in(r.Dir, app.Globals{})
	b := opened(t, p, "")
	if !b.Empty || !strings.Contains(p.said.String(), "this repository has no notes") || !strings.Contains(p.said.String(), "kb init") {
		t.Errorf("%v, %s", b.Empty, p.said)
	}
	if _, err := b.Lookup(t.Context(), "tea", false); told(err) != "kb: no note is called \"tea\"\n" {
		t.Error(told(err))
	}
	if _, _, err := Notes(t.Context(), p.App); err != nil || strings.Count(p.said.String(), "has no notes") != 2 {
		t.Errorf("%v, %s", err, p.said)
	}
	r.Write("code.go", "package x\n")
	head := r.Commit("No notes")
	p = in(r.Dir, app.Globals{})
	r.Write("a.md", "# A\n")
	b = opened(t, p, "HEAD")
	if !b.Empty || !strings.Contains(p.said.String(), "the tree of "+head[:10]+" has no notes") {
		t.Errorf("%v, %s", b.Empty, p.said)
	}
	p = in(r.Dir, app.Globals{})
	if b, s, err := Notes(t.Context(), p.App); err != nil || len(s.Entries) != 1 || b.Index != nil || p.said.Len() > 0 {
		t.Errorf("%v, %s", err, p.said)
	}
}

// Paths that a person names choose the notes at or below them.
func TestNotesAtOrBelow(t *testing.T) {
	r := notes(t)
	b := opened(t, in(filepath.Join(r.Dir, "docs"), app.Globals{}), "")
	for _, c := range []struct {
		paths     []string
		yes, no   string
		mustExist bool
		wrong     string
	}{
		{[]string{"."}, "docs/tea.md", "README.md", true, ""},
		{[]string{".."}, "README.md", "", true, ""},
		{[]string{"tea.md", "../a"}, "a/plan.md", "docs/plain.md", true, ""},
		{[]string{"../a"}, "a/plan.md", "ab/plan.md", true, ""},
		{[]string{"gone.md"}, "docs/gone.md", "docs/tea.md", false, ""},
		{[]string{"gone.md"}, "", "", true, "no such file or folder: gone.md"},
		{[]string{"../.."}, "", "", false, "../.. is outside of the repository"},
		{[]string{"../../x"}, "", "", false, "../../x is outside of the repository"},
	} {
		holds, err := b.AtOrBelow(c.paths, c.mustExist)
		if err != nil || c.wrong != "" {
			if err == nil || err.Error() != c.wrong {
				t.Errorf("%q: %v, want %q", c.paths, err, c.wrong)
			}
			continue
		}
		if !holds(c.yes) || c.no != "" && holds(c.no) {
			t.Errorf("%q: %s %v, %s %v", c.paths, c.yes, holds(c.yes), c.no, holds(c.no))
		}
	}
	if all, err := b.AtOrBelow(nil, true); all != nil || err != nil {
		t.Error("no path chooses something")
	}
	bare := filepath.Join(t.TempDir(), "bare")
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	b = opened(t, in(bare, app.Globals{}), "")
	if holds, err := b.AtOrBelow([]string{"docs/"}, true); err != nil || !holds("docs/tea.md") || holds("a/plan.md") {
		t.Errorf("in a bare repository: %v", err)
	}
	if _, err := b.AtOrBelow([]string{"../docs"}, false); err == nil {
		t.Error("a bare repository has an outside too")
	}
}

// An edit that was killed is told of by every verb, and undone by one that edits.
func TestInterruptedEdit(t *testing.T) {
	for _, edits := range []bool{false, true} {
		r := gittest.New(t)
		var changes []worktree.Edit
		for i := range 10 {
			name := string(rune('a'+i)) + ".md"
			r.Write(name, "old")
			changes = append(changes, worktree.Edit{Path: name, Old: []byte("old"), New: []byte("new")})
		}
		repo, err := kb.Open(t.Context(), r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		power, n := errors.New("no power"), 0
		end := store.Watch(func(op store.Op, do func() error) error {
			if op.Verb == "rename" {
				n++
			}
			if n > 3 { // the journal and two of the notes
				return power
			}
			return do()
		})
		repo.Write(changes)
		end()
		r.Write("b.md", "mine")
		p := in(r.Dir, app.Globals{})
		p.Edits = edits
		if _, err := OpenRepo(t.Context(), p.App); err != nil {
			t.Fatal(err)
		}
		want := "kb: an edit was interrupted, and some of its files may be changed and others not: a.md, b.md, c.md, d.md, e.md, f.md, " +
			"g.md, h.md, 2 others. " +
			"The next command that edits notes undoes it (git diff shows it)\n"
		text := "new"
		if edits {
			text = "old"
			want = "kb: an edit that was interrupted is undone: as before it are a.md, c.md, d.md, e.md, f.md, g.md, h.md, i.md, 1 " +
				"other\n" +
				"kb: changed since that edit, and left as it is: b.md\n"
		}
		if p.said.String() != want {
			t.Errorf("said\n%swant\n%s", p.said, want)
		}
		if data, err := os.ReadFile(filepath.Join(r.Dir, "a.md")); string(data) != text {
			t.Errorf("edits %v: %q, %v", edits, data, err)
		}
	}
}

// What was opened is recorded, after the answer is out, unless that is switched off.
func TestRecordOfUse(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		flag bool
		why  string
	}{{nil, false, ""}, {map[string]string{"KB_NO_TRACK": "1"}, false, "KB_NO_TRACK"}, {map[string]string{"CI": "true"}, false, "CI"},
		{nil, true, "--no-track"}} {
		r := notes(t)
		p := in(r.Dir, app.Globals{NoTrack: c.flag})
		for name, value := range c.env {
			p.env[name] = value
		}
		if got := Untracked(p.App); got != c.why {
			t.Errorf("switched off by %q, want %q", got, c.why)
		}
		b := opened(t, p, "")
		rec, err := b.View.Note(t.Context(), "docs/tea.md")
		if err != nil {
			t.Fatal(err)
		}
		p.Printf("the answer")
		if err := b.RecordRead(rec); err != nil || p.out.String() != "the answer" {
			t.Errorf("%v, %q", err, p.out)
		}
		u, err := usage.Look(b.Repo.StateDir())
		if err != nil {
			t.Fatal(err)
		}
		defer u.Close()
		if s, err := u.Summary(t.Context()); err != nil || (s.Reads == 1) != (c.why == "") {
			t.Errorf("switched off by %q: %+v, %v", c.why, s, err)
		}
	}
}

// A path that only the history knows names a note of the past.
func TestNotesOfThePast(t *testing.T) {
	r := notes(t)
	p := in(filepath.Join(r.Dir, "docs"), app.Globals{})
	b := opened(t, p, "")
	past, err := b.HistoryAt(t.Context(), "")
	if err != nil || p.said.Len() > 0 {
		t.Fatal(err, p.said)
	}
	for name, want := range map[string]string{"tea": "docs/tea.md", "gone.md": "docs/gone.md", "./gone.md": "docs/gone.md",
		"docs/gone.md": "docs/gone.md"} {
		if got, err := b.LookupPast(t.Context(), past, name); got != want || err != nil {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if got, err := b.LookupPast(t.Context(), past, "never.md"); got != "" || !strings.Contains(told(err), "no note is called") {
		t.Errorf("%q, %v", got, err)
	}
	shallow := t.TempDir()
	r.Git("clone", "-q", "--depth=1", "file://"+r.Dir, shallow)
	p = in(shallow, app.Globals{})
	if _, err := opened(t, p, "").HistoryAt(t.Context(), ""); err != nil || !strings.Contains(p.said.String(), "shallow") {
		t.Errorf("of a shallow clone: %v, said %q", err, p.said)
	}
	fresh := notes(t)
	opened(t, in(fresh.Dir, app.Globals{}), "").Close()
	late := opened(t, in(fresh.Dir, app.Globals{NoUpdate: true}), "")
	fresh.Commit("Later")
	if _, err := late.HistoryAt(t.Context(), ""); !strings.Contains(told(err), "read it with: kb index") {
		t.Errorf("as it is: %v", told(err))
	}
}
