package deliver

import (
	"context"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
)

func TestMain(m *testing.M) { gittest.Main(m) }

func gotcha(files, body string) string {
	return "---\nkind: memory\ntype: gotcha\nfiles: [" + files + "]\n---\n" + body + "\n"
}

func opened(t *testing.T, dir string) *kb.Repo {
	t.Helper()
	repo, err := kb.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

// asked opens a repository and returns what asks about its notes.
func asked(t *testing.T, dir string, budget time.Duration) *Asking {
	t.Helper()
	repo := opened(t, dir)
	// Long after everything was written, so that the times of folders count.
	x, err := Open(t.Context(), repo, time.Now().Add(time.Hour), budget, false)
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(repo.Root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return &Asking{
		Root: root, Index: x, Today: time.Date(2026, 8, 2, 0, 0, 0, 0, time.UTC), Above: 0.65, Given: func(string) bool { return false },
		Most: -1,
	}
}

func paths(items []Item) []string {
	var out []string
	for _, i := range items {
		out = append(out, strings.TrimSuffix(filepath.Base(i.Path), ".md"))
	}
	return out
}

// The most specific note comes first: the very path, one that names it, the longer glob.
func TestOrder(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/all.md", gotcha("'**/*.go'", "All."), "m/folder.md", gotcha("internal/auth/", "Folder."), "m/named.md",
		gotcha("docs/x.txt", "See `internal/auth/jwt.go:12`."), "m/exact.md", gotcha("internal/auth/jwt.go", "Exact."),
		"m/other.md", gotcha("internal/au", "Not a folder of that name."), "m/attic/exact.md", gotcha("internal/auth/jwt.go", "Was."),
		"m/fact.md",
		"---\nkind: memory\ntype: fact\nfiles: [internal/auth/jwt.go]\n---\nNo warning.\n", "m/doc.md",
		"---\nfiles: [internal/auth/jwt.go]\n---\n# gotcha\n\nNo memory.\n")
	r.Commit("Begin")
	a := asked(t, r.Dir, time.Minute)
	if diff := cmp.Diff([]string{"exact", "named", "folder"}, paths(a.File("internal/auth/jwt.go"))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"all"}, paths(a.File("cmd/main.go"))); diff != "" {
		t.Error(diff)
	}
	if got := a.File("README.txt"); got != nil {
		t.Errorf("%v", paths(got))
	}
}

