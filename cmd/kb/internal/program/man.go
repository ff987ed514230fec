package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/manual"
)

// Man is kb man.
func (Verbs) Man() app.Verb {
	return app.Verb{
		Name: "man", Place: 400,
		Help:    "Write the manual pages into a folder.",
		Command: &manCmd{},
		Hidden:  true,
	}
}

// manCmd writes the manual pages, for packages of kb.
type manCmd struct {
	Folder string `arg:"" complete:"folder" help:"Where to write them; it has to exist."`
}

// Run writes the pages.
func (c *manCmd) Run(a *app.App) error {
	parser, err := newParser(new(app.Globals), verbs(), new(bytes.Buffer), func(int) {})
	if err != nil {
		return err
	}
	date := a.Now()
	if epoch := a.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return fmt.Errorf("SOURCE_DATE_EPOCH is %q: it counts the seconds since 1970", epoch)
		}
		date = time.Unix(seconds, 0)
	}
	folder, err := a.FromWorkDir(c.Folder)
	if err != nil {
		return err
	}
	for _, page := range manual.Pages(parser.Model.Node, app.ModuleVersion(), date) {
		if err := os.WriteFile(filepath.Join(folder, page.Name), []byte(page.Text), 0o644); err != nil {
			return fmt.Errorf("write a manual page: %w", err)
		}
	}
	return nil
}
