package blame

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// runGit runs git in a folder, without configuration of the machine; it must succeed.
func runGit(t testing.TB, dir string, in []byte, args ...string) string {
	t.Helper()
	return (&gittest.Repo{T: t, Dir: dir, Env: gittest.Environ(t)}).Feed(in, args...)
}

// opened is a repository with its whole history recorded.
func opened(t testing.TB, dir, program string) (*kb.Repo, *history.History) {
	t.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, dir, git.WithEnviron(append(os.Environ(), "KB_GIT="+program)))
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.Open(ctx, repo, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	if _, err := h.Update(ctx); err != nil {
		t.Fatal(err)
	}
	return repo, h
}

// byGit gives the commit of each line of a file of HEAD by git blame.
func byGit(t testing.TB, dir, path string) []string {
	t.Helper()
	var out []string
	porcelain := runGit(t, dir, nil, "blame", "--line-porcelain", "HEAD", "--", path)
	for _, m := range regexp.MustCompile(`(?m)^([0-9a-f]{40,64}) \d+ \d+`).FindAllStringSubmatch(porcelain, -1) {
		out = append(out, m[1])
	}
	return out
}

// byKB gives the commit of each line.
func byKB(t testing.TB, repo *kb.Repo, h *history.History, head, path string, text []byte) []string {
	t.Helper()
	b, err := Of(context.Background(), repo, h, head, path, text)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, o := range b.Lines {
		id := ""
		if c := b.Origins[o].Commit; c != nil {
			id = c.ID
		}
		out = append(out, id)
	}
	return out
}

// generated is a random history of one note, in the form that git fast-import reads: edits,
// renames, branches and merges that mix the lines of both sides.
func generated(r *rand.Rand) []byte {
	var out bytes.Buffer
	type state struct {
		name  string
		lines []string
	}
	var commits []state
	line := func() string {
		return []string{"", "", "# Head", "- item", "text", "  deep", fmt.Sprint("word ", r.Intn(40)),
			fmt.Sprint("own ", r.Intn(1000))}[r.Intn(8)]
	}
	for i := range 25 {
		var s state
		var parents []int
		if i == 0 {
			s.name = "n0.md"
			for range 30 {
				s.lines = append(s.lines, line())
			}
		} else {
			parents = []int{max(0, i-1-r.Intn(4))}
			s = commits[parents[0]]
			s.lines = append([]string(nil), s.lines...)
			if other := max(0, i-1-r.Intn(4)); other != parents[0] && r.Intn(2) == 0 {
				parents = append(parents, other)
				theirs := commits[other].lines
				if r.Intn(3) == 0 {
					s = commits[other]
				} else {
					half := min(len(s.lines), len(theirs)) / 2
					s.lines = append(s.lines[:half:half], theirs[half:]...)
				}
			}
		}
		for range r.Intn(4) {
			at := r.Intn(len(s.lines) + 1)
			switch r.Intn(3) {
			case 0:
				s.lines = append(s.lines[:at:at], append([]string{line(), line()}, s.lines[at:]...)...)
			case 1:
				s.lines = append(s.lines[:at:at], s.lines[min(len(s.lines), at+r.Intn(4)):]...)
			case 2:
				if at < len(s.lines) {
					s.lines = append(append(s.lines[:at:at], line()), s.lines[at+1:]...)
				}
			}
		}
		if len(s.lines) < 10 {
			s.lines = append(s.lines, "one", "more", "text", "so", "that", "it", "is", "never", "too", "short")
		}
		if len(parents) == 1 && r.Intn(6) == 0 {
			s.name = fmt.Sprintf("n%d.md", i)
		}
		commits = append(commits, s)
		text := strings.Join(s.lines, "\n") + "\n"
		fmt.Fprintf(&out, "commit refs/heads/main\nmark :%d\ncommitter A <a@example.org> %d +0000\ndata 1\nx\n", i+1, 1_700_000_000+i*1000)
		for n, p := range parents {
			fmt.Fprintf(&out, "%s :%d\n", []string{"from", "merge"}[n], p+1)
		}
		fmt.Fprintf(&out, "deleteall\nM 100644 inline %s\ndata %d\n%s\n", s.name, len(text), text)
	}
	return out.Bytes()
}

// On generated histories each line comes from the commit that git blame names, unless that one is
// passed over.
func TestLinesAreGits(t *testing.T) {
	lines, agree := 0, 0
	for seed := range 12 {
		dir := t.TempDir()
		runGit(t, dir, nil, "init", "-q", "-b", "main")
		runGit(t, dir, generated(rand.New(rand.NewSource(int64(seed)))), "fast-import", "--quiet", "--force")
		repo, h := opened(t, dir, []string{"on", "off"}[seed%2])
		head := runGit(t, dir, nil, "rev-parse", "HEAD")
		path := runGit(t, dir, nil, "ls-tree", "--name-only", "HEAD")
		text := runGit(t, dir, nil, "cat-file", "blob", "HEAD:"+path) + "\n"
		want, got := byGit(t, dir, path), byKB(t, repo, h, head, path, []byte(text))
		found, err := Of(t.Context(), repo, h, head, path, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		passed := map[string]bool{} // some of these changes are of layout alone
		for _, c := range found.Passed {
			passed[c.ID] = true
		}
		if len(want) != len(got) {
			t.Fatalf("history %d: %d lines, git has %d", seed, len(got), len(want))
		}
		for i := range want {
			lines++
			if want[i] == got[i] || passed[want[i]] {
				agree++
			} else {
				t.Logf("history %d, line %d: git %.7s, kb %.7s", seed, i+1, want[i], got[i])
			}
		}
	}
	if agree != lines {
		t.Errorf("%d of %d lines come from where git has them from", agree, lines)
	}
}
