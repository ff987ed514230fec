package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/contradict"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
)

// checkCmd asks what a statement would be to the base.
type checkCmd struct {
	Statement []string `arg:"" optional:"" name:"statement" help:"What you are about to say; - or nothing reads it from stdin."`
	File      string   `placeholder:"FILE" complete:"file" help:"Check the statements of a markdown file instead."`
	Explain   bool     `help:"Say how each energy comes about: S, C, G and the gates that fired."`
}

// Help holds the verb's details and examples.
func (checkCmd) Help() string {
	return `It tells what in the base the statement would contradict, what says the same already, and what superseded notes said so before.
The exit code is 1 when it would contradict something.

Examples:

    kb check "Sessions expire after 30 minutes."
    kb check --explain "Clients MUST NOT retry a failed upload"
    kb check --file draft.md
    git log -1 --format=%B | kb check -`
}

// Checked is the JSON form of the answer to kb check.
type Checked struct {
	Statements []string        `json:"statements"`
	Found      []validate.Said `json:"found"`
}

// Run checks.
func (c *checkCmd) Run(ctx context.Context, a *app) error {
	name, text, err := c.text(a)
	if err != nil {
		return err
	}
	parsed := statementsOf(name, text)
	if len(parsed) == 0 {
		return withHint(errors.New("nothing here states anything"), `write a sentence, as in: kb check "Sessions expire after 30 minutes."`)
	}
	repo, s, err := a.loadSnapshot(ctx)
	if err != nil {
		return err
	}
	answer := Checked{Found: validate.Check(without(s, name), parsed, a.now())}
	for _, p := range parsed {
		answer.Statements = append(answer.Statements, p.Text)
	}
	if a.JSON {
		err = a.emit(answer)
	} else {
		c.print(a, repo, &answer)
	}
	if err == nil && slices.ContainsFunc(answer.Found, func(f validate.Said) bool { return f.Relation == "contradicts" }) {
		return errFindings
	}
	return err
}

// maxChecked bounds what is read of a file or of stdin, in bytes.
const maxChecked = kb.MaxFile

// text is what to check, and the path of the file that it comes from, "" for none.
func (c *checkCmd) text(a *app) (name string, text []byte, err error) {
	switch said := strings.TrimSpace(strings.Join(c.Statement, " ")); {
	case c.File != "":
		full, err := a.fromWorkDir(c.File)
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
	text, err = io.ReadAll(io.LimitReader(a.stdin, maxChecked))
	return "", text, err
}

// statementsOf reads the statements of a text. A text of one line is a statement even where a
// document's reader would see none.
func statementsOf(name string, text []byte) []*contradict.Parsed {
	doc := markdown.Parse(text)
	var parsed []*contradict.Parsed
	for _, st := range markdown.Statements(doc, text) {
		parsed = append(
			parsed,
			contradict.Parse(contradict.Statement{Text: st.Text, Context: st.HeadingPath, Conditions: st.Conditions, Document: name}),
		)
	}
	if said := strings.TrimSpace(string(text)); len(parsed) == 0 && said != "" && !strings.Contains(said, "\n") {
		parsed = append(parsed, contradict.Parse(contradict.Statement{Text: said, Document: name}))
	}
	return parsed
}

// without leaves out the note that is being checked: it does not contradict itself.
func without(s *snapshot.Snapshot, name string) *snapshot.Snapshot {
	if name == "" {
		return s
	}
	res := s.Resolver().Note("", name)
	if res.Path == "" {
		return s
	}
	return s.With(s.Tree, map[string]*snapshot.Entry{res.Path: nil})
}

func (c *checkCmd) print(a *app, repo *kb.Repo, answer *Checked) {
	shown := fromPrefix(repo)
	for _, f := range answer.Found {
		a.printf("%s ", a.style.Title(fmt.Sprintf("%s:%d:%d:", cleanName(shown(f.Path)), f.Line, f.Col)))
		switch f.Relation {
		case "contradicts":
			a.printf("%s, energy %.2f\n", a.style.Match("would contradict"), f.Energy)
		case "duplicates":
			a.printf("%s\n", a.style.Badge("says the same"))
		default:
			a.printf("%s\n", a.style.Warning("was said before, and superseded by "+cleanName(shown(f.SupersededBy))))
		}
		a.printf("    %s\n", report.CleanLine(f.Text))
		if c.Explain && f.Explanation != "" {
			a.printf("    %s\n", a.style.Faint(report.CleanLine(f.Explanation)))
		}
	}
	if len(answer.Found) == 0 {
		a.remark("nothing in the base speaks against it")
	}
}
