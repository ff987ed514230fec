package find

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/dates"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/tally"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/text/wording"
)

// Search is kb search.
func (Verbs) Search() app.Verb {
	return app.Verb{
		Name: "search", Place: 10,
		Help:    "Find sections of notes by words and by meaning.",
		Command: &searchCmd{},
		Answers: []any{index.Answer{}, tally.Tally{}},
		Words: map[string]string{
			"regexps":  "Lines of the notes that match this regular expression (RE2), as path:line: text.",
			"counts":   "Print how many notes hold every word; with --group-by how many groups there are.",
			"groups":   "How many notes a ${choices}: of those that hold every word and match --regexp.",
			"limits":   "At most this many hits (10; lines of --regexp and groups: all).",
			"fusions":  "How words and meaning are mixed: cc (convex combination) or rrf (reciprocal ranks).",
			"labels":   "Only notes of this label: " + strings.Join(kb.Labels(), ", ") + ", or one of .memory/kb.yaml.",
			"after":    "Only notes dated, or else last committed, on this day or later (2026, 2026-05, 2026-05-04, yesterday, 2.weeks).",
			"code":     "Search the source files instead of the notes: their functions, types and what stands between (docs/code.md).",
			"memtypes": "Only memories of this type, such as gotcha; with --code files of this language.",
			"doctype":  "Only semantic or only procedural (workflow, tasks, proposal) notes.",
		},
	}
}

// searchCmd finds sections.
type searchCmd struct {
	Query []string `arg:"" optional:"" name:"query" complete:"query" help:"Words, \"phrases\", -not, field:value."`

	Mode   string  `enum:"hybrid,keyword,vector" default:"hybrid" help:"By words (keyword), by meaning (vector) or both (hybrid)."`
	Fusion *string `enum:"cc,rrf" placeholder:"FUSION" help:"${fusions}"`

	Label    []string `placeholder:"LABEL" complete:"label" help:"${labels}" group:"filter"`
	Kind     []string `enum:"${kinds}" placeholder:"KIND" help:"Only notes of this kind: ${choices}." group:"filter"`
	Type     []string `placeholder:"TYPE" complete:"type" help:"${memtypes}" group:"filter"`
	DocType  []string `enum:"semantic,procedural" placeholder:"TYPE" help:"${doctype}" group:"filter"`
	Tag      []string `placeholder:"TAG" complete:"tag" help:"Only notes with this tag." group:"filter"`
	Standing []string `enum:"${standings}" placeholder:"STANDING" help:"Only what stands so: ${choices}." group:"filter"`
	Status   []string `enum:"${statuses}" placeholder:"STATUS" help:"Only notes of this status: ${choices}." group:"filter"`
	Path     []string `placeholder:"GLOB" complete:"file" help:"${glob}" group:"filter"`
	After    string   `placeholder:"DATE" help:"${after}" group:"filter"`
	Before   string   `placeholder:"DATE" help:"Only notes dated, or else last committed, on this day or earlier." group:"filter"`

	Regexp  string `placeholder:"RE" help:"${regexps}" group:"exact"`
	GroupBy string `enum:",category,note,author,month" default:"" placeholder:"BY" help:"${groups}" group:"exact"`
	Count   bool   `help:"${counts}" group:"exact"`

	Code bool `help:"${code}"`

	Org bool `help:"Answer from your organisation's cluster (docs/org.md)." group:"bases"`
	session.BasesFlag
	session.AtFlag
	session.QuickFlag

	Active bool `help:"Leave out what is not in force: proposed, not chosen, superseded, archived, expired, history."`

	Limit           *int `short:"n" placeholder:"N" help:"${limits}"`
	MaxChunksPerDoc int  `default:"1" placeholder:"N" help:"At most this many sections of one note (${default})."`
	NoDedupe        bool `help:"Every matching section is a hit of its own."`
	FailEmpty       bool `help:"Exit with 1 when nothing is found."`
	Explain         bool `help:"Show the factors of each score."`
	OnlyPaths       bool `short:"l" help:"Print only paths, each once."`

	Format string `enum:"default,line,paths" default:"default" help:"default, line (path:line: heading: snippet) or paths."`
}

