package reviews

import (
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
const pageText = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><!--policy--><meta name="viewport" content="width=device-width,initial-scale=1"><title>Review of {{.Base}}..{{.Head}}</title>
<style>
body{font:14px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem;margin:1.4rem 0 .3rem}code,td{overflow-wrap:anywhere}
.verdict{padding:.1rem .6rem;border-radius:1rem;color:#fff}.conflict{background:#cf222e}.look{background:#9a6700}.clean{background:#1a7f37}
table{border-collapse:collapse;width:100%;table-layout:fixed}td{vertical-align:top;border-bottom:1px solid #d1d9e0;padding:.3rem .5rem}
td.at{width:7.5rem}.faint{color:#59636e}del{background:#ffebe9}ins{background:#dafbe1;text-decoration:none}.finding{border-left:4px solid #9a6700;padding:.1rem .8rem;margin:.7rem 0}
.finding.error{border-color:#cf222e}.finding:target,tr:target{outline:2px solid #0969da}blockquote{margin:.3rem 0;padding-left:.8rem;border-left:2px solid #d1d9e0}svg{max-width:100%;height:auto}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}td,blockquote{border-color:#3d444d}.faint{color:#9198a1}del{background:#67060c}ins{background:#033a16}a{color:#4493f8}}
</style></head><body>
<h1>Review of {{.Base}}..{{.Head}} <span class="verdict {{.R.Verdict}}">{{.R.Verdict}}</span></h1>
<p>Risk {{printf "%.2f" .R.Risk.Score}} <span class="faint">(authority {{printf "%.2f" .R.Risk.Authority}}, force {{printf "%.2f" .R.Risk.Force}}, conflicts {{printf "%.2f" .R.Risk.Conflicts}}, removed {{printf "%.2f" .R.Risk.Removed}})</span>.
{{.Counts}}</p>
{{if .Findings}}<h2>Findings</h2>{{range .Findings}}<div class="finding {{.F.Severity}}" id="{{.ID}}"><b>{{.F.Severity}}</b> {{if .Here}}<a href="#{{.Here}}">{{end}}<code>{{.F.Path}}:{{.F.Line}}</code>{{if .Here}}</a>{{end}} <span class="faint">{{.F.Rule}}, {{.F.Scope}}{{if .F.Branch}} {{.F.Branch}}{{end}}</span><br>{{.F.Message}}
{{if .F.Text}}<blockquote>{{.F.Text}}</blockquote>{{end}}{{range .F.Related}}<span class="faint"><code>{{.Path}}:{{.Line}}</code></span>{{if .Text}}<blockquote>{{.Text}}</blockquote>{{end}}{{end}}
{{if .F.Explanation}}<div class="faint">{{.F.Explanation}}</div>{{end}}{{if .F.Suggestion}}<div>{{.F.Suggestion}}</div>{{end}}{{if .F.Waived}}<div>waived: {{.F.Waived}}</div>{{end}}</div>{{end}}{{end}}
{{if .Notes}}<h2>Notes</h2>{{range .Notes}}<h3>{{.N.Change}} <code>{{.N.Path}}</code> {{.N.Title}}</h3>
<p class="faint">{{.About}}</p>
{{if .Rows}}<table><tbody>{{range .Rows}}<tr id="{{.ID}}"><td class="at"><b>{{.What}}</b><br><span class="faint">{{.Where}}</span>{{range .Conflicts}}<br><a href="#{{.}}">conflict</a>{{end}}</td><td>{{.Old}}</td><td>{{.New}}</td></tr>{{end}}</tbody></table>{{end}}{{end}}{{end}}
{{if .Picture}}<h2>Neighbourhood</h2><p class="faint">The notes of the change and those that depend on them.</p>{{.Picture}}{{end}}
{{if .R.Recall}}<h2>Saved queries</h2><p>{{printf "%.0f" .Recall}} % of {{.R.Recall.Queries}} find their note among the first {{.R.Recall.Top}} (before: {{printf "%.0f" .RecallBefore}} %).</p>
{{if .R.Queries}}<table><tbody>{{range .R.Queries}}<tr><td>{{.Query}}</td><td><code>{{.Note}}</code></td><td>{{.Change}}: {{place .Old}} → {{place .New}}</td></tr>{{end}}</tbody></table>{{end}}{{end}}
{{if .R.Dependents}}<h2>Depends on what changes</h2><table><tbody>{{range .R.Dependents}}<tr><td><code>{{.Path}}:{{.Line}}</code> {{.Title}}</td><td>{{.Relation}} <code>{{.On}}</code></td></tr>{{end}}</tbody></table>{{end}}
{{if .R.Staleness}}<h2>Staleness</h2>{{range .R.Staleness}}<p>{{.Change}}: <code>{{.Path}}</code> {{range .Reasons}}{{.}}; {{end}}</p>{{end}}{{end}}
{{if .R.Reviewers}}<h2>Should look</h2><table><tbody>{{range .R.Reviewers}}<tr><td>{{.Name}} <span class="faint">{{.By}}</span></td><td>{{range .Notes}}<code>{{.}}</code> {{end}}</td></tr>{{end}}</tbody></table>{{end}}
{{if .R.Commits}}<h2>Commits</h2><table><tbody>{{range .R.Commits}}<tr><td class="at"><code>{{slice .ID 0 10}}</code></td><td>{{.Subject}}</td><td>{{.Author}}{{range .Agents}}, {{.}} (agent){{end}}</td></tr>{{end}}</tbody></table>{{end}}
{{range .R.NotJudged}}<p class="faint">not judged: {{.}}</p>{{end}}
</body></html>
`

// pageView is what the page shows.
type pageView struct {
	R                    *review.Review
	Base, Head, Counts   string
	Findings             []pageFinding
	Notes                []pageNote
	Picture              template.HTML
	Recall, RecallBefore float64 // percent
}

type pageFinding struct {
	F    review.ScopedFinding
	ID   string
	Here string // id of the row of its statement, "" for none
}

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
	v := &pageView{R: r, Base: r.Range.BaseName, Head: r.Range.HeadName}
	if r.Range.WorkTree {
		v.Head = "work tree"
	}
	c := r.Counts
	v.Counts = fmt.Sprintf(
		"%s; statements: %d added, %d changed, %d removed, %d reworded, %d moved; %s, %s, %d waived.",
		wording.Count(c.Notes, "note"),
		c.Added,
		c.Changed,
		c.Removed,
		c.Reworded,
		c.Moved,
		wording.Count(c.Errors, "error"),
		wording.Count(c.Warnings, "warning"),
		c.Waived,
	)
	if r.Recall != nil {
		v.Recall, v.RecallBefore = 100*r.Recall.New, 100*r.Recall.Old
	}
	rows := v.notes()
	v.findings(rows, o.Waived)
	v.picture()
	return report.Page(w, pageText, template.FuncMap{"place": place}, v, picture.Style)
}

// notes makes the rows, and gives them by note and text, and by note and line for findings of other texts.
func (v *pageView) notes() map[string]*pageRow {
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
			list = append(list[:len(list):len(list)], by[n.OldPath]...)
		}
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
			rows[r.said.Path+"\x00"+r.said.Text] = r
			if line := r.said.Path + "\x00" + r.Where; rows[line] == nil {
				rows[line] = r
			}
		}
	}
	return rows
}

// row puts the two versions of a statement side by side.
func row(s *review.Statement, id string) pageRow {
	r := pageRow{ID: id, What: s.Change, Where: fmt.Sprintf("line %d", said(s).Line), said: said(s)}
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
func (v *pageView) picture() {
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
			edges = append(
				edges,
				graph.Edge{From: d.Path, To: d.On, Type: graph.Link, Kind: d.Relation, Strength: 0.5, Source: d.Path, Line: d.Line},
			)
		}
	}
	if len(edges) == 0 {
		return
	}
	p := picture.Picture{Graph: graph.New(nodes, edges)}
	v.Picture = template.HTML(p.SVG())
}
