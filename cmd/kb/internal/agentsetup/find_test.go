package agentsetup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A program is found by its files in the repository, by those in the user's folder, and on the PATH.
func TestProgramsAreFound(t *testing.T) {
	none := t.TempDir()
	t.Setenv("PATH", none)
	for _, c := range []struct {
		repo, home, program string
		want                []string
	}{
		{"", "", "", nil},
		{"CLAUDE.md", "", "", []string{"claude"}},
		{".cursorrules", ".codex/config.toml", "", []string{"codex", "cursor"}},
		{"", ".claude.json", "", []string{"claude"}},
		{"README.md", ".bashrc", "vim", nil},
		{"", "", "gemini", []string{"gemini"}},
		{".github/hooks/x.json", "", "", []string{"copilot"}},
	} {
		p := place(t, false)
		home := p.Getenv("HOME")
		for dir, name := range map[string]string{p.Root: c.repo, home: c.home} {
			if name != "" {
				write(t, filepath.Join(dir, filepath.FromSlash(name)), "x\n")
			}
		}
		bin := t.TempDir()
		if c.program != "" {
			if err := os.WriteFile(filepath.Join(bin, c.program), []byte("#!/bin/sh\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", bin)
		got := p.Find()
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: found %q", c, got)
		}
	}
}

// Whoever is set up is told of kb; what only a file of another one tells does not count without that one.
func TestWhoIsTold(t *testing.T) {
	p := place(t, false)
	if got := p.Told(); len(got) > 0 {
		t.Errorf("before anything is set up: %q", got)
	}
	install(t, p, "claude")
	if got := p.Told(); !slices.Contains(got, "claude") {
		t.Errorf("claude is set up: %q", got)
	}
	if got := p.Told("claude"); slices.Contains(got, "claude") {
		t.Errorf("without it: %q", got)
	}
	uninstall(t, p, "claude")
	if got := p.Told(); len(got) > 0 {
		t.Errorf("after it was removed: %q", got)
	}
}

// Where kb is set up, and of what age the contract is, is told by the files alone.
func TestHowProgramsAreSetUp(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	p := place(t, false)
	of := func(name string) (s ClientState, contract string) {
		states, contract := p.Status()
		i := slices.IndexFunc(states, func(s ClientState) bool { return s.Client == name })
		return states[i], contract
	}
	if s, contract := of("claude"); s.Seen || len(s.Hooks)+len(s.Server) > 0 || contract != "none" || s.Title == "" {
		t.Errorf("before: %+v, %s", s, contract)
	}
	install(t, p, "claude")
	if s, contract := of("claude"); !s.Seen || len(s.Hooks) != 1 || len(s.Server) != 1 || contract != "current" {
		t.Errorf("after: %+v, %s", s, contract)
	}
	if s, _ := of("gemini"); s.Seen || len(s.Hooks)+len(s.Server) > 0 {
		t.Errorf("another one: %+v", s)
	}
	file := filepath.Join(p.Root, "AGENTS.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, strings.Replace(string(text), " -->\n", " -->\nA line of another version.\n", 1))
	if _, contract := of("claude"); contract != "old" {
		t.Errorf("with a contract that was changed: %s", contract)
	}
}

// The repository can say that agents are told nothing.
func TestOffByRepository(t *testing.T) {
	for text, want := range map[string]bool{"agents: {off: true}\n": true, "agents: {off: false}\n": false, "": false} {
		p := place(t, false)
		if text != "" {
			write(t, filepath.Join(p.Root, ".memory", "kb.yaml"), text)
		}
		if got := p.OffByRepository(); got != want {
			t.Errorf("%s: %v", strings.TrimSpace(text), got)
		}
	}
}
