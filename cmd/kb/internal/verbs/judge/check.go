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
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
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
	session.BasesFlag
	Explain bool `help:"Say how each energy comes about: S, C, G and the gates that fired."`
}

// Checked is the JSON form of the answer to kb check.
type Checked struct {
	Statements []string       `json:"statements"`
	Found      []CheckedSaid  `json:"found"`
	Nearest    []CheckedPlace `json:"nearest,omitempty"` // where nothing contradicts: the statements with most in common
}

// Whose says of which of several bases something is.
type Whose struct {
	Base  string `json:"base,omitempty"`
	Scope string `json:"scope,omitempty"` // personal, project, team or organization
}

// CheckedSaid is a statement of a base and what a new one is to it.
type CheckedSaid struct {
	Whose
	validate.Said
}

// CheckedPlace is a statement of a base.
type CheckedPlace struct {
	Whose
	validate.Place
}

// check asks the statements of every base that is asked for. The caller closes what is returned.
func (c *checkCmd) check(ctx context.Context, a *app.App, name string, parsed []*read.Parsed) (*session.Base, *Checked, error) {
	answer := &Checked{Found: []CheckedSaid{}}
	if !c.Several() {
		b, s, err := session.Notes(ctx, a)
		if err == nil {
			answer.add(Whose{}, validate.NewChecker(without(b, s, name), a.Now()), parsed)
		}
		return b, answer, err
	}
	b, err := session.ReadBases(ctx, a, c.BasesFlag, session.AtFlag{})
	if err != nil {
		return nil, nil, err
	}
	for _, base := range b.View.Bases() {
		s, err := base.View.Snapshot(ctx)
		if err != nil {
			b.Close()
			return nil, nil, fmt.Errorf("base %s: %w", base.Name, err)
		}
		if base.Here {
			s = without(b, s, name)
		}
		answer.add(Whose{base.Name, base.Scope}, validate.NewChecker(s, a.Now()), parsed)
	}
	slices.SortStableFunc(answer.Found, func(x, y CheckedSaid) int { return x.Compare(&y.Said) })
	return b, answer, nil
}

// without is the notes without the one whose file is checked: it neither contradicts nor repeats itself.
func without(b *session.Base, s *snapshot.Snapshot, file string) *snapshot.Snapshot {
	if file == "" {
		return s
	}
	note := s.Entry(b.Path(file))
	if note == nil {
		return s
	}
	return s.Without(note.File.Path)
}

// add takes what a base says to statements.
func (answer *Checked) add(whose Whose, checker *validate.Checker, parsed []*read.Parsed) {
	found := checker.Check(parsed)
	for _, f := range found {
		answer.Found = append(answer.Found, CheckedSaid{whose, f})
	}
	if !slices.ContainsFunc(found, func(f validate.Said) bool { return f.Relation == "contradicts" }) {
		for _, p := range checker.Nearest(parsed) {
			answer.Nearest = append(answer.Nearest, CheckedPlace{whose, p})
		}
	}
}

// shown is the path of a note, behind the name of its base where that is another one.
func (w Whose) shown(b *session.Base, path string) string {
	for _, base := range b.View.Bases() {
		if base.Name == w.Base {
			path = base.Prefix() + path
		}
	}
	return app.CleanName(b.Shown(path))
}

// quote returns the statement behind its standing, which is said of one that was superseded.
func (f *CheckedSaid) quote() string {
	if f.SupersededBy != "" {
		return f.Text
	}
	return f.Quote()
}

// tag says whose it is, "" where one base is asked.
func (w Whose) tag(a *app.App) string {
	if w.Base == "" {
		return ""
	}
	return "  " + a.Style.Badge("["+w.Base+", "+w.Scope+"]")
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
	b, answer, err := c.check(ctx, a, name, parsed)
	if err != nil {
		return err
	}
	defer b.Close()
	contradicts := slices.ContainsFunc(answer.Found, func(f CheckedSaid) bool { return f.Relation == "contradicts" })
	if contradicts {
		answer.Nearest = nil
	}
	for _, p := range parsed {
		answer.Statements = append(answer.Statements, p.Text)
	}
	if a.JSON {
		err = a.Emit(answer)
	} else {
		c.print(b, answer)
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
	case c.File != "" && said != "":
		return "", nil, errors.New("--file and a statement are checked one at a time")
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
		a.Printf("%s ", a.Style.Title(fmt.Sprintf("%s:%d:%d:", f.shown(b, f.Path), f.Line, f.Col)))
		switch f.Relation {
		case "contradicts":
			a.Printf("%s, energy %.2f%s\n", a.Style.Match("would contradict"), f.Energy, f.tag(a))
		case "duplicates":
			a.Printf("%s%s\n", a.Style.Badge("says the same"), f.tag(a))
		default:
			a.Printf("%s%s\n", a.Style.Warning("was said before, and superseded by "+f.shown(b, f.SupersededBy)), f.tag(a))
		}
		a.Printf("    %s\n", report.CleanLine(f.quote()))
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
			a.Printf("%s near%s\n    %s\n", a.Style.Title(fmt.Sprintf("%s:%d:%d:", p.shown(b, p.Path), p.Line, p.Col)), p.tag(a),
				report.CleanLine(p.Quote()))
		}
	}
}
