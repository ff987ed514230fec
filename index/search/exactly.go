package search

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// Exact is what notes hold, to the last one: nothing of it is ranked by meaning, by use or by age,
// so that it can be counted.
type Exact struct {
	Query   query.Query
	Pattern *regexp.Regexp // that lines match; nil for none
	Most    int            // lines that are given; all of them are counted
}

// Holding is a note that holds what was asked for.
type Holding struct {
	*store.NoteRecord
	Lines int // that match the pattern
}

// MatchedLine is a line that matches a pattern.
type MatchedLine struct {
	Path        string   `json:"path"`
	Line        int      `json:"line"`
	Text        string   `json:"text"` // of the line, cut around what matches
	HeadingPath []string `json:"heading_path"`
	Title       string   `json:"title"`
	Kind        string   `json:"kind"`
	Status      string   `json:"status"`
	Inactive    string   `json:"inactive,omitempty"` // why the note does not hold
}

// Exactly lists the notes that hold every word, phrase and filter of a query and, where there is a
// pattern, a line that matches it: those with words by how well these fit, others by path. With
// them come the first lines that match.
func (s *Searcher) Exactly(ctx context.Context, e Exact) (notes []Holding, lines []MatchedLine, err error) {
	r := &run{Searcher: s, q: e.Query, w: s.settings.Weights, leftOut: map[int]bool{}, answer: &Answer{}}
	known := query.Known{Today: s.day(e.Query.Day), Any: func(fits func(*kb.Note) bool) (bool, error) { return r.anyNote(ctx, fits) }}
	if r.request, err = query.Parse(e.Query.Text, e.Query.Filter, known); err != nil {
		return nil, nil, err
	}
	s.fromFolder(e.Query.Folder, &r.request.Filter)
	err = s.mapped(func() error {
		x := exactly{run: r, pattern: e.Pattern, literal: required(e.Pattern)}
		if notes, err = x.notes(ctx); err == nil && e.Pattern != nil {
			lines, err = x.lines(ctx, notes, e.Most)
		}
		return err
	})
	return notes, lines, store.AsDamage(err)
}

// exactly answers one exact request.
type exactly struct {
	*run
	pattern *regexp.Regexp
	literal string // that every line which matches holds, "" where none is known
}

// notes lists the notes that hold everything.
func (x *exactly) notes(ctx context.Context) ([]Holding, error) {
	numbers, err := x.withWords(ctx)
	if err != nil {
		return nil, err
	}
	counts := map[int]int{}
	if x.pattern != nil {
		if counts, err = x.count(ctx, numbers); err != nil {
			return nil, err
		}
		numbers = slices.DeleteFunc(numbers, func(n int) bool { return counts[n] == 0 })
	}
	x.score, x.best = make([]float64, len(x.gen.Rows.Paths)), chunkScores{}
	kept, err := x.consider(ctx, numbers)
	out := make([]Holding, len(kept))
	for i := range kept {
		out[i] = Holding{kept[i].record, counts[kept[i].number]}
	}
	return out, err
}

// withWords lists the notes of the query's folders in which all of its words stand and none that
// must not.
func (x *exactly) withWords(ctx context.Context) ([]int, error) {
	a := x.analyzers.Get().(*words.Analyzer)
	x.terms = terms(a, x.request.Words, false)
	x.analyzers.Put(a)
	if err := x.exclude(ctx); err != nil {
		return nil, err
	}
	lacking := map[int]bool{}
	for _, t := range x.terms {
		with, err := x.notesWith(ctx, words.Fields-1, t.forms()...)
		if err != nil {
			return nil, err
		}
		for n := range x.gen.Rows.Paths {
			if !with[n] {
				lacking[n] = true
			}
		}
	}
	var numbers []int
	paths := x.request.Filter.Path
	for n := range x.gen.Rows.Paths {
		if !x.excluded[n] && !lacking[n] && x.within(paths, n) {
			numbers = append(numbers, n)
		}
	}
	if len(x.terms) == 0 {
		return numbers, nil
	}
	scores, err := x.bm25(ctx, x.terms, &x.w, false)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(scores.note[b], scores.note[a]) })
	x.byChunk.put(scores.chunk)
	x.byNote.put(scores.note, scores.best, scores.cover)
	return numbers, nil
}

// notesWith are the notes in which one of some stems stands, in one of the fields up to the last.
func (r *run) notesWith(ctx context.Context, last words.Field, stems ...string) (map[int]bool, error) {
	out := map[int]bool{}
	for i := range len(stems) * int(last+1) {
		list, err := r.gen.Words.Postings(ctx, words.Field(i%int(last+1)), stems[i/int(last+1)])
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if row := r.gen.Rows.RowOf(p.Doc); row >= 0 {
				out[int(r.gen.Rows.NoteOf[row])] = true
			}
		}
	}
	return out, nil
}

