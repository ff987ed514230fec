package session

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// LoadSnapshot reads the notes of the work tree with their statements.
func LoadSnapshot(ctx context.Context, a *app.App) (*kb.Repo, *snapshot.Snapshot, error) {
	repo, err := OpenRepo(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	tree, err := WorkTree(ctx, repo)
	if err != nil {
		return nil, nil, err
	}
	cache := snapshot.CacheFile(repo)
	s, err := snapshot.Load(ctx, repo, tree,
		snapshot.Options{Cache: cache, Progress: func(done, total int) { a.Progress.Report("reading", done, total) }})
	a.Progress.Stop()
	if err != nil {
		return nil, nil, err
	}
	s.Save(cache) // a cache that cannot be written is done without
	RemarkNoNotes(a, len(s.Entries), "")
	return repo, s, nil
}

// JudgementKeeping says where the judgement of all statements of a repository is kept.
func JudgementKeeping(repo *kb.Repo) validate.Keeping {
	return validate.Keeping{File: filepath.Join(repo.StateDir(), "index", "judgement.json"), Version: app.ModuleVersion()}
}

// WorkTree reads the work tree as it is.
func WorkTree(ctx context.Context, repo *kb.Repo) (*kb.Tree, error) {
	scan, err := repo.Scan(ctx)
	if err != nil {
		return nil, err
	}
	return repo.WorkTree(ctx, scan, nil)
}

// FromPrefix gives paths as the person in the folder would type them.
func FromPrefix(repo *kb.Repo) func(string) string {
	return func(p string) string {
		if rel, ok := strings.CutPrefix(p, repo.Prefix+"/"); ok || repo.Prefix == "" {
			return rel
		}
		return path.Join(strings.Repeat("../", strings.Count(repo.Prefix, "/")+1), p)
	}
}

// PathHere gives a path from the folder that kb runs in.
func PathHere(repo *kb.Repo, file string) string {
	rel, err := filepath.Rel(filepath.FromSlash("/"+repo.Prefix), filepath.FromSlash("/"+file))
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}
