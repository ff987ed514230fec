package past

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/bisect"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// Bisect is kb bisect.
func (Verbs) Bisect() app.Verb {
	return app.Verb{
		Name: "bisect", Place: 105,
		Help:    "Find the commit at which a query lost its answer, or a finding appeared.",
		Command: &bisectCmd{},
		Answers: []any{Bisected{}},
		Words: map[string]string{
			"expect": "The note that should answer: path, stem, title, alias, id or number, also of one that is gone.",
			"finding": "Find where this finding appeared: its fingerprint or the beginning of it, from kb validate " +
				"--all --json or kb conflicts --json.",
		},
	}
}

// bisectCmd finds the commit at which something changed.
type bisectCmd struct {
	Range string `arg:"" optional:"" name:"good..bad" help:"Two ends, as in v1.2..HEAD. Without one the search goes back from HEAD."`

	Query  string `placeholder:"TEXT" complete:"query" help:"Find where the answer to this query changed."`
	Expect string `placeholder:"NOTE" complete:"note" help:"${expect}"`
	Top    int    `short:"n" default:"10" placeholder:"N" help:"Answered means that the note is among the first N hits (${default})."`
	Mode   string `enum:"hybrid,keyword,vector" default:"hybrid" help:"By words (keyword), by meaning (vector) or both (hybrid)."`

	Finding string `placeholder:"ID" help:"${finding}"`
}

// Bisected is the JSON form of what was found.
type Bisected struct {
	Commit  string       `json:"commit"`
	Parent  string       `json:"parent"` // the last one before
	Author  string       `json:"author"`
	Date    time.Time    `json:"date"`
	Subject string       `json:"subject"`
	Change  string       `json:"change"`  // what happened
	Before  string       `json:"before"`  // the state at the parent, in words
	After   string       `json:"after"`   // and at the commit
	Commits int          `json:"commits"` // between the two ends
	Steps   []BisectStep `json:"steps"`   // in the order in which they were tried
}

// BisectStep is a commit that was tried.
type BisectStep struct {
	Commit string `json:"commit"`
	Holds  bool   `json:"holds"` // answered, or found
	State  string `json:"state"` // in words
}

// question is what is asked of each commit.
type question interface {
	// prepare reads what has to be known of the end first.
	prepare(ctx context.Context, end string) error
	// ask tells whether it holds at a commit, and says how in a few words.
	ask(ctx context.Context, commit string, day time.Time) (holds bool, state string, err error)
	// change names what happened, by what holds at the end.
	change(holds bool) string
	// never says that there is nothing to find.
	never(holds bool) string
}

// bisection is one run of the verb.
type bisection struct {
	*session.Base
	*desk.Past
	question
	steps []BisectStep
}

