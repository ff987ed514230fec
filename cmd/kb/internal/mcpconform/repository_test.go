package mcpconform

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/filestate"
)

// repository is a git repository with a history by several authors.
type repository struct {
	t    *testing.T
	dir  string
	home string
}

// environment of git and kb: this process's, without what would make one machine's run differ from another's.
func (r *repository) environment(extra ...string) []string {
	var env []string
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GIT_") && !strings.HasPrefix(e, "KB_") && !strings.HasPrefix(e, "XDG_") {
			env = append(env, e)
		}
	}
	env = append(env, "CI=", "HOME="+r.home, "XDG_CONFIG_HOME="+r.home, "XDG_CACHE_HOME="+filepath.Join(r.home, "cache"),
		"NO_COLOR=1", "GIT_CONFIG_NOSYSTEM=1")
	return append(env, extra...)
}

func (r *repository) git(env []string, args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "core.autocrlf=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir, cmd.Env = r.dir, r.environment(env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// commit writes a file and commits it: by whom, and on which day of 2026.
func (r *repository) commit(author, day, message, name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
	email, date := strings.ToLower(author)+"@example.org", "2026-"+day+"T09:00:00Z"
	r.git(nil, "add", "-A")
	r.git([]string{
		"GIT_AUTHOR_NAME=" + author, "GIT_AUTHOR_EMAIL=" + email, "GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_NAME=" + author, "GIT_COMMITTER_EMAIL=" + email, "GIT_COMMITTER_DATE=" + date,
	}, "commit", "-q", "-m", message)
}

const (
	first = "---\nkind: decision\ntitle: Uploads go through the web server\nstatus: accepted\ntags: [uploads]\n---\n" +
		"# Uploads go through the web server\n\nThe web server takes the files of users and writes them to disk, because there is one " +
		"machine.\n"
	second = "---\nkind: decision\ntitle: Uploads go straight to the object store\nstatus: accepted\ntags: [uploads, storage]\n" +
		"relations:\n" +
		"  - {type: supersedes, target: 0001-uploads-by-server}\n---\n# Uploads go straight to the object store\n\n" +
		"A browser uploads with a signed address, because two web servers share no disk.\n\n## Limits\n\nA file has at most 50 MB, and " +
		"the address is good for 10 minutes.\n"
)

// sample makes a repository in which a decision is made, corrected, and superseded, beside the code
// that it speaks of.
func sample(t *testing.T) *repository {
	t.Helper()
	home := t.TempDir()
	r := &repository{t: t, home: home, dir: filepath.Join(home, "uploads")}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.git(nil, "init", "-q", "-b", "main")
	r.commit("Ann", "01-10", "Decide how files come in", ".memory/decisions/0001-uploads-by-server.md", first)
	r.commit(
		"Ben",
		"01-12",
		"Take uploads",
		"internal/upload/upload.go",
		"// Package upload takes the files of users.\npackage upload\n\n// MaxBytes is the size of the largest file.\nconst MaxBytes = "+
			"20 << 20\n",
	)
	r.commit("Ben", "02-01", "Note what filled the disk", ".memory/memories/disk-full.md",
		"---\nkind: memory\ntype: gotcha\ntitle: Broken uploads fill the disk\ntags: [uploads]\nfiles: [\"internal/upload/**\"]\n---\n"+
			"# Broken uploads fill the disk\n\n`ENOSPC: no space left on device` came from uploads that broke off. Remove what is older "+
			"than a day.\n")
	r.commit("Cleo", "03-05", "Let browsers talk to the object store", ".memory/decisions/0002-signed-uploads.md",
		strings.ReplaceAll(second, "50 MB", "20 MB"))
	r.commit("Ann", "03-06", "Say which decision holds", ".memory/decisions/0001-uploads-by-server.md",
		strings.Replace(first, "status: accepted", "status: superseded", 1))
	r.commit("Cleo", "04-20", "Raise the limit of uploads, as films are larger", ".memory/decisions/0002-signed-uploads.md", second)
	r.commit(
		"Ben",
		"04-21",
		"Explain uploads to newcomers",
		"docs/uploads.md",
		"# Uploads\n\nHow a file of a user comes in: see [the decision](../.memory/decisions/0002-signed-uploads.md).\n\n## Tests\n\n"+
			"The tests run against a store in memory.\n",
	)
	return r
}

// everything tells what the repository holds, kb's own folder left out.
func (r *repository) everything() map[string]string {
	r.t.Helper()
	state, err := filestate.Of(r.dir, filepath.Join(r.dir, ".git", "kb"))
	if err != nil {
		r.t.Fatal(err)
	}
	return state
}

// same complains of what is not as it was.
func same(t *testing.T, before, after map[string]string) {
	t.Helper()
	for _, change := range filestate.Changes(before, after) {
		t.Error(change)
	}
}
