package userconfig

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// What is allowed is written into the configuration, and no other byte of it changes.
func TestAllowStores(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"no file":      {"", "agents:\n  stores: [claude, codex]\n"},
		"other things": {"# mine\nversion: 1", "# mine\nversion: 1\nagents:\n  stores: [claude, codex]\n"},
		"a section": {"agents: # of mine\n    retain_days: 7\nversion: 1\n",
			"agents: # of mine\n    stores: [claude, codex]\n    retain_days: 7\nversion: 1\n"},
		"a list":       {"agents:\n  stores: [cursor]  # all\n", "agents:\n  stores: [claude, codex]  # all\n"},
		"an empty one": {"agents: {}\n", ""},
		"lines of Windows": {"version: 1\r\nagents:\r\n  retain_days: 7\r\n",
			"version: 1\r\nagents:\r\n  stores: [claude, codex]\r\n  retain_days: 7\r\n"},
		"lines of old": {"version: 1\ragents:\r  retain_days: 7\r", ""},
		"in a line":    {"agents: {stores: [cursor]}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			path := filepath.Join(home, ".config", "kb", "config.yaml")
			if c.before != "" {
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
			_, err := AllowStores(getenv, []string{"claude", "codex"})
			got, _ := os.ReadFile(path)
			if c.after == "" {
				if err == nil || string(got) != c.before {
					t.Errorf("%v, %q", err, got)
				}
				return
			}
			if err != nil || string(got) != c.after {
				t.Errorf("%v, %q", err, got)
			}
			if config, err := Load(getenv); err != nil || len(config.Agents.Stores) != 2 {
				t.Errorf("%v, %+v", err, config)
			}
		})
	}
}

func TestSetConsent(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"in a line": {"bases:\n  - {name: mine, path: /n, scope: personal} # of mine\n",
			"bases:\n  - {consent: true, name: mine, path: /n, scope: personal} # of mine\n"},
		"said already": {"bases:\n  - {name: mine, path: /n, scope: personal, consent: false}\n",
			"bases:\n  - {name: mine, path: /n, scope: personal, consent: true}\n"},
		"letters of several bytes before it": {"bases:\n  - {name: mine, path: /Büro, scope: personal, consent: false}\n",
			"bases:\n  - {name: mine, path: /Büro, scope: personal, consent: true}\n"},
		"lines that end as on Windows": {"bases:\r\n  - name: mine\r\n    path: /n\r\n    scope: personal\r\n",
			"bases:\r\n  - consent: true\r\n    name: mine\r\n    path: /n\r\n    scope: personal\r\n"},
		"a block": {"bases:\n  - {name: shop, path: /s}\n  - path: /n\n    name: mine\n    scope: personal\n",
			"bases:\n  - {name: shop, path: /s}\n  - consent: true\n    path: /n\n    name: mine\n    scope: personal\n"},
		"tabs and dashes": {"bases:\n-   name: mine\n    path: /n\n    scope: personal\n    consent: false # not yet\n",
			"bases:\n-   name: mine\n    path: /n\n    scope: personal\n    consent: true # not yet\n"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			path := filepath.Join(home, ".config", "kb", "config.yaml")
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
			getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
			for _, consent := range []bool{true, false, true} {
				config, err := Load(getenv)
				if err != nil {
					t.Fatal(err)
				}
				b := config.Bases[len(config.Bases)-1]
				if b.Readable() == consent {
					t.Errorf("readable: %v before it is said", consent)
				}
				if err := SetConsent(config, b, consent); err != nil {
					t.Fatal(err)
				}
				got, _ := os.ReadFile(path)
				if consent && string(got) != c.after {
					t.Errorf("%q", got)
				}
			}
		})
	}
}

// A configuration that is a link, as those who keep their settings in a repository have it, stays one,
// with its mode; nothing else is left in its folder.
func TestAllowStoresFollowsALink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right there")
	}
	home := t.TempDir()
	real, link := filepath.Join(home, "settings", "kb.yaml"), filepath.Join(home, ".config", "kb", "config.yaml")
	getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
	if _, err := AllowStores(getenv, []string{"cursor"}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(link); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a new one: %v, %v", info, err)
	}
	err := errors.Join(os.Mkdir(filepath.Dir(real), 0o755), os.Rename(link, real), os.Chmod(real, 0o640), os.Symlink(real, link))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := AllowStores(getenv, []string{"claude"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(real)
	text, _ := os.ReadFile(real)
	if err != nil || info.Mode().Perm() != 0o640 || string(text) != "agents:\n  stores: [claude]\n" {
		t.Errorf("%v, %v, %q", err, info, text)
	}
	if target, err := os.Readlink(link); err != nil || target != real {
		t.Errorf("the link: %q, %v", target, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(link)); len(left) != 1 {
		t.Errorf("left beside it: %v", left)
	}
}
