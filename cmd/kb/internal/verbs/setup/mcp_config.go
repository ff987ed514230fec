package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/clientfile"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
)

// mcpConfigCmd tells a client of the server.
type mcpConfigCmd struct {
	Client string `arg:"" enum:"${clients}" help:"One of ${choices}."`
	Write  bool   `xor:"change" help:"Add it to the client's file."`
	Remove bool   `xor:"change" help:"Take out of the client's file what --write has added."`
	User   bool   `help:"Take your own file, for all repositories, and not the repository's."`
}

// ClientConfig is the JSON form of the configuration of a client.
type ClientConfig struct {
	Client  string `json:"client"`
	File    string `json:"file"`
	Snippet string `json:"snippet"` // what the file holds that names kb and nothing else
	State   string `json:"state"`   // printed, written, removed, or unchanged: there was nothing to do
}

// Run prints the configuration, adds it, or takes it out.
func (c *mcpConfigCmd) Run(ctx context.Context, a *app.App) error {
	client, ok := mcpclient.Named(c.Client)
	if !ok {
		return fmt.Errorf("no client is called %q", c.Client)
	}
	here, err := c.here(ctx, a, client)
	if err != nil {
		return err
	}
	file, err := client.File(here, c.User)
	if err != nil {
		return err
	}
	answer := ClientConfig{Client: client.Title, File: file.Path, Snippet: file.Snippet(), State: "printed"}
	switch {
	case c.Write:
		answer.State, err = addClient(file, here.Root)
	case c.Remove:
		answer.State, err = removeClient(file, here)
	}
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(answer)
	}
	c.tell(a, answer, file, here)
	return nil
}

// here is what the client's file depends on. A repository is needed where the file is its own, or
// the entry names its folder.
func (c *mcpConfigCmd) here(ctx context.Context, a *app.App, client mcpclient.Client) (mcpclient.Here, error) {
	here := mcpclient.Here{System: runtime.GOOS, Getenv: a.Getenv}
	here.Program, _ = exec.LookPath("kb") // where it is not found the name has to do
	user := c.User || client.UserOnly()
	if user && !client.NeedsRoot() {
		return here, nil
	}
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return here, err
	}
	if repo.Root == "" && !user {
		return here, app.WithHint(
			errors.New("a bare repository has no files for a client to read"),
			"go into a clone of it, or name your own file: --user",
		)
	}
	here.Root = folderOfRepo(repo)
	return here, nil
}

// tell says what became of the client's file.
func (c *mcpConfigCmd) tell(a *app.App, answer ClientConfig, file mcpclient.File, here mcpclient.Here) {
	switch answer.State {
	case "printed":
		a.Remark("for %s: put this into %s, or let kb do it with --write", answer.Client, answer.File)
		a.Printf("%s", answer.Snippet)
	case "unchanged":
		if c.Remove {
			a.Remark("%s names no server called kb", answer.File)
			return
		}
		a.Remark("%s names a server called kb already: left as it is", answer.File)
		if file.Client.NeedsRoot() {
			a.Remark("for this repository, too, put this into its args: \"--root\", %q", here.Root)
		}
	case "removed":
		a.Remark("taken out of %s", answer.File)
	default:
		a.Remark("added to %s", answer.File)
	}
}

// openClient reads the client's file; nothing where there is none.
func openClient(file mcpclient.File, top string) (clientfile.File, error) {
	if file.User {
		top = ""
	}
	f, err := clientfile.Open(file.Path, top)
	if errors.Is(err, clientfile.ErrNotRegular) {
		err = app.WithHint(err, "add the configuration by hand: leave out --write")
	}
	return f, err
}

// addClient adds kb to the client's file; state says what became of it.
func addClient(file mcpclient.File, root string) (state string, err error) {
	f, err := openClient(file, root)
	if err != nil {
		return "", err
	}
	defer f.Close()
	after, err := file.Add(f.Text)
	switch {
	case errors.Is(err, mcpclient.ErrThere):
		return "unchanged", nil
	case err != nil:
		return "", app.WithHint(fmt.Errorf("%s is left as it is: %w", file.Path, err), "add this by hand:\n%s", file.Snippet())
	}
	_, err = f.Replace(after)
	return "written", err
}

// removeClient takes out of the client's file what addClient has added. A file that says nothing
// else goes, and so does the folder of the client's that it leaves empty.
func removeClient(file mcpclient.File, here mcpclient.Here) (state string, err error) {
	f, err := openClient(file, here.Root)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if !f.Exists {
		return "unchanged", nil
	}
	after, err := file.Remove(f.Text)
	switch {
	case errors.Is(err, mcpclient.ErrMissing):
		return "unchanged", nil
	case err != nil:
		return "", app.WithHint(fmt.Errorf("%s is left as it is: %w", file.Path, err), "take it out by hand")
	case len(after) == 0:
		err = f.Remove()
		if dir := filepath.Dir(file.Path); err == nil && dir != cmp.Or(here.Getenv("HOME"), here.Getenv("USERPROFILE")) {
			_ = os.Remove(dir) // what holds something stays, as the repository does
		}
		return "removed", err
	}
	_, err = f.Replace(after)
	return "removed", err
}
