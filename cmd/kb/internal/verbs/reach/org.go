package reach

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/text/wording"
)

// Org is kb org.
func (Verbs) Org() app.Verb {
	return app.Verb{
		Name: "org", Place: 398,
		Help:    "Keep an organisation's notes in an OpenSearch cluster.",
		Command: &orgCmd{},
		Answers: []any{org.Pushed{}, org.Inventory{}, OrgForgotten{}, OrgUsed{}},
		Words: map[string]string{
			"orgname":    "What the repository is called there (its path on the forge that it was cloned from, else its folder).",
			"orgreaders": "The groups that may read it, separated by commas (org.readers of your configuration); everyone is all of them.",
			"orggen":     "Push into this generation of the index, which nobody is asked from until kb org use N.",
		},
		Hidden: true,
	}
}

type orgCmd struct {
	Status orgStatusCmd `cmd:"" default:"1" help:"List the repositories that you may read there."`
	Push   orgPushCmd   `cmd:"" help:"Send what has changed in this repository."`
	Forget orgForgetCmd `cmd:"" help:"Remove a repository from the cluster."`
	Use    orgUseCmd    `cmd:"" help:"Let everybody be answered from a generation of the index."`
}

// open opens the way to the cluster.
func open(a *app.App) (*org.Org, *userconfig.Config, error) {
	config, err := userconfig.Load(a.Getenv)
	if err != nil {
		return nil, nil, session.ConfigError(err)
	}
	o, err := reach.Open(config, a.Now)
	return o, config, session.OrgAdvice(err)
}

type orgPushCmd struct {
	Name       string   `placeholder:"NAME" help:"${orgname}"`
	Readers    []string `placeholder:"GROUP" help:"${orgreaders}"`
	Generation int      `placeholder:"N" help:"${orggen}"`
}

// Run pushes the commit that is checked out.
func (c *orgPushCmd) Run(ctx context.Context, a *app.App) error {
	o, config, err := open(a)
	if err != nil {
		return err
	}
	readers := c.Readers
	if len(readers) == 0 {
		readers = config.Org.Readers
	}
	if len(readers) == 0 {
		return app.WithHint(errors.New("nobody is named who may read it"),
			"name groups: kb org push --readers platform,security\nor all: --readers everyone")
	}
	if c.Generation < 0 {
		return errors.New("--generation must be at least 1")
	}
	a.Patient, a.Recollects = true, true
	b, s, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	if s.Dirty() {
		if b.View, err = b.LookAt(ctx, session.AtFlag{At: "HEAD"}); err != nil {
			return err
		}
		a.Remark("what is not committed is not pushed: as of commit %.10s", b.View.Searcher.Commit())
	}
	src := org.Source{Name: c.Name, Readers: readers, Generation: c.Generation, Progress: a.Progress.Report}
	if src.Name == "" {
		src.Name = reach.NameOf(b.Repo)
	}
	began := a.Now()
	done, err := reach.Push(ctx, b.View, o, src)
	a.Progress.Stop()
	if err != nil {
		return session.OrgAdvice(err)
	}
	if a.JSON {
		return a.Emit(done)
	}
	took := a.Now().Sub(began).Round(time.Millisecond)
	if done.Documents == 0 {
		a.Printf("%s at %.10s is there already: %s, %s\n", report.CleanLine(done.Repository), done.Commit,
			wording.Count(done.Notes, "note"),
			wording.Count(done.Chunks, "section"))
		return nil
	}
	a.Printf("%s at %.10s: %s, %s; %d changed, %d removed; %s in %s\n", report.CleanLine(done.Repository), done.Commit,
		wording.Count(done.Notes, "note"), wording.Count(done.Chunks, "section"), done.Changed, done.Removed,
		wording.Count(done.Documents, "document"), took)
	return nil
}

type orgStatusCmd struct{}

// Run lists the repositories.
func (c *orgStatusCmd) Run(ctx context.Context, a *app.App) error {
	o, _, err := open(a)
	if err != nil {
		return err
	}
	s, err := o.Status(ctx)
	if err != nil {
		return session.OrgAdvice(err)
	}
	if a.JSON {
		return a.Emit(s)
	}
	a.Printf("%s at %s: %s, %s, %s\n", s.Index, s.Server, wording.Count(len(s.Repositories), "repository"),
		wording.Count(s.Notes, "note"), wording.Count(s.Chunks, "section"))
	for _, r := range s.Repositories {
		a.Printf("%s  %.10s  %s  %s  %s\n", report.CleanLine(r.Name), r.Commit, r.Pushed, wording.Count(r.Notes, "note"),
			report.CleanLine(strings.Join(r.Readers, ",")))
	}
	a.Remark("asked as %s", strings.Join(s.Groups, ", "))
	return nil
}

type orgForgetCmd struct {
	Name string `arg:"" help:"The repository, as kb org names it."`
}

// OrgForgotten is the JSON form of kb org forget.
type OrgForgotten struct {
	Repository string `json:"repository"`
	Documents  int    `json:"documents"` // that were removed
}

// Run forgets.
func (c *orgForgetCmd) Run(ctx context.Context, a *app.App) error {
	if err := org.CheckName(c.Name); err != nil {
		return err
	}
	o, _, err := open(a)
	if err != nil {
		return err
	}
	n, err := o.Forget(ctx, c.Name)
	if err != nil {
		return session.OrgAdvice(err)
	}
	if a.JSON {
		return a.Emit(OrgForgotten{c.Name, n})
	}
	a.Printf("%s is gone: %s\n", report.CleanLine(c.Name), wording.Count(n, "document"))
	return nil
}

type orgUseCmd struct {
	Generation int `arg:"" help:"The number of the generation."`
}

// OrgUsed is the JSON form of kb org use.
type OrgUsed struct {
	Index string `json:"index"`
}

// Run moves the alias.
func (c *orgUseCmd) Run(ctx context.Context, a *app.App) error {
	if c.Generation < 1 {
		return fmt.Errorf("generation %d: expected 1 or more", c.Generation)
	}
	o, _, err := open(a)
	if err != nil {
		return err
	}
	index, err := o.Use(ctx, c.Generation)
	if err != nil {
		return session.OrgAdvice(err)
	}
	if a.JSON {
		return a.Emit(OrgUsed{index})
	}
	a.Printf("everybody is answered from %s now\n", index)
	return nil
}
