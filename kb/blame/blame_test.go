package blame

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb/git"
)

// commit writes a note and commits it.
func commit(t testing.TB, dir, name, text, message string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	runGit(t, dir, nil, "add", "-A")
	runGit(t, dir, nil, "commit", "-qm", message)
}

// subjects names the commit of each line, "" where it is not committed.
func subjects(b *Blame) []string {
	var out []string
	for _, o := range b.Lines {
		s := ""
		if c := b.Origins[o].Commit; c != nil {
			s = c.Subject
		}
		if b.Origins[o].Boundary {
			s = "^" + s
		}
		out = append(out, s)
	}
	return out
}

func of(t testing.TB, dir, name, text string) *Blame {
	t.Helper()
	repo, h := opened(t, dir, "on")
	b, err := Of(context.Background(), repo, h, runGit(t, dir, nil, "rev-parse", "HEAD"), name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What is in the work tree and not in HEAD comes from nowhere yet; line ends that git changed are no change.
func TestUncommitted(t *testing.T) {
	dir := t.TempDir()
	runGit(t, dir, nil, "init", "-q", "-b", "main")
	commit(t, dir, "n.md", "one\ntwo\n", "first")
	for text, want := range map[string]string{
		"one\nnew\ntwo\n":     "first,,first",
		"one\r\ntwo\r\n":      "first,first",
		"one\ntwo":            "first,",
		"":                    "",
		"one\r\nx\r\ntwo\r\n": "first,,first",
	} {
		if got := strings.Join(subjects(of(t, dir, "n.md", text)), ","); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := strings.Join(subjects(of(t, dir, "other.md", "x\n")), ","); got != "" {
		t.Errorf("a new note comes from %q", got)
	}
}

// Versions that cannot be compared end the way back: the lines are those of the next version, which says so.
func TestHostileVersions(t *testing.T) {
	dir := t.TempDir()
	runGit(t, dir, nil, "init", "-q", "-b", "main")
	commit(t, dir, "n.md", "one\n", "small")
	commit(t, dir, "n.md", strings.Repeat("x", git.MaxFile)+"\none\n", "huge")
	commit(t, dir, "n.md", "one\ntwo\n", "small again")
	if got, want := strings.Join(subjects(of(t, dir, "n.md", "one\ntwo\n")), ","), "^small again,^small again"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	commit(t, dir, "n.md", "\x00one\ntwo\n", "binary")
	if got := subjects(of(t, dir, "n.md", "\x00one\ntwo\n")); got[0] != "binary" || got[1] != "^small again" {
		t.Errorf("got %q", got)
	}
	long := strings.Repeat("line\n", 100_000)
	commit(t, dir, "n.md", long, "long")
	commit(t, dir, "n.md", strings.Repeat("other\n", 50_000)+long, "longer")
	b := of(t, dir, "n.md", strings.Repeat("other\n", 50_000)+long)
	if got := subjects(b); got[0] != "longer" || got[149_999] != "long" {
		t.Errorf("got %q and %q", got[0], got[149_999])
	}
}

// A section that lost a line was changed by the commit that took it; one before which another
// section went was not.
func TestCuts(t *testing.T) {
	dir := t.TempDir()
	runGit(t, dir, nil, "init", "-q", "-b", "main")
	commit(t, dir, "n.md", "# A\n\na\n\nlost\n\n# Gone\n\ng\n\n# B\n\nb\n", "first")
	commit(t, dir, "n.md", "# A\n\na\n\n# Gone\n\ng\n\n# B\n\nb\n", "cut a line")
	text := "# A\n\na\n\n# B\n\nb\n"
	commit(t, dir, "n.md", text, "cut a section")
	b := of(t, dir, "n.md", text)
	var got []string
	for _, p := range b.Parts([]byte(text)) {
		got = append(got, fmt.Sprintf("%s %d-%d %s", p.Section.Heading, p.StartLine, p.EndLine, b.Origins[p.Last].Commit.Subject))
	}
	if want := []string{"A 1-4 cut a line", "B 5-7 first"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The parts of any note have each of its lines once, and their holders hold as many.
func TestPartsCoverTheNote(t *testing.T) {
	line := rapid.SampledFrom([]string{"# A", "## B", "", "", "text", "---", "k: v", "Setext", "===", "```", "+++"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 0, 20).Draw(t, "lines"), "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		w := &descent{ctx: context.Background(), texts: map[int][][]byte{}, open: map[int][]span{}, used: map[int]int{}}
		b, err := w.run([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		next := 1
		for _, p := range b.Parts([]byte(text)) {
			if p.StartLine != next || p.EndLine < p.StartLine || p.Holders[0].Lines != p.EndLine-p.StartLine+1 {
				t.Fatalf("%q: part %+v, where line %d is next", text, p, next)
			}
			next = p.EndLine + 1
		}
		if next != len(b.Lines)+1 {
			t.Fatalf("%q: the parts end before line %d of %d", text, next, len(b.Lines))
		}
	})
}
