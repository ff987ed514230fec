package search

import (
	"cmp"
	"context"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/words"
)

// The spelling of a compound is a matter of taste: front matter, front-matter, frontmatter. Where a
// repository mostly writes the other form than the query, that form is asked for as well.

// maxCompounds bounds the words of a query that are looked up in the other spelling.
const maxCompounds = 16

// compounds adds to the terms of a query those of the other spelling. What no text has costs a look
// into the dictionary.
func (r *run) compounds(ctx context.Context, a *words.Analyzer) error {
	parts := strings.FieldsFunc(r.request.Words, func(c rune) bool { return c == ' ' || c == '-' })
	for i := range parts[:min(len(parts), maxCompounds)] {
		word := strings.TrimRight(parts[i], ".,;:?!")
		if !plainWord(word) {
			continue
		}
		err := r.split(ctx, a, strings.ToLower(word))
		if err == nil && i > 0 && plainWord(parts[i-1]) && !words.Filler(parts[i-1]) {
			err = r.join(ctx, a, strings.ToLower(parts[i-1]), strings.ToLower(word))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// plainWord tells a word of at least two letters and nothing else.
func plainWord(s string) bool {
	return len(s) > 1 && !strings.ContainsFunc(s, func(c rune) bool { return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') })
}

// join adds two neighbours written as one, where at least as many chunks have that without its
// parts as have these next to each other.
func (r *run) join(ctx context.Context, a *words.Analyzer, first, second string) error {
	t := queryTerm{text: a.Stem(first + second), count: 1, parts: []string{a.Stem(first), a.Stem(second)}}
	if t.parts[0] == "" || t.text == "" || t.parts[1] == "" && !particle(second) {
		return nil // a part is not apart, but to log in needs a login
	}
	list, err := r.gen.Words.Postings(ctx, words.Body, t.text)
	if err != nil || len(list) == 0 || r.asks(t.text) {
		return err
	}
	joined, err := apart(ctx, r.gen.Words, list, t.parts)
	if err != nil || len(joined) == 0 {
		return err
	}
	both, err := r.both(ctx, t.parts)
	// Chunks that have both words need not have them side by side: they are read only where their
	// number alone does not settle it.
	asTwo := len(both)
	if err == nil && asTwo > len(joined) {
		asTwo, err = r.adjacent(ctx, both, first, t.parts[1])
	}
	if err == nil && len(joined) >= asTwo {
		r.terms = append(r.terms, t)
	}
	return err
}

// particle tells the words that are in no text for the index, but end verbs that are written as one
// word when they are nouns.
func particle(w string) bool { return w == "in" || w == "on" }

// asks tells whether the query has a term.
func (r *run) asks(term string) bool {
	return slices.ContainsFunc(r.terms, func(t queryTerm) bool { return t.text == term })
}

// apart gives the postings of a joined word in chunks whose text lacks one of its parts: those of
// an identifier such as frontMatter are found as well, and count already.
func apart(ctx context.Context, r words.Index, list []words.Posting, parts []string) ([]words.Posting, error) {
	var with [][]words.Posting
	for _, part := range parts {
		if part == "" {
			continue
		}
		of, err := r.Postings(ctx, words.Body, part)
		if err != nil {
			return nil, err
		}
		with = append(with, of)
	}
	return slices.DeleteFunc(slices.Clone(list), func(p words.Posting) bool {
		return !slices.ContainsFunc(with, func(of []words.Posting) bool { return !holds(of, p.Doc) })
	}), nil
}

// holds tells whether a chunk is among postings, which are in the order of the chunks.
func holds(list []words.Posting, doc int32) bool {
	_, found := slices.BinarySearchFunc(list, doc, func(p words.Posting, doc int32) int { return cmp.Compare(p.Doc, doc) })
	return found
}

// both lists the rows of the chunks whose text has both terms, none where one of them is "".
func (r *run) both(ctx context.Context, parts []string) ([]int, error) {
	if parts[0] == "" || parts[1] == "" {
		return nil, nil
	}
	second, err := r.gen.Words.Postings(ctx, words.Body, parts[1])
	if err != nil || len(second) == 0 {
		return nil, err
	}
	first, err := r.gen.Words.Postings(ctx, words.Body, parts[0])
	var rows []int
	for _, p := range first {
		if row := r.gen.Rows.RowOf(p.Doc); row >= 0 && holds(second, p.Doc) {
			rows = append(rows, int(row))
		}
	}
	slices.Sort(rows)
	return rows, err
}

// Bounds of what is looked at for a word that may be written as two.
const (
	shortestSplit = 6 // letters of the word
	rareWord      = 3 // chunks that have it: a word with more is one of this repository's
)

// split adds the parts of a word that hardly any chunk has, where more have these parts next to each other.
func (r *run) split(ctx context.Context, a *words.Analyzer, word string) error {
	if len(word) < shortestSplit || words.Filler(word) {
		return nil
	}
	list, err := r.gen.Words.Postings(ctx, words.Body, a.Stem(word))
	if err != nil || len(list) > rareWord {
		return err
	}
	var parts []string
	most := len(list)
	for cut := 3; cut <= len(word)-2; cut++ {
		stems := []string{a.Stem(word[:cut]), a.Stem(word[cut:])}
		rows, err := r.both(ctx, stems)
		if err != nil || len(rows) <= most {
			if err != nil {
				return err
			}
			continue
		}
		n, err := r.adjacent(ctx, rows, word[:cut], stems[1])
		if err != nil {
			return err
		}
		if n > most {
			parts, most = stems, n
		}
	}
	for _, p := range parts {
		if !r.asks(p) {
			r.terms = append(r.terms, queryTerm{text: p, count: 1})
		}
	}
	return nil
}

// readForParts bounds the chunks that are read for two words next to each other.
const readForParts = 16

// adjacent estimates, from a few of some chunks, in how many of them a word is followed by one
// that begins like another.
func (r *run) adjacent(ctx context.Context, rows []int, first, second string) (int, error) {
	few := r.few(rows)
	n := 0
	for _, row := range few {
		c, err := r.chunk(ctx, row)
		if err != nil {
			return 0, err
		}
		if text := folded(c.Text); strings.Contains(text, first+" "+second) || strings.Contains(text, first+"-"+second) {
			n++
		}
	}
	return n * len(rows) / max(len(few), 1), nil
}

// few takes readForParts of some chunks: the same ones in whatever order bases and folders are, and from all over them.
func (r *run) few(rows []int) []int {
	if len(rows) <= readForParts {
		return rows
	}
	type drawn struct {
		by  uint64
		row int
	}
	lots := make([]drawn, len(rows))
	for i, row := range rows {
		h := fnv.New64a()
		_, _ = io.WriteString(h, r.gen.Rows.Blobs[r.gen.Rows.NoteOf[row]])
		_, _ = h.Write([]byte{byte(r.gen.Rows.Ordinal(row)), byte(r.gen.Rows.Ordinal(row) >> 8)})
		lots[i] = drawn{h.Sum64(), row}
	}
	slices.SortFunc(lots, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.row, b.row)) })
	out := make([]int, readForParts)
	for i := range out {
		out[i] = lots[i].row
	}
	return out
}
