package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/store"
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

// maxClientFile bounds the file of a client, in bytes.
const maxClientFile = 8 << 20

// clientNames are the clients as the command line takes them.
func clientNames() string {
	var names []string
	for _, c := range mcpclient.Clients() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ",")
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
		answer.State, err = removeClient(file, here.Root)
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

// clientFile is a client's file as it lies on the disk.
type clientFile struct {
	dir  store.Tree
	name string // in dir
	text []byte
	mode fs.FileMode
}

// openClient reads the client's file; nothing where there is none.
func openClient(file mcpclient.File, top string) (f clientFile, err error) {
	path := file.Path
	if file.User {
		if path, err = followed(path); err != nil { // people keep such files elsewhere, by links
			return f, err
		}
		top = filepath.Dir(path)
		if err := store.MakeUserDirs(top); err != nil {
			return f, err
		}
	}
	if f.name, err = filepath.Rel(top, path); err != nil {
		return f, err
	}
	if f.dir, err = store.OpenTree(top); err != nil { // a link of a cloned repository leads nowhere else
		return f, err
	}
	if f.text, f.mode, err = readClientFile(f.dir.Root, f.name); err != nil {
		f.dir.Close()
	}
	return f, err
}

// addClient adds kb to the client's file; state says what became of it.
func addClient(file mcpclient.File, root string) (state string, err error) {
	f, err := openClient(file, root)
	if err != nil {
		return "", err
	}
	defer f.dir.Close()
	after, err := file.Add(f.text)
	switch {
	case errors.Is(err, mcpclient.ErrThere):
		return "unchanged", nil
	case err != nil:
		return "", app.WithHint(fmt.Errorf("%s is left as it is: %w", file.Path, err), "add this by hand:\n%s", file.Snippet())
	}
	return "written", replaceFile(f.dir, f.name, after, f.mode)
}

// removeClient takes out of the client's file what addClient has added. A file that says nothing
// else goes.
func removeClient(file mcpclient.File, root string) (state string, err error) {
	if _, err := os.Stat(file.Path); errors.Is(err, fs.ErrNotExist) {
		return "unchanged", nil
	}
	f, err := openClient(file, root)
	if err != nil {
		return "", err
	}
	defer f.dir.Close()
	after, err := file.Remove(f.text)
	switch {
	case errors.Is(err, mcpclient.ErrMissing):
		return "unchanged", nil
	case err != nil:
		return "", app.WithHint(fmt.Errorf("%s is left as it is: %w", file.Path, err), "take it out by hand")
	case len(after) == 0:
		return "removed", f.dir.Remove(f.name)
	}
	return "removed", replaceFile(f.dir, f.name, after, f.mode)
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
