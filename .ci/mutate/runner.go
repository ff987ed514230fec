package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// runner runs the tests of mutants in a folder of its own, for a mutant may write where the program
// never would.
type runner struct {
	dir  string
	env  []string
	seen map[string]unchanged // by package
}

// unchanged is what is known of a package's tests that were seen to pass as long as nothing is changed.
type unchanged struct {
	limit time.Duration // for the tests of a mutant: far more than they took
	args  []string
}

// rapidModule writes what has failed into the folder of the package, unless it is told not to.
const rapidModule = "pgregory.net/rapid"

var errDoesNotCompile = errors.New("the mutant does not compile")

// sandbox runs a test with a home of its own, and ends it before a loop that never stops has eaten
// the machine's memory: 6,000,000 KiB of data.
const sandbox = `#!/bin/sh
ulimit -d 6000000
HOME=$MUTATE_DIR/home TMPDIR=$MUTATE_DIR/tmp exec "$@"
`

// newRunner makes the folder of a runner, which close removes, and fills it. Where that fails, nothing
// is left of the folder.
func newRunner(ctx context.Context) (*runner, error) {
	root, err := goCommand(ctx, "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", withStderr(err))
	}
	dir, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return nil, err
	}
	r := &runner{dir: dir, seen: map[string]unchanged{}}
	if err := r.fill(ctx, strings.TrimSpace(string(root))); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// fill writes what lies in a runner's folder, and learns where Go keeps modules and builds.
func (r *runner) fill(ctx context.Context, root string) error {
	for _, sub := range []string{"home", "tmp"} {
		if err := os.Mkdir(filepath.Join(r.dir, sub), 0o700); err != nil {
			return err
		}
	}
	// A git that a mutant starts in the folder of its package must not find the repository around it.
	r.env = append(os.Environ(), "MUTATE_DIR="+r.dir, "GIT_CEILING_DIRECTORIES="+root)
	for _, name := range []string{"GOPATH", "GOMODCACHE", "GOCACHE"} { // they would follow HOME
		value, err := goCommand(ctx, "env", name).Output()
		if err != nil {
			return withStderr(err)
		}
		r.env = append(r.env, name+"="+strings.TrimSpace(string(value)))
	}
	return os.WriteFile(filepath.Join(r.dir, "sandbox"), []byte(sandbox), 0o700)
}

func (r *runner) close() { os.RemoveAll(r.dir) }

// try says whether the tests of the mutant's package notice it: "killed", "timed out" or "survived".
// The error is errDoesNotCompile, or says that the tests fail without any change.
func (r *runner) try(ctx context.Context, m mutation) (string, error) {
	overlay, err := r.overlay(m)
	if err != nil {
		return "", err
	}
	known, err := r.unchanged(ctx, m.pkg)
	if err != nil {
		return "", err
	}
	out, err := r.test(ctx, m.pkg, known, "-failfast", "-overlay", overlay)
	switch {
	case err == nil:
		return "survived", nil
	case strings.Contains(out, "[build failed]"):
		return "", errDoesNotCompile
	case strings.Contains(out, "panic: test timed out after"):
		return "timed out", nil
	}
	return "killed", nil
}

// unchanged makes sure that a package's tests pass as long as nothing is changed, and sees how long
// they take.
func (r *runner) unchanged(ctx context.Context, pkg string) (unchanged, error) {
	if known, ok := r.seen[pkg]; ok {
		return known, nil
	}
	known := unchanged{limit: time.Hour}
	imports, err := goCommand(ctx, "list", "-deps", "-test", pkg).Output()
	if err != nil {
		return known, withStderr(err)
	}
	if slices.Contains(strings.Fields(string(imports)), rapidModule) {
		known.args = []string{"-rapid.nofailfile"}
	}
	start := time.Now()
	if out, err := r.test(ctx, pkg, known, "-count=1"); err != nil {
		return known, fmt.Errorf("the tests of %s fail without any change:\n%s", pkg, out)
	}
	known.limit = 10*time.Second + 10*time.Since(start)
	r.seen[pkg] = known
	return known, nil
}

// test runs the tests of a package and returns all that they print; the error is that of go test. A
// minute after known.limit, where go test should have given up, it is killed.
func (r *runner) test(ctx context.Context, pkg string, known unchanged, flags ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, known.limit+time.Minute) // what the tests have started may hold their output open
	defer cancel()
	args := []string{"test", "-short", "-vet=off", "-timeout", known.limit.String(), "-exec", filepath.Join(r.dir, "sandbox")}
	cmd := goCommand(ctx, slices.Concat(args, flags, []string{pkg}, known.args)...)
	cmd.Env = r.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// overlay writes the changed file and the table that lays it over the real one, and returns the table's path.
func (r *runner) overlay(m mutation) (string, error) {
	text, err := os.ReadFile(m.position.Filename)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(r.dir, "mutant.go")
	if err := os.WriteFile(changed, m.apply(text), 0o600); err != nil {
		return "", err
	}
	table, err := json.Marshal(map[string]any{"Replace": map[string]string{m.position.Filename: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(r.dir, "overlay.json")
	return name, os.WriteFile(name, table, 0o600)
}

// goCommand prepares a call of go. Once that has ended, output that its children still hold open is
// waited for 10 s.
func goCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// withStderr adds what a command has said to its error.
func withStderr(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	return err
}
