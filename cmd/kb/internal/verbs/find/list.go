package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/text/wording"
)

// List is kb list.
func (Verbs) List() app.Verb {
	return app.Verb{
		Name: "list", Place: 12,
		Help:    "List notes by filters, in an order of your choice.",
		Command: &listCmd{},
		Answers: []any{Listed{}},
		Words: map[string]string{
			"sorts":  "By ${choices}; the newest, most or greatest first.",
			"listed": "Filters such as kind:decision, -status:draft, tag:auth, after:2.weeks; without one all notes.",
			"fields": strings.Join(fieldNames(), ", "),
		},
	}
}

// listCmd lists notes.
type listCmd struct {
	Filters []string `arg:"" optional:"" name:"filter" complete:"query" help:"${listed}"`

	Sort    string `enum:"path,title,date,changed,links,importance,confidence" default:"path" help:"${sorts}"`
	Reverse bool   `short:"r" help:"The other way round."`
	Active  bool   `help:"Leave out what is not in force: proposed, not chosen, superseded, archived, expired, history."`
	Limit   int    `short:"n" default:"0" placeholder:"N" help:"At most this many notes (0, the default: all)."`
	Format  string `placeholder:"TEXT" help:"What is printed of each note: text with \\t, \\n and {fields}."`
	Null    bool   `short:"0" help:"End each note with a NUL byte instead of a line, for xargs -0."`
	session.AtFlag
}

// Listed is the JSON form of a list of notes.
type Listed struct {
	Notes []ListedNote `json:"notes"`
	Total int          `json:"total"` // before the limit
}

// ListedNote is a note of a list.
type ListedNote struct {
	Note    *index.NoteRecord `json:"note"`
	Left    float64           `json:"left"`              // of its confidence, after age and use
	Changed string            `json:"changed,omitempty"` // day of the last commit
}

// Run lists the notes.
func (c *listCmd) Run(ctx context.Context, a *app.App) error {
	format, err := c.parsed()
	if err != nil {
		return err
	}
	b, s, when, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	records, err := s.List(ctx, b.View.Asked(index.Query{
		Text: strings.Join(c.Filters, " "), Folder: b.Repo.Prefix, ActiveOnly: c.Active, Day: when.Day,
	}))
	if errors.Is(err, index.ErrQuery) && !errors.As(err, new(*index.ValueError)) {
		return app.WithHint(err, "list notes by filters: kb list kind:decision; find them by words: kb search WORDS")
	}
	if err != nil {
		return err
	}
	touched := map[string]time.Time{}
	if c.Sort == "changed" || slices.ContainsFunc(format, func(p part) bool { return p.field == "changed" }) || b.App.JSON {
		past, err := b.HistoryAt(ctx, b.View.At.Commit)
		if err != nil {
			return err
		}
		if past.Head != "" {
			if touched, err = past.LastTouches(ctx, past.Head); err != nil {
				return err
			}
		}
	}
	notes := make([]ListedNote, 0, len(records))
	for _, r := range records {
		n := ListedNote{Note: r.NoteRecord, Left: r.Left}
		if t := touched[r.Path]; !t.IsZero() {
			n.Changed = t.UTC().Format(time.DateOnly)
		}
		notes = append(notes, n)
	}
	out := Listed{Notes: c.sorted(notes), Total: len(notes)}
	if c.Limit > 0 {
		out.Notes = out.Notes[:min(c.Limit, len(out.Notes))]
	}
	if a.JSON {
		return a.Emit(out)
	}
	c.print(b, out, format)
	if len(out.Notes) == 0 && !b.Empty {
		a.Remark("no note passes the filters")
	}
	return nil
}

