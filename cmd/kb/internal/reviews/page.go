package reviews

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/picture"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/revision"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/diff"
	"github.com/9aea2451/kb/text/wording"
)

// pageText is the page for reading: everything in one file, no script, nothing from elsewhere.
//
//go:embed page.html
var pageText string

// pageView is what the page shows.
type pageView struct {
	R                    *review.Review
	Base, Head, Counts   string
	Findings             []pageFinding
	Notes                []pageNote
	Picture              template.HTML
	Recall, RecallBefore float64 // percent
}

// pageFinding is a finding, and the way from it to the statement that it is about.
type pageFinding struct {
	F    review.ScopedFinding
	ID   string // f1, f2 and so on: where the rows lead
	Here string // id of the row of its statement, "" for none
}

// pageNote is a note of the change with its statements.
type pageNote struct {
	N     *review.Note
	About string
	Rows  []pageRow
}

// pageRow is one statement, its two versions side by side.
type pageRow struct {
	ID, What, Where string
	Old, New        template.HTML
	Conflicts       []string // ids of findings
	said            *review.Wording
}

// Page writes the review as one HTML page that needs no other file.
func Page(w io.Writer, r *review.Review, o Options) error {
	return report.Page(w, pageText, functions(&o), newPageView(r, o), picture.Style())
}

// Body returns what Page shows, for a page around it that brings the Style and that of the picture.
func Body(r *review.Review, o Options) (template.HTML, error) {
	t, err := template.New("page").Funcs(functions(&o)).Parse(pageText)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	o.unstyled = true
	err = t.ExecuteTemplate(&b, "review", newPageView(r, o))
	return template.HTML(b.String()), err
}

// Style is the style of the page.
func Style() string {
	_, after, _ := strings.Cut(pageText, "<style>")
	style, _, _ := strings.Cut(after, "</style>")
	return style
}

func functions(o *Options) template.FuncMap { return template.FuncMap{"place": place, "at": o.at} }

// at names a note, at a line unless that is 0, and leads to its page where it has one.
func (o *Options) at(path string, line int) template.HTML {
	name := template.HTMLEscapeString(path)
	if line > 0 {
		name += fmt.Sprintf(":%d", line)
	}
	name = "<code>" + name + "</code>"
	if o.To == nil || o.To(path) == "" {
		return template.HTML(name)
	}
	return template.HTML(`<a href="` + template.HTMLEscapeString(o.To(path)) + `">` + name + "</a>")
}

// newPageView gathers what the page shows.
func newPageView(r *review.Review, o Options) *pageView {
	v := &pageView{R: r, Base: r.Range.BaseName, Head: r.Range.HeadName}
	if r.Range.WorkTree {
		v.Head = "work tree"
	}
	c := r.Counts
	v.Counts = fmt.Sprintf("%s; statements: %d added, %d changed, %d removed, %d reworded, %d moved; %s, %s, %d waived.",
		wording.Count(c.Notes, "note"), c.Added, c.Changed, c.Removed, c.Reworded, c.Moved, wording.Count(c.Errors, "error"),
		wording.Count(c.Warnings, "warning"), c.Waived)
	if remains := c.Remains(); remains != "" {
		v.Counts += " Findings: " + remains + "."
	}
	if r.Recall != nil {
		v.Recall, v.RecallBefore = 100*r.Recall.New, 100*r.Recall.Old
	}
	// Rows by note and text, and by note and line for findings of other texts.
	by := map[string][]*review.Statement{}
	for i := range v.R.Statements {
		s := &v.R.Statements[i]
		by[s.Path()] = append(by[s.Path()], s)
	}
	number := 0
	for i := range v.R.Notes {
		n := &v.R.Notes[i]
		about := []string{n.Kind}
		for _, more := range []string{n.Type, n.Status, n.Category, strings.Join(n.Authors, ", "), strings.Join(agents(n.Agents), ", ")} {
			if more != "" {
				about = append(about, more)
			}
		}
		list := by[n.Path]
		if n.OldPath != "" && n.OldPath != n.Path {
			about = append(about, "was "+n.OldPath)
			list = append(list[:len(list):len(list)], by[n.OldPath]...) // a copy: by keeps its own
		}
		about = append(about, amends(n, func(a *review.Amendment) string { return a.Path }, strings.Clone)...)
		note := pageNote{N: n, About: strings.Join(about, " · ")}
		for _, s := range list {
			number++
			note.Rows = append(note.Rows, row(s, fmt.Sprintf("s%d", number)))
		}
		v.Notes = append(v.Notes, note)
	}
	rows := map[string]*pageRow{}
	for i := range v.Notes {
		for j := range v.Notes[i].Rows {
			r := &v.Notes[i].Rows[j]
			if r.New == "" {
				continue // it goes, and findings are of what is there
			}
			rows[r.said.Path+"\x00"+r.said.Text] = r
			if line := r.said.Path + "\x00" + r.Where; rows[line] == nil {
				rows[line] = r
			}
		}
	}
	v.findings(rows, o.Waived)
	v.picture(&o)
	return v
}

