package mcp

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/google/jsonschema-go/jsonschema"
)

// TopicArgs are the arguments of recall_decision.
type TopicArgs struct {
	Topic    string `json:"topic" jsonschema:"such as \"session storage\""`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many decisions"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

// addDecision registers recall_decision, which has no cursor: the decisions that do not fit are the
// oldest.
func (s *Server) addDecision() {
	addTool(s, tool{
		name:  "recall_decision",
		title: "Recall why something was decided",
		description: "Recall what was decided about a topic and why: the decisions and what superseded them, oldest to newest. " +
			"Use it before you revise or work around a choice, and to answer \"why do we …\".",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "topic", maxQuery) },
	}, s.decision)
}

// decision lists the decisions on a topic, the oldest first, with what they superseded. Where no
// repository that is asked has a decision it gives what other notes say of the topic.
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
	if none {
		if other, err := c.undecided(ctx, in); err != nil || len(other.Hits) > 0 {
			return other, err
		}
	}
	out.FitDecisions(c.form, none)
	return out, nil
}

// undecided gives the notes that hold and speak of a topic, where no note says that it is a decision.
func (c *call) undecided(ctx context.Context, in TopicArgs) (*render.Found, error) {
	q := index.Query{Text: desk.PlainQuery(render.Clip(in.Topic, maxQuery)), ActiveOnly: true}
	out, err := c.find(ctx, finding{query: q, root: in.Root, limit: in.Limit, asked: "undecided"})
	if err != nil {
		return nil, err
	}
	out.Summary, out.NextCursor = "No note of this repository is a decision; these speak of it. "+render.MissingKind("decision"), ""
	return out, nil
}

// decisions adds the decisions of a repository on a topic to an answer. known reports whether it has
// any decision at all.
func (c *call) decisions(ctx context.Context, st *warm.View, in TopicArgs) (found []render.Evidence, known bool, err error) {
	decided, err := st.Decisions(ctx, in.Topic, cmp.Or(in.Limit, defaultHits))
	if err != nil {
		return nil, false, err
	}
	for i := range decided.Hits {
		c.use.shows(ctx, st, decided.Hits[i].Path, decided.Hits[i].Score)
	}
	for _, d := range decided.Lines {
		e, err := c.opening(ctx, st, d.Path, false)
		if err != nil {
			return nil, decided.Known, err
		}
		e.Score = d.Score
		found = append(found, e)
	}
	return found, decided.Known, nil
}
