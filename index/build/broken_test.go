package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

// indexed is the index of a small repository, up to date, with what it warned of.
func indexed(t *testing.T, o store.Options, files ...string) (r *gittest.Repo, x *store.Folder, warned *[]string) {
	t.Helper()
	r, warned = gittest.New(t), new([]string)
	r.Write(files...)
	r.Commit("Begin")
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	o.Warn = func(s string) { *warned = append(*warned, s) }
	if x, err = store.Open(repo, o); err != nil {
		t.Fatal(err)
	}
	renewed(t, x, Options{})
	return r, x, warned
}

func renewed(t *testing.T, x *store.Folder, o Options) *Report {
	t.Helper()
	r, err := Update(t.Context(), x, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// notesOf lists the notes of an index as it stands, behind the name of its generation.
func notesOf(t *testing.T, x *store.Folder) string {
	t.Helper()
	from, err := store.OpenReader(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	return from.View.Generation + " " + strings.Join(from.Gen.Rows.Paths, " ")
}

func generations(t *testing.T, x *store.Folder) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(x.Dir, store.GenerationsDir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// An update that is broken off, wherever that is, leaves the index as it was and nothing beside it;
// the next one does all of its work.
func TestUpdateThatIsBrokenOff(t *testing.T) {
	r, x, _ := indexed(t, store.Options{}, "a.md", "# A\n\nSee [b](b.md): the door of the hall.\n", "b.md", "# B\n\nThe key of the door.\n")
	before, dirs := notesOf(t, x), generations(t, x)
	r.Write("c.md", "# C\n\nThe lamp of the hall.\n")
	for _, stage := range []string{"reading", "indexing words", "learning words", "resolving links"} {
		ctx, cancel := context.WithCancel(t.Context())
		asked := *x
		asked.Options.Progress = func(s string, _, _ int) {
			if s == stage {
				cancel()
			}
		}
		if _, err := Update(ctx, &asked, Options{Full: true}); !errors.Is(err, context.Canceled) {
			t.Errorf("broken off while %s: %v", stage, err)
		}
		if got := notesOf(t, x); got != before {
			t.Errorf("broken off while %s: %s, before %s", stage, got, before)
		}
		if got := generations(t, x); !slices.Equal(got, dirs) {
			t.Errorf("broken off while %s: generations %v, before %v", stage, got, dirs)
		}
	}
	if got := renewed(t, x, Options{}); got.Added != 1 || got.Unchanged != 2 || got.Notes != 3 {
		t.Errorf("afterwards: %+v", got)
	}
}

// Long work is told in steps: each stage goes from its first step to its last, and none is left out.
func TestProgressOfAnUpdate(t *testing.T) {
	last, total := map[string]int{}, map[string]int{}
	o := store.Options{Provider: constant{1}, Progress: func(stage string, done, of int) {
		if stage == "embedding" {
			if done <= last[stage] || done > of {
				t.Errorf("%s: %d of %d after %d", stage, done, of, last[stage])
			}
		} else if done != last[stage]+1 || done > of {
			t.Errorf("%s: %d of %d after %d", stage, done, of, last[stage])
		}
		last[stage], total[stage] = done, of
	}}
	var files []string
	for i := range 2 * remoteBatch / 3 {
		files = append(files, fmt.Sprintf("n%02d.md", i), "# A\n\nText.\n\n## B\n\nMore.\n\n## C\n\nMost.\n")
	}
	_, x, _ := indexed(t, o, files...)
	notes, chunks := len(files)/2, 3*len(files)/2
	want := map[string]int{"reading": notes, "indexing words": notes, "resolving links": notes, "embedding": chunks}
	for stage, n := range want {
		if total[stage] != n || stage != "embedding" && last[stage] != n || last[stage] < remoteBatch/3 {
			t.Errorf("%s ends with %d of %d, want %d", stage, last[stage], total[stage], n)
		}
	}
	if len(total) != len(want) || x.LoadState().Gaps != 0 {
		t.Errorf("told of %v, %d gaps", total, x.LoadState().Gaps)
	}
}

// Records that cannot be used are made anew, however much there is to read, and why is said.
func TestDamagedRecordsAreMadeAnew(t *testing.T) {
	r, x, warned := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n", "b.md", "# B\n\nKey.\n")
	past := x.At(r.Git("rev-parse", "HEAD"))
	for name, folder := range map[string]*store.Folder{"work tree": x, "commit": past} {
		*warned = nil
		if err := os.WriteFile(filepath.Join(x.Dir, store.RecordsFile), []byte(strings.Repeat("no database ", 20)), 0o600); err != nil {
			t.Fatal(err)
		}
		r.Write("c.md", "# C of the "+name+"\n")
		got := renewed(t, folder, Options{Cheap: 1})
		if got.Rebuilt == "" || got.Parsed < 2 || got.Notes != got.Added || len(*warned) != 1 ||
			!strings.HasPrefix((*warned)[0], "rebuilding the index: ") {
			t.Errorf("%s: %+v, warned %q", name, got, *warned)
		}
	}
	if got := renewed(t, x, Options{}); got.Rebuilt != "" || got.Notes != 3 {
		t.Errorf("afterwards: %+v", got)
	}
}

// What a reader found damaged is made anew, unless somebody else has done so meanwhile.
func TestDamageThatAReaderFound(t *testing.T) {
	r, x, warned := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n")
	past := x.At(r.Git("rev-parse", "HEAD"))
	renewed(t, past, Options{})
	for name, folder := range map[string]*store.Folder{"work tree": x, "commit": past} {
		*warned = nil
		before := notesOf(t, folder)
		generation, _, _ := strings.Cut(before, " ")
		if err := RebuildDamaged(t.Context(), folder, generation+"x", errors.New("torn")); err != nil || len(*warned) > 0 ||
			notesOf(t, folder) != before {
			t.Errorf("%s: another has made it anew: %v, warned %q, %s", name, err, *warned, notesOf(t, folder))
		}
		if err := RebuildDamaged(t.Context(), folder, generation, errors.New("torn")); err != nil ||
			!slices.Equal(*warned, []string{"rebuilding the index: torn"}) || !strings.HasSuffix(notesOf(t, folder), " a.md") {
			t.Errorf("%s: %v, warned %q, %s", name, err, *warned, notesOf(t, folder))
		}
		renewed(t, x, Options{})
		renewed(t, past, Options{})
	}
}

// A table of chunks that is damaged is made anew from the records, without reading a file again and though no note has
// changed.
func TestDamagedTableIsMadeAnew(t *testing.T) {
	r, x, warned := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n", "b.md", "# B\n\nKey.\n")
	file := filepath.Join(x.GenerationDir(generations(t, x)[0]), store.RowsFile)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)-1] ^= 1
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	r.Commit("Nothing has changed")
	if got := renewed(t, x, Options{}); got.Rebuilt == "" || got.Parsed != 0 || got.Notes != 2 || len(*warned) != 1 ||
		!strings.HasPrefix((*warned)[0], "rebuilding the words: ") || !strings.HasSuffix(notesOf(t, x), " a.md b.md") {
		t.Errorf("%+v, warned %q", got, *warned)
	}
}

// A commit of notes as they are indexed already, or of no note, makes no generation; it is the one that the index is of
// from then on. A repository without notes has an index, too.
func TestCommitOfWhatIsIndexed(t *testing.T) {
	r, x, _ := indexed(t, store.Options{NoVectors: true}, "main.go", "package main\n")
	look := func() (notes, tree string) {
		t.Helper()
		from, err := store.OpenReader(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		return notesOf(t, x), from.View.TreeName()
	}
	head := func() string { return r.Git("rev-parse", "HEAD") }
	if _, tree := look(); tree != head() {
		t.Errorf("at first the index is of %s", tree)
	}
	for _, files := range [][]string{{"a.md", "# A\n\nDoor.\n"}, {"main.go", "package hall\n"}, {"a.md", "# A\n\nKey.\n"}} {
		r.Write(files...)
		renewed(t, x, Options{})
		before, tree := look()
		if want := head() + map[string]string{"a.md": "+dirty"}[files[0]]; tree != want {
			t.Errorf("after an edit of %s the index is of %s, want %s", files[0], tree, want)
		}
		r.Commit("Change")
		renewed(t, x, Options{})
		if notes, tree := look(); notes != before || tree != head() {
			t.Errorf("after the commit of %s: %s of %s, before %s", files[0], notes, tree, before)
		}
	}
}

// Files of all kinds: an empty one is a note without chunks, one in another encoding is read and
// said to be, and a configuration that cannot be read is told of with its place. Where no note has
// a text there is no model.
func TestFilesOfAllKinds(t *testing.T) {
	r, x, warned := indexed(t, store.Options{}, "empty.md", "")
	if got := renewed(t, x, Options{}); got.Notes != 1 || got.Chunks != 0 || got.Model != "" {
		t.Errorf("nothing but an empty note: %+v", got)
	}
	r.Write("wide.md", "\xff\xfe#\x00 \x00W\x00i\x00d\x00e\x00\n\x00", "empty.md", "", ".memory/kb.yaml", "labels: [\n",
		"z.md", "# Z\n\nDoor.\n")
	got := renewed(t, x, Options{})
	var problems []string
	for _, p := range got.Problems {
		problems = append(problems, fmt.Sprintf("%s %s", p.Path, p.Message))
	}
	if got.Notes != 3 || len(problems) != 2 || !strings.HasPrefix(problems[0], configPath+" ") ||
		!strings.HasPrefix(problems[1], "wide.md read as UTF-16") {
		t.Errorf("%+v: %q", got, problems)
	}
	if len(*warned) != 1 || !strings.HasPrefix((*warned)[0], configPath+":") {
		t.Errorf("warned %q", *warned)
	}
	if notes := notesOf(t, x); !strings.HasSuffix(notes, " empty.md wide.md z.md") {
		t.Error(notes)
	}
}

// A tree of a commit whose bytes are missing in part, as in a partial clone, is indexed without
// them, and again once they have come.
func TestTreeWhoseBytesAreMissing(t *testing.T) {
	r, x, warned := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n", "b.md", "# B\n\nKey.\n")
	past := x.At(r.Git("rev-parse", "HEAD"))
	blob := r.Git("rev-parse", "HEAD:b.md")
	r.Write("b.md", "# B\n\nOther.\n")
	r.Commit("Change")
	if err := x.Wipe(t.Context()); err != nil {
		t.Fatal(err)
	}
	object := filepath.Join(r.Dir, ".git", "objects", blob[:2], blob[2:])
	if err := os.Rename(object, object+"-away"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		*warned = nil
		if got := renewed(t, past, Options{}); got.Notes != 1 || len(got.Skipped) != 1 || got.Skipped[0].Path != "b.md" ||
			len(*warned) != 1 {
			t.Errorf("%+v, warned %q", got, *warned)
		}
	}
	if err := os.Rename(object+"-away", object); err != nil {
		t.Fatal(err)
	}
	for _, read := range []int{1, 0} {
		*warned = nil
		if got := renewed(t, past, Options{}); got.Notes != 2 || len(got.Skipped) != 0 || got.Read != read || len(*warned) > 0 {
			t.Errorf("the bytes have come: %+v, warned %q", got, *warned)
		}
	}
}
