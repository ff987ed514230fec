package judge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/validate"
)

// Check is kb check.
func (Verbs) Check() app.Verb {
	return app.Verb{
		Name: "check", Place: 240,
		Help:    "Ask whether a statement would contradict the base.",
		Command: &checkCmd{},
		Answers: []any{Checked{}},
	}
}

// checkCmd asks what a statement would be to the base.
type checkCmd struct {
	Statement []string `arg:"" optional:"" name:"statement" help:"What you are about to say; - or nothing reads it from stdin."`
	File      string   `placeholder:"FILE" complete:"file" help:"Check the statements of a markdown file instead."`
	Explain   bool     `help:"Say how each energy comes about: S, C, G and the gates that fired."`
}

// Checked is the JSON form of the answer to kb check.
type Checked struct {
	Statements []string         `json:"statements"`
	Found      []validate.Said  `json:"found"`
	Nearest    []validate.Place `json:"nearest,omitempty"` // where nothing contradicts: the statements with most in common
}

// Run checks.
func (c *checkCmd) Run(ctx context.Context, a *app.App) error {
	name, text, err := c.text(a)
	if err != nil {
		return err
	}
	parsed := validate.Statements(name, text)
	if len(parsed) == 0 {
		return app.WithHint(errors.New("nothing here states anything"),
			`write a sentence, as in: kb check "Sessions expire after 30 minutes."`)
	}
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	checker := validate.NewChecker(s.Without(name), a.Now())
	answer := Checked{Found: checker.Check(parsed)}
	contradicts := slices.ContainsFunc(answer.Found, func(f validate.Said) bool { return f.Relation == "contradicts" })
	if !contradicts {
		answer.Nearest = checker.Nearest(parsed)
	}
	for _, p := range parsed {
		answer.Statements = append(answer.Statements, p.Text)
	}
	if a.JSON {
		err = a.Emit(answer)
	} else {
		c.print(b, &answer)
	}
	if err == nil && contradicts {
		return app.ErrFindings
	}
	return err
}

// maxChecked bounds what is read of a file or of stdin, in bytes.
const maxChecked = git.MaxFile

// text is what to check, and the path of the file that it comes from, "" for none.
func (c *checkCmd) text(a *app.App) (name string, text []byte, err error) {
	switch said := strings.TrimSpace(strings.Join(c.Statement, " ")); {
	case c.File != "":
		full, err := a.FromWorkDir(c.File)
		if err != nil {
			return "", nil, err
		}
		f, err := os.Open(full)
		if err != nil {
			return "", nil, fmt.Errorf("no such file: %s", c.File)
		}
		defer f.Close()
		text, err = io.ReadAll(io.LimitReader(f, maxChecked))
		text, _ = encoding.Decode(text)
		return c.File, text, err
	case said != "" && said != "-":
		return "", []byte(said), nil
	}
	text, err = io.ReadAll(io.LimitReader(a.Stdin, maxChecked))
	return "", text, err
}

// print writes each statement that is concerned, with what the new one would be to it.
func (c *checkCmd) print(b *session.Base, answer *Checked) {
	a := b.App
	for _, f := range answer.Found {
		a.Printf("%s ", a.Style.Title(fmt.Sprintf("%s:%d:%d:", app.CleanName(b.Shown(f.Path)), f.Line, f.Col)))
		switch f.Relation {
		case "contradicts":
			a.Printf("%s, energy %.2f\n", a.Style.Match("would contradict"), f.Energy)
		case "duplicates":
			a.Printf("%s\n", a.Style.Badge("says the same"))
		default:
			a.Printf("%s\n", a.Style.Warning("was said before, and superseded by "+app.CleanName(b.Shown(f.SupersededBy))))
		}
		a.Printf("    %s\n", report.CleanLine(f.Text))
		if c.Explain && f.Explanation != "" {
			a.Printf("    %s\n", a.Style.Faint(report.CleanLine(f.Explanation)))
		}
	}
	switch {
	case len(answer.Found) > 0:
	case len(answer.Nearest) == 0:
		a.Remark("nothing in the base speaks against it, and nothing speaks of it")
	default:
		a.Remark("nothing in the base speaks against it; nearest to it:")
		for _, p := range answer.Nearest {
			a.Printf("%s near\n    %s\n", a.Style.Title(fmt.Sprintf("%s:%d:%d:", app.CleanName(b.Shown(p.Path)), p.Line, p.Col)),
				report.CleanLine(p.Text))
		}
	}
}
