package history

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
)

// followed is one commit as git log --follow lists it.
type followed struct {
	id, author, status, old, path string
}

func gitIn(t testing.TB, repo *kb.Repo, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "core.quotePath=off", "-C", repo.Root}, args...)...)
	out, err := cmd.Output()
	return string(out), err
}

// follow asks git for the life of a file.
func follow(t testing.TB, repo *kb.Repo, path string) ([]followed, error) {
	out, err := gitIn(t, repo, "log", "--follow", "--no-mailmap", "--raw", "-z", "--format=%x01%H%x02%ae%x02", "HEAD", "--", path)
	var list []followed
	for record := range strings.SplitSeq(out, "\x01") {
		parts := strings.SplitN(record, "\x02", 3)
		if len(parts) < 3 {
			continue
		}
		f := followed{id: parts[0], author: parts[1]}
		fields := strings.Split(strings.Trim(parts[2], "\x00\n"), "\x00")
		head := strings.Fields(fields[0])
		if len(head) == 5 && len(fields) > 1 {
			f.status, f.path = head[4][:1], fields[len(fields)-1]
			if len(fields) > 2 {
				f.old = fields[1]
			}
		}
		list = append(list, f)
	}
	return list, err
}

// ours is the same in our words, without merges, which git does not list.
func ours(t testing.TB, h *History, head, path string) []followed {
	events, err := h.Note(context.Background(), head, path)
	if err != nil {
		t.Fatal(err)
	}
	var list []followed
	for _, e := range events {
		if !e.Commit.Merge() {
			f := followed{e.Commit.ID, e.Commit.Author.Email, e.Change.Status.String(), e.Change.OldPath, e.Change.Path}
			if f.status == "C" {
				f.status, f.old = "A", ""
			}
			list = append(list, f)
		}
	}
	return list
}

// TestFollowAgrees compares 200 notes of a real repository with git log --follow, and explains each
// disagreement by evidence of its own; one without is an error.
func TestFollowAgrees(t *testing.T) {
	repo := realRepo(t, "on")
	ctx := context.Background()
	h := openHistory(t, repo, t.TempDir())
	update(t, h)
	head := headOf(t, repo)
	tree, err := repo.TreeAt(ctx, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(tree.Files), func(i, j int) { tree.Files[i], tree.Files[j] = tree.Files[j], tree.Files[i] })
	files := tree.Files[:min(200, len(tree.Files))]
	same, first, last, people, unknown := 0, 0, 0, 0, 0
	why := map[string]int{}
	for _, f := range files {
		theirs, gitErr := follow(t, repo, f.Path)
		mine := ours(t, h, head, f.Path)
		if slices.Equal(sorted(mine), sorted(theirs)) {
			same++
		}
		if len(mine) == 0 {
			t.Errorf("%s: no commits", f.Path)
			continue
		}
		if gitErr != nil {
			unknown++
			t.Logf("%s: git itself fails after %d commits: %v", f.Path, len(theirs), gitErr)
			if len(theirs) == 0 {
				continue
			}
		}
		count(&first, mine[len(mine)-1].id == theirs[len(theirs)-1].id)
		count(&last, mine[0].id == theirs[0].id)
		count(&people, maps.Equal(authorsOf(mine), authorsOf(theirs)))
		if gitErr == nil {
			explain(t, repo, f.Path, mine, theirs, why)
		}
	}
	t.Logf(
		"%d notes: %d the same in every record, %d first commits, %d last commits, %d author counts; git failed on %d; reasons %v",
		len(files),
		same,
		first,
		last,
		people,
		unknown,
		why,
	)
}

func count(n *int, ok bool) {
	if ok {
		*n++
	}
}

func sorted(list []followed) []followed {
	return slices.SortedFunc(slices.Values(list), func(a, b followed) int { return strings.Compare(a.id+a.path, b.id+b.path) })
}

func authorsOf(list []followed) map[string]int {
	out := map[string]int{}
	for _, f := range list {
		out[f.author]++
	}
	return out
}

