package search

import (
	"context"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/wording"
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

// spareChunks is how many further chunks of a note are looked at, some in the place of those that say nothing.
const spareChunks = 3

// shown lists the rows that are shown of a note: its best chunks that say something, of a note that
// the query names, or of which no such chunk was found, the one that it begins with first.
func (r *run) shown(ctx context.Context, note int) ([]int, error) {
	found := r.bestChunks(note, min(r.q.ChunksPerNote, r.gen.Rows.Count())+spareChunks)
	rows, err := r.telling(ctx, found)
	if err == nil {
		err = r.sortSections(ctx, rows)
	}
	if err == nil && (r.named[note] > 0 || len(rows) == 0) {
		rows, err = r.openingFirst(ctx, note, rows)
	}
	if len(rows) == 0 {
		rows = found[:min(1, len(found))]
	}
	return rows[:min(len(rows), r.q.ChunksPerNote)], err
}

// telling leaves out the rows that say nothing.
func (r *run) telling(ctx context.Context, rows []int) (kept []int, err error) {
	for _, row := range rows {
		c, err := r.chunk(ctx, row)
		if err != nil {
			return nil, err
		}
		if !c.SaysNothing() {
			kept = append(kept, row)
		}
	}
	return kept, nil
}

// What says that a section of a note answers, beside its score as a share of the note's best one. The weights are
// those with the greatest likelihood of the sections that were asked for by headings cut out, by headings as they
// stand and by sentences that cite them, in 61 repositories (docs/evaluation.md). The lead alone loses less than these
// say, which never ask for it, and what is not in force loses more.
const (
	sectionBegin = 0.37  // the share of the query's words, by weight, in its own heading and where it begins
	sectionNamed = 0.85  // the share of them in its own heading, where that stands in the query word by word
	sectionLead  = -0.12 // it is what a page begins with, which speaks of all its matters
	sectionApart = -0.1  // it is not in force where its note is: of as good ones the one that holds is shown
	sectionItems = -0.12 // times the logarithm of 1 + its lines that are items of a list
)

// sortSections puts the chunks of a note in order, the one first that answers best.
func (r *run) sortSections(ctx context.Context, rows []int) error {
	top := 0.0
	for _, row := range rows {
		top = max(top, r.best.of(row)*r.sectionShare(row))
	}
	if top == 0 || r.q.Baseline || len(rows) < 2 {
		return nil
	}
	list := make([]placed, len(rows))
	for i, row := range rows {
		c, err := r.chunk(ctx, row)
		if err != nil {
			return err
		}
		list[i] = placed{row, i, rank.Round(r.best.of(row)*r.sectionShare(row)/top + r.sectionWorth(c, row))}
	}
	sortPlaced(list)
	for i := range list {
		rows[i] = list[i].at
	}
	return nil
}

// sectionWorth returns what speaks for a chunk beside its score.
func (r *run) sectionWorth(c *store.Chunk, row int) float64 {
	text, worth := belowHeading(c.Text), 0.0
	begin := wording.Bytes(text, snippetLength)
	if n := len(c.Heading); n == 0 || n == 1 && row == int(r.gen.Rows.First[r.gen.Rows.NoteOf[row]]) {
		worth += sectionLead
	} else {
		name := words.Name(c.Heading[n-1])
		if name != "" && strings.Contains(" "+words.Name(r.request.Words)+" ", " "+name+" ") {
			worth += sectionNamed * r.shareOf(name)
		}
		begin = c.Heading[n-1] + "\n" + begin
	}
	if row != noRow && r.sectionShare(row) < 1 {
		worth += sectionApart
	}
	items := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimLeft(line, " \t"); len(line) > 2 && (line[1] == ' ' && strings.IndexByte("-*", line[0]) >= 0 ||
			'0' <= line[0] && line[0] <= '9' && line[1] == '.') {
			items++
		}
	}
	return worth + sectionItems*math.Log(float64(1+items)) + sectionBegin*r.shareOf(begin)
}

// shareOf returns the share of the query's words, by their weight, that stand in a text.
func (r *run) shareOf(text string) float64 {
	stems := map[string]bool{}
	a := r.analyzers.Get().(*words.Analyzer)
	a.Tokens(text, func(t words.Token) { stems[t.Term], stems[t.Bare()] = true, true })
	r.analyzers.Put(a)
	held, all := 0.0, 0.0
	for i := range r.terms {
		weight := r.terms[i].count
		if r.keyword != nil {
			weight = r.keyword.weights[i]
		}
		if all += weight; r.terms[i].in(stems) {
			held += weight
		}
	}
	return held / max(all, 1e-9)
}
