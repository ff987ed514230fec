package mcp

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/google/jsonschema-go/jsonschema"
)

// ProblemArgs are the arguments of search_past_solutions.
type ProblemArgs struct {
	Problem  string `json:"problem" jsonschema:"the problem, best with the exact text of the error"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many parts"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

// IssueArgs are the arguments of find_similar_issues.
type IssueArgs struct {
	Context  string `json:"context" jsonschema:"the code, diff or situation at hand"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many parts"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

func (s *Server) addSolutions() {
	addTool(s, tool{
		name:  "search_past_solutions",
		title: "Search past solutions",
		description: "Find how a problem was solved before. Use it as soon as something fails, with the error message as it came: " +
			"its exact identifiers and wording weigh most. Solutions, error patterns, gotchas and dead ends come before other notes.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "problem", maxProblem) },
	}, s.solutions)
	addTool(s, tool{
		name:  "find_similar_issues",
		title: "Find similar issues",
		description: "Find what went wrong before in code or situations like the one at hand: gotchas, error patterns, dead ends, and what depends on what. " +
			"Use it before you change code that you do not know, with the code or the diff.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "context", maxProblem) },
	}, s.issues)
}

const (
	maxProblem   = 50_000 // characters
	queryWords   = 40     // of a long text that are searched for
	pool         = 40     // hits that are weighed anew
	exactWeight  = 1.0    // of the identifiers of the problem that stand in the text
	phraseWeight = 0.6    // of its wording that stands in the text
	typeWeight   = 0.3    // of a memory of the types that are asked for
)

func (s *Server) solutions(ctx context.Context, c *call, in ProblemArgs) (*render.Found, error) {
	return c.similar(ctx, similar{
		tool: "search_past_solutions", text: in.Problem, limit: in.Limit, chars: in.MaxChars, cursor: in.Cursor, root: in.Root,
		types: []string{"solution", "error_pattern", "gotcha", "dead_end", "workflow_recipe"},
	})
}

func (s *Server) issues(ctx context.Context, c *call, in IssueArgs) (*render.Found, error) {
	return c.similar(ctx, similar{
		tool: "find_similar_issues", text: in.Context, limit: in.Limit, chars: in.MaxChars, cursor: in.Cursor, root: in.Root,
		types: []string{"gotcha", "error_pattern", "dead_end", "causal_dependency", "solution", "constraint", "episode"},
	})
}

// similar is a question by a text: notes of some types that share its identifiers and wording.
type similar struct {
	tool, text, cursor, root string
	limit, chars             int
	types                    []string
}

func (c *call) similar(ctx context.Context, q similar) (*render.Found, error) {
	if strings.TrimSpace(q.text) == "" {
		return nil, render.Hint(errors.New("nothing to compare with"), "pass the error message, the code or the situation")
	}
	cur, err := render.ReadCursor(q.cursor, render.Digest(q.tool, q.text, q.root), render.MaxOffset)
	if err != nil {
		return nil, err
	}
	names := identifiers(q.text)
	words := distinct(q.text, names)
	c.use.asks(render.Clip(words, 300), string(index.Hybrid))
	out := &render.Found{Hits: []render.Evidence{}}
	var g gathered
	defer g.release()
	known := false
	err = c.each(ctx, q.root, func(ctx context.Context, st *warm.View) error {
		g.hold(st)
		found, has, err := alike(ctx, st, words, q.types)
		known = known || has
		for _, h := range found {
			h.Score = weighAnew(&h, q, names)
			g.add(h)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(g.hits, func(a, b ranked) int {
		return cmp.Or(
			cmp.Compare(b.Score, a.Score),
			cmp.Compare(a.root, b.root),
			cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.StartLine, b.StartLine),
		)
	})
	c.movedOn(&cur, render.Digest(g.states))
	empty := ""
	if !known {
		empty = "No note of this repository is a " + strings.Join(q.types[:3], ", ") + ". " + missingKind(q.types[0])
		c.note("no note here is of the types " + strings.Join(q.types, ", ") + ": other notes are shown. " + missingKind(q.types[0]))
	}
	return out, c.page(ctx, out, g.hits, cur, cmp.Or(q.limit, defaultHits), finding{chars: q.chars, empty: empty}, nil)
}

// alike searches notes of the types, and all notes; each part once. has tells whether there are
// notes of the types.
func alike(ctx context.Context, st *warm.View, words string, types []string) (found []index.Hit, has bool, err error) {
	records, err := st.Notes(ctx)
	if err != nil {
		return nil, false, err
	}
	has = slices.ContainsFunc(records, func(r *index.NoteRecord) bool { return slices.Contains(types, r.Type) })
	queries := []index.Query{{Text: words, NoSnippet: true, ActiveOnly: true, Limit: pool}}
	if has {
		queries = append(
			queries,
			index.Query{Text: words, NoSnippet: true, ActiveOnly: true, Limit: pool, Filter: index.Filter{Type: types}},
		)
	}
	type place struct {
		path string
		line int
	}
	taken := map[place]bool{}
	for _, q := range queries {
		answer, err := st.Searcher.Search(ctx, q)
		if err != nil {
			return nil, has, err
		}
		for _, h := range answer.Hits {
			if at := (place{h.Path, h.StartLine}); !taken[at] {
				taken[at] = true
				found = append(found, h)
			}
		}
	}
	return found, has, nil
}

// weighAnew scores a hit by the identifiers and the wording that it shares with the text, by its
// type, and by the search.
func weighAnew(h *index.Hit, q similar, names []string) float64 {
	text := strings.ToLower(h.Text)
	score := h.Score
	if len(names) > 0 {
		shared := 0
		for _, n := range names {
			if strings.Contains(text, strings.ToLower(n)) {
				shared++
			}
		}
		score += exactWeight * float64(shared) / float64(len(names))
	}
	score += phraseWeight * sharedWording(strings.ToLower(q.text), text)
	if slices.Contains(q.types, h.Type) {
		score += typeWeight
	}
	return float64(int(score*1e6+0.5)) / 1e6
}

// sharedWording is the share of the text's runs of three words that stand in another text.
func sharedWording(a, b string) float64 {
	words := strings.FieldsFunc(a, notWord)
	other := " " + strings.Join(strings.FieldsFunc(b, notWord), " ") + " "
	runs, shared := 0, 0
	for i := 0; i+3 <= len(words) && runs < 200; i++ {
		runs++
		if strings.Contains(other, " "+strings.Join(words[i:i+3], " ")+" ") {
			shared++
		}
	}
	if runs == 0 {
		return 0
	}
	return float64(shared) / float64(runs)
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }

// maxNames is how many identifiers of a text count.
const maxNames = 30

// identifiers lists the words of a text that look like code: with digits, underscores, inner
// capitals, dots or double colons.
func identifiers(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'`()[]{}<>,;=!?|&*", r)
	}) {
		w = strings.Trim(w, ".:/-+#@$%^~\\")
		if len(w) >= 4 && len(w) <= 80 && looksLikeCode(w) && !slices.Contains(out, w) {
			if out = append(out, w); len(out) == maxNames {
				break
			}
		}
	}
	return out
}

func looksLikeCode(w string) bool {
	if strings.ContainsAny(w, "_/") || strings.Contains(w, "::") {
		return true
	}
	letters, digits, inner := 0, 0, false
	for i, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			inner = inner || i > 0 && unicode.IsUpper(r)
		case r == '.' && i > 0 && i < len(w)-1:
			inner = true
		}
	}
	return letters > 0 && (digits > 0 || inner)
}

// distinct gives the query of a text: its identifiers, then its other words, each once.
func distinct(text string, names []string) string {
	words := slices.Clone(names)
	for _, w := range strings.FieldsFunc(text, notWord) {
		if len(words) >= queryWords {
			break
		}
		if len(w) >= 3 && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return plainQuery(strings.Join(words, " "))
}

// plainQuery takes out of a text what a query gives a meaning of its own: fields, phrases and exclusions.
func plainQuery(text string) string {
	words := strings.Fields(strings.NewReplacer(`"`, " ", ":", " ", "“", " ", "”", " ").Replace(text))
	for i, w := range words {
		words[i] = strings.TrimLeft(w, "-+")
	}
	return strings.Join(words, " ")
}
