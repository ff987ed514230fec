package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb/store"
)

// Install puts the hooks in their place. Doing it again changes nothing; an older version of ours
// is upgraded. Where another tool is in charge the error is an *Advice.
func Install(ctx context.Context, p *Place, o Options) ([]Step, error) {
	if p.off() {
		return nil, &OffError{Dir: p.Dir, Scope: p.Scope}
	}
	if advice := p.manager(); advice != nil && !o.Force {
		return nil, advice
	}
	return all(o, func(o Options) ([]Step, error) {
		var steps []Step
		for _, hook := range names(o.CommitMsg) {
			for _, install := range p.ways() {
				step, err := install(ctx, hook, o)
				if err != nil {
					return steps, err
				}
				if step.Action != "" {
					steps = append(steps, step)
				}
			}
		}
		return steps, nil
	})
}

// ways are how a hook is installed here. Where git reads hooks from its configuration there is a
// file as well, for an older git that works in the same clone; what husky runs would run twice
// beside the configuration.
func (p *Place) ways() []func(context.Context, string, Options) (Step, error) {
	switch {
	case p.husky():
		return []func(context.Context, string, Options) (Step, error){p.removeConfig, p.installBlock}
	case p.configHooks():
		return []func(context.Context, string, Options) (Step, error){p.installConfig, p.installFile}
	}
	return []func(context.Context, string, Options) (Step, error){p.installFile}
}

// installFile writes the script, and puts what was there aside for it to run first.
func (p *Place) installFile(_ context.Context, hook string, o Options) (Step, error) {
	path := filepath.Join(p.Dir, hook)
	step := Step{Hook: hook, Path: path, Action: "installed"}
	want := script(hook, o, p.configHooks())
	have, err := os.ReadFile(path)
	_, missing := os.Lstat(path)
	is, untouched := ours(have)
	switch {
	case errors.Is(missing, fs.ErrNotExist):
	case is && bytes.Equal(have, want):
		step.Action = "unchanged"
		return step, nil
	case is && !untouched && !o.Force:
		return step, fmt.Errorf("%w: %s was written by kb and edited since: --force replaces it", errRefused, path)
	case is:
		step.Action = "upgraded"
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return step, fmt.Errorf("read %s: %w", path, err)
	default:
		step.Note = "the hook that was there runs first: " + hook + legacySuffix
		if p.configHooks() {
			step.Note = "the hook that was there runs as well: " + hook + legacySuffix
		}
		if _, err := os.Lstat(path + legacySuffix); err == nil && !sameFile(path, path+legacySuffix) {
			return step, fmt.Errorf("%w: both %s and %s are there and not kb's: remove the one that is not wanted", errRefused,
				path, path+legacySuffix)
		}
	}
	if o.DryRun {
		return step, nil
	}
	if err := store.MakeUserDirs(p.Dir); err != nil {
		return step, fmt.Errorf("install %s: %w", hook, err)
	}
	if step.Note != "" {
		if err := keepLegacy(path); err != nil {
			return step, fmt.Errorf("install %s: %w", hook, err)
		}
	}
	err = put(path, want, 0o755)
	if err != nil && step.Note != "" && sameFile(path, path+legacySuffix) {
		err = errors.Join(err, store.Remove(path+legacySuffix))
	}
	return step, err
}

// keepLegacy gives the hook that was there the name under which ours runs it. Until ours takes its
// place it keeps its own, too, so that git runs it whenever kb is killed.
func keepLegacy(path string) error {
	if sameFile(path, path+legacySuffix) || store.Link(path, path+legacySuffix) == nil {
		return nil
	}
	return store.Rename(path, path+legacySuffix)
}

// sameFile tells whether two paths name one file.
func sameFile(a, b string) bool {
	first, err := os.Lstat(a)
	second, missing := os.Lstat(b)
	return err == nil && missing == nil && os.SameFile(first, second)
}

// put writes a file in its place, whole.
func put(path string, data []byte, mode fs.FileMode) error {
	if err := store.ReplaceAs(path, data, mode); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// configName is what a hook is called in git's configuration.
func configName(hook string) string { return "kb-" + hook }

// configKey is its section there.
func configKey(hook string) string { return "hook." + configName(hook) }

// installConfig tells git by its configuration: files of other tools stay as they are (git-hook(1)).
func (p *Place) installConfig(ctx context.Context, hook string, o Options) (Step, error) {
	step := Step{Hook: hook, Path: configKey(hook), Action: "installed"}
	line := "sh -c " + quote(`[ "$KB_HOOKS" = 0 ] && exit 0; kb=$(command -v kb) || kb=`+quote(o.Program)+
		`; [ -x "$kb" ] || { echo "kb: not found, so this commit is not checked" >&2; exit `+fmt.Sprint(failure(o))+`; }; `+command(hook)+
		`; rc=$?; [ $rc -le 1 ] || [ $rc -eq 130 ] || { echo "kb: failed with $rc, so this commit is not checked" >&2; rc=`+
		fmt.Sprint(failure(o))+`; }; exit $rc`) + " kb"
	if have, _ := p.git(ctx, "config", "--local", "--get", configKey(hook)+".command"); have == line {
		step.Action = "unchanged"
		return step, nil
	} else if have != "" {
		step.Action = "upgraded"
	}
	if o.DryRun {
		return step, nil
	}
	if _, err := p.git(ctx, "config", "--local", configKey(hook)+".command", line); err != nil {
		return step, err
	}
	_, err := p.git(ctx, "config", "--local", configKey(hook)+".event", hook)
	return step, err
}
