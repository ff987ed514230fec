package panel

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
)

// How many of each sort the page of a note shows.
const (
	mostLinks    = 60
	mostNear     = 8
	mostCommits  = 20
	mostSections = 60
)

// note is what the page of a note shows.
type note struct {
	row
	Record       *index.NoteRecord
	SupersededBy string
	Fields       []field
	HTML         template.HTML
	Plain        string // why it is shown as it is written, "" where it is rendered
	Anchor       string // of the title
	In, Out      []reference
	Relations    []reference
	InRest       int
	OutRest      int
	Near         []near
	Stale        *stale.Assessment
	Disputes     []validate.Finding
	Log          *desk.NoteLog
	Blame        *desk.NoteBlame
	Sections     []desk.SectionBlame
	At           string
}

// field is one line of the front matter.
type field struct{ Key, Value string }

// reference is a link to or from the note.
type reference struct {
	Path, Title, Text string // the path is "" where it leads nowhere
	Relation          string
	Line              int
}

// near is a note that is near, and why.
type near struct{ Path, Title, Why string }

// note makes the page of the note at a path, as of the day or commit of the parameter at. A path
// that no note has is desk.UnknownError.
func (p *Panel) note(ctx context.Context, v *warm.View, r *request) (*page, error) {
	n := &note{At: r.value("at")}
	g := p.newPage("note", "", n)
	g.At = n.At
	file := r.PathValue("path")
	return g, p.at(ctx, v, g, func(ctx context.Context, v *warm.View, _ desk.Moment) error {
		return p.fillNote(ctx, v, g, n, file)
	})
}

// fillNote reads the note at a path.
func (p *Panel) fillNote(ctx context.Context, v *warm.View, g *page, n *note, file string) error {
	rec, err := v.Note(ctx, file)
	if err != nil {
		return err
	}
	if rec == nil {
		return &desk.UnknownError{Name: file}
	}
	n.Record, n.row, n.SupersededBy = rec, p.row(v, rec), rec.SupersededBy
	g.Title = n.row.Title
	text, err := v.TextOf(ctx, desk.Ref{Path: file})
	if err != nil {
		return err
	}
	out, in, err := v.Searcher.Links(ctx, file)
	if err != nil {
		return err
	}
	to, err := n.references(ctx, v, &desk.Links{Out: out, In: in})
	if err != nil {
		return err
	}
	doc := notes.Document(text.Source)
	n.Fields = fields(&doc.FrontMatter)
	n.HTML, n.Plain = p.rendered(text.Source, doc, leading{page: g, path: file, notes: to, title: &n.Anchor})
	found, err := v.Related(ctx, file, mostNear)
	if err != nil {
		return err
	}
	for _, h := range found.Hits {
		shares := nearness.Shares(h)
		if len(shares) == 1 { // all of it: 100 % would read like a likeness
			shares[0], _, _ = strings.Cut(shares[0], " ")
		}
		why := append(shares, found.Facts(h.Path)...)
		if said := kb.StandingWord(h.Standing, "", ""); said != "" {
			why = append([]string{said}, why...)
		}
		n.Near = append(n.Near, near{h.Path, cmp.Or(h.Title, h.Path), strings.Join(why, ", ")})
	}
	if v.At.Commit != "" {
		return nil
	}
	if s := p.stale.newest(); s != nil {
		if i, ok := s.of[file]; ok {
			n.Stale = &s.Notes[i]
		}
	}
	if d := p.disputed.newest(); d != nil {
		for _, f := range d.of[file] {
			n.Disputes = append(n.Disputes, *f)
		}
		n.Disputes = n.Disputes[:min(len(n.Disputes), mostNear)]
	}
	return n.past(ctx, p, v, g, text)
}

// references lists the links of the note, and gives the note that each target means.
func (n *note) references(ctx context.Context, v *warm.View, l *desk.Links) (to map[string]string, err error) {
	to = map[string]string{}
	add := func(list *[]reference, rest *int, other string, l *index.LinkRecord) error {
		ref := reference{Path: other, Text: cmp.Or(l.Target, other), Line: l.Line, Title: cmp.Or(other, l.Target)}
		if rec, err := v.Note(ctx, other); err != nil {
			return err
		} else if rec != nil {
			ref.Title = cmp.Or(rec.Title, other)
		}
		if ref.Relation = relationOf(l, other == l.From); ref.Relation != "" {
			list, rest = &n.Relations, new(int)
		}
		ref.add(list, rest)
		return nil
	}
	for i := range l.Out {
		if o := &l.Out[i]; o.State == "external" {
			continue
		} else if o.State == "ok" {
			to[o.Target] = o.To
		}
		if err := add(&n.Out, &n.OutRest, l.Out[i].To, &l.Out[i]); err != nil {
			return nil, err
		}
	}
	for i := range l.In {
		if err := add(&n.In, &n.InRest, l.In[i].From, &l.In[i]); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// add lists a reference that is not there yet; rest counts those for which there is no room.
func (ref reference) add(list *[]reference, rest *int) {
	known := func(r reference) bool { return r.Path == ref.Path && r.Relation == ref.Relation }
	switch {
	case ref.Path != "" && slices.ContainsFunc(*list, known): // once is enough
	case len(*list) >= mostLinks:
		*rest++
	default:
		*list = append(*list, ref)
	}
}

// relationOf says what a link says of the other note, "" where it only leads there. back is a link of the
// other note to this one.
func relationOf(l *index.LinkRecord, back bool) string {
	if l.Type == "" {
		return ""
	}
	if back != l.Inverse {
		return strings.ReplaceAll(kb.Inverse(l.Type), "_", " ")
	}
	return strings.ReplaceAll(l.Type, "_", " ")
}

// past adds the life of the note, and who its sections come from.
func (n *note) past(ctx context.Context, p *Panel, v *warm.View, g *page, text desk.Text) error {
	past, current, err := p.pastOf(ctx, v)
	if err := g.settle("the history", current, err); err != nil || past == nil {
		return err
	}
	if n.Log, err = past.Log(ctx, text.Path, notelog.Options{Limit: mostCommits, NoDiff: true}); err != nil {
		n.Log = nil // one that is not committed has none
	}
	if past.Head == "" || len(text.Source) > maxRendered {
		return ctx.Err()
	}
	if n.Blame, err = past.Blame(ctx, text.Ref, text.Source); err == nil {
		n.Sections = n.Blame.Sections[:min(len(n.Blame.Sections), mostSections)]
	} else {
		n.Blame = nil
	}
	return ctx.Err()
}

// fields lists the front matter as it is written, long values cut.
func fields(f *markdown.FrontMatter) (out []field) {
	for _, one := range f.Fields {
		out = append(out, field{one.Key, short(valueOf(one.Value), 500)})
	}
	return out[:min(len(out), 40)]
}

// valueOf writes a value of the front matter for a person.
func valueOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []any:
		var all []string
		for _, one := range v[:min(len(v), 50)] {
			all = append(all, valueOf(one))
		}
		return strings.Join(all, ", ")
	case map[string]any:
		var all []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, key+": "+valueOf(v[key]))
		}
		return strings.Join(all, "; ")
	case time.Time:
		return v.Format(time.DateOnly)
	}
	return fmt.Sprint(value)
}

// short cuts text to n characters.
func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
