package search

import (
	"context"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// nearTerms bounds how many terms of the dictionary stand in for one that is not there.
const nearTerms = 32

// nearWords bounds the words of a query for which others may stand in: to look for those takes
// milliseconds for each.
const nearWords = 12

// noneTried stands in Answer.Tried where the filters are to blame for an empty answer.
const noneTried = "filters: no note passes them"

// fallback is for a query that found nothing: words that begin like those asked for, then words
// that are spelled nearly like them. Where no note passes the filters no spelling helps.
func (r *run) fallback(ctx context.Context) error {
	if some, err := r.somePass(ctx); err != nil || !some {
		if err == nil && len(r.gen.Rows.Paths) > 0 {
			r.answer.Tried = append(r.answer.Tried, noneTried)
		}
		return err
	}
	for _, try := range []struct {
		name  string
		edits int
	}{{"prefix", 0}, {"fuzzy", 1}, {"fuzzy", 2}} {
		near, err := r.near(ctx, try.edits)
		if err != nil {
			return err
		}
		if len(near) == 0 {
			continue
		}
		r.answer.Tried = append(r.answer.Tried, try.name+": "+joinTerms(near))
		r.terms, r.match, r.cosines = near, try.name, nil
		if r.keyword, err = r.bm25(ctx, near, &r.w, false); err != nil {
			return err
		}
		r.fuse()
		if err := r.collect(ctx); err != nil {
			return err
		}
		if try.name == "fuzzy" {
			r.suggest()
		}
		if len(r.answer.Hits) > 0 {
			return nil
		}
	}
	// The text as it was typed also finds what is no word.
	text := strings.TrimSpace(r.request.Words)
	if len(text) < 2 {
		return nil
	}
	r.answer.Tried = append(r.answer.Tried, "substring: "+wording.ClipBytes(text, shownText))
	numbers, rows, err := r.containing(ctx, text)
	if err != nil || len(numbers) == 0 {
		return err
	}
	r.match = "substring"
	clear(r.score)
	r.best = chunkScores{}
	for i, n := range numbers {
		r.score[n] = 1 - float64(i)/float64(len(numbers)+1)
		r.best.give(rows[i], 1)
	}
	return r.collect(ctx)
}

// somePass tells whether the filters let any note through.
func (r *run) somePass(ctx context.Context) (bool, error) {
	if r.request.Filter.Empty() {
		return true, nil
	}
	some, err := r.fitting(ctx, r.request.Filter.Match)
	return len(r.dated(ctx, some)) > 0, err
}

// anyNote tells whether a note of the tree fits.
func (r *run) anyNote(ctx context.Context, fits func(*kb.Note) bool) (bool, error) {
	some, err := r.fitting(ctx, fits)
	return len(some) > 0, err
}

// fitting lists the notes of the tree that fit.
func (r *run) fitting(ctx context.Context, fits func(*kb.Note) bool) ([]candidate, error) {
	all := make([]int, len(r.gen.Rows.Paths))
	for n := range all {
		all[n] = n
	}
	records, err := r.records(ctx, all, r.day(r.q.Day))
	var some []candidate
	for n, rec := range records {
		if rec != nil && fits(&rec.Note) {
			some = append(some, candidate{number: n, record: rec})
		}
	}
	return some, err
}

// near finds terms of the dictionary that begin with a term of the query, or are at most so many
// edits from it.
func (r *run) near(ctx context.Context, edits int) ([]queryTerm, error) {
	found := map[string]bool{}
	looked := 0
	for _, t := range r.terms {
		length := len(t.text) // of a script without blanks one letter begins words
		if edits > 0 {
			length = utf8.RuneCountInString(t.text)
		}
		if length < 3+edits {
			continue
		}
		if looked++; looked > nearWords {
			break
		}
		for _, f := range []words.Field{words.Body, words.Head, words.Code} {
			near, err := r.gen.Words.Near(f, t.text, edits, nearTerms)
			if err != nil {
				return nil, err
			}
			for term := range near {
				found[term] = true
			}
		}
	}
	out := make([]queryTerm, 0, len(found))
	for t := range found {
		out = append(out, queryTerm{text: t, count: 1})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].text < out[j].text })
	return out, ctx.Err()
}

// suggest spells the query with the words of the best hit that matched instead.
func (r *run) suggest() {
	if len(r.answer.Hits) == 0 || r.answer.Suggestion != "" {
		return
	}
	h := r.answer.Hits[0]
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	var out []string
	for _, typed := range strings.Fields(r.request.Words) {
		best, distance := "", 3
		consider := func(text string) {
			a.Tokens(text, func(t words.Token) {
				if d := wording.Distance(strings.ToLower(typed), strings.ToLower(text[t.Start:t.End]), distance); d > 0 && d < distance {
					best, distance = strings.ToLower(text[t.Start:t.End]), d
				}
			})
		}
		consider(strings.Join(h.HeadingPath, " ") + " " + h.Title)
		consider(h.Text)
		if best == "" {
			best = typed
		}
		out = append(out, best)
	}
	if s := strings.Join(out, " "); folded(s) != folded(r.request.Words) {
		r.answer.Suggestion = s
	}
}

// shownText bounds the bytes of a query that are named when it is told what was tried.
const shownText = 80

// batchBytes is how much is read at a time, packed, while no other question can be answered: some milliseconds' worth.
const batchBytes = 256 << 10

// maxSubstring bounds how many chunks a substring finds.
const maxSubstring = 200

// containing reads the text of every chunk and gives the notes, with their first row, that hold a text
// without regard to the case of ASCII letters. It is the last resort, where the index of words has nothing.
func (r *run) containing(ctx context.Context, text string) (numbers, rows []int, err error) {
	if r.members != nil {
		err = r.each(func(m *Member) error {
			part := &run{Searcher: m.Searcher, q: r.q}
			its, at, err := part.containing(ctx, text)
			for i := range its {
				numbers, rows = append(numbers, its[i]+m.firstNote), append(rows, at[i]+m.firstRow)
			}
			return err
		})
		return numbers, rows, err
	}
	select { // one after another: each keeps a processor busy for long in a large base
	case r.scanning <- struct{}{}:
		defer func() { <-r.scanning }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	text = lowerASCII(text)
	last, found := -1, 0
	of := func(g store.NoteChunks) bool {
		for i := range g.Chunks {
			if !strings.Contains(lowerASCII(g.Chunks[i].Text), text) {
				continue
			}
			if found++; found > maxSubstring {
				return false
			}
			if n, ok := r.numberOf(g.Path); ok && n != last {
				numbers, rows = append(numbers, n), append(rows, int(r.gen.Rows.First[n])+g.First+i)
				last = n
			}
		}
		return true
	}
	for path, more := "", true; more; {
		batch, err := r.after(ctx, path)
		if err != nil {
			return nil, nil, err
		}
		if more, err = batch.Holding(text, of); err != nil {
			return nil, nil, err
		}
		path, more = batch.Last, more && batch.Last != ""
	}
	return numbers, rows, nil
}

// after reads some chunks of the notes that come after a path. Others are answered between two calls.
func (r *run) after(ctx context.Context, path string) (store.Batch, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil {
		return store.Batch{}, ctx.Err()
	}
	return r.from.After(ctx, path, batchBytes)
}

// lowerASCII lowers the letters of English alone, whose place in a text stays the same.
func lowerASCII(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		return c
	}, s)
}
