package review

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
)

var day = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// repository is a repository that a test makes.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T, files map[string]string) *repository {
	t.Helper()
	r := &repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	r.commit(files)
	return r
}

// git runs git as an author, without the configuration of the person who runs the test.
func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=A. Author", "GIT_AUTHOR_EMAIL=author@example.org", "GIT_AUTHOR_DATE=2026-05-04T12:00:00Z",
		"GIT_COMMITTER_NAME=A. Author", "GIT_COMMITTER_EMAIL=author@example.org", "GIT_COMMITTER_DATE=2026-05-04T12:00:00Z"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files ("" removes one) and commits everything.
func (r *repository) commit(files map[string]string) {
	r.t.Helper()
	for name, text := range files {
		path := filepath.Join(r.dir, name)
		if text == "" {
			if err := os.Remove(path); err != nil {
				r.t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			r.t.Fatal(err)
		}
	}
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", "change")
}

// branch commits files on a new branch that leaves another one.
func (r *repository) branch(name, from string, files map[string]string) {
	r.t.Helper()
	r.git("checkout", "-q", "-b", name, from)
	r.commit(files)
}

// review reviews a range.
func (r *repository) review(text string, options ...func(*Options)) *Review {
	r.t.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	rng, err := FindRange(ctx, repo, text)
	if err != nil {
		r.t.Fatal(err)
	}
	o := Options{Day: day}
	for _, set := range options {
		set(&o)
	}
	result, err := Of(ctx, repo, rng, o)
	if err != nil {
		r.t.Fatal(err)
	}
	return result
}

// contradictions lists the contradictions of a review: scope, place and the other place.
func contradictions(r *Review) (out []string) {
	for _, f := range r.Findings {
		if f.Rule == "contradiction" {
			out = append(out, strings.TrimSpace(f.Branch+" "+f.Scope+" "+f.Place.String()+" "+f.Related[0].String()))
		}
	}
	return out
}
