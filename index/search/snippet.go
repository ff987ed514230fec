package search

import (
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/markdown"
)

// snippetLength is the length of a snippet in bytes, about three lines of a terminal.
const snippetLength = 240

// snippet cuts the part of a chunk that holds most of the query's words, and marks them. Prose is
// shown as it reads: the target of a link or a badge says nothing to who looks for an answer.
func (r *run) snippet(c *store.Chunk) (string, [][2]int) {
	text := belowHeading(markdown.WithoutComments(c.Text))
	if c.Kind == string(markdown.Prose) {
		if plain := markdown.PlainText([]byte(text), markdown.Span{End: len(text)}); plain != "" {
			text = plain
		}
	}
	marks := r.marks(text)
	from, to := window(text, marks)
	part := text[from:to]
	var inside [][2]int
	for _, m := range marks {
		if m[0] >= from && m[1] <= to {
			inside = append(inside, [2]int{m[0] - from, m[1] - from})
		}
	}
	return oneLine(part, inside)
}

// belowHeading drops the heading lines that a chunk begins with, since a hit shows them already; a
// chunk of nothing else stays.
func belowHeading(text string) string {
	rest := strings.TrimLeft(text, "\r\n \t")
	for strings.HasPrefix(rest, "#") {
		_, after, _ := strings.Cut(rest, "\n")
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
	for _, t := range r.terms {
		want[t.text] = true
	}
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	var out [][2]int
	a.Tokens(text, func(t words.Token) {
		if want[t.Term] && (len(out) == 0 || t.Start >= out[len(out)-1][1]) {
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
	best, start := 0, 0
	for i := range marks {
		n := 0
		for j := i; j < len(marks) && marks[j][1] <= marks[i][0]+snippetLength-40; j++ {
			n++
		}
		if n > best {
			best, start = n, marks[i][0]
		}
	}
	from = max(0, start-40)
	if from > 0 {
		if blank := strings.IndexAny(text[from:start], " \n\t"); blank >= 0 {
			from += blank + 1
		} else {
			from = start
		}
	}
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
