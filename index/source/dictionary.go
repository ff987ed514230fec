package source

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/text/wording"
)

// dictionary is the words of the files of a tree.
type dictionary struct {
	base  *codebase.Base
	files []wordedFile
	at    map[int64][]int32 // files by source: copies have the same
	first int32             // row after the last file

	known map[string]map[int64]string // of terms that were asked for
}

// wordedFile is a file with the words of its path, which count for all of its chunks.
type wordedFile struct {
	path   []string
	first  int32
	chunks int
}

// sources returns what is kept of a term for each source of the tree.
func (d *dictionary) sources(term string) (map[int64]string, error) {
	if its, ok := d.known[term]; ok {
		return its, nil
	}
	its := map[int64]string{}
	err := d.base.Term(term, func(source int64, data string) {
		if _, ok := d.at[source]; ok {
			its[source] = data
		}
	})
	d.known[term] = its
	return its, err
}

// Postings lists the chunks with a term, by row.
func (d *dictionary) Postings(ctx context.Context, field words.Field, term string) (out []words.Posting, err error) {
	if !slices.Contains(fields, field) {
		return nil, nil
	}
	its, err := d.sources(term)
	if err != nil {
		return nil, err
	}
	for source, data := range its {
		list, err := readPostings(data, field)
		if err != nil {
			return nil, err
		}
		for _, at := range d.at[source] {
			f := &d.files[at]
			for _, p := range list {
				if int(p.Doc) < f.chunks {
					out = append(out, words.Posting{Doc: f.first + p.Doc, Freq: p.Freq})
				}
			}
		}
	}
	if field == words.Head {
		out = append(out, d.inPaths(term)...)
	}
	slices.SortFunc(out, func(a, b words.Posting) int { return cmp.Compare(a.Doc, b.Doc) })
	return joined(out), ctx.Err()
}

// inPaths gives all chunks of the files whose paths have a term.
func (d *dictionary) inPaths(term string) (out []words.Posting) {
	for i := range d.files {
		f := &d.files[i]
		if slices.Contains(f.path, term) {
			for c := range f.chunks {
				out = append(out, words.Posting{Doc: f.first + int32(c), Freq: 1})
			}
		}
	}
	return out
}

// joined adds up the postings of one chunk.
func joined(list []words.Posting) []words.Posting {
	out := list[:0]
	for _, p := range list {
		if n := len(out); n > 0 && out[n-1].Doc == p.Doc {
			out[n-1].Freq += p.Freq
			continue
		}
		out = append(out, p)
	}
	return out
}

// Near lists up to limit terms that begin with a term, or lie within so many edits of it and begin
// with the same letter. Their number of chunks is not told.
func (d *dictionary) Near(field words.Field, term string, edits, limit int) (map[string]int, error) {
	out := map[string]int{}
	if field != words.Body { // all terms are looked through at once
		return out, nil
	}
	prefix := term
	if edits > 0 {
		_, size := utf8.DecodeRuneInString(term)
		prefix = term[:size]
	}
	var failed error
	err := d.base.Terms(prefix, func(t string) bool {
		if edits > 0 && wording.Distance(term, t, edits+1) > edits {
			return true
		}
		its, err := d.sources(t)
		if failed = err; len(its) > 0 {
			out[t] = len(its)
		}
		return err == nil && len(out) < limit
	})
	return out, cmp.Or(err, failed)
}

// Close does nothing: the base is its opener's.
func (d *dictionary) Close() error { return nil }

var _ words.Index = (*dictionary)(nil)
