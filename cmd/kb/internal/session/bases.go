package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/text/wording"
)

// BasesFlag asks for an answer from several bases.
type BasesFlag struct {
	All  bool     `help:"Answer from all bases of your configuration, and from this repository (docs/bases.md)." group:"bases"`
	Base []string `placeholder:"NAME" complete:"base" help:"Only from this base of your configuration, or from here." group:"bases"`
}

// Several reports whether bases are asked for by name, or all of them.
func (f BasesFlag) Several() bool { return f.All || len(f.Base) > 0 }

// ReadBases is ReadAt on the bases that are asked for; on the repository around the working folder
// where none are. A base that cannot be read is told on stderr, and the others answer.
func ReadBases(ctx context.Context, a *app.App, f BasesFlag, at AtFlag) (*Base, error) {
	if !f.Several() {
		b, _, _, err := ReadAt(ctx, a, at)
		return b, err
	}
	if at.At != "" {
		return nil, app.WithHint(errors.New("--at is about one repository"), "leave out --all and --base, or --at")
	}
	config, err := loadConfig(a)
	if err != nil {
		return nil, err
	}
	o := opening{a: a, config: config}
	if err := EachBase(ctx, a, config, f, func(repo *kb.Repo, b desk.Base) error { return o.open(ctx, repo, b) }); err != nil {
		for _, b := range o.bases {
			b.View.Close()
			b.View.Desk.Close(nil)
		}
		return nil, err
	}
	b := &Base{Desk: o.bases[0].View.Desk, App: a, Config: config, View: desk.Joined(o.bases)}
	b.Empty = len(b.View.Searcher.Paths()) == 0
	if b.Empty {
		a.Remark("these bases have no notes")
	}
	return b, nil
}

// ReadNamed is ReadAt of the repository around the working folder or, where the name of a note begins
// with that of a base of the person's configuration, of that base.
func ReadNamed(ctx context.Context, a *app.App, name string, at AtFlag) (*Base, error) {
	if base, _, ok := kb.OtherBase(name); ok {
		config, err := loadConfig(a)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(config.Bases, func(b userconfig.Base) bool { return b.Name == base }) {
			return ReadBases(ctx, a, BasesFlag{Base: []string{base}}, at)
		}
	}
	return ReadBases(ctx, a, BasesFlag{}, at)
}

// opening is the work on one request for several bases.
type opening struct {
	a      *app.App
	config *userconfig.Config
	bases  []desk.Base
}

// choice is which bases are asked for.
type choice struct {
	a      *app.App
	config *userconfig.Config
	flag   BasesFlag
	open   func(repo *kb.Repo, b desk.Base) error

	repos []*kb.Repo // that were opened, and what they are called
	names []string
}

// EachBase calls open with the repository that somebody is in, and then with the bases that are
// asked for in the order of the configuration. One that cannot be opened is told on stderr.
func EachBase(
	ctx context.Context, a *app.App, config *userconfig.Config, f BasesFlag, open func(repo *kb.Repo, b desk.Base) error,
) error {
	c := choice{a: a, config: config, flag: f, open: open}
	if err := c.check(); err != nil {
		return err
	}
	mine := "" // the name of the repository that somebody is in, once it is opened
	here, err := OpenRepo(ctx, c.a)
	switch {
	case err == nil:
		name, scope := userconfig.Here, "project"
		for _, b := range c.config.Bases {
			if same, err := desk.Repository(ctx, b); err == nil && sameRepo(same, here) {
				name, scope = b.Name, b.Scope
				break
			}
		}
		if !c.wanted(name) && !c.wanted(userconfig.Here) {
			break
		}
		if err := c.take(here, desk.Base{Name: name, Scope: scope, Here: true}); err != nil {
			return err // the one that somebody is in has to answer
		}
		mine = name
	case !errors.Is(err, git.ErrNoRepository) || slices.Contains(c.flag.Base, userconfig.Here) || len(c.config.Bases) == 0:
		return err
	}
	for _, b := range c.config.Bases {
		if !c.wanted(b.Name) || b.Name == mine {
			continue
		}
		if err := c.named(ctx, b); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			c.a.Remark("base %s is left out: %v", b.Name, err)
		}
	}
	switch {
	case len(c.repos) == 0:
		return errors.New("none of these bases can be read")
	case len(c.config.Bases) == 0:
		c.a.Remark("your configuration names no other base: this answer is from here alone")
	}
	return nil
}

// check refuses names that no base has.
func (c *choice) check() error {
	names := []string{userconfig.Here}
	for _, b := range c.config.Bases {
		names = append(names, b.Name)
	}
	for _, name := range c.flag.Base {
		switch {
		case slices.Contains(names, name):
		case len(names) == 1:
			return app.WithHint(fmt.Errorf("no base is called %s: your configuration names none", name), "%s", c.howTo())
		default:
			hint := "there are " + strings.Join(names, ", ")
			if near := wording.Nearest(name, names, 1); len(near) > 0 {
				hint = "did you mean " + near[0] + "?"
			}
			return app.WithHint(fmt.Errorf("no base is called %s in %s", name, c.config.Path), "%s", hint)
		}
	}
	return nil
}

// howTo says how a base is named.
func (c *choice) howTo() string {
	return "name bases in your own configuration (docs/bases.md):\nbases:\n  - {name: mine, path: ~/notes, scope: personal, consent: true}"
}

// wanted reports whether a base is asked for.
func (c *choice) wanted(name string) bool { return c.flag.All || slices.Contains(c.flag.Base, name) }

// named opens a base of the configuration.
func (c *choice) named(ctx context.Context, b userconfig.Base) error {
	repo, err := desk.Repository(ctx, b)
	if err != nil {
		return err
	}
	for i, other := range c.repos {
		if sameRepo(repo, other) {
			return fmt.Errorf("%s is the repository of the base %s", b.Path, c.names[i])
		}
	}
	return c.take(repo, desk.Base{Name: b.Name, Scope: b.Scope})
}

// take opens a base.
func (c *choice) take(repo *kb.Repo, b desk.Base) error {
	err := c.open(repo, b)
	if err == nil {
		c.repos, c.names = append(c.repos, repo), append(c.names, b.Name)
	}
	return err
}

// open opens the index of a base, brought up to date when that is cheap.
func (o *opening) open(ctx context.Context, repo *kb.Repo, b desk.Base) error {
	options := options(o.a, o.config)
	if !b.Here {
		remark := func(message string) { o.a.Remark("base %s: %s", b.Name, message) }
		options.Remark, options.Warn = remark, Once(remark)
	}
	var err error
	if b.View, err = desk.OpenBase(ctx, repo, options, o.a.Recollects); err != nil {
		return notIndexed(ConfigError(err))
	}
	o.bases = append(o.bases, b)
	return nil
}

// sameRepo tells whether two repositories are one, or work trees of one.
func sameRepo(a, b *kb.Repo) bool { return a.CommonDir == b.CommonDir }
