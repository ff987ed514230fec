package panel

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// How many hits a search shows, and how many at most.
const (
	someHits = 20
	mostHits = 100
)

// search is what the page of the search shows.
type search struct {
	Query, Kind, Status, Tag, Path, At string
	Active                             bool
	CanOrg, Org                        bool // the organisation's cluster can be asked, and is
	Kinds, Statuses                    []string
	Asked                              bool
	Hits                               []hit
	Suggestion                         string
	LeftOut                            int
	More                               string // leads to more hits, "" where there are none
}

// hit is a section that was found.
type hit struct {
	row
	Repository      string // of the organisation; "" for this one
	Anchor, Heading string
	Line            int
	Snippet         []piece
}

// piece is a stretch of text.
type piece struct {
	Text   string
	Marked bool
}

// search makes the page of hits, or the part of it that the script replaces while somebody types.
// It asks only where there are words, a tag or a path: a kind or a status alone is no search.
func (p *Panel) search(ctx context.Context, v *warm.View, r *request) (*page, error) {
	s := &search{
		Query: r.value("q"), Kind: r.value("kind"), Status: r.value("status"), Tag: r.value("tag"), Path: r.value("path"),
		At: r.value("at"), Active: r.value("active") != "", CanOrg: p.o.Org != nil, Kinds: kb.Kinds(), Statuses: kb.Statuses(),
	}
	g := p.newPage("search", "Search", s)
	g.Part, g.At = r.value("part") != "", s.At
	if s.Query == "" && s.Tag == "" && s.Path == "" {
		return g, nil
	}
	s.Asked, s.Org = true, s.CanOrg && r.value("org") != "" && s.At == ""
	return g, p.at(ctx, v, g, func(ctx context.Context, v *warm.View, m desk.Moment) error {
		limit := someHits
		if r.value("more") != "" {
			limit = mostHits
		}
		answer, err := p.answer(ctx, v, g, s, s.query(m, limit+1))
		if err != nil {
			return err
		}
		if len(answer.Hits) > limit {
			answer.Hits = answer.Hits[:limit]
			if limit == someHits {
				q := r.URL.Query()
				q.Del("part")
				q.Set("more", "1")
				s.More = "/search?" + q.Encode()
			}
		}
		s.Suggestion, s.LeftOut = answer.Suggestion, answer.LeftOut
		for i := range answer.Hits {
			h, err := p.hit(ctx, v, &answer.Hits[i])
			if err != nil {
				return err
			}
			s.Hits = append(s.Hits, h)
		}
		return nil
	})
}

// answer answers from the repository or, where that is asked for and it answers, from the organisation's
// cluster.
func (p *Panel) answer(ctx context.Context, v *warm.View, g *page, s *search, q index.Query) (*index.Answer, error) {
	if s.Org {
		answer, err := reach.Search(ctx, v.Desk, p.o.Org, q)
		if err == nil {
			reach.Within(answer.Hits)
		}
		if err == nil || !reach.Unanswered(err) {
			return answer, err
		}
		s.Org = false
		g.notice(report.CleanLine(err.Error()) + "; this repository alone answers")
	}
	return v.Search(ctx, q)
}

// query is what the index is asked.
func (s *search) query(m desk.Moment, limit int) index.Query {
	q := index.Query{Text: s.Query, Limit: limit, ActiveOnly: s.Active, Day: m.Day}
	for _, f := range []struct {
		to    *[]string
		value string
	}{{&q.Filter.Kind, s.Kind}, {&q.Filter.Status, s.Status}, {&q.Filter.Tag, strings.TrimPrefix(s.Tag, "#")}, {&q.Filter.Path, s.Path}} {
		if f.value != "" {
			*f.to = []string{f.value}
		}
	}
	return q
}

// hit describes a section that was found.
func (p *Panel) hit(ctx context.Context, v *warm.View, h *index.Hit) (hit, error) {
	out := hit{Anchor: h.Anchor, Line: h.StartLine, Snippet: pieces(h.Snippet, h.Highlights)}
	out.row = row{Path: h.Path, Title: cmp.Or(h.Title, h.Path), Kind: h.Kind}
	if h.Scope == org.Scope {
		out.Repository, out.Marks = h.Base, marksOf(h)
	} else if rec, err := v.Note(ctx, h.Path); err != nil {
		return hit{}, err
	} else if rec != nil {
		out.row = p.row(v, rec)
	}
	out.Heading = strings.Join(wording.Below(h.Title, h.HeadingPath), " › ")
	return out, nil
}

// marksOf says of a hit of another repository how far it holds.
func marksOf(h *index.Hit) (out []mark) {
	if h.Status != "" {
		out = append(out, mark{"status", h.Status})
	}
	if said := kb.StandingWord(h.Standing, h.Status, h.Inactive); said != "" {
		out = append(out, mark{"gone", said})
	}
	if h.Inactive != "" && h.Inactive != h.Status {
		out = append(out, mark{"gone", "does not hold: " + h.Inactive})
	}
	if h.Disputed {
		out = append(out, mark{"warn", "disputed"})
	}
	return out
}

// pieces cuts a text at the ranges that are marked, which lie in order.
func pieces(text string, marked [][2]int) (out []piece) {
	at := 0
	for _, m := range marked {
		if m[0] < at || m[1] > len(text) || m[0] >= m[1] {
			continue
		}
		if m[0] > at {
			out = append(out, piece{text[at:m[0]], false})
		}
		out = append(out, piece{text[m[0]:m[1]], true})
		at = m[1]
	}
	if at < len(text) {
		out = append(out, piece{text[at:], false})
	}
	return out
}

// at does something with the view of the day or commit that a page shows.
func (p *Panel) at(
	ctx context.Context, v *warm.View, g *page, do func(ctx context.Context, v *warm.View, m desk.Moment) error,
) error {
	m, err := v.Moment(ctx, g.At)
	if err != nil {
		return err
	}
	if m.Commit == "" {
		return do(ctx, v, m)
	}
	past, err := p.keeper.Past(ctx, m)
	if err != nil {
		return err
	}
	defer past.Release()
	g.notice(fmt.Sprintf("as of commit %.10s, %s: what has changed since is not shown", m.Commit, m.Day.UTC().Format(time.DateOnly)))
	return do(ctx, past, m)
}
