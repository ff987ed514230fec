package mcp

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/google/jsonschema-go/jsonschema"
)

// CategoryArgs are the arguments of get_category_summary.
type CategoryArgs struct {
	Category string `json:"category,omitempty" jsonschema:"name or title"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many notes of the category"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

// addCategory registers get_category_summary. Its limit is one of notes; all categories are listed.
func (s *Server) addCategory() {
	addTool(s, tool{
		name:  "get_category_summary",
		title: "Get the summary of a category",
		description: "Get what the team says of an area such as testing or deployment, with its most important notes. " +
			"Without a category it lists those that there are.",
		adjust: func(in *jsonschema.Schema) {
			wire.Between(in, "limit", 1, mostHits, mostCategoryNotes)
			wire.Between(in, "max_chars", render.LeastChars, render.MostChars, render.DefaultChars)
			wire.MaxLength(in, "category", 200)
		},
	}, s.category)
}

// mostCategoryNotes is how many notes of a category are named.
const mostCategoryNotes = 15

// category lists the categories of all repositories that are asked, or for a name or title those
// that go by it with their notes, and the summary of the first that has one. A name that none has
// is an error that names those that there are.
func (s *Server) category(ctx context.Context, c *call, in CategoryArgs) (*render.Summaries, error) {
	out := &render.Summaries{Categories: []render.CategoryCount{}, Notes: []render.CategoryOfNotes{}}
	c.use.asks(strings.TrimSpace("category "+in.Category), string(index.Keyword))
	var names []string
	err := c.each(ctx, in.Root, func(ctx context.Context, st *warm.View) error {
		all, err := st.Categories(ctx)
		if err != nil {
			return err
		}
		list := all.Used()
		for _, a := range list {
			names = append(names, a.Name)
		}
		if in.Category == "" {
			for _, a := range list {
				out.Count(c.server.rootOf(st), a)
			}
			return nil
		}
		if a := all.Named(in.Category); a != nil {
			for _, r := range out.Take(c.server.rootOf(st), a, cmp.Or(in.Limit, mostCategoryNotes)) {
				c.use.shows(ctx, st, r.Path, 0)
			}
			if a.Definition.Summary == "" {
				c.note("this category has no summary in the repository; a person writes one in .memory/categories/" + a.Name + ".md")
				return nil
			}
			if out.Summary != nil {
				return nil
			}
			e, err := c.opening(ctx, st, a.Definition.Summary, true)
			if err != nil {
				return err
			}
			c.form.Shorten(&e, max(c.form.Room()-out.Size(c.form), 500))
			out.Summary = &e
			return nil
		}
		return nil
	})
	if err == nil && in.Category != "" && len(out.Categories) == 0 {
		advice := "the categories are: " + render.List(names)
		if len(names) == 0 {
			advice = "the repository has none: look for its subject with the tool search"
		}
		err = render.Hint(fmt.Errorf("no category is called %q", render.Clip(in.Category, 100)), advice)
	}
	return out, err
}
