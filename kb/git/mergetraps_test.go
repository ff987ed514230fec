package git

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// trap is a configuration by which git itself would run a command when it merges.
type trap struct {
	config     map[string]string // of the repository
	env        []string
	files      map[string]string // written into the work tree before anything is committed; below .git they are not
	attributes string            // of .gitattributes
}

// mergeTraps run "touch ran" in many ways; RAN is the file, ROOT the work tree.
func mergeTraps() map[string]trap {
	driver := map[string]string{"merge.evil.driver": "touch RAN"}
	section := "[merge \"evil\"]\n\tdriver = touch RAN\n"
	return map[string]trap{
		"driver by .gitattributes":  {config: driver, attributes: "*.md merge=evil\n"},
		"driver by info/attributes": {config: driver, files: map[string]string{".git/info/attributes": "*.md merge=evil\n"}},
		"driver by core.attributesFile": {
			config: map[string]string{"merge.evil.driver": "touch RAN", "core.attributesFile": "ROOT/.git/attrs"},
			files:  map[string]string{".git/attrs": "*.md merge=evil\n"},
		},
		"driver by macro":                   {config: driver, attributes: "[attr]odd merge=evil\n*.md odd\n"},
		"driver for all by default":         {config: map[string]string{"merge.evil.driver": "touch RAN", "merge.default": "evil"}},
		"driver called as one of git's own": {config: map[string]string{"merge.text.driver": "touch RAN"}, attributes: "*.md merge=text\n"},
		"driver called as kb's":             {config: map[string]string{"merge.kb.driver": "touch RAN"}, attributes: "*.md merge=kb\n"},
		"driver by include.path": {
			config:     map[string]string{"include.path": "more"},
			attributes: "*.md merge=evil\n",
			files:      map[string]string{".git/more": section},
		},
		"driver by config.worktree": {config: map[string]string{"extensions.worktreeConfig": "true"}, attributes: "*.md merge=evil\n",
			files: map[string]string{".git/config.worktree": section}},
		"driver by GIT_CONFIG_COUNT": {attributes: "*.md merge=evil\n",
			env: []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=merge.evil.driver", "GIT_CONFIG_VALUE_0=touch RAN"}},
		"driver by the user's configuration": {
			attributes: "*.md merge=evil\n",
			files:      map[string]string{".git/home": section},
			env:        []string{"GIT_CONFIG_GLOBAL=ROOT/.git/home"},
		},
		"driver by the user's attributes": {config: driver, files: map[string]string{".git/xdg/git/attributes": "*.md merge=evil\n"},
			env: []string{"XDG_CONFIG_HOME=ROOT/.git/xdg"}},
		"filter while renormalizing": {attributes: "*.md filter=evil\n",
			config: map[string]string{
				"merge.renormalize":  "true",
				"filter.evil.clean":  "touch RAN; cat",
				"filter.evil.smudge": "touch RAN; cat",
			}},
		"process while renormalizing": {
			attributes: "*.md filter=evil\n",
			config:     map[string]string{"merge.renormalize": "true", "filter.evil.process": "touch RAN"},
		},
	}
}

// set lays the trap in a repository of which both branches change one note.
func (c trap) set(t *testing.T) (r *testRepo, ran string) {
	t.Helper()
	r = newTestRepo(t)
	ran = filepath.Join(t.TempDir(), "ran")
	fill := strings.NewReplacer("RAN", ran, "ROOT", r.Dir).Replace
	r.Write("a.md", "# A\n\none\n\ntwo\n\nthree\n\nfour\n")
	if c.attributes != "" {
		r.Write(".gitattributes", c.attributes)
	}
	r.commit("2026-01-02T03:04:05Z")
	r.Git("checkout", "-q", "-b", "side")
	r.Write("a.md", "# A\n\none\n\ntwo\n\nthree\n\nFOUR\n")
	r.commit("2026-01-03T03:04:05Z")
	r.Git("checkout", "-q", "main")
	r.Write("a.md", "# A\n\nONE\n\ntwo\n\nthree\n\nfour\n")
	r.commit("2026-01-04T03:04:05Z")
	for name, text := range c.files {
		r.Write(name, fill(text))
	}
	for key, value := range c.config {
		r.Git("config", key, fill(value))
	}
	var env []string
	for _, v := range c.env {
		env = append(env, fill(v))
	}
	return r.at(r.Dir, env...), ran
}

// No merge that kb asks for runs what a configuration names, wherever it stands; each of these
// makes git itself run it.
func TestMergeRunsNoCommand(t *testing.T) {
	for name, c := range mergeTraps() {
		t.Run(name, func(t *testing.T) {
			r, ran := c.set(t)
			r.Try("merge-tree", "--write-tree", "main", "side")
			if _, err := os.Stat(ran); err != nil {
				t.Fatal("the trap does not bite: git itself ran nothing")
			}
			if err := os.Remove(ran); err != nil {
				t.Fatal(err)
			}
			repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(r.Env))
			if err != nil {
				t.Fatal(err)
			}
			join := &Join{Driver: "kb", Merge: func(base, ours, theirs []byte) ([]byte, bool) { return []byte("joined"), true }}
			files, conflicts := merged(t, repo, join)
			if _, err := os.Stat(ran); err == nil {
				t.Error("a command ran")
			}
			want := map[string]string{"a.md": "# A\n\nONE\n\ntwo\n\nthree\n\nFOUR\n"}
			if c.attributes == "*.md merge=kb\n" {
				want["a.md"] = "joined"
			}
			diff(t, "merged", files, want)
			diff(t, "conflicts", conflicts, []string(nil))
		})
	}
}

