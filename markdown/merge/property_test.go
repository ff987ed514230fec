package merge

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// threeWay is a generated merge.
type threeWay struct {
	base, ours, theirs string
	clean              bool // without a conflict by us
}

func keyRule(key string) KeyRule {
	switch key {
	case "tags", "relations", "files":
		return Set
	case "verified":
		return Checked
	}
	return Single
}

func drawMerge(w writer) threeWay {
	base := w.draft()
	ours, theirs := base.clone(), base.clone()
	for range w.number(1, 4) {
		w.edit(&ours)
	}
	for range w.number(1, 4) {
		w.edit(&theirs)
	}
	switch w.number(0, 7) {
	case 0: // both sides add the same section
		s := w.section()
		ours.sections = slices.Insert(ours.sections, ours.boundary(w, s.level), s)
		theirs.sections = slices.Insert(theirs.sections, theirs.boundary(w, s.level), s)
	case 1: // both sides add the same item to a list
		for i := range min(len(ours.sections), len(theirs.sections)) {
			if addItem(&ours.sections[i], &theirs.sections[i], w) {
				break
			}
		}
	case 2: // one side breaks its lines anew
		ours.wrapped = !ours.wrapped
	}
	m := threeWay{base: base.String(), ours: ours.String(), theirs: theirs.String()}
	switch w.number(0, 9) {
	case 0:
		m.ours = strings.ReplaceAll(m.ours, "\n", "\r\n")
	case 1:
		m.theirs = strings.TrimRight(m.theirs, "\n")
	case 2:
		m.base, m.ours, m.theirs = "\xef\xbb\xbf"+m.base, "\xef\xbb\xbf"+m.ours, "\xef\xbb\xbf"+m.theirs
	case 3:
		m.base = ""
	}
	return m
}

func addItem(a, b *draftSection, w writer) bool {
	for i := range min(len(a.blocks), len(b.blocks)) {
		if a.title == b.title && a.blocks[i].kind == "list" && b.blocks[i].kind == "list" {
			item := w.part("list")
			a.blocks[i].parts = append([]string{item}, a.blocks[i].parts...)
			b.blocks[i].parts = append(b.blocks[i].parts, item)
			return true
		}
	}
	return false
}

// ownWords counts the words by which texts are followed.
func ownWords(text string) map[string]int {
	counts := map[string]int{}
	for _, word := range strings.FieldsFunc(text,
		func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') }) {
		if own(word) {
			counts[word]++
		}
	}
	return counts
}

// check holds a result against its versions: what a side says is there, unless the other side
// removed or reworded it and this side had left it as it was; what one side removed and the other
// left is not there; and nothing is there more often than in a side.
func (m threeWay) check(t *testing.T, r Result) {
	text := string(r.Text)
	base, ours, theirs, result := ownWords(m.base), ownWords(m.ours), ownWords(m.theirs), ownWords(text)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s\n== base\n%s\n== ours\n%s\n== theirs\n%s\n== result\n%s", fmt.Sprintf(format, args...), m.base, m.ours, m.theirs, text)
	}
	for _, side := range [][2]map[string]int{{ours, theirs}, {theirs, ours}} {
		for word := range side[0] {
			if removed := base[word] > 0 && side[1][word] == 0; result[word] == 0 && !removed {
				fail("%s is lost", word)
			}
		}
	}
	if r.Conflicts > 0 {
		if strings.Count(text, "<<<<<<< ours") != r.Conflicts || strings.Count(text, ">>>>>>> theirs") != r.Conflicts {
			fail("%d conflicts, other markers", r.Conflicts)
		}
		return
	}
	for word, n := range result {
		switch {
		case base[word] > 0 && (ours[word] == 0 || theirs[word] == 0):
			fail("%s was removed by one side and is there", word)
		case m.base != "" && n > max(ours[word], theirs[word]): // without a base nobody knows what was moved
			fail("%s is there %d times", word, n)
		}
	}
	if doc := markdown.Parse(r.Text); len(doc.Problems) > 0 || doc.FrontMatter.Format == "" {
		fail("the front matter of a clean merge is not readable: %v", doc.Problems)
	}
	if why := misshapen(text); why != "" {
		fail("%s", why)
	}
	if strings.Contains(text, "<<<<<<<") ||
		bytes.Contains(r.Text, []byte("\r\n")) && strings.Count(text, "\r\n") != strings.Count(text, "\n") {
		fail("markers or mixed line ends in a clean merge")
	}
}

