package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/text/wording"
)

// shownCandidates is how many names an error offers.
const shownCandidates = 5

// ShownBytes is the greatest size of a file that is printed; greater ones are not indexed either.
const ShownBytes = git.MaxFile

// Lookup finds the note that name means: a path, stem, title, alias, id or number, with a heading after '#' or
// lines after ':' where parts are allowed.
func (b *Base) Lookup(ctx context.Context, name string, parts bool) (desk.Ref, error) {
	for _, base := range b.View.Bases() {
		there, ok := strings.CutPrefix(name, base.Name+":")
		if !ok && (!base.Here || isElsewhere(name)) {
			continue
		}
		in := *b
		in.Desk, in.View = base.View.Desk, base.View
		at, err := in.Lookup(ctx, there, parts)
		at.Path = base.Prefix() + at.Path
		return at, err
	}
	r, err := b.View.Resolver(ctx)
	if err != nil {
		return desk.Ref{}, err
	}
	return b.LookupIn(r, name, parts)
}

// isElsewhere reports whether a name begins with that of a base; what stands before lines may be a file.
func isElsewhere(name string) bool {
	base, _, ok := kb.OtherBase(name)
	return ok && !kb.IsMarkdown(base)
}

// LookupIn finds the note among those that a resolver knows.
func (b *Base) LookupIn(r *kb.Resolver, name string, parts bool) (desk.Ref, error) {
	at, err := b.FindIn(r, b.Repo.Prefix, b.Typed(name))
	var ambiguous *desk.AmbiguousError
	switch {
	case errors.As(err, &ambiguous):
		return at, b.ambiguous(name, ambiguous.Candidates)
	case err != nil || at.IsPart() && !parts:
		return desk.Ref{}, b.unknown(r, name)
	}
	return at, nil
}

// Text reads the note at a place as it is at the view.
func (b *Base) Text(ctx context.Context, at desk.Ref) (desk.Text, error) {
	text, err := b.View.TextOf(ctx, at)
	if errors.As(err, new(*desk.GoneError)) {
		err = app.WithHint(fmt.Errorf("%s is gone since it was indexed", at.Path), "leave out --no-update, or run: kb index")
	}
	return text, err
}

// ambiguous names the notes that a name may mean.
func (b *Base) ambiguous(name string, candidates []string) error {
	return app.WithHint(fmt.Errorf("%q may be any of %s", name, wording.Count(len(candidates), "note")),
		"say which one by its path:\n%s", b.list(candidates))
}

// unknown names the notes that look like the name.
func (b *Base) unknown(resolver *kb.Resolver, name string) error {
	err := fmt.Errorf("no note is called %q", name)
	switch left := b.leftOut(name); {
	case left != nil:
		return left
	case b.Empty:
		return err // why has been said
	}
	if base, _, _ := strings.Cut(name, ":"); isElsewhere(name) {
		return app.WithHint(err, "your configuration names no base %s (docs/bases.md)", base)
	}
	near := resolver.Suggest(desk.SplitHeading(name).Path, shownCandidates)
	if len(near) == 0 {
		return app.WithHint(err, "find it by what it says: kb search %q", name)
	}
	return app.WithHint(err, "did you mean:\n%s", b.list(near))
}

// leftOut says why a file of the work tree is no note, nil when the name is that of none.
func (b *Base) leftOut(name string) error {
	if b.Repo.Root == "" || b.View != nil && b.View.At.Commit != "" {
		return nil
	}
	file, _, outside := inWorkTree(b.App, b.Repo, name)
	info, err := os.Lstat(file)
	switch {
	case err != nil || info.IsDir():
		return nil
	case outside != nil:
		return outside
	case !kb.IsMarkdown(name):
		return app.WithHint(fmt.Errorf("%s is no note", name), "notes are the *.md, *.markdown and *.mdx files of the repository")
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no note: it is not a regular file", name)
	case info.Size() > ShownBytes:
		return fmt.Errorf("%s is no note: it has %s, more than %s", name, app.SizeOf(info.Size()), app.SizeOf(ShownBytes))
	case b.View != nil && b.View.Behind:
		return app.WithHint(fmt.Errorf("%s is not in the index", name), "bring it up to date with: kb index")
	}
	return app.WithHint(fmt.Errorf("%s is no note: it is left out", name),
		"by .gitignore, .kbignore or .memory/kb.yaml, as a file of another repository, or as one that is no text: kb index names these")
}

// list writes paths one a line, the first few of them.
func (b *Base) list(paths []string) string {
	var lines []string
	for i, p := range paths {
		if i == 2*shownCandidates {
			lines = append(lines, fmt.Sprintf("  … and %d more", len(paths)-i))
			break
		}
		lines = append(lines, "  "+app.CleanName(b.Shown(p)))
	}
	return strings.Join(lines, "\n")
}

// Stem is a file's name without folder and extension.
func Stem(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }
