package desk

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

// looking is a desk of a repository on which nothing is looked at yet, with what it says.
func looking(t *testing.T, r *gittest.Repo, o Options) (d *Desk, said func() []string) {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	o.Now, o.Config = noon, &userconfig.Config{}
	o.Config.Models.Embed.Provider = "none"
	o.Remark = func(m string) { all = append(all, m) }
	if d, err = Open(t.Context(), repo, o, false); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close(nil) })
	return d, func() []string { said := all; all = nil; return said }
}

// looked is how many notes a view of the work tree has, and whether it may be behind the files.
func looked(t *testing.T, d *Desk) (notes int, behind bool) {
	t.Helper()
	v, err := d.Look(t.Context(), Moment{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	return len(v.Searcher.Paths()), v.Behind
}

// What is cheap is indexed before the answer; of more than that the answer is from before, and says so.
func TestViewsThatAreBehind(t *testing.T) {
	many := func(n int) (pairs []string) {
		for i := range n {
			pairs = append(pairs, fmt.Sprintf("many/%03d.md", i), fmt.Sprintf("# Note %d\n\nText.\n", i))
		}
		return pairs
	}
	r := gittest.New(t)
	r.Write(many(cheapFiles + 1)...)
	d, said := looking(t, r, Options{})
	first := []string{"indexing this repository for the first time"}
	if n, behind := looked(t, d); n != cheapFiles+1 || behind || !slices.Equal(said(), first) {
		t.Errorf("at first: %d notes, behind %v", n, behind)
	}
	r.Write("one.md", "# One\n")
	if n, behind := looked(t, d); n != cheapFiles+2 || behind || said() != nil {
		t.Errorf("one more: %d notes, behind %v", n, behind)
	}
	pairs := many(cheapFiles + 1)
	for i := 1; i < len(pairs); i += 2 {
		pairs[i] += "More.\n"
	}
	r.Write(append(pairs, "two.md", "# Two\n")...)
	want := "more than 500 files changed: this answer is from before. Bring the index up to date with: kb index"
	if n, behind := looked(t, d); n != cheapFiles+2 || !behind || !slices.Equal(said(), []string{want}) {
		t.Errorf("very many changed: %d notes, behind %v", n, behind)
	}
	r.Git("add", "-A")
	quiet, said := looking(t, r, Options{AsIs: true})
	if n, behind := looked(t, quiet); n != cheapFiles+2 || !behind || said() != nil {
		t.Errorf("as is: %d notes, behind %v", n, behind)
	}
	if _, err := d.Index.Update(t.Context(), index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	if n, behind := looked(t, d); n != cheapFiles+3 || behind {
		t.Errorf("after kb index: %d notes, behind %v", n, behind)
	}
}

// While another process indexes the answer is from before.
func TestViewsWhileAnotherIndexes(t *testing.T) {
	r := shop(t)
	d, said := looking(t, r, Options{})
	before, _ := looked(t, d)
	said()
	r.Write("docs/newer.md", "# Newer\n")
	release, err := (&store.Folder{Dir: filepath.Join(d.Repo.StateDir(), "index")}).Acquire(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if n, behind := looked(t, d); n != before || !behind {
		t.Errorf("%d notes, behind %v", n, behind)
	}
	if got := said(); len(got) != 1 || !strings.HasSuffix(got[0], ": this answer is from before") ||
		!strings.HasPrefix(got[0], "another process is updating the index") {
		t.Errorf("said %q", got)
	}
	release()
	if n, behind := looked(t, d); n != before+1 || behind || said() != nil {
		t.Errorf("after it: %d notes, behind %v", n, behind)
	}
}
