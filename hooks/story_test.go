package hooks

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// inFiles is an empty repository whose git knows hooks as files alone.
func inFiles(t *testing.T) *Place {
	p := repository(t, t.TempDir())
	p.GitVersion = [2]int{2, 39}
	return p
}

func actions(steps []Step) string {
	var all []string
	for _, s := range steps {
		all = append(all, s.Hook+" "+s.Action)
	}
	return strings.Join(all, ", ")
}

func states(t *testing.T, p *Place) string {
	var all []string
	hooks, manager := Status(t.Context(), p)
	for _, h := range hooks {
		text := h.Name + " " + h.By
		if h.Chains != "" {
			text += " after " + filepath.Base(h.Chains)
		}
		all = append(all, text)
	}
	return strings.Join(append(all, manager), ", ")
}

func TestInstallTellsWhatItDoes(t *testing.T) {
	p := inFiles(t)
	write(t, filepath.Join(p.Dir, "pre-commit"), "#!/bin/sh\nexit 0\n")
	check := func(want string, steps []Step, err error) {
		t.Helper()
		if got := actions(steps); err != nil || got != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
	status := func(want string) {
		t.Helper()
		if got := states(t, p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	o := Options{Program: "/opt/kb"}
	status("pre-commit another, pre-merge-commit none, commit-msg none, ")
	steps, err := Install(t.Context(), p, Options{Program: "/opt/kb", DryRun: true, CommitMsg: true})
	check("pre-commit installed, pre-merge-commit installed, commit-msg installed", steps, err)
	status("pre-commit another, pre-merge-commit none, commit-msg none, ")
	steps, err = Install(t.Context(), p, o)
	check("pre-commit installed, pre-merge-commit installed", steps, err)
	if steps[0].Note == "" || steps[1].Note != "" {
		t.Errorf("notes %q and %q: of the hook that was there, and of none", steps[0].Note, steps[1].Note)
	}
	status("pre-commit kb after pre-commit.kb-legacy, pre-merge-commit kb, commit-msg none, ")
	steps, err = Install(t.Context(), p, o)
	check("pre-commit unchanged, pre-merge-commit unchanged", steps, err)
	write(t, filepath.Join(p.Dir, "pre-merge-commit"), string(script("pre-merge-commit", o, false))+"# mine\n")
	status("pre-commit kb after pre-commit.kb-legacy, pre-merge-commit kb (edited), commit-msg none, ")
	if _, err := Uninstall(t.Context(), p, Options{}); !errors.Is(err, errRefused) {
		t.Errorf("an edited hook was removed: %v", err)
	}
	status("pre-commit kb after pre-commit.kb-legacy, pre-merge-commit kb (edited), commit-msg none, ")
	steps, err = Uninstall(t.Context(), p, Options{Force: true, DryRun: true})
	check("pre-commit restored, pre-merge-commit removed", steps, err)
	steps, err = Uninstall(t.Context(), p, Options{Force: true})
	check("pre-commit restored, pre-merge-commit removed", steps, err)
	status("pre-commit another, pre-merge-commit none, commit-msg none, ")
	steps, err = Uninstall(t.Context(), p, Options{})
	check("", steps, err)
}

// Two hooks that are not ours cannot both be kept, and nothing at all is written.
func TestInstallRefusesToLoseAHook(t *testing.T) {
	p := inFiles(t)
	write(t, filepath.Join(p.Dir, "pre-merge-commit"), "#!/bin/sh\n")
	write(t, filepath.Join(p.Dir, "pre-merge-commit"+legacySuffix), "#!/bin/sh\n")
	if _, err := Install(t.Context(), p, Options{Force: true}); !errors.Is(err, errRefused) {
		t.Errorf("not refused: %v", err)
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "pre-commit")); err == nil {
		t.Error("the other hook was installed")
	}
}

// The script, run by the shell as git runs it: whose exit code counts, and that a kb which fails
// stops nothing unless it is to.
func TestScriptRuns(t *testing.T) {
	for _, c := range []struct {
		name            string
		legacy, kb, off string // the exit codes of the hook that was there and of kb, "" for none; KB_HOOKS
		strict          bool
		want            int
		says            string
	}{
		{name: "kb is content", kb: "0"},
		{name: "kb finds something", kb: "1", want: 1},
		{name: "kb is interrupted", kb: "130", want: 130},
		{name: "kb fails", kb: "2", says: "failed with 2"},
		{name: "kb fails and must not", kb: "2", strict: true, want: 1, says: "failed with 2"},
		{name: "kb is not there", says: "not found"},
		{name: "kb is not there and must be", strict: true, want: 1, says: "not found"},
		{name: "switched off", kb: "1", off: "0"},
		{name: "the hook before refuses", legacy: "3", kb: "0", want: 3},
		{name: "the hook before agrees", legacy: "0", kb: "1", want: 1},
		{name: "the hook before refuses though kb is off", legacy: "3", kb: "0", off: "0", want: 3},
	} {
		dir := t.TempDir()
		program := filepath.Join(dir, "it's kb")
		if c.kb != "" {
			write(t, program, "#!/bin/sh\necho \"called with $*\"\nexit "+c.kb+"\n")
		}
		hook := filepath.Join(dir, "pre-commit")
		write(t, hook, string(script("pre-commit", Options{Program: program, Strict: c.strict}, false)))
		if c.legacy != "" {
			write(t, hook+legacySuffix, "#!/bin/sh\nexit "+c.legacy+"\n")
		}
		cmd := exec.Command(hook)
		cmd.Env = []string{"PATH=" + t.TempDir(), "KB_HOOKS=" + c.off}
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != c.want || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: exit %d, want %d: %s", c.name, got, c.want, out)
		}
		if called := strings.Contains(string(out),
			"called with validate --staged --hook pre-commit"); called != (c.kb != "" && c.off == "" && c.legacy != "3") {
			t.Errorf("%s: %s", c.name, out)
		}
	}
}

// What stands in a file that a person keeps comes out as it was, whatever its end.
func TestBlockLeavesNoTrace(t *testing.T) {
	for _, c := range []struct {
		name, have string
		isNew      bool
		removed    bool
	}{
		{"a file of its own", "", true, true},
		{"an empty file", "", false, false},
		{"lines", "npm test\n", false, false},
		{"no line end", "npm test", false, false},
		{"only a line end", "\n", false, false},
	} {
		for _, strict := range []bool{false, true} {
			with := c.have + block("pre-commit", []byte(c.have), c.isNew, Options{Strict: strict})
			if !strings.HasSuffix(with, blockEnd+"\n") || strings.Contains(with, `-ne 130`) == strict {
				t.Errorf("%s: %q", c.name, with)
			}
			rest, removed, found := cutBlock([]byte(with))
			if string(rest) != c.have || removed != c.removed || !found {
				t.Errorf("%s: %q is left, removed %v", c.name, rest, removed)
			}
			rest, removed, found = cutBlock([]byte(with + "echo later\n"))
			if string(rest) != c.have+"echo later\n" && string(rest) != c.have+"\necho later\n" || removed || !found {
				t.Errorf("%s, with a line after it: %q is left, removed %v", c.name, rest, removed)
			}
		}
	}
	for _, other := range []string{"", "npm test\n", blockEnd + "\n" + blockBegin + "\n", blockBegin + "\n", blockEnd + "\n"} {
		if rest, _, found := cutBlock([]byte(other)); found || string(rest) != other {
			t.Errorf("found ours in %q", other)
		}
	}
}

func TestOurs(t *testing.T) {
	text := script("commit-msg", Options{Program: "/opt/kb"}, false)
	if is, untouched := ours(text); !is || !untouched {
		t.Error("our script is not known again")
	}
	if !bytes.Contains(text, []byte(`check-message "$1"`)) || bytes.Contains(text, []byte("git ")) { // a process costs a commit
		t.Errorf("%s", text)
	}
	for name, other := range map[string]string{
		"edited":          strings.Replace(string(text), "exit 0", "exit 1", 1),
		"another program": strings.Replace(string(text), "#!/bin/sh", "#!/bin/bash", 1),
		"two sums":        strings.Replace(string(text), "\n# Written", " x\n# Written", 1),
	} {
		if is, untouched := ours([]byte(other)); !is || untouched {
			t.Errorf("%s: ours %v, untouched %v", name, is, untouched)
		}
	}
	for _, other := range []string{"", "#!/bin/sh", "#!/bin/sh\n", "#!/bin/sh\n# kb-hook 1 x", "#!/bin/sh\nexit 0\n",
		"\n\n" + marker + "1\n"} {
		if is, _ := ours([]byte(other)); is {
			t.Errorf("%q is taken for ours", other)
		}
	}
}

func TestHooksOfTheConfiguration(t *testing.T) {
	for version, want := range map[[2]int]bool{{2, 39}: false, {2, 53}: false, {2, 54}: true, {2, 55}: true, {3, 0}: true, {1, 99}: false,
		{0, 0}: false} {
		if p := (Place{GitVersion: version}); p.configHooks() != want {
			t.Errorf("git %v runs hooks of its configuration: %v", version, !want)
		}
	}
}

func TestWhoIsInCharge(t *testing.T) {
	for _, c := range []struct{ file, scope, want string }{
		{"", "", ""},
		{"lefthook.yml", "", "lefthook"},
		{".lefthook.yaml", "", "lefthook"},
		{".pre-commit-config.yaml", "", "pre-commit"},
		{"", "global", "the global core.hooksPath"},
		{"", "system", "the system core.hooksPath"},
		{"", "local", ""},
	} {
		p := repository(t, t.TempDir())
		p.Scope = c.scope
		if c.file != "" {
			write(t, filepath.Join(p.Root, c.file), "")
		}
		tool := ""
		if m := p.manager(); m != nil {
			tool = m.Tool
		}
		if tool != c.want {
			t.Errorf("%s %s: %q is in charge, want %q", c.file, c.scope, tool, c.want)
		}
		_, err := Install(t.Context(), p, Options{DryRun: true})
		if advice := new(Advice); errors.As(err, &advice) != (c.want != "") || errors.Is(err, errRefused) != (c.want != "") {
			t.Errorf("%s %s: %v", c.file, c.scope, err)
		}
	}
}

func TestHuskyRunsTheHooks(t *testing.T) {
	for dir, want := range map[string]bool{".husky": true, ".husky/_": true, ".git/hooks": false, "husky": false, ".husky/x": false} {
		p := &Place{Root: t.TempDir()}
		p.Dir = filepath.Join(p.Root, filepath.FromSlash(dir))
		if p.husky() != want {
			t.Errorf("%s: husky %v", dir, !want)
		}
	}
	p := inFiles(t)
	p.Dir = filepath.Join(p.Root, ".husky", "_")
	file := filepath.Join(p.Root, ".husky", "pre-commit")
	write(t, file, "npm test\n")
	for _, want := range []string{"pre-commit installed, pre-merge-commit installed", "pre-commit unchanged, pre-merge-commit unchanged"} {
		if steps, err := Install(t.Context(), p, Options{}); err != nil || actions(steps) != want {
			t.Errorf("%+v, %v; want %s", steps, err, want)
		}
	}
	if got := states(t, p); got != "pre-commit kb, pre-merge-commit kb, commit-msg none, husky" {
		t.Error(got)
	}
	for _, strict := range []bool{true, false} {
		steps, err := Install(t.Context(), p, Options{Strict: strict})
		if want := "pre-commit upgraded, pre-merge-commit upgraded"; err != nil || actions(steps) != want {
			t.Errorf("strict %v: %+v, %v; want %s", strict, steps, err, want)
		}
		data, _ := os.ReadFile(file)
		if text := string(data); strings.Contains(text, "-ne 130") == strict || strings.Count(text, "kb validate") != 1 {
			t.Errorf("strict %v: %s", strict, text)
		}
	}
	if steps, err := Uninstall(t.Context(), p, Options{}); err != nil || actions(steps) != "pre-commit restored, pre-merge-commit removed" {
		t.Errorf("%v, %v", steps, err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "npm test\n" {
		t.Errorf("%q is left, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(p.Root, ".husky", "pre-merge-commit")); err == nil {
		t.Error("a file that was ours alone is left")
	}
}

func TestBareRepositoryHasNoHooks(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", "--bare", dir).CombinedOutput(); err != nil {
		t.Fatal(string(out), err)
	}
	if _, err := Find(t.Context(), dir); !errors.Is(err, errRefused) {
		t.Errorf("not refused: %v", err)
	}
	if _, err := Find(t.Context(), t.TempDir()); err == nil {
		t.Error("no repository, and no error")
	}
}

// An install that was killed leaves a file that was not moved yet, and a second name of the hook that
// was there: taking the hooks away takes both, and nothing that is somebody's.
func TestUninstallAfterAKilledInstall(t *testing.T) {
	p := repository(t, t.TempDir())
	hook, other := filepath.Join(p.Dir, "pre-commit"), filepath.Join(p.Dir, "commit-msg")
	for _, name := range []string{hook, hook + ".kb-new", other, other + legacySuffix} {
		if err := errors.Join(os.MkdirAll(p.Dir, 0o755), os.WriteFile(name, []byte("#!/bin/sh\n# "+name), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(hook, hook+legacySuffix); err != nil {
		t.Fatal(err)
	}
	for _, dry := range []bool{true, false} {
		if _, err := Uninstall(t.Context(), p, Options{DryRun: dry}); err != nil {
			t.Fatal(err)
		}
		for name, there := range map[string]bool{hook: true, other: true, other + legacySuffix: true,
			hook + ".kb-new": dry, hook + legacySuffix: dry} {
			if _, err := os.Stat(name); (err == nil) != there {
				t.Errorf("dry run %v: %s: %v", dry, name, err)
			}
		}
	}
}
