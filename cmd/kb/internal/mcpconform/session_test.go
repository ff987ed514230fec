package mcpconform

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// session is what testdata/client.mjs prints.
type session struct {
	Revision string   `json:"revision"`
	Tools    []string `json:"tools"`
	Note     string   `json:"note"` // the best hit, which is read then
	Steps    []struct {
		Tool       string          `json:"tool"`
		MS         int             `json:"ms"`
		Progress   int             `json:"progress"` // times that it was told of
		Bytes      int             `json:"bytes"`
		Text       string          `json:"text"`
		Structured json.RawMessage `json:"structured"`
	} `json:"steps"`
}

// hold runs a session of the official client over stdio or HTTP.
func hold(t *testing.T, p programs, r *repository, era, query string, where ...string) session {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), callTime)
	defer cancel()
	script, err := filepath.Abs("testdata/client.mjs")
	if err != nil {
		t.Fatal(err)
	}
	cmd := p.command(ctx, "", append([]string{p.modules, era, query}, where...)...)
	cmd.Args[1], cmd.Dir, cmd.Env = script, r.dir, r.environment()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the client: %v\n%s", err, stderr.String())
	}
	var s session
	if err := json.Unmarshal(out, &s); err != nil || len(s.Steps) != 4 {
		t.Fatalf("the client printed %s: %v", out, err)
	}
	for _, step := range s.Steps {
		t.Logf("%-8s %5d ms, progress told %2d times, %6d bytes, %5d characters of text", step.Tool, step.MS, step.Progress,
			step.Bytes, len([]rune(step.Text)))
	}
	return s
}

// structured reads the structured content of a step.
func structured[T any](t *testing.T, s session, step int) (v T) {
	t.Helper()
	if err := json.Unmarshal(s.Steps[step].Structured, &v); err != nil {
		t.Fatalf("%s: %v", s.Steps[step].Tool, err)
	}
	return v
}

// The official client asks, opens the best hit, looks at how it came about, and gets ready for work.
func clientAsks(t *testing.T, p programs, r *repository, era string, where ...string) {
	s := hold(t, p, r, era, "Which limit do files have that go straight to the object store?", where...)
	const note = ".memory/decisions/0002-signed-uploads.md"
	if s.Note != note || len(s.Tools) == 0 || len(s.Tools) > 13 {
		t.Errorf("of the tools %v the client opened %s", s.Tools, s.Note)
	}
	if era == modern && s.Revision != modern || era != modern && s.Revision != legacy {
		t.Errorf("%s: the revision is %s", era, s.Revision)
	}
	for _, step := range s.Steps {
		if n := len([]rune(step.Text)); n >= 8000 {
			t.Errorf("%s: %d characters", step.Tool, n)
		}
		if step.Tool != "history" && !strings.Contains(step.Text, "at most 50 MB") {
			t.Errorf("%s does not say it:\n%s", step.Tool, step.Text)
		}
	}
	history := structured[struct {
		Commits int
		Events  []struct{ Author, Day, Change, Subject string }
	}](t, s, 2)
	want := "[{Cleo 2026-04-20 modified Raise the limit of uploads, as films are larger} {Cleo 2026-03-05 added Let browsers talk to " +
		"the object store}]"
	if got := fmt.Sprint(history.Events); history.Commits != 2 || got != want {
		t.Errorf("history: %d commits, %s", history.Commits, got)
	}
	packed := structured[struct {
		Budget, Tokens int
		Sections       []struct{ Path, Citation string }
	}](t, s, 3)
	paths := make([]string, len(packed.Sections))
	for i, c := range packed.Sections {
		paths[i] = c.Path
		if !strings.HasPrefix(c.Citation, "["+c.Path+":") {
			t.Errorf("context cites %s as %s", c.Path, c.Citation)
		}
	}
	if !slices.Contains(paths, note) || packed.Tokens == 0 || packed.Tokens > packed.Budget {
		t.Errorf("context: %v in %d tokens of %d", paths, packed.Tokens, packed.Budget)
	}
}

// TestSession holds a session on a repository of the person who runs it:
// KB_SESSION_REPO=path KB_SESSION_QUERY=words go test -v -run Session ./cmd/kb/internal/mcpconform
func TestSession(t *testing.T) {
	dir := os.Getenv("KB_SESSION_REPO")
	if dir == "" {
		t.Skip("KB_SESSION_REPO names no repository")
	}
	p := install(t)
	kb := build(t, "cmd/kb")
	r := &repository{t: t, dir: dir, home: t.TempDir()}
	query := os.Getenv("KB_SESSION_QUERY")
	for _, era := range eras() {
		for where, args := range map[string][]string{"stdio": {"stdio", kb, "mcp", "--quiet"},
			"http": {"http", r.listen(t, kb, "mcp", "--http", "127.0.0.1:0")}} {
			t.Run(where+" "+era, func(t *testing.T) {
				for _, step := range hold(t, p, r, era, query, args...).Steps {
					t.Logf("%s:\n%s", step.Tool, step.Text)
				}
			})
		}
	}
}
