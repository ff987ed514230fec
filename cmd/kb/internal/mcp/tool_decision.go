package mcp

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
	"github.com/google/jsonschema-go/jsonschema"
)

// TopicArgs are the arguments of recall_decision.
type TopicArgs struct {
	Topic    string `json:"topic" jsonschema:"what was decided about, such as \"session storage\""`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many decisions"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

func (s *Server) addDecision() {
	addTool(s, tool{
		name:  "recall_decision",
		title: "Recall why something was decided",
		description: "Recall what was decided about a topic and why: the decisions with those that they superseded and that superseded them, oldest to newest. " +
			"Use it before you revise, repeat or work around a choice, and to answer \"why do we …\". The last one that is not superseded holds.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "topic", maxQuery) },
	}, s.decision)
}

func (s *Server) decision(ctx context.Context, c *call, in TopicArgs) (*render.Found, error) {
	if strings.TrimSpace(in.Topic) == "" {
		return nil, render.Hint(errors.New("no topic"), `name one, such as "session storage"`)
	}
	c.use.asks(in.Topic, string(index.Hybrid))
	out := &render.Found{Hits: []render.Evidence{}}
	none := true
	err := c.each(ctx, in.Root, func(ctx context.Context, st *warm.View) error {
		found, known, err := c.decisions(ctx, st, in)
		none = none && !known
		out.Hits = append(out.Hits, found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	sortByAge(out.Hits)
	whole := len(out.Hits)
	// The newest stay where not all fit: they hold.
	for n := render.Fit(slices.Clone(out.Hits), in.MaxChars); n < len(out.Hits); n = render.Fit(slices.Clone(out.Hits), in.MaxChars) {
		out.Hits = out.Hits[1:]
	}
	render.Fit(out.Hits, in.MaxChars)
	switch {
	case none:
		out.Summary = "No note of this repository is a decision: what other notes say of it is found with search. " + missingKind(
			"decision",
		)
	case len(out.Hits) == 0:
		out.Summary = "No decision speaks of this. Try other words, or search for it in all notes."
	default:
		out.Summary = wording.Count(len(out.Hits), "decision") + ", oldest to newest."
		if len(out.Hits) < whole {
			out.Summary += " Older ones did not fit: raise max_chars."
		}
	}
	return out, nil
}

// missingKind says how a person adds what is missing.
func missingKind(kind string) string {
	if kind == "decision" {
		return `A person adds one with kb new decision "TITLE"; kb init --from imports decision records.`
	}
	return `A person or an agent adds one with kb remember "TEXT" --type ` + kind + "."
}

// decisions finds the decisions on a topic with those before and after them. known tells whether
// there are any decisions at all.
func (c *call) decisions(ctx context.Context, st *warm.View, in TopicArgs) (found []render.Evidence, known bool, err error) {
	limit := cmp.Or(in.Limit, defaultHits)
	q := index.Query{Text: plainQuery(in.Topic), Filter: index.Filter{Kind: []string{"decision"}}, NoSnippet: true, Limit: limit}
	answer, err := st.Searcher.Search(ctx, q)
	if err != nil {
		return nil, false, err
	}
	records, err := st.Notes(ctx)
	if err != nil {
		return nil, false, err
	}
	known = slices.ContainsFunc(records, func(r *index.NoteRecord) bool { return r.Kind == "decision" })
	taken := map[string]bool{}
	for i := range answer.Hits {
		h := &answer.Hits[i]
		c.use.shows(st, h.Path, h.Score)
		chain, err := succession(ctx, st, h.Path)
		if err != nil {
			return nil, known, err
		}
		for _, path := range chain {
			if taken[path] || len(found) >= limit+len(chain) {
				continue
			}
			taken[path] = true
			e, err := c.opening(ctx, st, path, h.Score)
			if err != nil {
				return nil, known, err
			}
			found = append(found, e)
		}
	}
	return found, known, nil
}

// maxChain bounds how many decisions stand in one line of succession.
const maxChain = 12

// chain lists the notes that a note supersedes and that supersede it, and theirs, in order of path.
func succession(ctx context.Context, st *warm.View, path string) ([]string, error) {
	chain := []string{path}
	for i := 0; i < len(chain) && len(chain) < maxChain; i++ {
		out, in, err := st.Searcher.Links(ctx, chain[i])
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

// openingChars is how much of a note is quoted where not its best part is asked for but its gist.
const openingChars = 900

// opening is the gist of a note: of a decision what was decided and why, of others how they begin.
func (c *call) opening(ctx context.Context, st *warm.View, path string, score float64) (render.Evidence, error) {
	e := render.Evidence{Path: path, Score: score}
	rec, err := st.Note(ctx, path)
	if err != nil {
		return e, err
	}
	if rec != nil {
		e.Title, e.Kind, e.Type, e.Status = render.Clip(rec.Title, render.TitleChars), rec.Kind, rec.Type, rec.Status
	}
	text, err := st.Text(ctx, path)
	if err != nil {
		return e, err
	}
	source := text.Source
	doc := markdown.Parse(source)
	from, to := gist(doc, source)
	if s := decided(doc); s != nil && e.Kind == "decision" && s.Span.End > to {
		from, to = cut(source, s.Span.Start, len(source))
		e.Heading = render.Clip(strings.Join(render.Below(e.Title, s.Path), " › "), render.HeadingChars)
	}
	e.StartLine, e.EndLine = lineOf(source, from), lineOf(source, to)
	e.Text = strings.Trim(string(source[from:to]), "\r\n")
	return e, c.judge(ctx, st, &e)
}

// gist is the part of a note that says most: the text below the front matter, as far as it fits.
func gist(doc *markdown.Document, source []byte) (from, to int) {
	from, to = doc.FrontMatter.Span.End, len(source)
	for from < to && (source[from] == '\n' || source[from] == '\r') {
		from++
	}
	return cut(source, from, to)
}

// decided is the section of a decision that says what was decided, nil where none is called so.
func decided(doc *markdown.Document) *markdown.Section {
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
	if to-from <= openingChars {
		return from, to
	}
	text := string(source[from : from+openingChars])
	for _, end := range []string{"\n\n", "\n", " "} {
		if i := strings.LastIndex(text, end); i > openingChars/2 {
			return from, from + i
		}
	}
	return from, from + len(strings.ToValidUTF8(text, ""))
}

// lineOf gives the line, from 1, of a place in a text.
func lineOf(source []byte, at int) int {
	return 1 + strings.Count(string(source[:max(0, min(at, len(source)))]), "\n")
}

// sortByAge puts the oldest first: by the day on which a note last changed, but no note before one
// that it supersedes.
func sortByAge(found []render.Evidence) {
	slices.SortStableFunc(found, func(a, b render.Evidence) int {
		return cmp.Or(cmp.Compare(a.Changed, b.Changed), cmp.Compare(a.Path, b.Path))
	})
	for range found { // bubbles until each stands before its successor; a cycle ends with the rounds
		moved := false
		for i := range found {
			by := found[i].SupersededBy
			for j := 0; j < i; j++ {
				if by != "" && found[j].Path == by && found[j].Root == found[i].Root {
					e := found[i]
					found = slices.Insert(slices.Delete(found, i, i+1), j, e)
					moved = true
					break
				}
			}
		}
		if !moved {
			return
		}
	}
}