// row puts the two versions of a statement side by side.
func row(s *review.Statement, id string) pageRow {
	r := pageRow{ID: id, What: s.Change, Where: fmt.Sprintf("line %d", said(s).Line), said: said(s)}
	if old := s.From(); old != nil && s.New == nil {
		r.Where = fmt.Sprintf("%s:%d", old.Path, old.Line)
	}
	if len(s.Aspects) > 0 {
		r.What += ": " + strings.Join(s.Aspects, ", ")
	}
	switch {
	case s.Old != nil && s.New != nil && len(s.Words) > 0:
		r.Old, r.New = side(s.Words, revision.Removed, "del"), side(s.Words, revision.Added, "ins")
	case s.Old != nil && s.New != nil:
		r.Old, r.New = plainHTML(s.Old.Text), plainHTML(s.New.Text)
	case s.Old != nil:
		r.Old = "<del>" + plainHTML(s.Old.Text) + "</del>"
	case s.New != nil:
		r.New = "<ins>" + plainHTML(s.New.Text) + "</ins>"
	}
	return r
}

// said is the new wording of a statement, the old one of a statement that goes.
func said(s *review.Statement) *review.Wording {
	if s.New != nil {
		return s.New
	}
	return s.Old
}

func plainHTML(s string) template.HTML { return template.HTML(template.HTMLEscapeString(s)) }

// side is one version of a difference of words, with what only it has marked.
func side(words []diff.Word, own revision.Op, tag string) template.HTML {
	var b strings.Builder
	for _, w := range words {
		text := template.HTMLEscapeString(w.Text)
		switch w.Op {
		case own:
			b.WriteString("<" + tag + ">" + text + "</" + tag + ">")
		case revision.Removed, revision.Added:
		default:
			b.WriteString(text)
		}
	}
	return template.HTML(b.String())
}

// findings lists what should be looked at, and ties contradictions to the rows of their statements,
// both ways.
func (v *pageView) findings(rows map[string]*pageRow, waived bool) {
	for i, f := range v.R.Findings {
		if f.Waived != "" && !waived {
			continue
		}
		p := pageFinding{F: f, ID: fmt.Sprintf("f%d", i+1)}
		for k, at := range append([]validate.Place{f.Place}, f.Related...) {
			r := rows[at.Path+"\x00"+at.Text]
			if r == nil {
				r = rows[fmt.Sprintf("%s\x00line %d", at.Path, at.Line)]
			}
			if r != nil {
				r.Conflicts = append(r.Conflicts, p.ID)
				if k == 0 {
					p.Here = r.ID
				}
			}
		}
		v.Findings = append(v.Findings, p)
	}
}

// pictureNotes bounds the notes of the picture.
const pictureNotes = 60

// picture draws the notes of the change with those that depend on them.
func (v *pageView) picture(o *Options) {
	var nodes []graph.Node
	known := map[string]bool{}
	add := func(n graph.Node) bool {
		if !known[n.Path] && len(nodes) < pictureNotes {
			known[n.Path] = true
			nodes = append(nodes, n)
		}
		return known[n.Path]
	}
	for _, n := range v.R.Notes {
		add(graph.Node{Path: n.Path, Title: n.Title, Kind: n.Kind, Status: n.Status, PageRank: n.PageRank})
	}
	var edges []graph.Edge
	for _, d := range v.R.Dependents {
		if known[d.On] && add(graph.Node{Path: d.Path, Title: d.Title, Kind: d.Kind, PageRank: d.PageRank}) {
			edges = append(edges,
				graph.Edge{From: d.Path, To: d.On, Type: graph.Link, Kind: d.Relation, Strength: 0.5, Source: d.Path, Line: d.Line})
		}
	}
	if len(edges) == 0 {
		return
	}
	p := picture.Picture{Graph: graph.New(nodes, edges), To: o.To, Unstyled: o.unstyled}
	v.Picture = template.HTML(p.SVG())
}
