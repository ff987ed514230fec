package edits

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb/gittest"
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

const tea = "---\nkind: memory\ntype: fact\n---\n# Tea\n"

// shop has a few notes, and one file that is no text.
func shop(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write("docs/tea.md", tea, "docs/cups.md", "# Cups\n", "a/plan.md", "# Plan A\n", "b/plan.md", "# Plan B\n",
		"docs/latin.md", "# Caf\xe9\n", "docs/torn.md", "# Torn\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
		"docs/wrong.md", "---\nkind: memory\ntype: nonsense\n---\n# Wrong\n")
	r.Commit("Begin")
	return r
}

// editor edits the notes of a repository for somebody in its folder docs.
func editor(t *testing.T, r *gittest.Repo, g app.Globals) (e *Editor, out, said *bytes.Buffer) {
	t.Helper()
	out, said = &bytes.Buffer{}, &bytes.Buffer{}
	a := app.New(app.World{
		Getenv: func(string) string { return "" }, Getwd: func() (string, error) { return filepath.Join(r.Dir, "docs"), nil },
		Stdin: strings.NewReader(""), Stdout: out, Stderr: said, Now: func() time.Time { return time.Unix(1, 0) },
	}, g)
	e, err := Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e, out, said
}

// told is an error as the person reads it, with its advice.
func told(err error) string {
	var b strings.Builder
	app.Explain(&b, err)
	return b.String()
}

func to(text string) func([]byte) ([]byte, error) {
	return func([]byte) ([]byte, error) { return []byte(text), nil }
}