// Run searches and prints the hits.
func (c *searchCmd) Run(ctx context.Context, a *app.App) error {
	q, err := c.query(a.Now())
	if err != nil {
		return err
	}
	if c.Code {
		return c.inCode(ctx, a, q)
	}
	unreached := ""
	if c.Org {
		if unreached, err = c.askOrg(ctx, a, q); err != nil || unreached == "" {
			return err
		}
	}
	a.Quick = c.Quick
	a.Recollects = (a.JSON || c.Format == "default" && !c.OnlyPaths) && !c.exact() || c.GroupBy == "author" || c.GroupBy == "month"
	b, err := session.ReadBases(ctx, a, c.BasesFlag, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	q.Folder = b.Repo.Prefix
	if c.exact() {
		return c.tally(ctx, b, q)
	}
	began := a.Now()
	answer, err := b.View.Search(ctx, q)
	if err != nil {
		return err
	}
	took := a.Now().Sub(began)
	if a.Recollects {
		b.View.AddProvenance(ctx, answer.Hits)
	}
	answer.ProvenancePending, answer.Unreached = b.History.Pending(), unreached
	if err := c.print(b, answer); err != nil {
		return err
	}
	if answer.LeftOut > 0 {
		a.Remark("left out by --active: %s", wording.Count(answer.LeftOut, "note"))
	}
	if answer.BelowMin > 0 {
		a.Remark("left out below min_score of .memory/kb.yaml: %s", wording.Count(answer.BelowMin, "hit"))
	}
	switch {
	case len(answer.Hits) == 0:
		remarkEmpty(b, answer)
	case c.Explain && len(answer.Tried) > 0:
		a.Remark("tried: %s", strings.Join(answer.Tried, ", "))
	case len(answer.Hits) == q.Limit && len(answer.Terms) == 0:
		a.Remark("the list ends after %s: -n N lists more", wording.Count(q.Limit, "hit"))
	}
	if err := recordSearch(b, c, answer, took); err != nil || len(answer.Hits) > 0 || !c.FailEmpty {
		return err
	}
	return app.ErrFindings
}

// query turns the flags into the index's terms.
func (c *searchCmd) query(now time.Time) (index.Query, error) {
	span, err := dates.Between(now, "--after", c.After, "--before", c.Before)
	if err != nil {
		return index.Query{}, err
	}
	q := index.Query{
		Text: strings.Join(c.Query, " "),
		Mode: index.Mode(c.Mode),
		Filter: index.Filter{
			Label: c.Label, Kind: c.Kind, Type: c.Type, DocType: c.DocType, Tag: c.Tag, Status: c.Status,
			Standing: c.Standing, Path: c.Path, After: dates.ISO(span.First), Before: dates.ISO(span.Last),
		},
		Limit:         index.DefaultLimit,
		ChunksPerNote: c.MaxChunksPerDoc,
		NoDedupe:      c.NoDedupe,
		ActiveOnly:    c.Active,
		Explain:       c.Explain,
	}
	if c.Fusion != nil {
		q.Fusion = *c.Fusion
	}
	if c.Limit != nil {
		q.Limit = *c.Limit
	}
	return q, c.check(q)
}

// check refuses what cannot have been meant.
func (c *searchCmd) check(q index.Query) error {
	switch {
	case q.Limit < 1:
		return errors.New("--limit must be at least 1")
	case c.MaxChunksPerDoc < 1:
		return errors.New("--max-chunks-per-doc must be at least 1")
	case c.Several() && c.GroupBy != "" && c.GroupBy != "note":
		return app.WithHint(fmt.Errorf("--group-by %s counts one repository", c.GroupBy), "leave out --all and --base, or group by note")
	case c.exact() && q.Mode == index.Vector:
		return app.WithHint(errors.New("--mode vector finds nothing that could be counted"), "leave it out")
	case strings.TrimSpace(q.Text) == "" && !c.filtered() && !c.exact():
		return app.WithHint(errors.New("nothing to search for"), `say what to find: kb search "how is confidence computed"`)
	}
	return nil
}

// filtered reports whether a flag narrows the search: then it needs no words.
func (c *searchCmd) filtered() bool {
	lists := [][]string{c.Label, c.Kind, c.Type, c.DocType, c.Tag, c.Standing, c.Status, c.Path}
	for _, l := range lists {
		if len(l) > 0 {
			return true
		}
	}
	return c.After != "" || c.Before != ""
}

// recordSearch records a search of the present. What was asked of the past says nothing about what
// is of use today.
func recordSearch(b *session.Base, c *searchCmd, answer *index.Answer, took time.Duration) error {
	if c.At != "" {
		return nil
	}
	hits := slices.Clone(answer.Hits)
	b.View.Within(hits)
	return b.RecordHits(hits, func(r *usage.Recorder, hits []index.Hit) {
		q := usage.Search{
			At:      b.App.Now(),
			Source:  session.FromCommandLine,
			Query:   answer.Query,
			Terms:   answer.Terms,
			Mode:    string(answer.Mode),
			Filters: c.filters(),
			Latency: took,
		}
		for i := range hits {
			h := &hits[i]
			q.Results = append(q.Results, usage.Result{Note: usage.Note{Path: h.Path, ID: h.ID}, Score: h.Score})
		}
		if len(hits) > 0 {
			q.Match = hits[0].Match
		}
		r.Search(q)
	})
}

// filters writes the flags that narrow a search as they would be typed.
func (c *searchCmd) filters() string {
	var out []string
	add := func(name string, values ...string) {
		if text := strings.Join(values, ","); text != "" {
			out = append(out, fmt.Sprintf("--%s %s", name, text))
		}
	}
	add("label", c.Label...)
	add("kind", c.Kind...)
	add("type", c.Type...)
	add("doc-type", c.DocType...)
	add("tag", c.Tag...)
	add("standing", c.Standing...)
	add("status", c.Status...)
	add("path", c.Path...)
	add("after", c.After)
	add("before", c.Before)
	if c.Active {
		out = append(out, "--active")
	}
	if c.Limit != nil && *c.Limit != index.DefaultLimit {
		add("limit", strconv.Itoa(*c.Limit))
	}
	return strings.Join(out, " ")
}
