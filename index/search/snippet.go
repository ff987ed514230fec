package search

import (
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/markdown"
)

const (
	snippetLength = 240 // of a snippet in bytes, about three lines of a terminal
	lookBack      = 90  // bytes before the first word of the query in which a sentence may begin
	cutOff        = "…" // stands where a snippet begins or ends within a sentence
)

// snippet cuts the part of a chunk that holds most of the query's words, and marks them. Prose is
// shown as it reads: the target of a link or a badge says nothing to who looks for an answer.
func (r *run) snippet(c *store.Chunk) (string, [][2]int) {
	text := belowHeading(markdown.WithoutComments(c.Text))
	if c.Kind != string(markdown.Code) {
		if plain := markdown.Digest(text); plain != "" {
			text = plain
		}
	}
	marks := r.marks(text)
	from, to := window(text, marks)
	part := strings.TrimSuffix(text[from:to], " "+markdown.Apart)
	var inside [][2]int
	for _, m := range marks {
		if m[0] >= from && m[1] <= to {
			inside = append(inside, [2]int{m[0] - from, m[1] - from})
		}
	}
	line, inside := oneLine(part, inside)
	if from > 0 && !sentenceAt(text, from) {
		line = cutOff + " " + line
		for i := range inside {
			inside[i][0] += len(cutOff) + 1
			inside[i][1] += len(cutOff) + 1
		}
	}
	if to < len(text) && !sentenceAt(text, to+1) {
		line += " " + cutOff
	}
	return line, inside
}

// sentenceAt tells that a sentence ends before a place of a text, blanks apart.
func sentenceAt(text string, at int) bool {
	before := strings.TrimRight(text[:min(at, len(text))], " \n\t\r")
	return before == "" || len(before) < at &&
		(strings.IndexByte(".!?:", before[len(before)-1]) >= 0 || strings.HasSuffix(before, markdown.Apart))
}

// belowHeading drops the heading lines that a chunk begins with, since a hit shows them already; a
// chunk of nothing else stays.
func belowHeading(text string) string {
	rest := strings.TrimLeft(text, "\r\n \t")
	for strings.HasPrefix(rest, "#") {
		line, after, _ := strings.Cut(rest, "\n")
		if text := strings.TrimLeft(line, "#"); text != "" && strings.IndexByte(" \t\r", text[0]) < 0 {
			break // as "#1234 was the fix", which is text
		}
		rest = strings.TrimLeft(after, "\r\n \t")
	}
	if rest == "" {
		return text
	}
	return rest
}

// marks lists the places of the query's stems in a text.
func (r *run) marks(text string) [][2]int {
	want := make(map[string]bool, len(r.terms))
	for i := range r.terms {
		for _, text := range r.terms[i].forms() {
			want[text] = true
		}
	}
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	var out [][2]int
	a.Tokens(text, func(t words.Token) {
		if (want[t.Term] || t.Folded != "" && want[words.Folded(t.Folded)]) && (len(out) == 0 || t.Start >= out[len(out)-1][1]) {
			out = append(out, [2]int{t.Start, t.End})
		}
	})
	return out
}

// window finds the stretch of snippetLength bytes with the most marks, widened to whole words; the
// first one of several.
func window(text string, marks [][2]int) (from, to int) {
	if len(text) <= snippetLength {
		return 0, len(text)
	}
	best, start, last := 0, 0, 0
	for i := range marks {
		n := 0
		for j := i; j < len(marks) && marks[j][1] <= marks[i][0]+snippetLength-40; j++ {
			n++
		}
		if n > best {
			best, start, last = n, marks[i][0], marks[i+n-1][1]
		}
	}
	from = windowStart(text, start, max(0, start-lookBack, last-snippetLength))
	to = min(len(text), from+snippetLength)
	if to < len(text) {
		if blank := strings.LastIndexAny(text[from:to], " \n\t"); blank > 0 {
			to = from + blank
		}
	}
	for from < to && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > from && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	return from, to
}

// windowStart is where the sentence of the first mark begins, but not before a place; where none does it is a
// word some 40 bytes before the mark.
func windowStart(text string, mark, least int) int {
	for from := mark; from >= least; from-- {
		if from == 0 || sentenceAt(text, from) && strings.IndexByte(" \n\t\r", text[from]) < 0 {
			return from
		}
	}
	from := max(0, mark-40)
	if blank := strings.IndexAny(text[from:mark], " \n\t"); blank >= 0 && from > 0 {
		return from + blank + 1
	}
	return mark
}

// oneLine folds white space into single blanks and moves the marks along.
func oneLine(text string, marks [][2]int) (string, [][2]int) {
	var b strings.Builder
	moved := make([][2]int, len(marks))
	next := 0
	for i := 0; i < len(text); i++ {
		for next < len(marks) && marks[next][0] == i {
			moved[next][0] = b.Len()
			next++
		}
		if c := text[i]; c == ' ' || c == '\n' || c == '\t' || c == '\r' {
			if s := b.String(); s != "" && !strings.HasSuffix(s, " ") {
				b.WriteByte(' ')
			}
		} else {
			b.WriteByte(c)
		}
		if next > 0 && marks[next-1][1] == i+1 {
			moved[next-1][1] = b.Len()
		}
	}
	return strings.TrimRight(b.String(), " "), moved
}
