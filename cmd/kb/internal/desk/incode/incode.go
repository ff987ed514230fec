// Package incode finds places in the source files of a repository. They are read when they are first
// asked for, and afterwards what is new.
package incode

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/source"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
)

// Index reads what is new of the code of the work tree, for all that is asked about it.
func Index(ctx context.Context, b *codebase.Base) (*codebase.CodeReport, error) {
	report, err := impact.Index(ctx, b)
	if err != nil {
		return nil, err
	}
	files, err := b.Files(ctx)
	if err != nil {
		return nil, err
	}
	_, err = source.AtSymbols().Prepare(ctx, b, files)
	return report, err
}

// Search answers a query from the source files of a commit, of the work tree for ""; impact.ErrNoCode
// where there are none.
func Search(
	ctx context.Context, d *desk.Desk, commit string, q index.Query, progress func(stage string, done, total int),
) (*index.Answer, error) {
	b, err := impact.Code(d, progress)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	files, err := b.Tree(ctx, commit)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, impact.ErrNoCode
	}
	s, err := source.Open(ctx, d.Index.Folder, b, files, source.AtSymbols())
	if err != nil {
		return nil, err
	}
	defer s.Close()
	a, err := s.Find(ctx, q)
	if err != nil {
		// Of the types that a file can have: its language.
		var refused *query.ValueError
		if !errors.As(err, &refused) || refused.Field != "type" {
			return nil, err
		}
		refused.Values = nil
		for _, f := range files {
			if l := code.Language(f.Path); l != "" && !slices.Contains(refused.Values, l) {
				refused.Values = append(refused.Values, l)
			}
		}
		slices.Sort(refused.Values)
		return nil, err
	}
	for i, tried := range a.Tried {
		a.Tried[i] = strings.Replace(tried, "no note passes", "no file passes", 1)
	}
	if a.Tree = commit; commit != "" {
		return a, nil
	}
	if a.Tree, err = d.Repo.Head(ctx); slices.ContainsFunc(files, func(f git.File) bool { return !f.InGit }) {
		a.Tree += "+dirty"
	}
	return a, err
}