// Run finds the commit.
func (c *bisectCmd) Run(ctx context.Context, a *app.App) error {
	a.Patient = true
	switch {
	case (c.Query == "") == (c.Finding == ""):
		return app.WithHint(errors.New("what to look for is missing"), `say --query "…" --expect NOTE, or --finding ID`)
	case c.Query != "" && c.Expect == "":
		return app.WithHint(errors.New("--query needs --expect"), "name the note that should answer")
	case c.Finding != "" && c.Expect != "":
		return errors.New("--expect goes with --query")
	case c.Top < 1:
		return errors.New("-n must be at least 1")
	}
	b, err := session.Open(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	bad, good, err := c.ends(ctx, b.Repo)
	if err != nil {
		return err
	}
	past, err := b.HistoryAt(ctx, "")
	if err != nil {
		return err
	}
	if err := past.Reach(ctx, bad, good); err != nil {
		return err
	}
	s := &bisection{Base: b, Past: past, question: c.question(b, past)}
	if err := s.prepare(ctx, bad); err != nil {
		return err
	}
	found, err := bisect.Run(ctx, s, s.probe, bad, good)
	a.Progress.Stop()
	return s.tell(ctx, found, err)
}

// question returns what is asked of each commit.
func (c *bisectCmd) question(b *session.Base, past *desk.Past) question {
	if c.Finding != "" {
		return &findingQuestion{app: b.App, repo: b.Repo, past: past, id: strings.ToLower(c.Finding)}
	}
	return &queryQuestion{base: b, past: past, cmd: c}
}

// ends returns the commits of GOOD..BAD; good is "" when none was named.
func (c *bisectCmd) ends(ctx context.Context, repo *kb.Repo) (bad, good string, err error) {
	from, to, isRange := strings.Cut(strings.Replace(c.Range, "...", "..", 1), "..")
	if c.Range != "" && !isRange {
		return "", "", app.WithHint(fmt.Errorf("%s is no range", c.Range), "write GOOD..BAD, as in v1.2..HEAD")
	}
	if to == "" {
		to = "HEAD"
	}
	end, err := session.AtFlag{At: to}.Commit(ctx, repo)
	if err != nil || from == "" {
		return end, "", err
	}
	start, err := session.AtFlag{At: from}.Commit(ctx, repo)
	return end, start, err
}

// Parents returns the parents of a commit that are here.
func (s *bisection) Parents(ctx context.Context, commit string) ([]string, error) {
	c, err := s.Past.Commit(ctx, commit)
	if err != nil || c.Cut {
		return nil, err
	}
	return c.Parents, nil
}

// probe asks one commit and records the step.
func (s *bisection) probe(ctx context.Context, commit string) (bool, error) {
	s.App.Progress.Report(fmt.Sprintf("trying %.10s", commit), len(s.steps), len(s.steps)+1)
	day, err := s.Repo.CommitTime(ctx, commit)
	if err != nil {
		return false, err
	}
	holds, state, err := s.ask(ctx, commit, day)
	if err != nil {
		return false, fmt.Errorf("at %.10s: %w", commit, err)
	}
	s.steps = append(s.steps, BisectStep{commit, holds, state})
	return holds, nil
}

// step is what was seen at a commit.
func (s *bisection) step(commit string) BisectStep {
	for _, step := range s.steps {
		if step.Commit == commit {
			return step
		}
	}
	return BisectStep{}
}

// tell prints what was found, or that there is nothing to find.
func (s *bisection) tell(ctx context.Context, found bisect.Result, err error) error {
	if errors.Is(err, bisect.ErrSame) || errors.Is(err, bisect.ErrNever) {
		s.App.Remark("%s (%s tried%s)", s.never(s.steps[0].Holds), wording.Count(len(s.steps), "commit"), s.older())
		return app.ErrFindings
	}
	if err != nil {
		return err
	}
	c, err := s.Past.Commit(ctx, found.Commit)
	if err != nil {
		return err
	}
	at, before := s.step(found.Commit), s.step(found.Parent)
	answer := Bisected{
		Commit:  found.Commit,
		Parent:  found.Parent,
		Author:  c.Author.Name,
		Date:    c.Author.When,
		Subject: c.Subject,
		Change:  s.change(at.Holds),
		Before:  before.State,
		After:   at.State,
		Commits: found.Range,
		Steps:   s.steps,
	}
	if s.App.JSON {
		return s.App.Emit(answer)
	}
	s.print(&answer)
	return nil
}

// older says that there are commits that could not be tried.
func (s *bisection) older() string {
	if s.Gaps.Cut > 0 {
		return ", older ones are not here"
	}
	return ""
}

// print shows the commit at which the answer changed.
func (s *bisection) print(b *Bisected) {
	style := s.App.Style
	s.App.Printf("%s %s by %s\n", style.Title(fmt.Sprintf("%.10s", b.Commit)), b.Date.Format(time.DateOnly), report.CleanLine(b.Author))
	s.App.Printf("    %s\n", report.CleanLine(b.Subject))
	s.App.Printf("%s here\n", b.Change)
	s.App.Printf("  before  %s  %s\n", style.Faint(fmt.Sprintf("%.10s", b.Parent)), report.CleanLine(b.Before))
	s.App.Printf("  since   %s  %s\n", style.Faint(fmt.Sprintf("%.10s", b.Commit)), report.CleanLine(b.After))
	s.App.Remark("%s tried of %d", wording.Count(len(b.Steps), "commit"), b.Commits)
}
