package write

import (
	"context"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
)

// daily is the word for the note of the day, beside the kinds.
const daily = "daily"

// dailyFolder is where the notes of days lie in a repository that has none yet.
const dailyFolder = "daily"

// again tells of the day's note that is there, and opens it on a terminal.
func (c *newCmd) again(ctx context.Context, a *app.App, repo *kb.Repo, file string) error {
	body, err := c.body(ctx, a)
	if err != nil {
		return err
	}
	if body != "" {
		return app.WithHint(fmt.Errorf("there is a note of today: %s", session.PathHere(repo, file)),
			"put the text into it: kb open %s", session.PathHere(repo, file))
	}
	if c.interactive(a) {
		return c.edit(a, repo, file)
	}
	if a.JSON {
		return a.Emit(Noted{Path: file, Kind: "doc", Secrets: []SecretPlace{}})
	}
	a.Printf("%s\n", session.PathHere(repo, file))
	return nil
}

// dailyFolder is the folder of --in, or the one in which the note of the latest day lies.
func (c *newCmd) dailyFolder(ctx context.Context, repo *kb.Repo) (string, error) {
	if c.In != "" {
		return folderOf(repo, c.In)
	}
	entries, err := repo.Index(ctx)
	if err != nil {
		return "", fmt.Errorf("look for notes of days: %w", err)
	}
	folder, latest := dailyFolder, ""
	for _, e := range entries {
		day, isNote := strings.CutSuffix(path.Base(e.Path), ".md")
		if _, err := time.Parse(time.DateOnly, day); isNote && err == nil && day > latest {
			folder, latest = path.Dir(e.Path), day
		}
	}
	return folder, nil
}
