package write

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/cited"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/move"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
)

// symbolOf reads a word as a symbol of a source file, from where the person stands.
func symbolOf(b *session.Base, word string) (move.Symbol, bool) {
	file, name, ok := strings.Cut(word, "#")
	if !ok || name == "" || code.Language(file) == "" {
		return move.Symbol{}, false
	}
	return move.Symbol{File: path.Join(b.Repo.Prefix, filepath.ToSlash(file)), Name: code.PlainName(name)}, true
}

// moveSymbol writes the citations of a symbol anew.
func (c *mvCmd) moveSymbol(ctx context.Context, b *session.Base, s *snapshot.Snapshot, from move.Symbol) error {
	to, err := c.symbolNow(ctx, b, s, from)
	if err != nil {
		return err
	}
	names, err := openNames(ctx, b, from, to)
	if err != nil {
		return err
	}
	defer names.code.Close()
	if err := names.check(); err != nil {
		return err
	}
	plan, err := move.MakeSymbol(s, from, to, b.Repo, names.alone)
	if err == nil {
		err = names.err
	}
	if err != nil {
		return refusal(b, err)
	}
	if err := c.write(b, plan); err != nil {
		return err
	}
	var notes []string
	for _, change := range plan.Changes {
		notes = append(notes, change.Path)
	}
	return c.print(b, Moved{From: from.String(), To: to.String()}, plan, "citation", notes)
}

// symbolNow is what the citations shall name: as the person says, else where the body went.
func (c *mvCmd) symbolNow(ctx context.Context, b *session.Base, s *snapshot.Snapshot, from move.Symbol) (move.Symbol, error) {
	if c.New == "" {
		g, err := b.Lost(ctx, s, from.File, from.Name)
		if err != nil {
			return move.Symbol{}, err
		}
		return home(from, g)
	}
	if !strings.Contains(c.New, "#") && code.Language(c.New) == "" {
		return move.Symbol{File: from.File, Name: code.PlainName(c.New)}, nil
	}
	to, ok := symbolOf(b, c.New)
	if !ok {
		return to, app.WithHint(fmt.Errorf("%s is no symbol of a source file", c.New), "kb mv %s PATH#SYMBOL", c.Old)
	}
	return to, nil
}

// home is where a symbol is now, by what became of it.
func home(from move.Symbol, g *cited.Gone) (to move.Symbol, err error) {
	switch {
	case g == nil:
		return to, app.WithHint(fmt.Errorf("%s declares %s: there is nothing to follow", from.File, from.Name),
			"name what the notes shall cite: kb mv %s PATH#SYMBOL", from)
	case g.Home != "":
		to.File, to.Name, _ = strings.Cut(g.Home, "#")
		return to, nil
	case g.Past != "":
		return to, app.WithHint(fmt.Errorf("%s, and nothing with its body is left", g.Past),
			"correct the notes, or name what took its place")
	}
	err = fmt.Errorf("nothing tells where %s went", from)
	if g.Near != "" {
		return to, app.WithHint(err, "did you mean %s#%s?", g.File, g.Near)
	}
	return to, app.WithHint(err, "name what the notes shall cite: kb mv %s PATH#SYMBOL", from)
}

// names tells whether a name means one symbol in what a note speaks of.
type names struct {
	ctx      context.Context
	code     *codebase.Base
	files    []git.File // of the work tree
	from, to move.Symbol
	near     int // whether the folders of both symbols declare the old name otherwise; 0 unknown, 1 no, 2 yes
	err      error
}

// openNames opens the code and lists the source files of the work tree. The caller closes
// names.code, but not after an error.
func openNames(ctx context.Context, b *session.Base, from, to move.Symbol) (*names, error) {
	n := &names{ctx: ctx, from: from, to: to}
	var err error
	if n.code, err = impact.Code(b.Desk, nil); err == nil {
		if n.files, err = n.code.Files(ctx); err != nil {
			n.code.Close()
		}
	}
	return n, err
}

// check refuses a new name that the work tree does not have.
func (n *names) check() error {
	trees := &cited.Trees{After: n.files, Sources: n.code}
	c := &stale.Citation{Text: n.to.File, Symbol: n.to.Name, Paths: []string{n.to.File}}
	if cited.File(n.files, c) == nil {
		return app.WithHint(fmt.Errorf("%s is no source file that kb reads", n.to.File), "nothing was changed: name it as PATH#SYMBOL")
	}
	g, err := trees.Lost(n.ctx, c, false)
	if err != nil || g == nil {
		return err
	}
	err = fmt.Errorf("%s declares no %s", n.to.File, n.to.Name)
	if g.Near != "" {
		return app.WithHint(err, "nothing was changed: did you mean %s#%s?", g.File, g.Near)
	}
	return app.WithHint(err, "nothing was changed: rename it in the code first")
}

// maxNamed bounds the files that are read to see whether a name is used once.
const maxNamed = 200

// alone reports whether nothing that a note cites, and nothing beside the symbol, declares its old name.
func (n *names) alone(e *snapshot.Entry) bool {
	if n.near == 0 {
		var beside []git.File
		for _, f := range n.files {
			if dir := path.Dir(f.Path); dir == path.Dir(n.from.File) || dir == path.Dir(n.to.File) {
				beside = append(beside, f)
			}
		}
		n.near = 1
		if n.declared(beside) {
			n.near = 2
		}
	}
	if n.near == 2 || n.err != nil {
		return false
	}
	var spoken []git.File
	for _, c := range stale.CitedFiles(e, git.Origin{}) {
		if f := cited.File(n.files, &c); f != nil {
			spoken = append(spoken, *f)
		}
	}
	return !n.declared(spoken)
}

// declared reports whether one of some files declares the old name.
func (n *names) declared(files []git.File) bool {
	if len(files) > maxNamed {
		return true
	}
	return slices.ContainsFunc(files, func(f git.File) bool {
		_, symbols, _, err := n.code.Declared(n.ctx, f)
		if err != nil && n.err == nil {
			n.err = err
		}
		return slices.ContainsFunc(symbols, func(s code.Symbol) bool {
			return s.Called(n.from.Name[strings.LastIndexByte(n.from.Name, '.')+1:]) && (f.Path != n.to.File || s.Path() != n.to.Name)
		})
	})
}