// core.fsmonitor is a switch to kb, never a command, and no hook runs.
func TestNothingRunsWhileReading(t *testing.T) {
	commands := map[string]trap{
		"fsmonitor": {config: map[string]string{"core.fsmonitor": "touch RAN; false"}},
		"fsmonitor by include.path": {
			config: map[string]string{"include.path": "more"},
			files:  map[string]string{".git/more": "[core]\n\tfsmonitor = touch RAN; false\n"},
		},
		"fsmonitor by environment": {
			env: []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=touch RAN; false"},
		},
		"fsmonitor by GIT_CONFIG_PARAMETERS": {env: []string{"GIT_CONFIG_PARAMETERS='core.fsmonitor'='touch RAN; false'"}},
		"textconv and external diffs": {
			attributes: "*.md diff=evil\n",
			config: map[string]string{
				"diff.evil.textconv": "touch RAN; cat",
				"diff.evil.command":  "touch RAN",
				"diff.external":      "touch RAN",
			},
		},
	}
	for name, c := range commands {
		t.Run(name, func(t *testing.T) {
			r, ran := c.set(t)
			r.Try("diff")
			r.Write("a.md", "changed", "b.md", "new")
			r.Try("diff")
			if _, err := os.Stat(ran); err != nil {
				t.Fatal("the trap does not bite: git itself ran nothing")
			}
			if err := os.Remove(ran); err != nil {
				t.Fatal(err)
			}
			repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(r.Env))
			if err != nil {
				t.Fatal(err)
			}
			readAll(t, repo)
			if _, err := os.Stat(ran); err == nil {
				t.Error("a command ran")
			}
		})
	}
}

// readAll asks git for everything that kb asks of it.
func readAll(t *testing.T, repo *Repo) {
	t.Helper()
	ctx := context.Background()
	_, tree := workTree(t, repo)
	texts(t, repo, tree)
	if _, err := repo.StagedEntries(ctx, tree.Commit); err != nil {
		t.Error(err)
	}
	if _, err := repo.Ignored(ctx, "c.md"); err != nil {
		t.Error(err)
	}
	tips, err := repo.Tips(ctx)
	if err != nil {
		t.Error(err)
	}
	if err := repo.Commits(ctx, CommitWalk{Tips: tips}, func(*RawCommit) error { return nil }); err != nil {
		t.Error(err)
	}
	merged(t, repo, nil)
}
