package hooks

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// repository makes an empty git repository.
func repository(t interface {
	Helper()
	Fatal(...any)
}, dir string) *Place {
	t.Helper()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatal(string(out), err)
	}
	p, err := Find(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// contents maps the paths below a folder to their modes, bytes and targets.
func contents(t *rapid.T, dir string) map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if d.Type() == fs.ModeSymlink {
			target, err := os.Readlink(path)
			all[path] = "→ " + target
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = info.Mode().String() + " " + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestUninstallRestoresEverything installs over hooks of any kind and takes them away again.
func TestUninstallRestoresEverything(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "kb-hooks")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		p := repository(t, dir)
		if rapid.Bool().Draw(t, "husky") {
			p.Dir = filepath.Join(p.Root, ".husky", "_")
			drawHooks(t, filepath.Join(p.Root, ".husky"), false)
		} else {
			if rapid.Bool().Draw(t, "config") {
				p.GitVersion = [2]int{2, 54}
			}
			drawHooks(t, p.Dir, true)
		}
		before := contents(t, dir)
		o := Options{CommitMsg: rapid.Bool().Draw(t, "commit-msg"), Strict: rapid.Bool().Draw(t, "strict"), Program: "/usr/bin/kb's"}
		if _, err := Install(ctx, p, o); err != nil {
			t.Fatal(err)
		}
		installed := contents(t, dir)
		again, err := Install(ctx, p, o)
		if err != nil || slices.ContainsFunc(again, func(s Step) bool { return s.Action != "unchanged" }) {
			t.Fatalf("installed again: %v, %v", again, err)
		}
		if !maps.Equal(installed, contents(t, dir)) {
			t.Fatal("installing again changed something")
		}
		if maps.Equal(before, installed) {
			t.Fatal("installing changed nothing")
		}
		if _, err := Uninstall(ctx, p, Options{}); err != nil {
			t.Fatal(err)
		}
		if after := contents(t, dir); !maps.Equal(before, after) {
			t.Fatalf("before %v\nafter %v", before, after)
		}
	})
}

// drawHooks writes hooks of any bytes, modes and kinds.
func drawHooks(t *rapid.T, dir string, links bool) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, hook := range append(names(true), "post-commit") {
		path := filepath.Join(dir, hook)
		switch kind := rapid.IntRange(0, 3).Draw(t, hook); {
		case kind == 0:
		case kind == 1 && links:
			if err := os.Symlink("somewhere/else", path); err != nil {
				t.Fatal(err)
			}
		default:
			data := rapid.OneOf(rapid.SliceOf(rapid.Byte()), rapid.Just([]byte("#!/bin/sh\nexit 0"))).Draw(t, hook+" bytes")
			mode := rapid.SampledFrom([]fs.FileMode{0o755, 0o644, 0o700}).Draw(t, hook+" mode")
			if err := os.WriteFile(path, data, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestUpgradeReplacesOnlyOurs tells an older script of ours from one that was edited.
func TestUpgradeReplacesOnlyOurs(t *testing.T) {
	ctx := context.Background()
	p := repository(t, t.TempDir())
	if _, err := Install(ctx, p, Options{Program: "/old/kb"}); err != nil {
		t.Fatal(err)
	}
	steps, err := Install(ctx, p, Options{Program: "/new/kb"})
	if err != nil || len(steps) != 2 || steps[0].Action != "upgraded" {
		t.Fatalf("%v, %v", steps, err)
	}
	path := filepath.Join(p.Dir, "pre-commit")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(data, "# mine\n"...), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(ctx, p, Options{Program: "/new/kb"}); err == nil {
		t.Fatal("an edited hook was overwritten")
	}
	if steps, err := Install(ctx, p, Options{Program: "/new/kb", Force: true}); err != nil || steps[0].Action != "upgraded" {
		t.Fatalf("%v, %v", steps, err)
	}
}

// TestDriver tells git of the merge driver, once, and what a clone lacks.
func TestDriver(t *testing.T) {
	ctx := context.Background()
	p := repository(t, t.TempDir())
	state := func(want string) {
		t.Helper()
		if got := DriverState(ctx, p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	state("none")
	if err := os.WriteFile(filepath.Join(p.Root, ".gitattributes"), []byte("*.md "+DriverAttribute+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	state("unconfigured")
	for _, c := range []struct {
		program, action string
		dry             bool
	}{{"/a b/100%/kb's", "installed", true}, {"/a b/100%/kb's", "installed", false}, {"/a b/100%/kb's", "unchanged", false},
		{"/other/kb", "upgraded", false}} {
		if step, err := InstallDriver(ctx, p, Options{Program: c.program, DryRun: c.dry}); err != nil || step.Action != c.action {
			t.Errorf("%s: %v, %v", c.program, step, err)
		}
	}
	state("ready")
}
