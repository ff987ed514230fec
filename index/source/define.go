package source

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/impact"
)

// defined is a symbol that a query names.
type defined struct {
	file   int
	symbol int
	code.Symbol
	order int // what it is, the likeliest to be meant first
}

// nameIn reads a query that is one identifier: "Server.Close", "http::serve()", "parse_args". Not ok
// for others.
func nameIn(text string) (name string, ok bool) {
	name = strings.NewReplacer("::", ".", "#", ".", "->", ".", "`", "").Replace(strings.TrimSpace(text))
	name = strings.Trim(strings.TrimSuffix(name, "()"), ".*&")
	letter := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' && r != '$' {
			return "", false
		}
		letter = letter || unicode.IsLetter(r)
	}
	return name, letter
}

// IsName reports whether a word of a text can be the name of a symbol and nothing else.
func IsName(word string) bool { return query.IsIdentifier(word) }

// Definitions are the hits of the symbols that a query names: those with its capitals, else any.
func (s *Searcher) Definitions(ctx context.Context, q query.Query) ([]search.Hit, error) {
	name, ok := nameIn(q.Text)
	if !ok || s.cut.Plain || len(s.files) == 0 {
		return nil, nil
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	its, err := s.dict.sources(definedAs + strings.ToLower(last))
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(s.files))
	for i := range s.files {
		paths[i] = s.files[i].Path
	}
	filter := q.Filter
	filter.Path = query.FromFolder(q.Folder, s.root, filter.Path, paths)
	var files []git.File
	for source := range its {
		for _, at := range s.dict.at[source] {
			if rec := recordOf(s.files[at]); filter.Match(&rec.Note) {
				files = append(files, s.files[at])
			}
		}
	}
	slices.SortFunc(files, func(a, b git.File) int { return strings.Compare(a.Path, b.Path) })
	var found []defined
	err = s.base.Heads(ctx, files, func(f git.File, read *code.File) error {
		at, _ := s.at(f.Path)
		for i, sym := range read.Symbols {
			if strings.EqualFold(sym.Name, last) && fits(f.Path, read, &sym, name) {
				found = append(found, defined{at, i, sym, order(f.Path, &sym, last)})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b defined) int { return cmp.Compare(a.order, b.order) })
	var hits []search.Hit
	for _, d := range found {
		chunks, err := s.Parts(ctx, s.files[d.file].Path)
		if err != nil {
			return nil, err
		}
		line := d.NameSpan.Line
		at := slices.IndexFunc(chunks, func(h search.Hit) bool { return h.StartLine <= line && line <= h.EndLine })
		if at < 0 || slices.ContainsFunc(hits, func(h search.Hit) bool { return same(&h, &chunks[at]) }) {
			continue
		}
		h := chunks[at]
		h.Match, h.Anchor = "definition", d.Path()
		h.Snippet, _, _ = strings.Cut(d.Signature, "\n")
		if hits = append(hits, h); len(hits) == q.Limit {
			break
		}
	}
	return hits, nil
}

// Parts lists the chunks of a file in their order, as hits without a score; none of one that cannot be
// found.
func (s *Searcher) Parts(ctx context.Context, file string) ([]search.Hit, error) {
	if _, ok := s.at(file); !ok {
		return nil, nil
	}
	return s.Chunks(ctx, file, time.Time{})
}

// same tells two hits of one chunk, or of one symbol that was cut.
func same(a, b *search.Hit) bool {
	return a.Path == b.Path && (a.StartLine == b.StartLine || a.Anchor != "" && a.Anchor == b.Anchor)
}

// fits reports whether a symbol can be called by a name, in whatever letters: by the end of its path,
// with its package, its file or its folder before it.
func fits(file string, f *code.File, s *code.Symbol, name string) bool {
	full, name := "."+strings.ToLower(s.Path()), "."+strings.ToLower(name)
	if strings.HasSuffix(full, name) {
		return true
	}
	rest, ok := strings.CutSuffix(name, full)
	if !ok {
		if rest, ok = strings.CutSuffix(name, "."+strings.ToLower(s.Name)); !ok || s.Container == "" {
			return false
		}
	}
	stem := strings.TrimSuffix(file, path.Ext(file))
	for _, around := range []string{f.Package, strings.ReplaceAll(stem, "/", "."), strings.ReplaceAll(path.Dir(file), "/", ".")} {
		if around != "" && strings.HasSuffix("."+strings.ToLower(around), rest) {
			return true
		}
	}
	return false
}

// order puts what is written with the same capitals first, then what is no test, then types and
// functions before constants and fields.
func order(file string, s *code.Symbol, last string) (n int) {
	if s.Name != last {
		n += 8
	}
	if impact.IsTest(file) {
		n += 4
	}
	switch s.Kind {
	case code.Constant, code.Variable, code.Module:
		n++
	case code.Field:
		n += 2
	}
	return n
}
