package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
)

// mcpConfigCmd tells a client of the server.
type mcpConfigCmd struct {
	Client string `arg:"" enum:"claude,cursor,vscode,codex,gemini,zed" help:"${client}"`
	Write  bool   `help:"Add it to the client's file: the repository's, or yours for codex and zed."`
}

// ClientConfig is the JSON form of the configuration of a client.
type ClientConfig struct {
	Client  string `json:"client"`
	File    string `json:"file"`
	Snippet string `json:"snippet"` // what the file holds that names kb and nothing else
	State   string `json:"state"`   // printed, written, or unchanged: a server called kb is there already
}

// maxClientFile bounds the file of a client, in bytes.
const maxClientFile = 8 << 20

// Run prints the configuration, or adds it.
func (c *mcpConfigCmd) Run(ctx context.Context, a *app.App) error {
	client, ok := mcpclient.Named(c.Client)
	if !ok {
		return fmt.Errorf("no client is called %q", c.Client)
	}
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	if repo.Root == "" && !client.User {
		return app.WithHint(errors.New("a bare repository has no files for a client to read"), "go into a clone of it")
	}
	answer := ClientConfig{
		Client:  client.Title,
		File:    client.Path(repo.Root, a.Getenv("HOME")),
		Snippet: client.Snippet(),
		State:   "printed",
	}
	if c.Write {
		if answer.State, err = addClient(client, repo, answer.File); err != nil {
			return err
		}
	}
	if a.JSON {
		return a.Emit(answer)
	}
	switch answer.State {
	case "printed":
		a.Remark("for %s: put this into %s, or let kb do it with --write", client.Title, answer.File)
		a.Printf("%s", answer.Snippet)
	case "unchanged":
		a.Remark("%s names a server called kb already: left as it is", answer.File)
	default:
		a.Remark("added to %s", answer.File)
	}
	return nil
}

// addClient adds kb to the client's file; state says what became of it.
func addClient(client mcpclient.Client, repo *kb.Repo, file string) (state string, err error) {
	top := repo.Root
	if client.User {
		if file, err = followed(file); err != nil { // people keep such files elsewhere, by links
			return "", err
		}
		top = filepath.Dir(file)
		if err := store.MakeUserDirs(top); err != nil {
			return "", err
		}
	}
	root, err := store.OpenTree(top) // a link of a cloned repository leads nowhere else
	if err != nil {
		return "", err
	}
	defer root.Close()
	name, err := filepath.Rel(top, file)
	if err != nil {
		return "", err
	}
	text, mode, err := readClientFile(root.Root, name)
	if err != nil {
		return "", err
	}
	after, err := client.Add(text)
	switch {
	case errors.Is(err, mcpclient.ErrThere):
		return "unchanged", nil
	case err != nil:
		return "", app.WithHint(fmt.Errorf("%s is left as it is: %w", file, err), "add this by hand:\n%s", client.Snippet())
	}
	return "written", replaceFile(root, name, after, mode)
}

// followed returns the file that a link leads to, the file itself where it is none or is not there.
func followed(file string) (string, error) {
	to, err := filepath.EvalSymlinks(file)
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	return to, err
}

// readClientFile reads a regular file; nothing where there is none.
func readClientFile(root *os.Root, name string) ([]byte, fs.FileMode, error) {
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0o644, nil
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, app.WithHint(fmt.Errorf("%s is no regular file", name), "add the configuration by hand: leave out --write")
	case info.Size() > maxClientFile:
		return nil, 0, fmt.Errorf("%s has %s, more than %s", name, app.SizeOf(info.Size()), app.SizeOf(maxClientFile))
	}
	text, err := root.ReadFile(name)
	return text, info.Mode().Perm(), err
}

// replaceFile puts a text in the place of a file: a reader finds the old or the new one.
func replaceFile(root store.Tree, name string, text []byte, mode fs.FileMode) error {
	name = filepath.ToSlash(name)
	if err := root.MakeDirs(path.Dir(name), 0o755); err != nil {
		return err
	}
	return root.Replace(name, text, mode)
}
