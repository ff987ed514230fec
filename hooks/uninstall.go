package hooks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb/store"
)

// Uninstall takes the hooks away and puts back what was there, byte for byte.
func Uninstall(ctx context.Context, p *Place, o Options) ([]Step, error) {
	return all(o, func(o Options) ([]Step, error) { return p.uninstall(ctx, o) })
}

// all does something for every hook, or where one of them is refused for none.
func all(o Options, do func(Options) ([]Step, error)) ([]Step, error) {
	try := o
	try.DryRun = true
	if steps, err := do(try); err != nil || o.DryRun {
		return steps, err
	}
	return do(o)
}

// uninstall takes each hook out in every way in which it may have been put in.
func (p *Place) uninstall(ctx context.Context, o Options) ([]Step, error) {
	var steps []Step
	for _, hook := range names(true) {
		if !o.DryRun {
			for _, dir := range []string{p.Dir, p.Own} {
				path := filepath.Join(dir, hook)
				if _, err := os.Lstat(store.Temporary(path)); err == nil {
					store.Remove(store.Temporary(path))
				}
				if sameFile(path, path+legacySuffix) {
					store.Remove(path + legacySuffix)
				}
			}
		}
		for _, undo := range []func(context.Context, string, Options) (Step, error){p.removeFile, p.removeOwnFile, p.removeBlock,
			p.removeConfig} {
			step, err := undo(ctx, hook, o)
			if err != nil {
				return steps, err
			}
			if step.Action != "" {
				steps = append(steps, step)
			}
		}
	}
	return steps, nil
}

// removeOwnFile removes what was installed before core.hooksPath was set.
func (p *Place) removeOwnFile(ctx context.Context, hook string, o Options) (Step, error) {
	if p.Own == p.Dir {
		return Step{}, nil
	}
	own := *p
	own.Dir = p.Own
	return own.removeFile(ctx, hook, o)
}

// removeFile removes a hook that kb wrote whole. One that was edited since stays, unless it is
// forced.
func (p *Place) removeFile(_ context.Context, hook string, o Options) (Step, error) {
	path := filepath.Join(p.Dir, hook)
	data, err := os.ReadFile(path)
	is, untouched := ours(data)
	if err != nil || !is {
		return Step{}, nil
	}
	if !untouched && !o.Force {
		return Step{}, fmt.Errorf("%w: %s was written by kb and edited since: --force removes it", errRefused, path)
	}
	step := Step{Hook: hook, Path: path, Action: "removed"}
	if _, err := os.Lstat(path + legacySuffix); err == nil {
		step.Action = "restored"
	}
	switch {
	case o.DryRun:
		return step, nil
	case step.Action == "restored":
		err = store.Rename(path+legacySuffix, path) // takes the place of ours in one step
	default:
		err = store.Remove(path)
	}
	if err != nil {
		return step, fmt.Errorf("uninstall %s: %w", hook, err)
	}
	return step, nil
}

// removeBlock cuts kb's lines out of a hook that another tool wrote.
func (p *Place) removeBlock(_ context.Context, hook string, o Options) (Step, error) {
	path := p.blockPath(hook)
	data, err := os.ReadFile(path)
	if err != nil {
		return Step{}, nil
	}
	rest, removed, found := cutBlock(data)
	if !found {
		return Step{}, nil
	}
	step := Step{Hook: hook, Path: path, Action: "restored"}
	if removed {
		step.Action = "removed"
	}
	switch {
	case o.DryRun:
		return step, nil
	case removed:
		err = store.Remove(path)
	default:
		err = put(path, rest, modeOf(path))
	}
	if err != nil {
		return step, fmt.Errorf("uninstall %s: %w", hook, err)
	}
	return step, nil
}

// removeConfig removes a hook that stands in the configuration of the clone.
func (p *Place) removeConfig(ctx context.Context, hook string, o Options) (Step, error) {
	if have, _ := p.git(ctx, "config", "--local", "--get", configKey(hook)+".command"); have == "" {
		return Step{}, nil
	}
	step := Step{Hook: hook, Path: configKey(hook), Action: "removed"}
	if o.DryRun {
		return step, nil
	}
	_, err := p.git(ctx, "config", "--local", "--remove-section", configKey(hook))
	return step, err
}
