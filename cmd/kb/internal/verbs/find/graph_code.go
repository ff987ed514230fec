package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/text/wording"
)

// CodeMap is the JSON form of a map of code: modules by depth and PageRank.
type CodeMap struct {
	Module  string          `json:"module,omitempty"` // where the walk begins
	Modules []incode.Module `json:"modules"`
	Edges   []ModuleEdge    `json:"edges"`
	Total   int             `json:"total"`         // modules before the cut
	Cut     string          `json:"cut,omitempty"` // what is left out, in words
}

// ModuleEdge says that a module uses another.
type ModuleEdge struct {
	From     string  `json:"from"`
	To       string  `json:"to"`
	Strength float64 `json:"strength"` // share of all that From uses of other modules
}

// ofCode shows the modules of the code, and what hangs on them.
func (c *graphCmd) ofCode(ctx context.Context, a *app.App, format string) error {
	if len(c.Types) > 0 || c.At != "" {
		return errors.New("--types and --at are about notes, and --code is not")
	}
	b, s, code, err := notesAndCode(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	defer code.Close()
	m, err := incode.Modules(ctx, b.Desk, code, s)
	a.Progress.Stop()
	if err != nil {
		return err
	}
	v := graphView{base: b, format: format, direction: c.direction(), limit: c.Limit, what: "module"}
	if c.Note != "" {
		var like []string
		if v.start, like = m.Find(b.Repo.Prefix, c.Note); v.start == "" {
			hint := "kb graph --code lists them all"
			if near := m.Nearest(c.Note); len(like) > 0 {
				hint = "one of these: " + strings.Join(like[:min(len(like), 5)], ", ")
			} else if near != "" {
				hint = "did you mean " + near + "?\n" + hint
			}
			lines := strings.Split(hint, "\n")
			for i := range lines {
				lines[i] = report.CleanLine(lines[i])
			}
			return app.WithHint(fmt.Errorf("no folder with source files is called %q", c.Note), "%s", strings.Join(lines, "\n"))
		}
	}
	if v.limit == 0 && (format == "tree" || format == "json") {
		v.limit = 20 // each with what hangs on it
	}
	v.take(m.Graph.Keep(func(*graph.Node) bool { return true }, func(e *graph.Edge) bool { return e.Strength >= c.MinStrength }), c.Depth)
	v.page = func() CodeMap { return v.mapOf(m) }
	return c.write(a, &v)
}

// mapOf tells what hangs on the modules of a view.
func (v *graphView) mapOf(m *incode.Map) CodeMap {
	out := CodeMap{Module: v.start, Modules: []incode.Module{}, Edges: []ModuleEdge{}, Total: v.total, Cut: v.cut}
	nodes := slices.Clone(v.graph.Nodes)
	slices.SortStableFunc(nodes, func(a, b graph.Node) int {
		if v.walk != nil {
			if d := cmp.Compare(v.walk.Steps[a.Path].Depth, v.walk.Steps[b.Path].Depth); d != 0 {
				return d
			}
		}
		return cmp.Compare(b.PageRank, a.PageRank)
	})
	for i := range nodes {
		out.Modules = append(out.Modules, m.Module(nodes[i].Path))
	}
	for _, e := range v.graph.Edges {
		out.Edges = append(out.Edges, ModuleEdge{e.From, e.To, e.Strength})
	}
	slices.SortFunc(out.Edges, func(a, b ModuleEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.To, b.To))
	})
	return out
}

// Of a module are shown at most so many of each.
const (
	shownUses  = 6
	shownNotes = 5
)

// printModules writes a page of modules: what each is made of, what it uses, the notes that speak of
// it, and whose it is.
func (v *graphView) printModules(page CodeMap) {
	p, style := v.base.App.Printf, v.base.App.Style
	for i, m := range page.Modules {
		if i > 0 {
			p("\n")
		}
		p("%s  %s\n", style.Place(app.CleanName(m.Path)),
			style.Faint(fmt.Sprintf("%s, %s", wording.Count(m.Files, "file"), wording.Count(m.Symbols, "symbol"))))
		var uses, top []string
		for _, e := range page.Edges {
			if e.From == m.Path {
				uses = append(uses, app.CleanName(e.To))
			}
		}
		for _, s := range m.Top {
			if name := report.CleanLine(s.Symbol); !slices.Contains(top, name) { // several may have it, as a value and its type
				top = append(top, name)
			}
		}
		printList(v.base, "used most", top, len(top))
		printList(v.base, "uses", uses, shownUses)
		for k, n := range m.Notes {
			if k == shownNotes {
				p("  %s\n", style.Faint(fmt.Sprintf("… and %s more", wording.Count(len(m.Notes)-k, "note"))))
				break
			}
			p("  %s  %s  %s\n", style.Place(app.CleanName(v.base.Shown(n.Path))), report.CleanLine(n.Title),
				style.Faint(report.CleanLine(strings.TrimSuffix(n.Kind+", "+n.Inactive, ", "))))
		}
		printList(v.base, "owners", m.Owners, len(m.Owners))
	}
	if v.cut != "" {
		p("(%s)\n", v.cut)
	}
}

// printList writes a line of names, those beyond most as a number.
func printList(b *session.Base, what string, names []string, most int) {
	if len(names) == 0 {
		return
	}
	more := ""
	if len(names) > most {
		names, more = names[:most], fmt.Sprintf(" and %d more", len(names)-most)
	}
	b.App.Printf("  %s %s%s\n", b.App.Style.Faint(what+":"), report.CleanLine(strings.Join(names, ", ")), more)
}
