package mcpconform

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// locked names the packages with the digest of each.
//
//go:embed testdata/npm/package.json testdata/npm/package-lock.json
var locked embed.FS

// installTime bounds the installation, on a slow network too.
const installTime = 8 * time.Minute

// programs are the packages of npm, and the node that runs them.
type programs struct {
	node    string
	modules string // the folder node_modules
}

// install puts the packages into a folder of the user's cache that is named by their digests: a
// later run needs no network. Without npm the test is skipped; without the registry it is, but in
// CI it fails.
func install(t *testing.T) programs {
	t.Helper()
	if testing.Short() {
		t.Skip("other people's programs are left out of short runs")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is missing: install it to check kb mcp with the official programs")
	}
	files := map[string][]byte{}
	key := sha256.New()
	for _, name := range []string{"package.json", "package-lock.json"} {
		if files[name], err = locked.ReadFile("testdata/npm/" + name); err != nil {
			t.Fatal(err)
		}
		key.Write(files[name])
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	dir := filepath.Join(cache, "kb-mcpconform", hex.EncodeToString(key.Sum(nil))[:16])
	if _, err := os.Stat(dir); err != nil {
		if err := fill(t, npm, dir, files); err != nil {
			unavailable(t, err)
		}
	}
	p := programs{modules: filepath.Join(dir, "node_modules")}
	if p.node, err = node(p.modules); err != nil {
		unavailable(t, err)
	}
	return p
}

// unavailable skips the test, or fails it in CI, where nobody reads why a test was skipped.
func unavailable(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	t.Skip(err)
}

// fill makes the folder of the packages: whole, or not at all.
func fill(t *testing.T, npm, dir string, files map[string][]byte) error {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), "filling-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(temporary, name), text, 0o644); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), installTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund",
		"--loglevel=error") // no script of a package runs
	cmd.Dir, cmd.WaitDelay = temporary, time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		why := "npm cannot install the programs that kb mcp is checked with"
		if ctx.Err() != nil || unreachable(string(out)) {
			why = "the npm registry cannot be reached, so kb mcp is not checked with the official programs"
		}
		return fmt.Errorf("%s: %w\n%s", why, err, out)
	}
	if err := os.Rename(temporary, dir); err != nil {
		if _, there := os.Stat(dir); there != nil { // else another run was faster
			return err
		}
	}
	return nil
}

// unreachable tells the failures of a network in what npm says.
func unreachable(out string) bool {
	return regexp.MustCompile(`ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|network`).MatchString(out)
}

// node gives the node of this machine where the inspector runs on it, else the one that the
// packages bring for a few systems.
func node(modules string) (string, error) {
	if path, err := exec.LookPath("node"); err == nil {
		out, err := exec.Command(path, "--version").Output()
		if err == nil && atLeast(strings.TrimSpace(string(out)), 22, 19) {
			return path, nil
		}
	}
	found, err := filepath.Glob(filepath.Join(modules, "node-*", "bin", "node*"))
	if err != nil || len(found) == 0 {
		return "", errors.Join(err, errors.New("node 22.19 or later is missing: install it to check kb mcp with the official programs"))
	}
	return found[0], nil
}

// atLeast compares a version as node prints it.
func atLeast(version string, major, minor int) bool {
	parts := strings.Split(strings.TrimPrefix(version, "v"), ".")
	if len(parts) < 2 {
		return false
	}
	a, errA := strconv.Atoi(parts[0])
	b, errB := strconv.Atoi(parts[1])
	return errA == nil && errB == nil && (a > major || a == major && b >= minor)
}

// command prepares a run of a script of the packages.
func (p programs) command(ctx context.Context, script string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.node, append([]string{filepath.Join(p.modules, filepath.FromSlash(script))}, args...)...)
	cmd.WaitDelay = time.Second
	return cmd
}

func TestAtLeast(t *testing.T) {
	for version, want := range map[string]bool{"v22.19.0": true, "v22.18.9": false, "v24.0.1": true, "v20.20.2": false, "": false,
		"v22": false} {
		if atLeast(version, 22, 19) != want {
			t.Errorf("%s: not %v", version, want)
		}
	}
}