// sorted puts notes in the order that was asked for; what is alike stays in that of the paths.
func (c *listCmd) sorted(notes []ListedNote) []ListedNote {
	slices.SortStableFunc(notes, func(a, b ListedNote) int {
		order := 0
		switch c.Sort {
		case "path":
			order = strings.Compare(a.Note.Path, b.Note.Path)
		case "title":
			order = strings.Compare(strings.ToLower(a.Note.Title), strings.ToLower(b.Note.Title))
		case "date":
			order = strings.Compare(b.Note.Date, a.Note.Date)
		case "changed":
			order = strings.Compare(b.Changed, a.Changed)
		case "links":
			order = cmp.Compare(b.Note.InLinks, a.Note.InLinks)
		case "importance":
			order = cmp.Compare(b.Note.Importance, a.Note.Importance)
		case "confidence":
			order = cmp.Compare(b.Left, a.Left)
		}
		if c.Reverse {
			return -order
		}
		return order
	})
	return notes
}

// part is a piece of a format: text, or a field.
type part struct{ text, field string }

// parsed reads --format: text with \t, \n and {fields}.
func (c *listCmd) parsed() ([]part, error) {
	rest := strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\0`, "\x00", `\\`, `\`).Replace(c.Format)
	var out []part
	for rest != "" {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			out = append(out, part{text: before})
		}
		if !found {
			break
		}
		name, more, closed := strings.Cut(after, "}")
		if !closed {
			return nil, app.WithHint(fmt.Errorf("--format: no } ends {%s", name), "a field is written as {path}")
		}
		if !slices.Contains(fieldNames(), name) {
			err := fmt.Errorf("--format: no field is called %q", name)
			if near := wording.Slip(name, fieldNames()); near != "" {
				return nil, app.WithHint(err, "did you mean {%s}?", near)
			}
			return nil, app.WithHint(err, "there are: %s", strings.Join(fieldNames(), ", "))
		}
		out, rest = append(out, part{field: name}), more
	}
	if c.Limit < 0 {
		return nil, errors.New("--limit must be at least 0")
	}
	return out, nil
}

// fieldNames are what a format can name of a note.
func fieldNames() []string {
	return []string{"path", "title", "kind", "type", "status", "date", "changed", "tags", "category", "id", "label", "links",
		"importance", "confidence", "inactive"}
}

// field is one field of a note, on one line.
func (n *ListedNote) field(b *session.Base, name string) string {
	value := ""
	switch name {
	case "path":
		return app.CleanName(b.Shown(n.Note.Path))
	case "title":
		value = n.Note.Title
	case "kind":
		value = n.Note.Kind
	case "type":
		value = n.Note.Type
	case "status":
		value = n.Note.Status
	case "date":
		value = n.Note.Date
	case "changed":
		value = n.Changed
	case "tags":
		value = strings.Join(n.Note.Tags, ",")
	case "category":
		value = n.Note.Category
	case "id":
		value = n.Note.ID
	case "label":
		value = n.Note.Label
	case "links":
		value = strconv.Itoa(n.Note.InLinks)
	case "importance":
		value = fmt.Sprintf("%.2f", n.Note.Importance)
	case "confidence":
		value = fmt.Sprintf("%.2f", n.Left)
	case "inactive":
		value = n.Note.Inactive
	}
	return report.CleanLine(value)
}

// print writes the list: for a person with titles in columns, for a program a path a line.
func (c *listCmd) print(b *session.Base, list Listed, format []part) {
	a := b.App
	a.Verbatim()
	end := "\n"
	if c.Null {
		end = "\x00"
		a.Bytes()
	}
	switch {
	case len(format) == 0 && app.IsTerminal(a.Stdout) && !c.Null:
		a.Unwrapped()
		w := tabwriter.NewWriter(a.Out, 0, 8, 2, ' ', 0)
		for _, n := range list.Notes {
			fmt.Fprintf(w, "%s\t%s\n", n.field(b, "path"), report.ClipLine(n.field(b, "title"), widestTitle))
		}
		w.Flush()
	case len(format) == 0:
		for _, n := range list.Notes {
			a.Printf("%s%s", n.field(b, "path"), end)
		}
	default:
		for _, n := range list.Notes {
			for _, p := range format {
				if p.field != "" {
					a.Printf("%s", n.field(b, p.field))
				}
				a.Printf("%s", p.text)
			}
			a.Printf("%s", end)
		}
	}
}

// widestTitle is how many characters of a title a list for people shows.
const widestTitle = 80
