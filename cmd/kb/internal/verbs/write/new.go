package write

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// New is kb new.
func (Verbs) New() app.Verb {
	return app.Verb{
		Name: "new", Place: 130,
		Help:    "Write a new note.",
		Command: &newCmd{},
		Answers: []any{Noted{}},
		Edits:   true,
		Words: map[string]string{
			"newkinds": "memory, decision, spec, summary or doc; daily for the note of the day, which is opened " +
				"where it is there.",
			"placeholders": strings.Join(draft.Placeholders(), ", "),
		},
	}
}

// newCmd writes a new note.
type newCmd struct {
	Kind  string   `arg:"" name:"kind" complete:"newkind" help:"${newkinds}"`
	Title []string `arg:"" optional:"" name:"title" help:"What the note is called."`
	noteFlags
	Body   string `placeholder:"TEXT" help:"Text below the title; - reads it from stdin, which is read anyway where it is a pipe."`
	In     string `placeholder:"DIR" complete:"folder" help:"Folder to write it to, instead of the one of its kind."`
	NoEdit bool   `help:"Open no editor."`
}

// Run writes the note, and opens it on a terminal.
func (c *newCmd) Run(ctx context.Context, a *app.App) error {
	if kinds := append(kb.Kinds(), daily); !slices.Contains(kinds, c.Kind) {
		return unknownWord(fmt.Errorf("no kind is called %q", c.Kind), c.Kind, kinds)
	}
	if c.Kind != daily && len(c.Title) == 0 {
		return app.WithHint(fmt.Errorf("what is the %s called?", c.Kind), "say its title: kb new %s \"TITLE\"", c.Kind)
	}
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	if c.Kind == daily {
		day := a.Now().Format(time.DateOnly)
		title := strings.Join(c.Title, " ")
		if title == "" {
			title = day
		}
		folder, err := c.dailyFolder(ctx, repo)
		if err != nil {
			return err
		}
		file := path.Join(folder, day+".md")
		_, err = repo.ReadWork(file)
		if err == nil {
			return c.again(ctx, a, repo, file)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("look for the note of the day: %w", err)
		}
		body, err := c.body(ctx, a)
		if err != nil {
			return err
		}
		d, err := c.draft(ctx, a, repo, "doc", title, body)
		if err != nil {
			return err
		}
		d.Folder, d.Template, d.File = folder, daily, day+".md"
		d.Category = c.Category // what happened on a day is of many
		return c.finish(ctx, a, repo, d)
	}
	body, err := c.body(ctx, a)
	if err != nil {
		return err
	}
	d, err := c.draft(ctx, a, repo, c.Kind, strings.Join(c.Title, " "), body)
	if err != nil {
		return err
	}
	if d.Folder, err = folderOf(repo, c.In); err != nil {
		return err
	}
	if d.Folder == "" && c.Kind == "doc" {
		d.Folder = repo.Prefix
	}
	return c.finish(ctx, a, repo, d)
}

// interactive tells that a person is at the terminal, to whom the note can be opened.
func (c *newCmd) interactive(a *app.App) bool {
	return c.Body == "" && !c.NoEdit && !c.Print && !c.DryRun && !a.JSON && isTerminalIn(a.Stdin) && app.IsTerminal(a.Stdout)
}

// finish writes the note, and opens it on a terminal.
func (c *newCmd) finish(ctx context.Context, a *app.App, repo *kb.Repo, d draft.Draft) error {
	if _, err := c.look(ctx, a, repo, d.Title+"\n\n"+d.Body); err != nil {
		return err
	}
	note, err := c.write(ctx, a, repo, d)
	if err != nil {
		return err
	}
	if c.interactive(a) {
		if err := c.edit(a, repo, note.Path); err != nil {
			return err
		}
	}
	return c.told(a, repo, d, note)
}

// body is the text of --body, or what comes through a pipe.
func (c *newCmd) body(ctx context.Context, a *app.App) (string, error) {
	body := c.Body
	if body == "-" || body == "" && !isTerminalIn(a.Stdin) {
		var err error
		if body, err = readText(ctx, a.Stdin); err != nil {
			return "", err
		}
	}
	if len(markdown.Head([]byte(body)).FrontMatter.Fields) > 0 {
		return "", app.WithHint(fmt.Errorf("the text has a front matter of its own"),
			"give the text below it only; --type, --tag and the like fill the front matter")
	}
	return body, nil
}

// readText reads a text of at most the size of a note, to the end of the stream or until Ctrl-C.
func readText(ctx context.Context, r io.Reader) (string, error) {
	var data []byte
	var err error
	done := make(chan struct{})
	go func() {
		data, err = io.ReadAll(io.LimitReader(r, git.MaxFile+1))
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("read stdin: %w", err)
	}
	if len(data) > git.MaxFile {
		return "", fmt.Errorf("the text on stdin is %w", git.ErrTooLarge)
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	return text, nil
}
