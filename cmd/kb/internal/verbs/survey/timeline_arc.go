package survey

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/timeline"
	"github.com/9aea2451/kb/text/days"
	"github.com/9aea2451/kb/text/wording"
)

// Arc is the JSON form of the episodes of a topic.
type Arc struct {
	Topic    string    `json:"topic"`
	Episodes []Episode `json:"episodes"` // the earliest first
}

// Episode is an episode of an arc.
type Episode struct {
	Path    string   `json:"path"`
	Line    int      `json:"line"`
	Title   string   `json:"title"`
	Day     string   `json:"day,omitempty"`
	Part    string   `json:"part"` // beginning, middle or end: the thirds of the arc
	Said    string   `json:"said"` // what the note says, cut
	Files   []string `json:"files"`
	Commits []string `json:"commits"`
}

// Bounds of an arc.
const (
	maxEpisodes = 60
	nearTopic   = .4 // of the best score that an episode must have to be about the topic
	maxSaid     = 300
)

// arc finds the episodes of a topic within some days and puts them into the order of time.
func (c *timelineCmd) arc(ctx context.Context, b *session.Base, within timeline.Range) (*Arc, error) {
	found, err := b.View.Search(ctx, index.Query{
		Text: c.Topic, Filter: index.Filter{Type: []string{"episode"}}, Mode: index.Keyword, Limit: maxEpisodes,
	})
	if err != nil {
		return nil, err
	}
	records, err := b.View.Searcher.Notes(ctx, b.App.Now())
	if err != nil {
		return nil, err
	}
	notes := map[string]*index.NoteRecord{}
	for _, r := range records {
		notes[r.Path] = r
	}
	out := &Arc{Topic: c.Topic}
	for _, h := range found.Hits {
		r := notes[h.Path]
		if r == nil || h.Score < nearTopic*found.Hits[0].Score {
			continue
		}
		day := dayOf(&r.Note)
		if !asked(within, day) {
			continue
		}
		out.Episodes = append(out.Episodes, Episode{
			Path: h.Path, Line: h.StartLine, Title: h.Title, Day: day, Said: wording.Clip(wording.OneLine(h.Text), maxSaid),
			Files: r.Files, Commits: texts(r.Extra["commits"]),
		})
	}
	slices.SortStableFunc(out.Episodes, func(a, b Episode) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Path, b.Path)) })
	for i := range out.Episodes {
		out.Episodes[i].Part = []string{"beginning", "middle", "end"}[3*i/len(out.Episodes)]
	}
	return out, nil
}

// asked tells whether a day, month or year, "" for unknown, is asked for: a part of it suffices. What is
// no date counts as unknown.
func asked(within timeline.Range, day string) bool {
	first, last, _ := days.Span(day, time.Time{})
	return (within.Since.IsZero() || !last.Before(within.Since)) && (within.Until.IsZero() || first.Before(within.Until))
}

// texts are the texts of a list in the front matter.
func texts(v any) (out []string) {
	list, _ := v.([]any)
	for _, item := range list {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// dayOf is the day of an episode: the last that its evidence names, else its own.
func dayOf(n *kb.Note) string {
	day := ""
	list, _ := n.Extra["evidence"].([]any)
	for _, item := range list {
		if e, ok := item.(map[string]any); ok {
			if s, ok := e["day"].(string); ok {
				day = max(day, s)
			}
		}
	}
	return cmp.Or(day, n.Date)
}
