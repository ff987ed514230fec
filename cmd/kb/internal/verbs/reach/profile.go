package reach

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/text/wording"
)

// Profile is kb profile.
func (Verbs) Profile() app.Verb {
	return app.Verb{
		Name: "profile", Place: 397,
		Help:    "Say which bases of your own may be read, and take that back.",
		Command: &profileCmd{},
		Answers: []any{Profiles{}, Revoked{}},
		Words:   map[string]string{"profilename": "Name of a base of scope personal in your configuration; the only one."},
		Hidden:  true,
	}
}

type profileCmd struct {
	Status profileStatusCmd `cmd:"" default:"1" help:"List the personal bases of your configuration, opening none."`
	Allow  profileAllowCmd  `cmd:"" help:"Let kb read one from elsewhere: consent: true in your configuration."`
	Revoke profileRevokeCmd `cmd:"" help:"Take that back: its index, vectors and record of use are deleted, its notes moved to a copy."`
}

// Profiles is the JSON form of the personal bases.
type Profiles struct {
	Config string        `json:"config"` // the person's configuration, "" for none
	Bases  []ProfileBase `json:"bases"`
}

// ProfileBase is a personal base.
type ProfileBase struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Consent bool   `json:"consent"`
}

// Revoked is the JSON form of a consent that was taken back.
type Revoked struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Copy   string `json:"copy,omitempty"` // where the notes are now, "" where there were none
	State  string `json:"state"`          // the folder that was deleted: index, vectors, use
	DryRun bool   `json:"dry_run,omitempty"`
}

type profileStatusCmd struct{}

// Run lists them.
func (*profileStatusCmd) Run(_ context.Context, a *app.App) error {
	config, err := userconfig.Load(a.Getenv)
	if err != nil {
		return session.ConfigError(err)
	}
	out := Profiles{Config: config.Path, Bases: []ProfileBase{}}
	for _, b := range personal(config) {
		out.Bases = append(out.Bases, ProfileBase{b.Name, b.Path, b.Consent})
	}
	if a.JSON {
		return a.Emit(out)
	}
	for _, b := range out.Bases {
		said := "not read: kb profile allow " + b.Name
		if b.Consent {
			said = "read by --all, --base and links"
		}
		a.Printf("%-16s %s  (%s)\n", b.Name, app.CleanName(b.Path), said)
	}
	if len(out.Bases) == 0 {
		a.Remark("your configuration names no base of scope personal (docs/bases.md)")
	}
	return nil
}

// personal are the bases of scope personal.
func personal(config *userconfig.Config) []userconfig.Base {
	return slices.DeleteFunc(slices.Clone(config.Bases), func(b userconfig.Base) bool { return b.Scope != userconfig.Personal })
}

// profileName names a personal base.
type profileName struct {
	Name string `arg:"" optional:"" help:"${profilename}"`
}

// base finds it.
func (p profileName) base(a *app.App) (*userconfig.Config, userconfig.Base, error) {
	config, err := userconfig.Load(a.Getenv)
	if err != nil {
		return nil, userconfig.Base{}, session.ConfigError(err)
	}
	var names []string
	for _, b := range personal(config) {
		names = append(names, b.Name)
		if b.Name == p.Name || p.Name == "" && len(personal(config)) == 1 {
			return config, b, nil
		}
	}
	switch {
	case len(names) == 0:
		err = app.WithHint(errors.New("your configuration names no base of scope personal"),
			"name one (docs/bases.md):\nbases:\n  - {name: mine, path: ~/notes, scope: personal}")
	case p.Name == "":
		err = app.WithHint(errors.New("which personal base?"), "there are %s", strings.Join(names, ", "))
	default:
		hint := "there are " + strings.Join(names, ", ")
		if near := wording.Nearest(p.Name, names, 1); len(near) > 0 {
			hint = "did you mean " + near[0] + "?"
		}
		err = app.WithHint(fmt.Errorf("no personal base is called %s in %s", p.Name, config.Path), "%s", hint)
	}
	return nil, userconfig.Base{}, err
}

type profileAllowCmd struct{ profileName }

// Run notes the consent.
func (c *profileAllowCmd) Run(_ context.Context, a *app.App) error {
	config, b, err := c.base(a)
	if err != nil {
		return err
	}
	if !b.Consent {
		if err := userconfig.SetConsent(config, b, true); err != nil {
			return err
		}
	}
	if a.JSON {
		return a.Emit(Profiles{Config: config.Path, Bases: []ProfileBase{{b.Name, b.Path, true}}})
	}
	a.Remark("%s may be read: %s says consent: true; kb profile revoke %s takes it back", b.Name, app.CleanName(config.Path), b.Name)
	return nil
}

type profileRevokeCmd struct {
	profileName
	DryRun bool `help:"Only tell what would be done."`
}

// Run takes the consent back first, so that whatever happens next nothing is read any more; cut short,
// the same command goes on.
func (c *profileRevokeCmd) Run(ctx context.Context, a *app.App) error {
	config, b, err := c.base(a)
	if err != nil {
		return err
	}
	out := Revoked{Name: b.Name, Path: b.Path, DryRun: c.DryRun}
	if err := out.look(ctx, b, a.Now()); err != nil {
		return err
	}
	if !c.DryRun {
		if b.Consent {
			if err := userconfig.SetConsent(config, b, false); err != nil {
				return err
			}
		}
		if err := out.carryOut(); err != nil {
			return app.WithHint(err, "nothing of it is read any more; the same command goes on with the rest")
		}
	}
	if a.JSON {
		return a.Emit(out)
	}
	out.print(a, config.Path)
	return nil
}

// look finds what is to go, and a name for the copy that nothing has.
func (r *Revoked) look(ctx context.Context, b userconfig.Base, now time.Time) error {
	if _, err := os.Lstat(b.Path); errors.Is(err, fs.ErrNotExist) {
		return nil // it was moved before
	}
	b.Consent = true // for what is deleted, and not read
	repo, err := desk.Repository(ctx, b)
	if err != nil {
		return err
	}
	r.State = repo.StateDir()
	if trees := repo.WorkTrees(); len(trees) > 1 || repo.Root == "" || !strings.HasPrefix(repo.CommonDir, repo.Root) {
		return app.WithHint(fmt.Errorf("%s has several work trees, or none, so that it cannot be moved", b.Path),
			"git worktree list; git worktree remove PATH")
	}
	day := now.UTC().Format(time.DateOnly)
	for n := 1; ; n++ {
		r.Copy = fmt.Sprintf("%s.revoked-%s-%d", filepath.Clean(b.Path), day, n)
		if _, err := os.Lstat(r.Copy); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
}

// carryOut deletes what kb made of the notes, and moves them in one step.
func (r *Revoked) carryOut() error {
	if r.Copy == "" {
		return nil
	}
	if err := store.RemoveAll(r.State); err != nil {
		return err
	}
	return store.Rename(r.Path, r.Copy)
}

// print says what was done.
func (r *Revoked) print(a *app.App, config string) {
	would, says, is := "", "says", "is"
	if r.DryRun {
		would, says, is = "would be ", "would say", "would be"
	}
	a.Printf("%-10s %s %s consent: false; nothing of %s %s read\n", "consent", app.CleanName(config), says, r.Name, is)
	if r.Copy == "" {
		a.Remark("there is no folder %s: nothing else to do", app.CleanName(r.Path))
		return
	}
	a.Printf("%-10s %sdeleted, with index, vectors and record of use: %s\n", "state", would, app.CleanName(r.State))
	a.Printf("%-10s %smoved, with its history, to %s\n", "notes", would, app.CleanName(r.Copy))
}
