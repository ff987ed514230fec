package write

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/draft"
)

// RememberCmd writes a memory down in one line.
type RememberCmd struct {
	Text []string `arg:"" name:"text" help:"What to remember; - reads it from stdin."`
	noteFlags
}

// Help holds the verb's details and examples.
func (RememberCmd) Help() string {
	return `The title is the first sentence, the type is guessed by the words. What looks like a key, token or password is refused with exit code 1
and the line that it is on; nothing is written then.

Examples:

    kb remember "Redis drops idle connections after 300 s. Ping every minute."
    kb remember "Run the migrations before the tests" --files "migrations/**"
    git log -1 --format=%B | kb remember - --source agent`
}

// Run writes the memory.
func (c *RememberCmd) Run(ctx context.Context, a *app.App) error {
	text := strings.Join(c.Text, " ")
	if text == "-" {
		var err error
		if text, err = readText(ctx, a.Stdin); err != nil {
			return err
		}
	}
	text = strings.TrimSpace(text)
	title := draft.TitleOf(text)
	if title == "" {
		return app.WithHint(
			errors.New("there is nothing to remember"),
			"say it in a sentence: kb remember \"Redis drops idle connections\"",
		)
	}
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	d, err := c.draft(ctx, a, repo, "memory", title, text)
	if err != nil {
		return err
	}
	note, err := c.write(a, repo, d)
	if err != nil {
		return err
	}
	return c.told(a, repo, d, note)
}
