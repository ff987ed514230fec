package history

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// told writes versions one a line: subject, path, and the subjects of those that it was made from.
func toldVersions(versions []Version) []string {
	var out []string
	for _, v := range versions {
		line := v.Commit.Subject + " " + v.Path
		for _, p := range v.Parents {
			line += " < " + versions[p].Commit.Subject
		}
		if v.Boundary {
			line += " |"
		}
		out = append(out, line)
	}
	return out
}

func TestVersions(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		at := func(day int) string { return fmt.Sprintf("2026-01-%02dT00:00:00Z", day) }
		text := strings.Repeat("line of the note\n", 20)
		r.Write("old.md", text, "other.md", "x\n")
		r.commit(at(1), "A", "add")
		r.Write("other.md", "y\n")
		r.commit(at(2), "A", "elsewhere")
		r.Git("checkout", "-qb", "side")
		r.Write("old.md", text+"side\n")
		r.commit(at(3), "B", "side")
		r.Git("checkout", "-q", "main")
		r.Git("mv", "old.md", "new.md")
		r.commit(at(4), "A", "move")
		r.Write("new.md", "main\n"+text)
		r.commit(at(5), "A", "main")
		r.Git("merge", "-q", "--no-ff", "-m", "merge", "side")
		r.Git("checkout", "-qb", "other")
		r.Write("other.md", "z\n")
		r.commit(at(6), "A", "unrelated")
		r.Git("checkout", "-q", "main")
		r.Git("merge", "-q", "--no-ff", "-m", "merge nothing", "other")
		h := openHistory(t, r.open(program), t.TempDir())
		update(t, h)
		got, err := h.Versions(context.Background(), r.Git("rev-parse", "HEAD"), "new.md")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "versions", toldVersions(got),
			[]string{"merge new.md < main < side", "main new.md < add", "side old.md < add", "add old.md"})
		if got, err := h.Versions(context.Background(), r.Git("rev-parse", "HEAD"), "gone.md"); err != nil || len(got) > 0 {
			t.Errorf("versions of nothing: %v, %v", got, err)
		}
	})
}

// What is older than a shallow clone is not known: the version there is a boundary.
func TestVersionsOfAShallowClone(t *testing.T) {
	r := newGitRepo(t)
	for i := range 3 {
		r.Write("n.md", fmt.Sprintf("%d\n", i))
		r.commit(fmt.Sprintf("2026-01-0%dT00:00:00Z", i+1), "A", fmt.Sprint("c", i))
	}
	dir := t.TempDir()
	r.Git("clone", "-q", "--depth", "2", "file://"+r.Dir, dir)
	h := openHistory(t, r.openAt(dir, "on"), t.TempDir())
	update(t, h)
	got, err := h.Versions(context.Background(), r.Git("rev-parse", "HEAD"), "n.md")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "versions", toldVersions(got), []string{"c2 n.md < c1", "c1 n.md |"})
}