// explain gives each commit that only one side lists, or lists otherwise, a reason that it proves.
func explain(t *testing.T, repo *kb.Repo, path string, mine, theirs []followed, why map[string]int) {
	a, b := byID(mine), byID(theirs)
	said := map[string]bool{}
	for _, f := range theirs {
		if m, ok := a[f.id]; !ok || m != f {
			note(t, path, "git", f, explainTheirs(t, repo, f, m, theirs), said, why)
		}
	}
	for _, f := range mine {
		if _, ok := b[f.id]; !ok {
			note(t, path, "kb", f, explainMine(t, repo, path, f, theirs), said, why)
		}
	}
}

func note(t *testing.T, path, side string, f followed, reason string, said map[string]bool, why map[string]int) {
	if reason == "" {
		t.Errorf("%s: only %s has %s %s %s→%s", path, side, f.id[:10], f.status, f.old, f.path)
		return
	}
	if !said[reason] {
		said[reason] = true
		why[reason]++
		t.Logf("%s: only %s has %s %s %s→%s: %s", path, side, f.id[:10], f.status, f.old, f.path, reason)
	}
}

func byID(list []followed) map[string]followed {
	out := map[string]followed{}
	for _, f := range list {
		out[f.id] = f
	}
	return out
}

const (
	copied = "git follows a copy: the file that it goes on with was not removed by the commit"
	linear = "git follows one name at a time in the order of dates, so it misses what a branch did to another name of the note"
	left   = "git lists the removal of a path which that commit renamed to another: there, the note has the other name"
)

// explainTheirs looks at a commit that git lists and we do not, or otherwise (as m).
func explainTheirs(t *testing.T, repo *kb.Repo, f, m followed, theirs []followed) string {
	if f.old != "" && exists(t, repo, f.id, f.old) {
		return copied
	}
	for _, g := range theirs { // listed by a name that came in by a copy
		if g.old != "" && exists(t, repo, g.id, g.old) && reaches(theirs, g, f.path) {
			return copied
		}
	}
	if m.path != "" && m.path != f.path && exists(t, repo, f.id, m.path) && !exists(t, repo, f.id, f.path) {
		return linear
	}
	moved, err := gitIn(t, repo, "diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--no-commit-id", f.id)
	if err == nil && f.status == "D" && slices.Contains(strings.Split(moved, "\x00"), f.path) {
		return left
	}
	return ""
}

// reaches tells whether git comes from the old name of a commit to a path, by further renames.
func reaches(theirs []followed, from followed, path string) bool {
	name := from.old
	at := slices.Index(theirs, from)
	for _, f := range theirs[at+1:] {
		if name == path {
			return true
		}
		if f.path == name && f.old != "" {
			name = f.old
		}
	}
	return name == path
}

// explainMine looks at a commit that git leaves out: at that point of its list git goes by another name.
func explainMine(t *testing.T, repo *kb.Repo, path string, f followed, theirs []followed) string {
	out, err := gitIn(t, repo, "diff-tree", "-r", "-z", "--root", "--name-only", "--no-commit-id", "--no-renames", f.id)
	if err != nil || !slices.Contains(strings.Split(out, "\x00"), f.path) {
		return "" // the commit did not touch the path at all
	}
	order, err := gitIn(t, repo, "rev-list", "HEAD")
	if err != nil {
		return ""
	}
	name, reason := path, linear
	for _, g := range theirs {
		if strings.Index(order, g.id) > strings.Index(order, f.id) {
			break
		}
		if g.old != "" && g.path == name {
			if name = g.old; exists(t, repo, g.id, g.old) {
				reason = copied
			}
		}
	}
	if name == f.path {
		return ""
	}
	return reason
}

func exists(t *testing.T, repo *kb.Repo, commit, path string) bool {
	_, err := gitIn(t, repo, "cat-file", "-e", fmt.Sprintf("%s:%s", commit, path))
	return err == nil
}
