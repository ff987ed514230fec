package packing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
)

// maxCode bounds the parts of source files that are tried.
const maxCode = 60

// addCode fills what the notes leave of the budget with source code: what fits, in the order in which
// it comes.
func (p *packer) addCode(ctx context.Context) error {
	if p.Code == nil {
		return nil
	}
	var files []string
	for _, f := range p.found {
		if f.exists {
			files = append(files, f.path)
		}
	}
	hits, err := p.Code(ctx, files, strings.TrimSpace(strings.Join(p.req.symbols, " ")+" "+p.req.Task))
	if err != nil {
		return err
	}
	p.answer.WithCode = len(hits) > 0
	counted := map[part]int{}
	for i := range hits[:min(len(hits), maxCode)] {
		p.answer.Chunks = append(p.answer.Chunks, p.codeChunk(&hits[i]))
		if err := p.count(counted); err != nil {
			return err
		}
		if p.answer.Tokens > p.req.Budget {
			p.answer.Chunks = p.answer.Chunks[:len(p.answer.Chunks)-1]
		}
	}
	p.answer.WithCode = slices.ContainsFunc(p.answer.Chunks, func(c Chunk) bool { return c.Kind == codeKind })
	return p.count(counted)
}

// codeKind is the kind of a chunk of a source file.
const codeKind = "code"

// codeChunk is a part of a source file as a chunk. Its citation has the commit cut to shownCommit
// letters; headings that the text holds anyway are left out.
func (p *packer) codeChunk(h *index.Hit) Chunk {
	commit, dirty, _ := strings.Cut(p.answer.Tree, "+")
	if commit = commit[:min(len(commit), shownCommit)]; dirty != "" {
		commit += "+" + dirty
	}
	headings := slices.DeleteFunc(slices.Clone(h.HeadingPath), func(name string) bool { return strings.Contains(h.Text, name) })
	return Chunk{
		Citation: fmt.Sprintf("[%s:%d-%d @%s]", report.CleanLine(h.Path), h.StartLine, h.EndLine, commit), Path: h.Path,
		StartLine: h.StartLine, EndLine: h.EndLine, HeadingPath: headings, Anchor: h.Anchor, Title: h.Title, Kind: codeKind,
		Type: h.Type, Form: codeKind, Language: h.Language, Why: []string{h.Match}, Score: h.Score, Factors: map[string]float64{},
		Text: h.Text,
	}
}

// shownCommit is how many letters of a commit stand in the citation of code.
const shownCommit = 10
