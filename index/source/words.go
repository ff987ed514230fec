package source

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/chunk"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/record"
)

// The fields of a chunk that are kept: those of notes, without tags.
var fields = []words.Field{words.Body, words.Head, words.Code}

// definedAs stands before the names of symbols among the terms: no word begins so.
const definedAs = "\x01"

// words are what a search keeps of a file: the lengths of its chunks, where its terms stand, and the
// names of its symbols.
func (k *Cutter) words(f *code.File, source []byte) codebase.Worded {
	chunks := k.Cut(f, source)
	at := map[string]*[words.Fields][]words.Posting{}
	a := words.NewAnalyzer()
	var lengths record.Writer
	lengths.Int(len(chunks))
	for i := range chunks {
		texts := k.textOf(f, source, &chunks[i])
		for _, field := range fields {
			terms := strings.Split(texts[field], "\n") // names are taken whole
			if field != words.Code {
				terms = a.Terms(texts[field])
			}
			n := 0
			for _, t := range terms {
				if t == "" {
					continue
				}
				n++
				its := at[t]
				if its == nil {
					its = &[words.Fields][]words.Posting{}
					at[t] = its
				}
				if list := its[field]; len(list) > 0 && list[len(list)-1].Doc == int32(i) {
					list[len(list)-1].Freq++
					continue
				}
				its[field] = append(its[field], words.Posting{Doc: int32(i), Freq: 1})
			}
			lengths.Int(min(n, 1<<16-1-maxPathTerms))
		}
	}
	out := codebase.Worded{Data: string(lengths.Data), Terms: map[string][]byte{}}
	for t, its := range at {
		out.Terms[t] = packPostings(its)
	}
	if !k.Plain {
		named := map[string][]int{}
		for i := range f.Symbols {
			name := definedAs + strings.ToLower(f.Symbols[i].Name)
			named[name] = append(named[name], i)
		}
		for name, list := range named {
			var w record.Writer
			w.Int(len(list))
			for _, i := range list {
				w.Int(i)
			}
			out.Terms[name] = w.Data
		}
	}
	return out
}

// maxPathTerms bounds the words of a path, which count for each of its chunks.
const maxPathTerms = 1000

// textOf is what a chunk is found by: its text with what its symbol is called, and how it is
// documented where the chunk is a further part of it.
func (k *Cutter) textOf(f *code.File, source []byte, c *chunk.Chunk) (out [words.Fields]string) {
	out[words.Body] = string(source[c.Start:c.End])
	main := c.Main()
	if main < 0 || k.Plain {
		return out
	}
	s := &f.Symbols[main]
	out[words.Head] = s.Container + "\n" + s.Name + "\n" + s.Signature
	if len(c.Symbols) == 0 {
		out[words.Body] += "\n" + s.Doc
	}
	var names []string
	for _, i := range c.Symbols {
		names = append(names, strings.ToLower(f.Symbols[i].Name), strings.ToLower(f.Symbols[i].Path()))
	}
	slices.Sort(names)
	out[words.Code] = strings.Join(slices.Compact(names), "\n")
	out[words.Body] = out[words.Head] + "\n" + out[words.Body]
	return out
}

// packPostings packs where a term stands, a list for each of fields; chunks as what is added to the
// one before, which is mostly a byte.
func packPostings(its *[words.Fields][]words.Posting) []byte {
	var w record.Writer
	for _, field := range fields {
		w.Int(len(its[field]))
		last := int32(0)
		for _, p := range its[field] {
			w.Int(int(p.Doc - last))
			w.Int(int(p.Freq))
			last = p.Doc
		}
	}
	return w.Data
}

// readPostings reads the postings of one field.
func readPostings(data string, wanted words.Field) (out []words.Posting, err error) {
	r := record.Read(data)
	for _, field := range fields {
		doc := int32(0)
		for n := r.Count(); n > 0 && r.Err() == nil; n-- {
			doc += int32(r.Int())
			if p := (words.Posting{Doc: doc, Freq: int32(r.Int())}); field == wanted {
				out = append(out, p)
			}
		}
	}
	return out, r.End()
}

// readLengths reads the terms of each chunk; none of a file that cannot be read.
func readLengths(data string) (out [][words.Fields]uint16, err error) {
	if len(data) == 0 {
		return nil, nil
	}
	r := record.Read(data)
	for n := r.Count(); n > 0 && r.Err() == nil; n-- {
		var l [words.Fields]uint16
		for _, field := range fields {
			l[field] = uint16(r.Below(1 << 16))
		}
		out = append(out, l)
	}
	if err := r.End(); err != nil {
		return nil, fmt.Errorf("the words of the code are damaged: %w", err)
	}
	return out, nil
}
