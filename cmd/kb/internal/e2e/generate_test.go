package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// notes generates repositories whose words are spread as in prose: few common ones, many rare ones.
type notes struct {
	words []string
	names []string // paths, in order of number
}

// newNotes prepares the names and the vocabulary of count notes.
func newNotes(count int) *notes {
	n := &notes{}
	rng := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu sta tre pli gro")
	seen := map[string]bool{}
	for len(n.words) < 400+count*2 {
		word := ""
		for range 2 + rng.IntN(3) {
			word += syllables[rng.IntN(len(syllables))]
		}
		if !seen[word] {
			seen[word] = true
			n.words = append(n.words, word)
		}
	}
	for i := range count {
		n.names = append(n.names, fmt.Sprintf("docs/%02d/%s-%d.md", i%17, n.words[i%len(n.words)], i))
	}
	return n
}

// word draws one, the first of the vocabulary far more often than the last.
func (n *notes) word(rng *rand.Rand) string {
	f := rng.Float64()
	return n.words[int(f*f*f*float64(len(n.words)))]
}

// sentence of 6 to 17 words.
func (n *notes) sentence(rng *rand.Rand) string {
	var b strings.Builder
	for i := range 6 + rng.IntN(12) {
		word := n.word(rng)
		if i == 0 {
			word = strings.ToUpper(word[:1]) + word[1:]
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	b.WriteString(".")
	return b.String()
}

// text of the note with a number, in one of its versions: about 2.5 KB with front matter, sections,
// links and code.
func (n *notes) text(number, version int) string {
	rng := rand.New(rand.NewPCG(uint64(number), uint64(version)))
	var b strings.Builder
	kind := []string{"memory", "decision", "doc"}[number%3]
	fmt.Fprintf(&b, "---\nkind: %s\ntags: [%s, %s]\n---\n# %s\n\n", kind, n.word(rng), n.word(rng), n.sentence(rng))
	for range 4 + rng.IntN(3) {
		fmt.Fprintf(&b, "## %s\n\n", n.sentence(rng))
		for range 3 + rng.IntN(3) {
			b.WriteString(n.sentence(rng) + " ")
		}
		link := n.names[rng.IntN(len(n.names))]
		fmt.Fprintf(&b, "See [%s](/%s).\n\n- %s\n- %s\n\n", n.word(rng), link, n.sentence(rng), n.sentence(rng))
	}
	fmt.Fprintf(&b, "```go\nfunc %sHandler() { return %s_limit }\n```\n", n.word(rng), n.word(rng))
	return b.String()
}

// fill writes all notes in a version, and commits them.
func (n *notes) fill(t testing.TB, dir string, version int) {
	t.Helper()
	for i, name := range n.names {
		write(t, dir, name, n.text(i, version))
	}
	commit(t, dir, fmt.Sprintf("Write version %d", version))
}

// repository makes one with these notes in version 0.
func (n *notes) repository(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	n.fill(t, dir, 0)
	return dir
}

// queries that many notes, few notes and a code identifier answer.
func (n *notes) queries() []string {
	return []string{
		n.words[0] + " " + n.words[7],
		n.words[40] + " " + n.words[300],
		n.words[3] + "Handler",
		"how does " + n.words[12] + " " + n.words[90] + " " + n.words[200],
		`"` + n.words[1] + " " + n.words[0] + `"`,
		"kind:decision " + n.words[5],
	}
}

// answers searches for every query and returns the JSON of all answers.
func (n *notes) answers(t testing.TB, dir string, flags ...string) string {
	t.Helper()
	var b strings.Builder
	for _, q := range n.queries() {
		r := must(t, dir, append(append([]string{"search", "--json"}, flags...), q)...)
		if !strings.Contains(r.stdout, `"hits"`) {
			t.Fatalf("search %q: no hits in the answer\n%s%s", q, r.stdout, r.stderr)
		}
		b.WriteString(r.stdout)
	}
	return b.String()
}