// count counts the lines of the notes that match.
func (x *exactly) count(ctx context.Context, numbers []int) (map[int]int, error) {
	wanted := make(map[string]int, len(numbers))
	for _, n := range numbers {
		wanted[x.gen.Rows.Paths[n]] = n
	}
	var mu sync.Mutex
	counts, torn := map[int]int{}, map[int]bool{} // torn: notes of which a line is in two groups
	err := x.scan(ctx, func(path string) bool { _, ok := wanted[path]; return ok }, func(g store.NoteChunks) {
		n := wanted[g.Path]
		found, tears := x.matching(ctx, g.Chunks), x.tears(n, g)
		mu.Lock()
		defer mu.Unlock()
		counts[n] += found
		torn[n] = torn[n] || tears
	})
	for n, is := range torn {
		if err != nil {
			return nil, err
		}
		if is {
			var chunks []store.Chunk
			chunks, err = x.chunks(ctx, n)
			counts[n] = x.matching(ctx, chunks)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	return counts, err
}

// tears tells whether a group of a note's chunks ends within a line.
func (x *exactly) tears(note int, g store.NoteChunks) bool {
	last, all := len(g.Chunks)-1, int(x.gen.Rows.First[note+1]-x.gen.Rows.First[note])
	return last >= 0 && g.First+len(g.Chunks) < all && !strings.HasSuffix(g.Chunks[last].Text, "\n")
}

// matching counts the lines that match of chunks that follow one another.
func (x *exactly) matching(ctx context.Context, chunks []store.Chunk) (found int) {
	x.eachLine(ctx, chunks, func(*store.Chunk, int, string, []int) bool {
		found++
		return true
	})
	return found
}

// lines gives the first lines that match, note by note.
func (x *exactly) lines(ctx context.Context, notes []Holding, most int) ([]MatchedLine, error) {
	var out []MatchedLine
	for _, note := range notes {
		if len(out) >= most {
			break
		}
		n, _ := x.numberOf(note.Path)
		chunks, err := x.chunks(ctx, n)
		if err != nil {
			return nil, err
		}
		x.eachLine(ctx, chunks, func(c *store.Chunk, line int, text string, at []int) bool {
			out = append(out, MatchedLine{
				note.Path, line, excerpt(text, at), slices.Clone(c.Heading), note.Title, note.Kind, note.Status, note.Inactive,
			})
			return len(out) < most
		})
	}
	return out, ctx.Err()
}

// eachLine calls f for each line that matches of chunks that follow one another, with the chunk that
// it is of and where it matches, until f returns false.
func (x *exactly) eachLine(ctx context.Context, chunks []store.Chunk, f func(c *store.Chunk, line int, text string, at []int) bool) {
	for len(chunks) > 0 && ctx.Err() == nil {
		c := &chunks[0]
		text, rest := wholeLines(chunks)
		chunks = rest
		if !strings.Contains(text, x.literal) {
			continue
		}
		line := c.StartLine
		for text := range strings.Lines(text) {
			text = strings.TrimRight(text, "\r\n")
			if strings.Contains(text, x.literal) {
				if at := x.pattern.FindStringIndex(text); at != nil && !f(c, line, text, at) {
					return
				}
			}
			line++
		}
	}
}

// wholeLines is the text of the first of some chunks, and of those after it as long as they go on
// with a line that is longer than a chunk; rest are the others.
func wholeLines(chunks []store.Chunk) (text string, rest []store.Chunk) {
	n := 1
	for end := chunks[0].StartLine; n < len(chunks); n++ {
		before := chunks[n-1].Text
		end += strings.Count(before, "\n")
		if strings.HasSuffix(before, "\n") || chunks[n].StartLine != end {
			break
		}
	}
	if n == 1 {
		return chunks[0].Text, chunks[1:]
	}
	var b strings.Builder
	for i := range chunks[:n] {
		b.WriteString(chunks[i].Text)
	}
	return b.String(), chunks[n:]
}

// Bounds of a line that is given, in bytes: what comes before the match, and all of it.
const (
	excerptBefore = 80
	excerptLength = 400
)

// excerpt is a line cut around what matches.
func excerpt(text string, at []int) string {
	if len(text) <= excerptLength {
		return strings.TrimSpace(text)
	}
	from := max(0, at[0]-excerptBefore)
	out := wording.Clip(strings.ToValidUTF8(text[from:], ""), excerptLength)
	if from > 0 {
		out = "…" + out
	}
	return out
}
