package kb

import (
	"context"
	"time"
)

type goGit struct{}

func newGoGit(r *Repo, c gitConfig, env environment) *goGit { return &goGit{} }

func (*goGit) status(ctx context.Context) (workStatus, error)            { return workStatus{}, ErrUnsupported }
func (*goGit) index(ctx context.Context) ([]entry, error)                { return nil, ErrUnsupported }
func (*goGit) tree(ctx context.Context, commit string) ([]entry, error)  { return nil, ErrUnsupported }
func (*goGit) resolve(ctx context.Context, rev string) (string, error)   { return "", ErrUnsupported }
func (*goGit) before(context.Context, string, time.Time) (string, error) { return "", ErrUnsupported }
func (*goGit) objects(ctx context.Context) (objectReader, error)         { return nil, ErrUnsupported }