// A note that another takes the place of is not given, whichever of the two says so.
func TestReplacedNotes(t *testing.T) {
	for name, relations := range map[string][2]string{
		"the new one says so": {"", "relations: [{type: supersedes, target: old.md}]\n"},
		"the old one says so": {"relations: [{type: superseded_by, target: new.md}]\n", ""},
		"neither":             {"", ""},
	} {
		r := gittest.New(t)
		for i, file := range []string{"m/old.md", "m/new.md"} {
			r.Write(file, strings.Replace(gotcha("a.go", file), "---\n", "---\n"+relations[i], 1))
		}
		r.Commit("Begin")
		want := []string{"new"}
		if name == "neither" {
			want = []string{"new", "old"}
		}
		if diff := cmp.Diff(want, paths(asked(t, r.Dir, time.Minute).File("a.go"))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A note that cites a symbol is given when the symbol is edited, and when nobody says what is, and not
// when the edit is of another symbol of the file.
func TestSymbol(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/sign.md", gotcha("a/jwt.go#Sign", "Sign."), "m/close.md", gotcha("x", "See `a/jwt.go#Key.Close`."),
		"a/jwt.go", "package a\n\nfunc Sign(\n\tkey string,\n) error {\n\tif key == \"\" {\n\t\treturn errKey\n\t}\n\treturn nil\n}\n\n"+
			"func (k Key) Close() {\n\tk.open = false\n}\n\nfunc Other() int {\n\treturn 17\n}\n")
	r.Commit("Begin")
	a := asked(t, r.Dir, time.Minute)
	for _, tt := range []struct {
		edit string
		want []string
	}{
		{"", []string{"close", "sign"}},
		{"\t\treturn errKey\n", []string{"sign"}},
		{"k.open = false", []string{"close"}},
		{"return 17", nil},
		{"stands nowhere", []string{"close", "sign"}},
	} {
		if a.Edits = nil; tt.edit != "" {
			a.Edits = []string{tt.edit}
		}
		if diff := cmp.Diff(tt.want, paths(a.File("a/jwt.go"))); diff != "" {
			t.Errorf("%q: %s", tt.edit, diff)
		}
	}
}

// What is kept is what reading everything again gives, whatever happened to the notes in between.
func TestFollowsTheNotes(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "One."), "x/b.md", "# No note of interest\n")
	r.Commit("Begin")
	about := func() []string { return paths(asked(t, r.Dir, time.Minute).File("a.go")) }
	for _, step := range []struct {
		do   func()
		want []string
	}{
		{func() {}, []string{"a"}},
		{func() {}, []string{"a"}},
		{func() { r.Write("m/new.md", gotcha("a.go", "Untracked.")) }, []string{"a", "new"}},
		{func() { r.Write("x/y/z/deep.md", gotcha("a.go", "In a new folder.")) }, []string{"a", "new", "deep"}},
		{func() { os.Remove(filepath.Join(r.Dir, "m/new.md")) }, []string{"a", "deep"}},
		{func() { r.Write("x/b.md", gotcha("a.go", "Now it is.")); r.Commit("Change") }, []string{"a", "b", "deep"}},
		{func() { r.Write("m/a.md", gotcha("b.go", "Elsewhere.")); r.Commit("Move") }, []string{"b", "deep"}},
	} {
		step.do()
		if diff := cmp.Diff(step.want, about()); diff != "" {
			t.Errorf("%s", diff)
		}
	}
}

// Where the time is up before all notes are read, the next calls go on.
func TestReadsBitByBit(t *testing.T) {
	r := gittest.New(t)
	const notes = 100
	for n := range notes {
		r.Write(fmt.Sprintf("m/%03d.md", n), gotcha(fmt.Sprintf("%d.go", n), "One."))
	}
	r.Commit("Begin")
	a := asked(t, r.Dir, 0)
	if a.Index.state.complete || a.Index.kept.len() == notes {
		t.Fatalf("%d notes were read in no time", a.Index.kept.len())
	}
	a = asked(t, r.Dir, time.Minute)
	if !a.Index.state.complete || a.Index.kept.len() != notes {
		t.Errorf("%d notes, complete %v", a.Index.kept.len(), a.Index.state.complete)
	}
}

// What git has listed is not asked for again: the next call goes on, though git could not answer any more.
func TestGoesOnWithoutGit(t *testing.T) {
	r := gittest.New(t)
	for n := range manyNotes + 1 {
		r.Write(fmt.Sprintf("m/%03d.md", n), gotcha(fmt.Sprintf("%d.go", n), "One."), fmt.Sprintf("d/%03d.md", n), "# Of no interest\n")
	}
	r.Commit("Begin")
	repo, now := opened(t, r.Dir), time.Now().Add(time.Hour)
	if x, err := Open(t.Context(), repo, now, 0, false); err != nil || !x.Behind || x.kept.len() > 0 {
		t.Fatalf("%v, %d notes in no time", err, x.kept.len())
	}
	if err := os.Rename(filepath.Join(repo.GitDir, "HEAD"), filepath.Join(repo.GitDir, "gone")); err != nil {
		t.Fatal(err)
	}
	if x, err := Open(t.Context(), repo, now, time.Minute, false); err != nil || x.Behind || x.kept.len() != manyNotes+1 {
		t.Errorf("%v, %d notes, behind %v", err, x.kept.len(), x.Behind)
	}
}

