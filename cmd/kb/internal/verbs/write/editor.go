package write

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/secret"
)

// isTerminalIn reports whether a person types on a stream.
func isTerminalIn(stream io.Reader) bool {
	f, ok := stream.(*os.File)
	return ok && app.IsTerminal(f)
}

// edit opens the new note in the person's editor. Whatever becomes of the editor, the file stays.
func (c *newCmd) edit(a *app.App, repo *kb.Repo, path string) error {
	if editorOf(a) == "" {
		a.Remark("no editor is set: VISUAL or EDITOR may name one")
		return nil
	}
	if err := runEditor(a, repo, path, 0); err != nil {
		return app.WithHint(err, "the note is kept: %s", session.PathHere(repo, path))
	}
	text, err := os.ReadFile(filepath.Join(repo.Root, filepath.FromSlash(path)))
	if err != nil {
		return fmt.Errorf("read what the editor left: %w", err)
	}
	for _, s := range secret.Scan(text) {
		a.Remark("%s:%d looks like a secret (rule %s): remove it before you commit", path, s.Line, s.Rule)
	}
	return nil
}

// editorOf is the command of the person's editor, "" where none is set.
func editorOf(a *app.App) string {
	if command := a.Getenv("VISUAL"); strings.TrimSpace(command) != "" {
		return command
	}
	return strings.TrimSpace(a.Getenv("EDITOR"))
}

// runEditor opens a file of the work tree at a line, 0 for none, and waits for the editor to end.
func runEditor(a *app.App, repo *kb.Repo, path string, line int) error {
	command := editorOf(a)
	words, err := app.ShellWords(command)
	if err != nil {
		return fmt.Errorf("read the editor's command %s: %w", command, err)
	}
	run := exec.Command(words[0], append(words[1:], atLine(words[0], filepath.Join(repo.Root, filepath.FromSlash(path)), line)...)...)
	run.Stdin, run.Stdout, run.Stderr, run.Dir = a.Stdin, a.Stdout, a.Stderr, repo.Root
	if err := run.Run(); err != nil {
		return fmt.Errorf("run the editor %s: %w", words[0], err)
	}
	return nil
}
