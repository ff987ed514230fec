package find

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adopt"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// Export is kb export.
func (Verbs) Export() app.Verb {
	return app.Verb{
		Name: "export", Place: 13,
		Help:    "Write notes as one file: to take elsewhere, or as rules for agents.",
		Command: &exportCmd{},
		Answers: []any{adopt.Exported{}},
		Words: map[string]string{
			"forms":    "As ${choices}. kb init --from takes json and markdown in again; claude and agents are standing rules alone.",
			"budget":   "At most this many tokens, of claude and agents (${default}).",
			"exported": "Filters such as kind:decision, tag:auth, path:docs/**; without one all notes.",
		},
	}
}

// exportCmd writes notes as one file.
type exportCmd struct {
	Filters []string `arg:"" optional:"" name:"filter" complete:"query" help:"${exported}"`

	Format string `enum:"json,markdown,claude,agents" default:"json" help:"${forms}"`
	Budget int    `default:"2000" placeholder:"N" help:"${budget}"`
	Active bool   `help:"Leave out what is not in force: proposed, not chosen, superseded, archived, expired, history."`
	Output string `short:"o" placeholder:"FILE" complete:"file" help:"Write to this file."`
}

// Run writes the notes.
func (c *exportCmd) Run(ctx context.Context, a *app.App) error {
	if c.Budget < 1 {
		return errors.New("--budget must be at least 1")
	}
	b, s, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	rules := c.Format == "claude" || c.Format == "agents"
	records, err := s.List(ctx, b.View.Asked(index.Query{
		Text: strings.Join(c.Filters, " "), Folder: b.Repo.Prefix, ActiveOnly: c.Active || rules,
	}))
	if errors.Is(err, index.ErrQuery) && !errors.As(err, new(*index.ValueError)) {
		return app.WithHint(err, "choose notes by filters: kb export kind:decision")
	}
	if err != nil {
		return err
	}
	files, err := filesOf(ctx, b, records)
	if err != nil {
		return err
	}
	if c.Output == "" && (a.JSON || c.Format == "json") {
		return a.Emit(adopt.Export(files))
	}
	text, err := c.text(a, b, records, files)
	if err != nil {
		return err
	}
	if c.Output == "" {
		return app.PrintText(a, string(text))
	}
	if err := a.WriteFile(c.Output, "export", text); err != nil {
		return err
	}
	a.Remark("%s written to %s", wording.Count(len(files), "note"), app.CleanName(c.Output))
	return nil
}

// text is the file of a format.
func (c *exportCmd) text(a *app.App, b *session.Base, records []index.Listed, files []adopt.Source) ([]byte, error) {
	switch c.Format {
	case "json":
		doc, err := json.MarshalIndent(adopt.Export(files), "", "  ")
		return report.Escape(doc), err
	case "markdown":
		return adopt.Markdown(files), nil
	}
	return c.rules(a, b, records, files)
}

// filesOf reads the bytes of notes as they stand in the work tree, in order of path.
func filesOf(ctx context.Context, b *session.Base, records []index.Listed) ([]adopt.Source, error) {
	wanted := map[string]bool{}
	for _, r := range records {
		wanted[r.Note.Path] = true
	}
	tree, err := b.Repo.Present(ctx)
	if err != nil {
		return nil, err
	}
	list := slices.DeleteFunc(slices.Clone(tree.Files), func(f git.File) bool { return !wanted[f.Path] })
	blobs, err := b.Repo.RawBlobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	files := []adopt.Source{}
	err = blobs.Each(list, func(f git.File, data []byte, err error) error {
		if err != nil {
			return fmt.Errorf("read %s: %w", f.Path, err)
		}
		files = append(files, adopt.Source{Path: f.Path, Data: slices.Clone(data)})
		return ctx.Err()
	})
	return files, err
}

// rulesHead opens a file of rules.
const rulesHead = "# What holds in this repository\n\nWritten by `kb export`; each line names the note that it comes from.\n\n"

// rules are the standing rules of notes as a list, the most important first, as many as fit. A line
// that looks like a secret is left out.
func (c *exportCmd) rules(a *app.App, b *session.Base, records []index.Listed, files []adopt.Source) ([]byte, error) {
	text := map[string][]byte{}
	for _, f := range files {
		text[f.Path] = f.Data
	}
	records = slices.Clone(records)
	slices.SortStableFunc(records, func(x, y index.Listed) int {
		return cmp.Or(-compareBool(x.Note.Pinned, y.Note.Pinned), cmp.Compare(standing(&y.Note), standing(&x.Note)),
			cmp.Compare(y.Note.Importance, x.Note.Importance), cmp.Compare(y.Note.Confidence, x.Note.Confidence),
			strings.Compare(x.Note.Path, y.Note.Path))
	})
	var out strings.Builder
	out.WriteString(rulesHead)
	left := 0
	for _, r := range records {
		line := ruleLine(&r.Note, text[r.Note.Path])
		if line == "" {
			continue
		}
		if len(secret.Scan([]byte(line))) > 0 {
			a.Remark("%s looks as if it held a secret and is left out", app.CleanName(b.Shown(r.Note.Path)))
			continue
		}
		n, err := packing.Tokens(out.String() + line)
		if err != nil {
			return nil, err
		}
		if n > c.Budget {
			left++
			continue
		}
		out.WriteString(line)
	}
	if left > 0 {
		a.Remark("%s left out: --budget %d", wording.Count(left, "rule"), c.Budget)
	}
	return []byte(out.String()), nil
}

// standing is how much of a rule a note is by its type, 0 for none.
func standing(n *kb.Note) int {
	switch {
	case n.Kind == "memory" && slices.Contains([]string{"standard", "constraint", "preference"}, n.Type):
		return 3
	case n.Kind == "decision" && n.Status != "proposed" && n.Status != "draft":
		return 2
	case n.Kind == "memory" && slices.Contains([]string{"gotcha", "dead_end"}, n.Type):
		return 1
	}
	return 0
}

// ruleLine is the rule that a note states, on one line that steers no terminal, "" for a note that is none.
func ruleLine(n *kb.Note, source []byte) string {
	if standing(n) == 0 {
		return ""
	}
	said := ""
	e := snapshot.ReadEntry(git.File{Path: n.Path}, &kb.Config{}, source)
	for _, st := range e.Statements() {
		if plain := markdown.PlainText([]byte(st.Text), markdown.Span{End: len(st.Text)}); plain != n.Title {
			said = wording.Clip(plain, 300)
			break
		}
	}
	title := markdown.PlainText([]byte(n.Title), markdown.Span{End: len(n.Title)})
	switch {
	case said == "":
		said = title
	case !strings.HasPrefix(said, strings.TrimRight(title, ".…")):
		said = strings.TrimRight(title, ".") + ": " + said
	}
	line := fmt.Sprintf("- %s (`%s`)", wording.OneLine(strings.NewReplacer("<", "&lt;", "[[", "[ [").Replace(said)), n.Path)
	return app.CleanName(line) + "\n"
}

// compareBool orders false before true, as cmp.Compare does numbers.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