// While one call reads, others wait for nothing, and use what is there.
func TestOneReads(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "One."))
	r.Commit("Begin")
	repo, now := opened(t, r.Dir), time.Now().Add(time.Hour)
	said := func() ([]string, bool) {
		x, err := Open(t.Context(), repo, now, time.Minute, false)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, m := range x.about("a.go", nil) {
			names = append(names, m.entry.name.Path)
		}
		return names, x.Behind
	}
	reads := func() func() {
		release, ok, err := store.Try(place(repo, "files") + ".lock")
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		return release
	}
	release := reads()
	if names, behind := said(); len(names) > 0 || !behind {
		t.Errorf("at first: %v, behind %v", names, behind)
	}
	release()
	if names, behind := said(); len(names) != 1 || behind {
		t.Errorf("afterwards: %v, behind %v", names, behind)
	}
	r.Write("m/b.md", gotcha("a.go", "Two."))
	r.Commit("More")
	release = reads()
	if names, behind := said(); len(names) != 1 || !behind {
		t.Errorf("after a commit: %v, behind %v", names, behind)
	}
	release()
	if names, behind := said(); len(names) != 2 || behind {
		t.Errorf("in the end: %v, behind %v", names, behind)
	}
}

// Where git takes too long to say what is not in its index, the notes of the index are known at once,
// and the others when it is asked again.
func TestSlowGit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script stands for git")
	}
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "One."))
	r.Commit("Begin")
	r.Write("m/new.md", gotcha("a.go", "Untracked."))
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *--porcelain*) exec sleep 60;; esac\nexec " + real + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	open := func(now time.Time) []string {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		x, err := Open(ctx, opened(t, r.Dir), now, time.Minute, false)
		if err != nil || x.Behind {
			t.Fatalf("%v, behind %v", err, x.Behind)
		}
		var names []string
		for _, m := range x.about("a.go", nil) {
			names = append(names, m.entry.name.Path)
		}
		return names
	}
	now := time.Now().Add(time.Hour)
	path := os.Getenv("PATH")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+path)
	if diff := cmp.Diff([]string{"m/a.md"}, open(now)); diff != "" {
		t.Error(diff)
	}
	t.Setenv("PATH", path)
	if diff := cmp.Diff([]string{"m/a.md"}, open(now.Add(askAgain/2))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"m/a.md", "m/new.md"}, open(now.Add(2*askAgain))); diff != "" {
		t.Error(diff)
	}
}

// What git takes to say which notes there are is not taken from the time for reading them: a call that
// read none would be followed by others like it for ever.
func TestTimeIsForReading(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "One."))
	r.Commit("Begin")
	for range 50 {
		if asked(t, r.Dir, time.Millisecond).Index.state.complete { // git alone takes longer
			return
		}
	}
	t.Error("nothing was ever read")
}

