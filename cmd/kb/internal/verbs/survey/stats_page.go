package survey

import (
	"bytes"
	"fmt"
	"html/template"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
)

// statsTemplate is the page: everything in one file, no script, nothing from elsewhere.
const statsTemplate = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><!--policy--><meta name="viewport" content="width=device-width,initial-scale=1"><title>Knowledge base</title>
<style>
body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.05rem;margin:1.8rem 0 .4rem}.figures{display:flex;flex-wrap:wrap;gap:.8rem}
.figure{border:1px solid #d1d9e0;border-radius:6px;padding:.5rem .9rem;min-width:7rem}.figure b{display:block;font-size:1.4rem}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:0 2rem}svg{max-width:100%;height:auto}
text{font:12px system-ui,sans-serif;fill:#1f2328}.faint,.faint text{color:#59636e;fill:#59636e}.bar{fill:#3b82f6}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.15rem .6rem .15rem 0;border-bottom:1px solid #eaeef2}td.n,th.n{text-align:right}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}text{fill:#e6edf3}.figure,td,th{border-color:#3d444d}.faint,.faint text{color:#9198a1;fill:#9198a1}}
</style></head><body>
<h1>Knowledge base</h1><p class="faint">As of {{date .At}}</p>
<div class="figures">
<div class="figure"><b>{{.Notes.Total}}</b>notes</div><div class="figure"><b>{{.Notes.Active}}</b>active</div><div class="figure"><b>{{.Notes.Stale}}</b>stale</div>
<div class="figure"><b>{{.Notes.Low}}</b>decayed</div><div class="figure"><b>{{.Searches.Total}}</b>searches</div><div class="figure"><b>{{percent .Searches.HitRate}}</b>found something</div>
<div class="figure"><b>{{.Links.Broken}}</b>broken links</div></div>
<div class="two">{{range .Groups}}{{if .Bins}}<section><h2>{{.Title}}</h2>
<svg viewBox="0 0 420 {{.Height}}" width="420" height="{{.Height}}" role="img" aria-label="{{.Title}}">{{range .Bins}}<g><title>{{.Name}}: {{.Count}}</title>
<text x="150" y="{{.TextY}}" text-anchor="end">{{.Label}}</text><rect class="bar" x="160" y="{{.Y}}" width="{{.Width}}" height="14" rx="2"/><text x="{{.EndX}}" y="{{.TextY}}">{{.Count}}</text></g>
{{end}}</svg></section>{{end}}{{end}}</div>
<h2>Searches a day</h2>
<svg viewBox="0 0 960 140" width="960" height="140" role="img" aria-label="Searches a day">{{range .Columns}}<g><title>{{.Day.Day}}: {{.Count}}</title><rect class="bar" x="{{.X}}" y="{{.Y}}" width="{{.Width}}" height="{{.Height}}"/></g>
{{end}}<g class="faint"><text x="0" y="136">{{.FirstDay}}</text><text x="960" y="136" text-anchor="end">{{.LastDay}}</text></g></svg>
<p>Latency: p50 {{.Searches.P50}} ms, p95 {{.Searches.P95}} ms, p99 {{.Searches.P99}} ms. After {{percent .Searches.OpenedRate}} of the searches a note was opened.</p>
<h2>Asked and not found</h2>{{if .Searches.Empty}}<table><tr><th>query</th><th class="n">times</th></tr>{{range .Searches.Empty}}<tr><td>{{.Query}}</td><td class="n">{{.Times}}</td></tr>{{end}}</table>{{else}}<p class="faint">nothing</p>{{end}}
<div class="two"><section><h2>Most used</h2>{{if .Notes.MostUsed}}<table><tr><th>note</th><th class="n">opened</th><th class="n">shown</th></tr>{{range .Notes.MostUsed}}<tr><td title="{{.Path}}">{{.Title}}</td><td class="n">{{.Opened}}</td><td class="n">{{.Shown}}</td></tr>{{end}}</table>{{else}}<p class="faint">nothing was opened yet</p>{{end}}</section>
<section><h2>Shown, never opened</h2>{{if .Notes.LeastUsed}}<table><tr><th>note</th><th class="n">shown</th></tr>{{range .Notes.LeastUsed}}<tr><td title="{{.Path}}">{{.Title}}</td><td class="n">{{.Shown}}</td></tr>{{end}}</table>{{else}}<p class="faint">none</p>{{end}}</section></div>
<h2>Authorities</h2><table><tr><th>note</th><th class="n">PageRank</th><th class="n">links to it</th></tr>{{range .Notes.Authorities}}<tr><td title="{{.Path}}">{{.Title}}</td><td class="n">{{printf "%.2f" .PageRank}}</td><td class="n">{{.InLinks}}</td></tr>{{end}}</table>
<p>{{.Links.Total}} links, {{.Links.Broken}} broken, {{.Links.Ambiguous}} ambiguous; {{.Links.Orphans}} active notes are linked to nothing.</p>
{{range .Unknown}}<p class="faint">{{.}}</p>{{end}}
</body></html>
`

// statsView is what the page shows.
type statsView struct {
	*Stats
	Groups            []barGroup
	Columns           []column
	FirstDay, LastDay string
}

// barGroup is one picture of horizontal bars.
type barGroup struct {
	Title  string
	Height int
	Bins   []barShape
}

type barShape struct {
	statistics.Bin
	Label                 string
	Y, TextY, Width, EndX int
}

// column is one day in the picture of searches.
type column struct {
	statistics.Day
	X, Y, Width, Height float64
}

// statsPage draws the sums as one HTML page that needs no other file.
func statsPage(s *Stats) ([]byte, error) {
	v := statsView{Stats: s, Columns: columns(s.Searches.Days)}
	for _, g := range []struct {
		title string
		bins  []statistics.Bin
	}{{"Kind", s.Notes.Kinds}, {"Status", s.Notes.Statuses}, {"Category", s.Notes.Category}, {"Last touched", s.Notes.Ages}, {"Answered by", s.Searches.Matches},
		{"Confidence of active notes", []statistics.Bin{{Name: "high (> 0.7)", Count: s.Notes.High}, {Name: "medium", Count: s.Notes.Medium}, {Name: "low (< 0.3)", Count: s.Notes.Low}}}} {
		v.Groups = append(v.Groups, group(g.title, g.bins))
	}
	if days := s.Searches.Days; len(days) > 0 {
		v.FirstDay, v.LastDay = days[0].Day, days[len(days)-1].Day
	}
	var b bytes.Buffer
	err := report.Page(&b, statsTemplate, template.FuncMap{
		"date":    func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) },
	}, v)
	return b.Bytes(), err
}

// maxBars and the measures of a picture of bars, in pixels.
const (
	maxBars    = 12
	barRow     = 22
	barRoom    = 210
	labelRunes = 22
)

func group(title string, bins []statistics.Bin) barGroup {
	bins = bins[:min(len(bins), maxBars)]
	g := barGroup{Title: title, Height: barRow*len(bins) + 4}
	most := 1
	for _, b := range bins {
		most = max(most, b.Count)
	}
	for i, b := range bins {
		width := b.Count * barRoom / most
		label := []rune(b.Name)
		if len(label) > labelRunes {
			label = append(label[:labelRunes-1], '…')
		}
		g.Bins = append(g.Bins, barShape{b, string(label), i*barRow + 4, i*barRow + 15, width, 166 + width})
	}
	return g
}

// columns places one column a day in a picture of 960 by 140 pixels, of which the lowest 20 are for
// the names of days.
func columns(days []statistics.Day) []column {
	most := 1
	for _, d := range days {
		most = max(most, d.Count)
	}
	var out []column
	step := 960 / float64(max(len(days), 1))
	for i, d := range days {
		height := 112 * float64(d.Count) / float64(most)
		out = append(out, column{d, float64(i)*step + step*0.1, 118 - height, step * 0.8, height})
	}
	return out
}