// misshapen tells what is wrong with the form of a clean result: a row without its table, a list
// that does not count, code that is left open, a heading that no blank line sets apart.
func misshapen(text string) string {
	last, number, open := "", 0, false
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		line = strings.TrimSuffix(line, "\n")
		var n int
		_, err := fmt.Sscanf(line, "%d. ", &n)
		switch {
		case strings.HasPrefix(line, "```"):
			open = !open
		case strings.HasPrefix(line, "| ") && !strings.HasPrefix(last, "|") && line != "| name | what | who |":
			return "a row without a table: " + line
		case strings.HasPrefix(line, "| ") && strings.Count(line, "|") != 4:
			return "a row with other cells: " + line
		case err == nil && n != number+1:
			return "a list that does not count: " + line
		case strings.HasPrefix(line, "#") && number >= 0 && last != "" && last != "---" && !strings.HasPrefix(line, "# how"):
			return "a heading behind text: " + line
		}
		if number = 0; err == nil {
			number = n
		}
		last = line
	}
	if open {
		return "code is left open"
	}
	return ""
}

// TestNothingIsLost merges a thousand notes that two people changed, and lets git do the same.
func TestNothingIsLost(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 200
	}
	all := make([]threeWay, n)
	for seed := range all {
		m := drawMerge(newWriter(uint64(seed)))
		r := Merge([]byte(m.base), []byte(m.ours), []byte(m.theirs), Options{Ours: "ours", Base: "base", Theirs: "theirs", Rule: keyRule})
		m.check(t, r)
		m.clean = r.Conflicts == 0
		all[seed] = m
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	conflicts, clean, worse := 0, 0, 0
	for i, open := range gitConflicts(t, all) {
		switch {
		case open:
			conflicts++
			if all[i].clean {
				clean++
			}
		case !all[i].clean:
			worse++
		}
	}
	t.Logf("%d merges: git leaves %d in conflict, of which %d are clean by structure; %d that git merges are conflicts", len(all),
		conflicts, clean, worse)
	if clean*2 < conflicts || worse*50 > len(all) {
		t.Errorf("too few are clean")
	}
}

// gitConflicts tells for each merge whether git leaves it in conflict: all of them are files of one repository.
func gitConflicts(t *testing.T, all []threeWay) []bool {
	t.Helper()
	dir := t.TempDir()
	git := func(stdin string, args ...string) (string, error) {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a",
			"GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(stdin string, args ...string) string {
		out, err := git(stdin, args...)
		if err != nil {
			t.Fatal(args, err, out)
		}
		return out
	}
	must("", "init", "-q")
	var stream strings.Builder
	commit := func(branch, from string, side func(threeWay) string) {
		fmt.Fprintf(&stream, "commit refs/heads/%s\ncommitter a <a@example.org> 1750000000 +0000\ndata 0\n%s", branch, from)
		for i, m := range all {
			if text := side(m); branch != "base" || text != "" {
				fmt.Fprintf(&stream, "M 644 inline n%04d.md\ndata %d\n%s\n", i, len(text), text)
			}
		}
		stream.WriteString("\n")
	}
	commit("base", "", func(m threeWay) string { return m.base })
	commit("ours", "from refs/heads/base\n", func(m threeWay) string { return m.ours })
	commit("theirs", "from refs/heads/base\n", func(m threeWay) string { return m.theirs })
	must(stream.String(), "fast-import", "--quiet")
	must("", "checkout", "-q", "-f", "ours")
	git("", "-c", "merge.renames=false", "merge", "-q", "--no-commit", "theirs")
	open := make([]bool, len(all))
	for line := range strings.Lines(must("", "ls-files", "-u")) {
		var i int
		_, path, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if _, err := fmt.Sscanf(path, "n%04d.md", &i); err != nil {
			t.Fatal(err)
		}
		open[i] = true
	}
	return open
}
