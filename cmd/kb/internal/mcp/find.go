package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/text/wording"
	"github.com/google/jsonschema-go/jsonschema"
)

// Filters narrow a search.
type Filters struct {
	Kind   []string `json:"kind,omitempty"`
	Type   []string `json:"type,omitempty" jsonschema:"of memories: gotcha, solution, pattern …"`
	Status []string `json:"status,omitempty"`
	Tag    []string `json:"tag,omitempty"`
	Path   []string `json:"path,omitempty" jsonschema:"folders or globs: docs/**"`
	After  string   `json:"after,omitempty" jsonschema:"from this day on: 2026-05-04"`
	Before string   `json:"before,omitempty"`
}

const (
	defaultHits = 6     // parts of an answer where no limit is given
	mostHits    = 50    // the greatest limit
	maxQuery    = 8_000 // characters
)

// adjustPaging adds the bounds of limit and max_chars, which the tool must have, and of query,
// which it may have.
func adjustPaging(in *jsonschema.Schema) {
	wire.Between(in, "limit", 1, mostHits, defaultHits)
	wire.Between(in, "max_chars", render.LeastChars, render.MostChars, render.DefaultChars)
	if in.Properties["query"] != nil {
		wire.MaxLength(in, "query", maxQuery)
	}
}

// none reports whether nothing is filtered, so that a search without words has nothing to go by.
func (f Filters) none() bool {
	return len(f.Kind)+len(f.Type)+len(f.Status)+len(f.Tag)+len(f.Path) == 0 && f.After == "" && f.Before == ""
}

// filter gives the filters as the index takes them. A value that no note can have is refused by the
// search: index.ValueError.
func (f Filters) filter() index.Filter {
	return index.Filter{Kind: f.Kind, Type: f.Type, Status: f.Status, Tag: f.Tag, Path: f.Path, After: f.After, Before: f.Before}
}

// finding is a search for parts of notes, in one repository or in all.
type finding struct {
	query  index.Query
	root   string                   // name of the repository, "" for all
	at     string                   // commit or day, "" for now
	limit  int                      // hits of a page, 0 for defaultHits
	cursor string                   // "" for the first page
	asked  string                   // digest of the tool and the arguments that a cursor belongs to
	of     string                   // what the parts are of, "" for "a note"
	empty  string                   // what is missing in the repository when nothing is found
	near   func(h index.Hit) string // what makes a hit near to what was asked about; nil where that is no question
}

// find answers a search.
func (c *call) find(ctx context.Context, f finding) (*render.Found, error) {
	cur, err := render.ReadCursor(f.cursor, f.asked, render.MaxOffset)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(f.limit, defaultHits)
	f.query.Limit, f.query.NoSnippet = cur.Offset+limit+1, true
	out := &render.Found{Hits: []render.Evidence{}}
	var tried []string
	var g gathered
	defer g.release()
	together := len(c.server.bases) > 1 && f.root == "" && f.at == "" // scores of several compare where words are counted over all
	var refused error                                                 // by a repository in which no note has a value that others may know
	err = c.eachAt(ctx, f.root, f.at, func(ctx context.Context, st *warm.View, day time.Time) error {
		if together {
			g.hold(st)
			return nil
		}
		q := f.query
		q.Day = day
		answer, err := st.Search(ctx, q)
		if errors.As(err, new(*index.ValueError)) {
			refused = err
			return nil
		}
		if err != nil {
			return err
		}
		g.hold(st)
		g.add(answer.Hits...)
		c.use.terms = answer.Terms
		tried = append(tried, answer.Tried...)
		out.Suggestion = cmp.Or(out.Suggestion, answer.Suggestion)
		return nil
	})
	if err == nil && together {
		tried, err = c.fromAll(ctx, &g, f.query, out)
	}
	if err == nil && len(g.used) == 0 {
		err = refused
	}
	if err != nil {
		return nil, err
	}
	if len(g.used) > 1 && !together {
		slices.SortStableFunc(g.hits, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.root, b.root)) })
	}
	c.movedOn(&cur, render.Digest(g.states))
	if len(g.hits) == 0 && f.empty == "" {
		if f.empty, err = c.beyond(ctx, f); err != nil {
			return nil, err
		}
	}
	return out, c.page(ctx, out, g.hits, cur, limit, f, tried)
}

// fromAll answers a search from all states that are held as from one.
func (c *call) fromAll(ctx context.Context, g *gathered, q index.Query, out *render.Found) (tried []string, err error) {
	v := g.joined()
	answer, err := v.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	v.Within(answer.Hits)
	for _, h := range answer.Hits {
		st := g.of(h.Base)
		g.hits = append(g.hits, ranked{h, st, slices.Index(g.used, st)})
	}
	c.use.terms, out.Suggestion = answer.Terms, answer.Suggestion
	return answer.Tried, nil
}

