package incode

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/source"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/rank"
)

// Known reports whether code of the repository was read before: until then it is read for who asks.
func Known(d *desk.Desk) bool {
	_, err := os.Stat(codebase.Folder(filepath.Join(d.Repo.StateDir(), "index")))
	return err == nil
}

// usedShare is what a symbol counts that some files use, against one that they declare.
const usedShare = 0.5

// For lists the parts of source files to know before some work, best first: the definitions of what
// the task names, then what the files declare and what they use, by PageRank over who uses whom.
func For(ctx context.Context, d *desk.Desk, files []string, task string, progress func(string, int, int)) ([]index.Hit, error) {
	b, err := impact.Code(d, progress)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	all, err := b.Files(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	s, err := source.Open(ctx, d.Index.Folder, b, all, source.AtSymbols())
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var out []index.Hit
	for word := range strings.FieldsSeq(task) {
		if word = strings.Trim(word, "`'\".,;:?!"); source.IsName(word) {
			found, err := s.Definitions(ctx, index.Query{Text: word, Limit: 2})
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
	}
	files = slices.DeleteFunc(slices.Clone(files), func(p string) bool { return !codebase.IsSource(p) })
	if len(files) == 0 {
		return out, nil
	}
	g, err := b.Graph(ctx, all)
	if err != nil {
		return nil, err
	}
	more, err := ranked(ctx, s, g, files)
	return append(out, more...), err
}

// ranked lists the chunks of what some files declare and use.
func ranked(ctx context.Context, s *source.Searcher, g *graph.Graph, files []string) ([]index.Hit, error) {
	ranks, scores := Ranks(g), map[int32]float64{}
	for _, p := range files {
		at := g.FileAt(p)
		if at < 0 {
			continue
		}
		first, end := g.SymbolsOf(at)
		for n := first; n < end; n++ {
			scores[n] = max(scores[n], ranks[n])
			g.Out(n, func(e graph.Edge) {
				if g.IsSymbol(e.To) {
					scores[e.To] = max(scores[e.To], usedShare*ranks[e.To]*e.How.Confidence())
				}
			})
		}
	}
	byFile := map[string]map[int32]float64{}
	for n, score := range scores {
		f := g.File(g.FileIndex(n))
		if byFile[f.Path] == nil {
			byFile[f.Path] = map[int32]float64{}
		}
		byFile[f.Path][n] = score
	}
	var out []index.Hit
	for p, symbols := range byFile {
		chunks, err := s.Parts(ctx, p)
		if err != nil {
			return nil, err
		}
		for _, h := range chunks {
			h.Match = "what these files use"
			if slices.Contains(files, p) {
				h.Match = "of these files"
			}
			for n, score := range symbols {
				if line := int(g.Symbol(n).Line); h.StartLine <= line && line <= h.EndLine {
					h.Score = max(h.Score, rank.Round(score))
				}
			}
			if h.Score > 0 {
				out = append(out, h)
			}
		}
	}
	slices.SortFunc(out, func(a, b index.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine))
	})
	return out, nil
}
