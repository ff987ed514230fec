package desk

import (
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// Decided is what was decided about a topic.
type Decided struct {
	Hits  []index.Hit // decisions on the topic, best first
	Lines []Succeeded // theirs, each with those that it superseded and that superseded it
	Known bool        // there are decisions at all
}

// Succeeded is a decision of a line of succession.
type Succeeded struct {
	Path  string
	Score float64 // of the decision on the topic that led to it
}

// Decisions finds the decisions on a topic with those before and after them: of limit, and the
// last one's line of succession whole.
func (v *View) Decisions(ctx context.Context, topic string, limit int) (*Decided, error) {
	q := index.Query{Text: PlainQuery(topic), Filter: index.Filter{Kind: []string{"decision"}}, NoSnippet: true, Limit: limit}
	answer, err := v.Searcher.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	records, err := v.Notes(ctx)
	if err != nil {
		return nil, err
	}
	out := &Decided{Hits: answer.Hits}
	out.Known = slices.ContainsFunc(records, func(r *index.NoteRecord) bool { return r.Kind == "decision" })
	for i := range out.Hits {
		chain, err := v.succession(ctx, out.Hits[i].Path)
		if err != nil {
			return nil, err
		}
		for _, path := range chain {
			taken := slices.ContainsFunc(out.Lines, func(s Succeeded) bool { return s.Path == path })
			if !taken && len(out.Lines) < limit+len(chain) {
				out.Lines = append(out.Lines, Succeeded{path, out.Hits[i].Score})
			}
		}
	}
	return out, nil
}

// maxChain bounds how many decisions stand in one line of succession.
const maxChain = 12

// succession lists the notes that a note supersedes and that supersede it, and theirs, in order of path.
func (v *View) succession(ctx context.Context, path string) ([]string, error) {
	chain := []string{path}
	for i := 0; i < len(chain) && len(chain) < maxChain; i++ {
		out, in, err := v.Searcher.Links(ctx, chain[i])
		if err != nil {
			return nil, err
		}
		for _, l := range append(out, in...) {
			if l.Type != "supersedes" || l.State != "ok" {
				continue
			}
			for _, end := range []string{l.From, l.To} {
				if !slices.Contains(chain, end) && len(chain) < maxChain {
					chain = append(chain, end)
				}
			}
		}
	}
	slices.Sort(chain)
	return chain, nil
}

// openingBytes is how much of a note is quoted where not its best part is asked for but its gist.
const openingBytes = 900

// Opening is the gist of a note.
type Opening struct {
	Record             *index.NoteRecord // nil for a note that is not indexed
	Headings           []string          // of the section, with those above it; of a decision
	StartLine, EndLine int               // 1-based, inclusive
	Text               string
}

// Opening returns the gist of a note: of a decision what was decided, of others how they begin. A
// whole note is what follows its front matter.
func (v *View) Opening(ctx context.Context, path string, whole bool) (*Opening, error) {
	rec, err := v.Note(ctx, path)
	if err != nil {
		return nil, err
	}
	text, err := v.Text(ctx, path)
	if err != nil {
		return nil, err
	}
	out, source := &Opening{Record: rec}, text.Source
	from, to := gist(source)
	if rec != nil && rec.Kind == "decision" {
		if s := decided(source); s != nil && s.Span.End > to {
			from, to = cut(source, s.Span.Start, len(source))
			out.Headings = s.Path
		}
	}
	if whole {
		from, to = markdown.Body(source), len(source)
	}
	out.StartLine, out.EndLine = lineOf(source, from), lineOf(source, to)
	out.Text = strings.Trim(string(source[from:to]), "\r\n")
	return out, nil
}

// gist is the part of a note that says most: the text below the front matter, as far as it fits.
func gist(source []byte) (from, to int) {
	from, to = markdown.Body(source), len(source)
	for from < to && (source[from] == '\n' || source[from] == '\r') {
		from++
	}
	return cut(source, from, to)
}

// decided is the section of a decision that says what was decided, nil where none is called so.
func decided(source []byte) *markdown.Section {
	doc := notes.Document(source)
	for i := range doc.Sections {
		switch strings.ToLower(strings.TrimSpace(doc.Sections[i].Heading)) {
		case "decision outcome", "decision", "the decision", "decisions", "outcome", "resolution":
			return &doc.Sections[i]
		}
	}
	return nil
}

// cut ends a part at a paragraph or line, where it is too long for an opening.
func cut(source []byte, from, to int) (int, int) {
	if to-from <= openingBytes {
		return from, to
	}
	text := string(source[from : from+openingBytes])
	for _, end := range []string{"\n\n", "\n", " "} {
		if i := strings.LastIndex(text, end); i > openingBytes/2 {
			return from, from + i
		}
	}
	return from, from + len(strings.ToValidUTF8(text, ""))
}

// lineOf gives the line, from 1, of a place in a text.
func lineOf(source []byte, at int) int {
	return 1 + strings.Count(string(source[:max(0, min(at, len(source)))]), "\n")
}