// fromOrg answers a search from the organisation's cluster; nil where that does not answer, so that the
// repositories here do.
func (c *call) fromOrg(ctx context.Context, f finding) (*render.Found, error) {
	if f.at != "" || f.root != "" {
		return nil, render.Hint(errors.New("org is about the whole organisation, as it is now"), "leave out root and at, or org")
	}
	cur, err := render.ReadCursor(f.cursor, f.asked, render.MaxOffset)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(f.limit, defaultHits)
	f.query.Limit, f.query.NoSnippet = cur.Offset+limit+1, true
	var answer *index.Answer
	err = c.askOrg(ctx, func(ctx context.Context, d *desk.Desk) (err error) {
		answer, err = reach.Search(ctx, d, c.server.o.Org, f.query)
		return err
	})
	if err != nil || answer == nil {
		return nil, err
	}
	out := &render.Found{Hits: []render.Evidence{}, Suggestion: answer.Suggestion}
	reach.Within(answer.Hits)
	rest := answer.Hits[min(cur.Offset, len(answer.Hits)):]
	for i := range rest[:min(len(rest), limit)] {
		// What the cluster knows of a hit.
		h := &rest[i]
		e := evidenceOf(h)
		e.Root, e.Scope, e.SupersededBy = h.Base, h.Scope, h.SupersededBy
		rec := &index.NoteRecord{Inactive: h.Inactive, SupersededBy: h.SupersededBy, DisputedBy: h.DisputedBy}
		rec.Status, rec.Standing, rec.Disputed = h.Status, h.Standing, h.Disputed
		if p := h.Provenance; p != nil {
			rec.Date = p.Date
			e.Commit, e.Author = p.Short, render.Clip(render.CleanLine(p.Author), 60)
		}
		e.SetChanged(rec, nil, c.server.o.Now())
		e.Warnings = render.Warnings(rec, c.server.o.Now())
		out.Hits = append(out.Hits, e)
	}
	out.Hits = out.Hits[:c.form.Fit(out.Hits)]
	if next := cur.Offset + len(out.Hits); len(out.Hits) > 0 && next < len(answer.Hits) && next < render.MaxOffset {
		cur.Offset = next
		out.NextCursor = cur.Encode()
	}
	out.Summary = render.Summary("a note", len(out.Hits), cur, out.NextCursor != "", answer.Tried, "Try other words, or fewer of them.")
	if len(out.Hits) > 0 {
		c.note("notes of other repositories are not here: read cannot open them")
	}
	return out, nil
}

// askOrg calls f with the first desk, to ask the cluster from. A cluster that does not answer is told in
// a notice and is no error.
func (c *call) askOrg(ctx context.Context, f func(ctx context.Context, d *desk.Desk) error) error {
	if len(c.server.bases) == 0 {
		return c.server.o.Without
	}
	err := c.slot.Aside(ctx, func() error {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		return inTime(ctx, f(ctx, c.server.bases[0].Desk))
	})
	if err != nil && reach.Unanswered(err) {
		c.note(render.CleanLine(err.Error()) + "; what is here answers alone")
		return nil
	}
	return err
}

// beyond says what may be found where a search finds nothing: without its filters, or with other words.
func (c *call) beyond(ctx context.Context, f finding) (string, error) {
	given := filtersOf(f.query)
	if len(given) == 0 || strings.TrimSpace(f.query.Text) == "" {
		return "Try other words, fewer of them, or a single identifier; memory_stats tells what there is.", nil
	}
	n := 0
	wide := index.Query{Text: f.query.Text, Mode: f.query.Mode, Limit: mostHits, NoSnippet: true}
	err := c.eachAt(ctx, f.root, f.at, func(ctx context.Context, st *warm.View, day time.Time) error {
		q := wide
		q.Day = day
		answer, err := st.Search(ctx, q)
		if err != nil {
			return err
		}
		n += len(answer.Hits)
		return nil
	})
	if err != nil || n == 0 {
		return "Nor does anything without its filters: try other words; memory_stats tells what there is.", err
	}
	return fmt.Sprintf("Without %s there are %s: leave out what is not needed.", strings.Join(given, ", "), wording.Count(n, "part")), nil
}

// filtersOf names the filters of a query as they are called in the arguments.
func filtersOf(q index.Query) []string {
	var out []string
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"kind", len(q.Filter.Kind) > 0}, {"type", len(q.Filter.Type) > 0}, {"status", len(q.Filter.Status) > 0},
		{"tag", len(q.Filter.Tag) > 0},
		{"path", len(q.Filter.Path) > 0}, {"after", q.Filter.After != ""}, {"before", q.Filter.Before != ""}, {"active", q.ActiveOnly},
	} {
		if f.given {
			out = append(out, f.name)
		}
	}
	return out
}

// page takes the hits from the cursor on, as many as fit.
func (c *call) page(ctx context.Context, out *render.Found, all []ranked, cur render.Cursor, limit int, f finding, tried []string) error {
	rest := all[min(cur.Offset, len(all)):]
	for i := range rest[:min(len(rest), limit)] {
		e, err := c.evidence(ctx, rest[i].st, &rest[i].Hit)
		if err != nil {
			return err
		}
		if f.near != nil {
			e.Near = f.near(rest[i].Hit)
		}
		out.Hits = append(out.Hits, e)
	}
	out.Hits = out.Hits[:c.form.Fit(out.Hits)]
	for i := range out.Hits {
		if f.of != "" {
			break // only notes are said to be read
		}
		c.use.shows(ctx, rest[i].st, rest[i].Path, rest[i].Score)
	}
	if next := cur.Offset + len(out.Hits); len(out.Hits) > 0 && next < len(all) && next < render.MaxOffset {
		cur.Offset = next
		out.NextCursor = cur.Encode()
	}
	out.Summary = render.Summary(cmp.Or(f.of, "a note"), len(out.Hits), cur, out.NextCursor != "", tried, f.empty)
	return nil
}
