package find

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/source"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/rank"
)

// Context is kb context.
func (Verbs) Context() app.Verb {
	return app.Verb{
		Name: "context", Place: 50,
		Help:    "Pack what to know before working on files or a task, for an agent.",
		Command: &contextCmd{},
		Answers: []any{packing.Context{}},
		Words: map[string]string{
			"phases": "define,implement,validate,refine,explore,reflect",
			"code":   "Add source code where the notes leave room; --no-code never (where code was read before).",
			"files":  "Files, folders or globs (** crosses folders) that will be worked on; they need not exist.",
		},
	}
}

// contextCmd packs what to know before some work.
type contextCmd struct {
	Task []string `arg:"" optional:"" name:"task" help:"What is to be done, in words."`

	Phase   string   `enum:"${phases}" default:"implement" help:"What is about to happen: ${choices} (${default})."`
	Files   []string `placeholder:"PATH" complete:"file" help:"${files}"`
	Budget  int      `placeholder:"TOKENS" help:"At most this many tokens (1500 to 3000, by the phase)."`
	Code    *bool    `negatable:"" help:"${code}"`
	Explain bool     `help:"Say on stderr why each section was taken, and what it takes."`
	Org     bool     `help:"Answer from your organisation's cluster (docs/org.md)."`
	session.BasesFlag
	session.AtFlag
	session.QuickFlag
}

// Run packs and prints.
func (c *contextCmd) Run(ctx context.Context, a *app.App) error {
	task := strings.TrimSpace(strings.Join(c.Task, " "))
	switch {
	case task == "" && len(c.Files) == 0:
		return app.WithHint(errors.New("nothing to find context for"),
			"say what is to be done, or to which files: kb context --files 'internal/auth/**' \"add rate limits\"")
	case c.Budget < 0:
		return errors.New("--budget must not be negative")
	}
	unreached := ""
	if c.Org {
		var err error
		req := packing.Request{Task: task, Files: c.Files, Phase: rank.Phase(c.Phase), Budget: c.Budget}
		if unreached, err = c.askOrg(ctx, a, req); err != nil || unreached == "" {
			return err
		}
	}
	a.Recollects, a.Quick = true, c.Quick
	b, err := session.ReadBases(ctx, a, c.BasesFlag, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	files, err := codeFiles(b, c.Files)
	if err != nil {
		return err
	}
	if on := c.Code; c.At == "" && (on != nil && *on || on == nil && incode.Known(b.Desk)) {
		b.View.Code = func(ctx context.Context, files []string, task string) ([]index.Hit, error) {
			defer a.Progress.Stop()
			return incode.For(ctx, b.Desk, files, task, a.Progress.Report)
		}
	}
	began := a.Now()
	answer, err := b.View.Context(ctx, packing.Request{Task: task, Files: files, Phase: rank.Phase(c.Phase), Budget: c.Budget})
	if err != nil {
		return err
	}
	took := a.Now().Sub(began)
	answer.Unreached = unreached
	shown := answer
	if a.JSON {
		out := *answer
		out.Chunks = slices.Clone(answer.Chunks)
		for i := range out.Chunks {
			_, out.Chunks[i].Path = b.View.Of(out.Chunks[i].Path)
		}
		shown = &out
	}
	if err := c.print(a, shown); err != nil {
		return err
	}
	if task == "" || c.At != "" {
		return nil
	}
	return recordContext(b, answer, took)
}

// print writes the answer as JSON or for an agent; the reasons of --explain go to stderr before.
func (c *contextCmd) print(a *app.App, answer *packing.Context) error {
	if c.Explain {
		explainContext(a, answer)
	}
	if a.JSON {
		return a.Emit(answer)
	}
	a.Verbatim()
	a.Printf("%s", answer.Markdown())
	return nil
}

// recordContext records the task as what was searched for.
func recordContext(b *session.Base, answer *packing.Context, took time.Duration) error {
	var hits []index.Hit // a note each
	for i := range answer.Chunks {
		ch := &answer.Chunks[i]
		if ch.Kind == source.Kind {
			continue
		}
		hits = append(hits, index.Hit{Base: ch.Base, Path: ch.Path, ID: ch.ID, Score: ch.Score})
	}
	b.View.Within(hits)
	return b.RecordHits(hits, func(r *usage.Recorder, hits []index.Hit) {
		q := usage.Search{
			At:      b.App.Now(),
			Source:  session.FromCommandLine,
			Query:   answer.Task,
			Terms:   answer.Terms,
			Mode:    string(index.Hybrid),
			Latency: took,
			Match:   "context",
		}
		for i := range hits {
			ch := &hits[i]
			if !slices.ContainsFunc(q.Results, func(have usage.Result) bool { return have.Path == ch.Path }) {
				q.Results = append(q.Results, usage.Result{Note: usage.Note{Path: ch.Path, ID: ch.ID}, Score: ch.Score})
			}
		}
		r.Search(q)
	})
}

// codeFiles turns names of files as typed in this folder into paths and globs from the root of the
// repository.
func codeFiles(b *session.Base, names []string) ([]string, error) {
	out := make([]string, 0, len(names))
	for _, name := range names {
		rel := path.Join(b.Repo.Prefix, filepath.ToSlash(name))
		if filepath.IsAbs(name) {
			r, err := filepath.Rel(b.Repo.Root, name)
			if err != nil {
				return nil, fmt.Errorf("--files %s: %w", name, err)
			}
			rel = filepath.ToSlash(r)
		}
		if rel == ".." || strings.HasPrefix(rel, "../") {
			return nil, app.WithHint(fmt.Errorf("--files %s: outside the repository", name), "name files of %s", b.Repo.Root)
		}
		if rel == "." {
			rel = "**"
		}
		out = append(out, rel)
	}
	return out, nil
}

// explainContext says why each section was taken: on stderr, so that what an agent reads stays
// within its budget.
func explainContext(a *app.App, c *packing.Context) {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d tokens (%s), phase %s\n", c.Tokens, c.Budget, c.Tokenizer, c.Phase)
	for i := range c.Chunks {
		ch := &c.Chunks[i]
		fmt.Fprintf(&b, "%4d tokens  %s\n             %s\n             score %.4g", ch.Tokens, report.CleanLine(ch.Citation),
			report.CleanLine(strings.Join(ch.Why, ", ")), ch.Score)
		for _, name := range slices.Sorted(maps.Keys(ch.Factors)) {
			fmt.Fprintf(&b, " · %s %.4g", name, ch.Factors[name])
		}
		b.WriteByte('\n')
	}
	if c.LeftOut > 0 {
		fmt.Fprintf(&b, "%d more did not fit\n", c.LeftOut)
	}
	for _, t := range c.Tried {
		fmt.Fprintf(&b, "tried %s\n", report.CleanLine(t))
	}
	fmt.Fprint(a.Stderr, b.String())
}