// A damaged file is as none.
func TestDamage(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", gotcha("a.go", "One."))
	r.Commit("Begin")
	asked(t, r.Dir, time.Minute)
	kept, err := filepath.Glob(filepath.Join(r.Dir, ".git/kb/agents/*.idx"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	for _, file := range kept {
		if err := os.WriteFile(file, []byte("kb agents files 1\nnonsense"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := paths(asked(t, r.Dir, time.Minute).File("a.go")); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

// Answers stay within their tokens, however long the notes are.
func TestBudget(t *testing.T) {
	r := gittest.New(t)
	long := strings.Repeat("The cache must be cleared with `make clean` before the next build of the gateway, or else it fails. ", 20)
	for n := range 20 {
		r.Write(fmt.Sprintf(".memory/memories/a-long-name-of-a-note-%02d.md", n), gotcha("a.go", "# "+long+"\n\n"+long))
		r.Write(fmt.Sprintf(".memory/memories/rule-%02d.md", n), "---\nkind: memory\ntype: constraint\n---\n"+long)
	}
	r.Commit("Begin")
	a := asked(t, r.Dir, time.Minute)
	for _, c := range []struct {
		text string
		most int
	}{
		{Write(OfFile("a.go"), a.File("a.go"), agents.News{}), 300},
		{Write(Work, a.Start([]string{"a.go"}, nil), agents.News{Inbox: 1234, Proposed: 56}), 600},
		{Write(Work, a.Start([]string{"a.go"}, a.News(decisions(9, long))), agents.News{Inbox: 1234, Proposed: 56}), 600},
	} {
		if n, err := packing.Tokens(c.text); err != nil || n > c.most || n < c.most/2 {
			t.Errorf("%d tokens of %d: %v\n%s", n, c.most, err, c.text)
		}
	}
}

// decisions are some that came.
func decisions(n int, text string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for i := range n {
			path := fmt.Sprintf("docs/decisions/%04d-a-long-name-of-a-decision.md", i)
			if !yield(path, []byte("---\nkind: decision\nstatus: accepted\ndate: 2026-08-01\n---\n# "+text[:80]+"\n\n"+text)) {
				return
			}
		}
	}
}

// A title that is the beginning of what is said is not said twice.
func TestTitleThatIsTheStatement(t *testing.T) {
	r := gittest.New(t)
	r.Write(
		"m/a.md", "---\nkind: memory\ntype: gotcha\ntitle: All money values are integer cents, never…\nfiles: [a.go]\n---\n"+
			"All money values are integer cents, `never` floats.\n",
		"m/b.md", "---\nkind: memory\ntype: gotcha\ntitle: Money\nfiles: [b.go]\n---\nMoney-changers use cents.\n",
	)
	r.Commit("Begin")
	a := asked(t, r.Dir, time.Minute)
	for file, want := range map[string]string{
		"a.go": `"All money values are integer cents, ` + "`never`" + ` floats."`, "b.go": `"Money: Money-changers use cents."`,
	} {
		if items := a.File(file); len(items) != 1 || !strings.Contains(items[0].line, want) {
			t.Errorf("%v", items)
		}
	}
}

// An error is known again in another run, and quoted with what solved it.
func TestErrors(t *testing.T) {
	r := gittest.New(t)
	r.Write(
		"m/lease.md",
		"---\nkind: memory\ntype: error_pattern\n---\n# Lost leases\n\n    12:00:01 ERROR worker 7 lost its lease\n\n## Fix\n\nRaise "+
			"`lease_seconds`.\n",
		"m/vague.md",
		"---\nkind: memory\ntype: error_pattern\n---\n# Tests fail\n\n```\nFAIL\nexit status 1\n```\n\n## Fix\n\n```\nerror: this is "+
			"how to provoke it again\n```\n",
	)
	r.Commit("Begin")
	a := asked(t, r.Dir, time.Minute)
	items := a.Errors(
		failure.Errors("2026-08-01 23:10:59 ERROR worker 12 lost its lease\nFAIL\nexit status 1\nerror: this is how to provoke it again"),
	)
	if diff := cmp.Diff([]string{"lease"}, paths(items)); diff != "" {
		t.Fatal(diff)
	}
	if !strings.Contains(items[0].line, "m/lease.md:11") || !strings.Contains(items[0].line, "Raise `lease_seconds`.") {
		t.Error(items[0].line)
	}
}

// A dead end is given with the way out, where its note tells one.
func TestDeadEndTellsWhatWasDoneInstead(t *testing.T) {
	r := gittest.New(t)
	r.Write("m/a.md", "---\nkind: memory\ntype: dead_end\nfiles: [view.sql]\ntried: a view\nfailed_because: it blocks\n"+
		"instead: a table that a trigger fills\n---\nThe view blocks readers.\n")
	r.Commit("Begin")
	got := Write(OfFile("view.sql"), asked(t, r.Dir, time.Minute).File("view.sql"), agents.News{})
	if !strings.Contains(got, "The view blocks readers. Instead: a table that a trigger fills") {
		t.Error(got)
	}
}
