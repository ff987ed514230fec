package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// shownCandidates is how many names an error offers.
const shownCandidates = 5

// lookup is a note that a person named, with the heading after '#' when there was one.
type lookup struct {
	path    string
	heading string
}

// lookup finds the note that name means: a path, stem, title, alias or id, with a heading after '#'
// where headings are allowed.
func (b *base) lookup(ctx context.Context, s *index.Searcher, name string, headings bool) (lookup, error) {
	names, err := s.Names(ctx)
	if err != nil {
		return lookup{}, err
	}
	return b.lookupIn(kb.NewResolver(names, kb.WithOrigin(b.repo.Origin())), name, headings)
}

// lookupIn finds the note among those that a resolver knows.
func (b *base) lookupIn(resolver *kb.Resolver, name string, headings bool) (lookup, error) {
	whole := resolver.Note(b.repo.Prefix, b.typed(name))
	if whole.Path != "" {
		return lookup{path: whole.Path}, nil
	}
	if headings {
		if found, ok := b.lookupHeading(resolver, name); ok {
			return found, nil
		}
	}
	if len(whole.Candidates) > 0 {
		return lookup{}, b.ambiguous(name, whole.Candidates)
	}
	return lookup{}, b.unknown(resolver, name)
}

// lookupHeading tries each '#' of the name, from the right, as the place where the heading begins:
// titles hold some too.
func (b *base) lookupHeading(resolver *kb.Resolver, name string) (lookup, bool) {
	for at := strings.LastIndexByte(name, '#'); at > 0; at = strings.LastIndexByte(name[:at], '#') {
		if r := resolver.Note(b.repo.Prefix, b.typed(name[:at])); r.Path != "" {
			return lookup{path: r.Path, heading: name[at+1:]}, true
		}
	}
	return lookup{}, false
}

// ambiguous names the notes that a name may mean.
func (b *base) ambiguous(name string, candidates []string) error {
	return withHint(fmt.Errorf("%q may be any of %s", name, count(len(candidates), "note")),
		"say which one by its path:\n%s", b.list(candidates))
}

// unknown names the notes that look like the name.
func (b *base) unknown(resolver *kb.Resolver, name string) error {
	err := fmt.Errorf("no note is called %q", name)
	switch left := b.leftOut(name); {
	case left != nil:
		return left
	case b.empty:
		return err // why has been said
	}
	called, _, _ := strings.Cut(name, "#")
	near := resolver.Suggest(called, shownCandidates)
	if len(near) == 0 {
		return withHint(err, "find it by what it says: kb search %q", name)
	}
	return withHint(err, "did you mean:\n%s", b.list(near))
}

// leftOut says why a file of the work tree is no note, nil when the name is that of none.
func (b *base) leftOut(name string) error {
	if b.repo.Root == "" || b.commit != "" {
		return nil
	}
	file, _, outside := b.app.inWorkTree(b.repo, name)
	info, err := os.Lstat(file)
	switch {
	case err != nil || info.IsDir():
		return nil
	case outside != nil:
		return outside
	case !kb.IsMarkdown(name):
		return withHint(fmt.Errorf("%s is no note", name), "notes are the *.md, *.markdown and *.mdx files of the repository")
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no note: it is not a regular file", name)
	case info.Size() > shownBytes:
		return fmt.Errorf("%s is no note: it has %s, more than %s", name, sizeOf(info.Size()), sizeOf(shownBytes))
	case b.behind:
		return withHint(fmt.Errorf("%s is not in the index", name), "bring it up to date with: kb index")
	}
	return withHint(
		fmt.Errorf("%s is no note: it is left out", name),
		"by .gitignore, .kbignore or .memory/kb.yaml, as a file of another repository, or as one that is no text: kb index names these",
	)
}

// list writes paths one a line, the first few of them.
func (b *base) list(paths []string) string {
	var lines []string
	for i, p := range paths {
		if i == 2*shownCandidates {
			lines = append(lines, fmt.Sprintf("  … and %d more", len(paths)-i))
			break
		}
		lines = append(lines, "  "+cleanName(b.shown(p)))
	}
	return strings.Join(lines, "\n")
}

// stem is a file's name without folder and extension.
func stem(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }
