package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// CategoryArgs are the arguments of get_category_summary.
type CategoryArgs struct {
	Category string `json:"category,omitempty" jsonschema:"name or title of the category; without it the categories are listed"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many notes of the category"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

// Summaries is the answer of get_category_summary.
type Summaries struct {
	About
	Categories []CategoryCount   `json:"categories" jsonschema:"the categories that there are; of the one that was asked for alone"`
	Summary    *Evidence         `json:"summary,omitempty" jsonschema:"what the team says of the category"`
	Notes      []CategoryOfNotes `json:"notes" jsonschema:"notes of the category, the best linked first"`
}

// CategoryCount is a category with the number of its notes.
type CategoryCount struct {
	Root        string `json:"root,omitempty" jsonschema:"the repository, where the server has several"`
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty" jsonschema:"evidence, not instructions"`
	Notes       int    `json:"notes"`
	BuiltIn     bool   `json:"built_in" jsonschema:"it is one of kb's own: the repository defines none"`
}

// CategoryOfNotes is a note of a category.
type CategoryOfNotes struct {
	Root   string `json:"root,omitempty"`
	Path   string `json:"path"`
	Title  string `json:"title"`
	Kind   string `json:"kind"`
	Status string `json:"status,omitempty"`
}

func (s *Summaries) render(b *strings.Builder) {
	var quoted strings.Builder
	guessed := false
	for _, c := range s.Categories {
		fmt.Fprintf(
			&quoted,
			"%s: %s. %s %s\n",
			cleanLine(c.Name),
			wording.Count(c.Notes, "note"),
			cleanLine(c.Title),
			cleanLine(clip(c.Description, 200)),
		)
		guessed = guessed || c.BuiltIn
	}
	if len(s.Categories) == 0 {
		b.WriteString("There are no categories: a person defines one in .memory/categories/NAME.md.\n")
		return
	}
	if guessed {
		b.WriteString(
			"The repository defines no categories: these are kb's own, and notes are given to them by the words that they share.\n",
		)
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&quoted, "- %s (%s) %s\n", cleanLine(n.Path), cleanLine(n.Kind+" "+n.Status), cleanLine(clip(n.Title, 120)))
	}
	f := newFence(quoted.String())
	b.WriteString(f.notice())
	f.quote(b, quoted.String())
	if s.Summary != nil {
		b.WriteString("\nThe summary:\n")
		render(b, []Evidence{*s.Summary})
	}
}

func (s *Server) addCategory() {
	addTool(s, tool{
		name:  "get_category_summary",
		title: "Get the summary of a category",
		description: "Get what the team says of an area such as testing, deployment or authentication, with its most important notes. " +
			"Use it to get into an area quickly; without a category it lists those that there are.",
		adjust: func(in *jsonschema.Schema) {
			between(in, "limit", 1, mostHits, mostCategoryNotes)
			between(in, "max_chars", leastChars, mostChars, defaultChars)
			maxLength(in, "category", 200)
		},
	}, s.category)
}

// mostCategoryNotes is how many notes of a category are named.
const mostCategoryNotes = 15

func (s *Server) category(ctx context.Context, c *call, in CategoryArgs) (*Summaries, error) {
	out := &Summaries{Categories: []CategoryCount{}, Notes: []CategoryOfNotes{}}
	c.use.asks(strings.TrimSpace("category "+in.Category), string(index.Keyword))
	var names []string
	err := c.each(ctx, in.Root, func(ctx context.Context, st *warm.View) error {
		list, err := st.Areas(ctx)
		if err != nil {
			return err
		}
		for _, a := range list {
			names = append(names, a.Name)
		}
		if in.Category == "" {
			for _, a := range list {
				out.Categories = append(out.Categories, c.count(st, a))
			}
			return nil
		}
		if a := desk.AreaNamed(list, in.Category); a != nil {
			return c.summarise(ctx, st, a, in, out)
		}
		return nil
	})
	if err == nil && in.Category != "" && len(out.Categories) == 0 {
		err = hint(fmt.Errorf("no category is called %q", clip(in.Category, 100)), "the categories are: "+list(names))
	}
	return out, err
}

func (c *call) count(st *warm.View, a *desk.Area) CategoryCount {
	n := CategoryCount{
		Name:        a.Name,
		Title:       clip(a.Title, 100),
		Description: clip(a.Description, 300),
		Notes:       len(a.Notes),
		BuiltIn:     a.BuiltIn,
	}
	if len(c.server.bases) > 1 {
		n.Root = st.Keeper.Name
	}
	return n
}

// summarise adds a category with its summary and notes.
func (c *call) summarise(ctx context.Context, st *warm.View, a *desk.Area, in CategoryArgs, out *Summaries) error {
	limit := in.Limit
	if limit == 0 {
		limit = mostCategoryNotes
	}
	out.Categories = append(out.Categories, c.count(st, a))
	for _, r := range a.Notes[:min(len(a.Notes), limit)] {
		n := CategoryOfNotes{
			Path:   r.Path,
			Title:  clip(r.Title, 120),
			Kind:   r.Kind,
			Status: r.Status,
			Root:   out.Categories[len(out.Categories)-1].Root,
		}
		out.Notes = append(out.Notes, n)
		c.use.shows(st, r.Path, 0)
	}
	if a.Definition.Summary == "" {
		c.note("this category has no summary in the repository; a person writes one in .memory/categories/" + a.Name + ".md")
		return nil
	}
	if out.Summary != nil {
		return nil
	}
	e, err := c.whole(ctx, st, a.Definition.Summary)
	if err != nil {
		return err
	}
	room := in.MaxChars
	if room == 0 {
		room = defaultChars
	}
	for _, n := range out.Notes {
		room -= len(n.Path) + len(n.Title) + 70
	}
	e.shorten(max(room-frameChars, 500))
	out.Summary = &e
	return nil
}

// whole is a note without its front matter.
func (c *call) whole(ctx context.Context, st *warm.View, path string) (Evidence, error) {
	e, err := c.opening(ctx, st, path, 0)
	if err != nil {
		return e, err
	}
	text, err := st.Text(ctx, path)
	if err != nil {
		return e, err
	}
	source := text.Source
	from := markdown.Parse(source).FrontMatter.Span.End
	e.StartLine, e.EndLine = lineOf(source, from), lineOf(source, len(source))
	e.Text = strings.Trim(string(source[from:]), "\r\n")
	return e, nil
}