func read(t *testing.T, r *gittest.Repo, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Several changes of a note are one edit; the lines that differ are shown, and what to stage.
func TestEditsAreShownAndWritten(t *testing.T) {
	for _, c := range []struct {
		dry  bool
		json bool
		out  string
		said string
	}{
		{false, false, "tea.md\n- type: fact\n+ type: gotcha\n+ pinned: true\n../new.md\n+ # New\n",
			"kb: stage it: git add -A -- tea.md ../new.md\n"},
		{true, false, "tea.md\n- type: fact\n+ type: gotcha\n+ pinned: true\n../new.md\n+ # New\n", "kb: nothing was changed\n"},
		{true, true, `{"schema_version":1,"data":{"dry_run":true,"notes":[` +
			`{"path":"docs/tea.md","removed":["type: fact"],"added":["type: gotcha","pinned: true"]},` +
			`{"path":"new.md","removed":[],"added":["# New"]}]}}`, ""},
	} {
		r := shop(t)
		e, out, said := editor(t, r, app.Globals{JSON: c.json})
		path, err := e.Find("Tea")
		if err != nil || path != "docs/tea.md" {
			t.Fatal(path, err)
		}
		gotcha := strings.Replace(tea, "fact", "gotcha", 1)
		if err := e.Edit(path, to(gotcha)); err != nil {
			t.Fatal(err)
		}
		more := func(source []byte) ([]byte, error) {
			return bytes.Replace(source, []byte("gotcha\n"), []byte("gotcha\npinned: true\n"), 1), nil
		}
		err = errors.Join(e.Edit(path, more), e.Edit("docs/cups.md", to("# Cups\n")), e.Replace("new.md", nil, []byte("# New\n")))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(e.Finish(c.dry), e.App.Flush()); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if c.json {
			got = strings.NewReplacer("\n", "", " ", "", "type:", "type: ", "pinned:", "pinned: ", "#", "# ").Replace(got)
		}
		if got != c.out || said.String() != c.said {
			t.Errorf("%+v\n%s%s", c, got, said)
		}
		want := "---\nkind: memory\ntype: gotcha\npinned: true\n---\n# Tea\n"
		if c.dry {
			want = tea
		}
		if got := read(t, r, "docs/tea.md"); got != want {
			t.Errorf("written: %s", got)
		}
		if _, err := os.Stat(filepath.Join(r.Dir, "new.md")); (err == nil) == c.dry {
			t.Errorf("the new note: %v", err)
		}
	}
	e, out, said := editor(t, shop(t), app.Globals{})
	err := errors.Join(e.Edit("docs/tea.md", to(tea)), e.Finish(false))
	if err != nil || out.Len() > 0 || said.String() != "kb: nothing to change\n" {
		t.Errorf("without a change: %v, %s%s", err, out, said)
	}
}

// Nothing is written where one note cannot be edited, and the reason is said.
func TestWhatIsNotEdited(t *testing.T) {
	r := shop(t)
	e, _, _ := editor(t, r, app.Globals{})
	for _, c := range []struct {
		path   string
		change func([]byte) ([]byte, error)
		want   string
	}{
		{"docs/latin.md", to("x"), "kb edits UTF-8 only"},
		{"docs/torn.md", to("x"), "kb: torn.md:3: an unfinished merge\n  nothing was changed: resolve the conflict first\n"},
		{"docs/none.md", to("x"), "none.md"},
		{"docs/tea.md", func([]byte) ([]byte, error) { return nil, errors.New("no lid") }, "kb: tea.md: no lid\n"},
		{"docs/tea.md", to("---\nkind: memory\ntype: nonsense\n---\n# Tea\n"), "nothing was changed\n"},
	} {
		if got := told(e.Edit(c.path, c.change)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
	// What was wrong before does not stand in the way of another change.
	if err := e.Edit("docs/wrong.md", to("---\nkind: memory\ntype: nonsense\npinned: true\n---\n# Wrong\n")); err != nil {
		t.Error(told(err))
	}
	// One thing that was wrong before hides no other one.
	two := "---\nkind: memory\ntype: nonsense\nconfidence: 7\n---\n# Wrong\n"
	got := told(e.Edit("docs/wrong.md", to(two)))
	if !strings.Contains(got, "confidence") || !strings.Contains(got, "nothing was changed") {
		t.Errorf("two mistakes, one of them new: %q", got)
	}
	if err := e.Replace("docs/tea.md", []byte(tea), []byte("---\nkind: nonsense\ntype: 3\nconfidence: 7\n---\n")); err == nil {
		t.Error("a replacement is not checked")
	}
	if got := r.Git("status", "--short"); got != "" {
		t.Errorf("written: %s", got)
	}
}

// A relation names the other note as shortly as finds it, and is added once.
func TestRelate(t *testing.T) {
	r := shop(t)
	e, _, said := editor(t, r, app.Globals{})
	tea := "docs/tea.md"
	if err := errors.Join(e.Relate(tea, "relates_to", "docs/cups.md", 0), e.Relate(tea, "depends_on", "a/plan.md", 0)); err != nil {
		t.Fatal(err)
	}
	if err := e.Finish(false); err != nil {
		t.Fatal(err)
	}
	text := read(t, r, tea)
	for _, want := range []string{"docs/cups", "a/plan"} {
		if !strings.Contains(text, want) || strings.Contains(text, want+".md") {
			t.Errorf("%s is missing or has its ending:\n%s", want, text)
		}
	}
	said.Reset()
	e, _, said = editor(t, r, app.Globals{})
	err := errors.Join(e.Relate(tea, "relates_to", "docs/cups.md", 0), e.Finish(false))
	if err != nil || !strings.HasPrefix(said.String(), "kb: tea.md has this relation already (line ") ||
		!strings.HasSuffix(said.String(), "nothing to change\n") {
		t.Errorf("%v, %s", err, said)
	}
	err = errors.Join(e.Relate(tea, "depends_on", "docs/cups.md", 0), e.Relate("docs/cups.md", "relates_to", tea, 0))
	if err != nil || len(e.Edits) != 2 {
		t.Errorf("of another type, and the other way: %d edits, %v", len(e.Edits), err)
	}
}

// A note that two files share their stem with is called by its whole path.
func TestAmbiguousNames(t *testing.T) {
	r := shop(t)
	r.Write("a/plan.markdown", "# Plan\n")
	e, _, _ := editor(t, r, app.Globals{})
	if got := e.nameFor("docs/tea.md", "a/plan.markdown"); got != "a/plan.markdown" {
		t.Errorf("%q", got)
	}
}

func TestCommandToStage(t *testing.T) {
	e, _, _ := editor(t, shop(t), app.Globals{})
	var paths []string
	for i := range maxStaged {
		paths = append(paths, fmt.Sprintf("docs/%d.md", i))
	}
	if got := AddCommand(e.Base, paths); !strings.HasPrefix(got, "git add -A -- 0.md 1.md ") {
		t.Error(got)
	}
	if got := AddCommand(e.Base, append(paths, "docs/more.md")); got != "git add -A :/" {
		t.Error(got)
	}
	if got := AddCommand(e.Base, []string{"docs/my tea.md"}); got != "git add -A -- 'my tea.md'" {
		t.Error(got)
	}
}

func TestNoWorkTree(t *testing.T) {
	r := shop(t)
	bare := filepath.Join(t.TempDir(), "shop.git")
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	a := app.New(app.World{
		Getenv: func(string) string { return "" }, Getwd: func() (string, error) { return bare, nil },
		Stdin: strings.NewReader(""), Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}, Now: time.Now,
	}, app.Globals{})
	if _, err := Open(t.Context(), a); err == nil || err.Error() != "a bare repository has no work tree to edit a note in" {
		t.Error(err)
	}
}

// A base that is open already is edited as one that is opened for it; a section is no note that can be.
func TestEditorOfAnOpenBase(t *testing.T) {
	r := shop(t)
	opened, _, _ := editor(t, r, app.Globals{})
	e, err := Of(t.Context(), opened.Base)
	if err != nil {
		t.Fatal(err)
	}
	if path, err := e.Find("cups"); err != nil || path != "docs/cups.md" {
		t.Errorf("%s, %v", path, err)
	}
	if path, err := e.Find("cups#Cups"); err == nil {
		t.Errorf("a section: %s", path)
	}
}
