package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// faultCase is a command, and what it begins with.
type faultCase struct {
	name    string
	args    []string
	prepare func(t *testing.T, dir string)
	edits   bool   // the work tree, as a whole, is as before or as after
	records int    // uses that are recorded before
	gone    string // what no file of kb's may hold in the end, "" for nothing

	wrong func(dir string) string // what is wrong with what a fault left; nil for nothing
}

func faultCases() []faultCase {
	nothing := func(*testing.T, string) {}
	indexed := func(t *testing.T, dir string) { mustKB(t, dir, "index") }
	return []faultCase{
		{name: "index", args: []string{"index"}, prepare: nothing},
		{name: "index again", args: []string{"index"}, prepare: func(t *testing.T, dir string) {
			indexed(t, dir)
			writeFile(t, filepath.Join(dir, "notes", "n1.md"), "# Leases\n\nA lease of a session is renewed. See [one](n0.md).\n")
			writeFile(t, filepath.Join(dir, "notes", "new.md"), "# News\n\nA new session of the cache.\n")
		}},
		{name: "index --full", args: []string{"index", "--full"}, prepare: indexed},
		{name: "rebuild", args: []string{"index"}, prepare: func(t *testing.T, dir string) {
			indexed(t, dir)
			writeFile(t, filepath.Join(dir, ".git", "kb", "index", "records-34.db"), strings.Repeat("This is no database. ", 400))
		}},
		{name: "first search", args: []string{"search", "session"}, prepare: nothing},
		{name: "usage", args: []string{"search", "--mode", "keyword", "cache"}, records: 2, prepare: func(t *testing.T, dir string) {
			mustKB(t, dir, "search", "session")
			mustKB(t, dir, "search", "lease")
		}},
		{name: "set", args: []string{"set", "notes/n1", "tags=auth"}, prepare: indexed, edits: true},
		{name: "mv", args: []string{"mv", "notes/n0.md", "deep/er/n0.md"}, prepare: indexed, edits: true},
		{name: "gc --apply", args: []string{"gc", "--apply"}, edits: true, prepare: func(t *testing.T, dir string) {
			text := "---\nkind: memory\ntype: fact\n---\n# Tokens\n\n" + strings.Repeat(
				"A token of the gateway is signed with the key of its tenant. ",
				8,
			) + "\n"
			for _, name := range []string{"old", "young"} {
				writeFile(t, filepath.Join(dir, ".memory", "memories", name+".md"), text)
				gitIn(t, dir, "add", ".")
				gitIn(t, dir, "commit", "-q", "-m", name)
			}
			indexed(t, dir)
		}},
		{name: "hooks install", args: []string{"hooks", "install"}, prepare: func(t *testing.T, dir string) {
			writeFile(t, filepath.Join(dir, ".git", "hooks", "pre-commit"), "#!/bin/sh\nexit 0\n")
		}},
		{name: "hooks uninstall", args: []string{"hooks", "uninstall"}, prepare: func(t *testing.T, dir string) {
			writeFile(t, filepath.Join(dir, ".git", "hooks", "pre-commit"), "#!/bin/sh\nexit 0\n")
			mustKB(t, dir, "hooks", "install")
		}},
		{name: "forget", args: []string{"usage", "forget", lessonPath, "--everywhere"}, gone: "eleven", prepare: lesson},
		{name: "profile revoke", args: []string{"profile", "revoke", "mine"}, prepare: personalBase, wrong: stillConsented},
		{name: "init", args: []string{"init"}, prepare: nothing, edits: true},
		{name: "propose", args: []string{"propose"}, prepare: func(t *testing.T, dir string) {
			mustKB(t, dir, "remember", "--inbox", "Staging has no GPU.")
		}},
		{name: "upkeep", args: []string{"upkeep"}, wrong: halfABranch, prepare: func(t *testing.T, dir string) {
			gitIn(t, dir, "mv", "notes/n0.md", "notes/moved.md")
			gitIn(t, dir, "commit", "-q", "-m", "moved")
		}},
		{name: "agents install", args: []string{"agents", "install", "claude", "--project"}, prepare: nothing},
		{name: "agents uninstall", args: []string{"agents", "uninstall"}, prepare: func(t *testing.T, dir string) {
			mustKB(t, dir, "agents", "install", "claude", "codex")
		}},
		{name: "sessions allow", args: []string{"sessions", "allow", "claude"}, prepare: nothing},
	}
}

// halfABranch tells of a branch of upkeep that has not all of its commit.
func halfABranch(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, ".git", "refs", "heads", "kb")); err != nil {
		return ""
	}
	said, err := exec.Command("git", "-C", dir, "log", "--format=%s", "--name-only", "--branches=kb/*", "--not", "main").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "upkeep: lead links to where renamed notes are\n") ||
		!strings.Contains(string(said), "n1.md") {
		return string(said)
	}
	return ""
}

// lessonPath is the note of a candidate.
const lessonPath = ".memory/memories/a-lease-of-n1-md-lasts-eleven-minutes.md"

// lesson makes a note of a candidate, and removes it.
func lesson(t *testing.T, dir string) {
	t.Helper()
	mustKB(t, dir, "remember", "--inbox", "--type", "gotcha", "A lease of n1.md lasts eleven minutes.")
	mustKB(t, dir, "propose", "--all", "--branch", "lesson")
	gitIn(t, dir, "merge", "-q", "lesson")
	gitIn(t, dir, "branch", "-q", "-D", "lesson")
	mustKB(t, dir, "show", lessonPath)
	gitIn(t, dir, "rm", "-q", lessonPath)
	gitIn(t, dir, "commit", "-q", "-m", "gone")
}

// personalBase makes a base of scope personal that was searched with consent.
func personalBase(t *testing.T, dir string) {
	t.Helper()
	home := filepath.Join(dir, ".git", "home")
	writeFile(t, filepath.Join(home, ".config", "kb", "config.yaml"),
		"bases:\n  - {name: mine, path: ~/mine, scope: personal, consent: true}\n")
	writeFile(t, filepath.Join(home, "mine", "zebra.md"), "# Zebra\n\nThe zebra crossing is mine.\n")
	gitIn(t, filepath.Join(home, "mine"), "init", "-q", "-b", "main")
	mustKB(t, dir, "search", "--all", "zebra")
}

// stillConsented tells of a base that may be read though some of what kb made of it is gone.
func stillConsented(dir string) string {
	home := filepath.Join(dir, ".git", "home")
	config, err := os.ReadFile(filepath.Join(home, ".config", "kb", "config.yaml"))
	if err != nil {
		return err.Error()
	}
	_, err = os.Stat(filepath.Join(home, "mine", ".git", "kb", "usage.db"))
	if err != nil && !strings.Contains(string(config), "consent: false") {
		return "it may still be read: " + string(config)
	}
	return ""
}
