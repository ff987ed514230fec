package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// past is the index of a past tree, kept as long as it is needed: the tree as HEAD of a bare repository that borrows all its objects.
type past struct {
	dir      string
	index    *index.Index
	searcher *index.Searcher
}

// openPast builds the index of the tree of a revision or a date in a folder of its own.
func (b *base) openPast(ctx context.Context, at string) (p *past, err error) {
	commit, err := b.repo.Resolve(ctx, at)
	if err != nil {
		return nil, err
	}
	if commit == "" {
		return nil, fmt.Errorf("%w: there is no commit yet", kb.ErrUnknownRev)
	}
	p = &past{}
	if p.dir, err = os.MkdirTemp("", "kb-past-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if err = borrow(filepath.Join(p.dir, "repo"), b.repo, commit); err != nil {
		return nil, fmt.Errorf("borrow the objects of %s: %w", b.repo.CommonDir, err)
	}
	return p, p.build(ctx, b.app, at)
}

func (p *past) build(ctx context.Context, a *app, at string) error {
	repo, err := kb.Open(ctx, filepath.Join(p.dir, "repo"), kb.WithEnviron(a.plainEnvironment()))
	if err != nil {
		return err
	}
	p.index, err = index.Open(ctx, repo, index.Options{Dir: filepath.Join(p.dir, "index"), Warn: func(m string) { a.remark("%s: %s", at, m) },
		Progress: a.progress.report, Now: clockAt(at, a.now)})
	if err != nil {
		return err
	}
	if _, err := p.index.Update(ctx, index.UpdateOptions{}); err != nil {
		return err
	}
	p.searcher, err = p.index.Searcher(ctx)
	return err
}

// plainEnvironment is what git needs of the process's environment, without what names the present repository.
func (a *app) plainEnvironment() []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "KB_GIT"} {
		if v := a.getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// Close removes the index.
func (p *past) Close() error {
	if p.searcher != nil {
		p.searcher.Close()
	}
	if p.index != nil {
		p.index.Close()
	}
	return os.RemoveAll(p.dir)
}

// borrow makes a bare repository whose HEAD is a commit of another one, with the objects left where they are.
func borrow(dir string, from *kb.Repo, commit string) error {
	format := "\trepositoryformatversion = 0\n\tbare = true\n"
	if len(commit) == 64 {
		format = "\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n"
	}
	for _, d := range []string{"refs", filepath.Join("objects", "info")} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{
		"HEAD":   commit + "\n",
		"config": "[core]\n" + format,
		filepath.Join("objects", "info", "alternates"): filepath.ToSlash(filepath.Join(from.CommonDir, "objects")) + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
