// Package learn takes in what agents learn: sessions, learn, inbox, propose.
package learn

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/text/wording"
)

//go:embed help
var help embed.FS

// Verbs has one method a verb, in the file of the verb, which describes it.
type Verbs struct{}

// Help holds the long texts of kb VERB --help, each in a file that is named for its verb.
func (Verbs) Help() fs.FS { return help }

// enter opens the repository, its inbox, and the stores of this machine, does something, and closes
// them.
func enter(ctx context.Context, a *app.App, do func(s *lessons.School, b *session.Base) error) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	config, err := userconfig.Load(a.Getenv)
	if err != nil {
		return session.ConfigError(err)
	}
	box, err := inbox.Open(lessons.Dir(repo), a.Now)
	if err != nil {
		return err
	}
	defer box.Close()
	b := session.In(a, repo)
	defer b.Close()
	s := lessons.Enter(ctx, lessons.School{
		Desk: b.Desk, Config: config, Homes: lessons.Homes(a.Getenv), Inbox: box,
		Remark: func(m string) { a.Remark("%s", app.CleanName(m)) },
		Watch:  func(done, total int) { a.Progress.Report("reading sessions", done, total) },
	}, a.Getenv)
	err = do(s, b)
	a.Progress.Stop()
	var consent *lessons.ConsentError
	if errors.As(err, &consent) {
		return app.WithHint(err, "%s", allowHint(consent.Seen))
	}
	return err
}

// allowHint names the command that allows the stores seen; without any, those that kb can read.
func allowHint(seen []string) string {
	if len(seen) == 0 {
		return "none is on this machine that kb can read: " + strings.Join(userconfig.Stores(), ", ")
	}
	return "allow those that you want read: kb sessions allow " + strings.Join(seen, " ")
}

// mark says what a person should know before deciding about a candidate.
func mark(i inbox.Item) string {
	var out []string
	switch {
	case i.Origin == learn.Outside:
		out = append(out, "from outside: the session came with the repository")
	case i.Tainted:
		out = append(out, "after a text from outside")
	}
	if i.Finding != "" {
		out = append(out, i.Finding)
	}
	return strings.Join(out, "; ")
}

// printItem prints a candidate in two or three lines.
func printItem(a *app.App, i inbox.Item) {
	kind := i.Kind
	if i.Type != "" {
		kind = i.Type
	}
	a.Printf("%s  %s  %s\n", a.Style.Heading(fmt.Sprintf("%3d", i.N)), kind, app.CleanName(i.Title))
	where := []string{fmt.Sprintf("%.2f", i.Confidence), i.Rule, wording.Count(i.Sessions(), "session")}
	if len(i.Files) > 0 {
		where = append(where, strings.Join(i.Files, " "))
	}
	a.Printf("     %s\n", a.Style.Faint(app.CleanName(strings.Join(where, " · "))))
	if m := mark(i); m != "" {
		a.Printf("     %s\n", app.CleanName(m))
	}
}
