package diff

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawIDs draws a sequence with many repetitions.
func drawIDs(t *rapid.T, name string) []int32 {
	return rapid.SliceOfN(rapid.Int32Range(0, 5), 0, 40).Draw(t, name)
}

// commonLength is the length of a longest common subsequence, by the textbook's table.
func commonLength(a, b []int32) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			} else {
				table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			}
		}
	}
	return table[len(a)][len(b)]
}

// What is left unmarked is the same on both sides. edits leaves as much as can be; difference, as git does, gives
// up elements that stand often where little around them is common.
func TestEditsAreShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawIDs(t, "a"), drawIDs(t, "b")
		removed, added := difference(a, b, 6)
		if x, y := unmarked(a, removed), unmarked(b, added); fmt.Sprint(x) != fmt.Sprint(y) {
			t.Fatalf("kept %v and %v", x, y)
		}
		removed, added = edits(a, b)
		x, y := unmarked(a, removed), unmarked(b, added)
		if fmt.Sprint(x) != fmt.Sprint(y) {
			t.Fatalf("kept %v and %v", x, y)
		}
		if want := commonLength(a, b); len(x) != want {
			t.Fatalf("kept %d of %d", len(x), want)
		}
	})
}

func unmarked(a []int32, marks []bool) []int32 {
	out := []int32{}
	for i, x := range a {
		if !marks[i] {
			out = append(out, x)
		}
	}
	return out
}

// Where the shortest difference would cost too much, a longer one is found, and it is a difference.
func TestEditsAreBounded(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	a, b := make([]int32, 50_000), make([]int32, 50_000)
	for i := range a {
		a[i], b[i] = r.Int31n(20_000), r.Int31n(20_000)
	}
	removed, added := difference(a, b, 20_000)
	if x, y := unmarked(a, removed), unmarked(b, added); fmt.Sprint(x) != fmt.Sprint(y) || len(x) < 100 {
		t.Errorf("kept %d and %d elements", len(x), len(y))
	}
}

func TestLinesRebuildTheNewText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := drawText(t, "old"), drawText(t, "new")
		a, b := SplitLines([]byte(old)), SplitLines([]byte(new))
		var out strings.Builder
		at := 0
		for _, h := range LinesOf(a, b) {
			for ; at < h.OldStart; at++ {
				out.Write(a[at])
			}
			for _, line := range b[h.NewStart:h.NewEnd] {
				out.Write(line)
			}
			at = h.OldEnd
		}
		for ; at < len(a); at++ {
			out.Write(a[at])
		}
		if out.String() != new {
			t.Fatalf("rebuilt %q", out.String())
		}
	})
}

func drawText(t *rapid.T, name string) string {
	lines := rapid.SliceOfN(
		rapid.SampledFrom([]string{"\n", "\n", "# A\n", "one\n", "two\n", "  deep\n", "- item\n", "\tcode\n"}),
		0,
		25,
	).Draw(t, name)
	return strings.TrimSuffix(strings.Join(lines, ""), rapid.SampledFrom([]string{"", "\n"}).Draw(t, name+" end"))
}

// Of all differences of one length, git's is found: the runs of blank and repeated lines stand
// where git puts them.
func TestLinesAreGits(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewSource(7))
	agree, all := 0, 120
	for n := range all {
		old, new := randomNote(r)
		want, got := gitHunks(t, dir, old, new), LinesOf(SplitLines([]byte(old)), SplitLines([]byte(new)))
		if fmt.Sprint(want) == fmt.Sprint(got) {
			agree++
		} else {
			t.Logf("pair %d: git %v, kb %v\n%s\n====\n%s", n, want, got, old, new)
		}
	}
	if agree < all {
		t.Errorf("git and kb agree on %d of %d pairs", agree, all)
	}
}

// randomNote writes a small note and an edited version of it.
func randomNote(r *rand.Rand) (old, new string) {
	pick := func() string {
		return []string{"", "", "# Head", "## Part", "One line of text.", "Another line.", "- item", "  - below", "    code", "```",
			"| a | b |"}[r.Intn(11)]
	}
	var lines []string
	for range 20 + r.Intn(40) {
		lines = append(lines, pick())
	}
	for i := range lines {
		if lines[i] != "" && r.Intn(2) == 0 {
			lines[i] += " " + strconv.Itoa(r.Intn(60))
		}
	}
	old = strings.Join(lines, "\n") + "\n"
	for range 1 + r.Intn(4) {
		at := r.Intn(len(lines))
		switch r.Intn(3) {
		case 0:
			lines[at] = pick() + " " + strconv.Itoa(r.Intn(60))
		case 1:
			lines = append(lines[:at:at], append([]string{"", pick(), pick(), ""}, lines[at:]...)...)
		default:
			lines = append(lines[:at:at], lines[min(at+1+r.Intn(4), len(lines)):]...)
		}
		if len(lines) == 0 {
			lines = []string{""}
		}
	}
	return old, strings.Join(lines, "\n") + "\n"
}

// gitHunks is the difference of two texts by git.
func gitHunks(t *testing.T, dir, old, new string) []Hunk {
	t.Helper()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for path, text := range map[string]string{a: old, b: new} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("git", "diff", "--no-index", "--no-color", "--no-ext-diff", "--no-textconv", "-U0",
		"--diff-algorithm=default", "--indent-heuristic", a, b)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "HOME="+dir)
	out, _ := cmd.Output() // exits with 1 when they differ
	var hunks []Hunk
	for _, m := range regexp.MustCompile(`(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`).FindAllStringSubmatch(string(out), -1) {
		var h Hunk
		h.OldStart, h.OldEnd = hunkRange(m[1], m[2])
		h.NewStart, h.NewEnd = hunkRange(m[3], m[4])
		hunks = append(hunks, h)
	}
	return hunks
}

func hunkRange(start, length string) (from, to int) {
	from, _ = strconv.Atoi(start)
	n := 1
	if length != "" {
		n, _ = strconv.Atoi(length)
	}
	if n > 0 {
		from--
	}
	return from, from + n
}
