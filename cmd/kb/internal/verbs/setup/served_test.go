package setup

import (
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb/gittest"
)

// lamps is a repository with notes, one of them in a folder.
func lamps(t *testing.T) *gittest.Repo {
	r := gittest.New(t)
	r.Write("lamp.md", "# Lamp\n\nIt burns.\n", "docs/oil.md", "# Oil\n\nIt is poured.\n")
	r.Commit("Begin")
	return r
}

// An editor that speaks over the standard streams is answered until it says exit.
func TestEditorIsServed(t *testing.T) {
	r := lamps(t)
	a, out, said := story.Person(t.TempDir(), app.Globals{})
	var in strings.Builder
	folder := filepath.ToSlash(filepath.Join(r.Dir, "docs"))
	for _, m := range []string{
		`"id":1,"method":"initialize","params":{"capabilities":{},"rootUri":"file://` + folder + `"}`,
		`"method":"initialized","params":{}`, `"id":2,"method":"workspace/symbol","params":{"query":"Lamp"}`,
		`"id":3,"method":"shutdown"`, `"method":"exit"`,
	} {
		m = `{"jsonrpc":"2.0",` + m + `}`
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	a.Stdin = io.NopCloser(strings.NewReader(in.String()))
	if err := (&lspCmd{}).Run(t.Context(), a); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	for _, want := range []string{`"id":1,`, `"id":2,`, `lamp.md`, `"id":3,`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s\n%s", want, out, said)
		}
	}
	if got := story.Tell(t, r.Dir, app.Globals{JSON: true}, &lspCmd{}); !strings.Contains(got.Err, "the protocol is JSON already") {
		t.Errorf("as JSON: %+v", got)
	}
	cut, _, _ := story.Person(r.Dir, app.Globals{})
	cut.Stdin = io.NopCloser(strings.NewReader("Content-Length: x\r\n\r\n"))
	if err := (&lspCmd{}).Run(t.Context(), cut); err == nil {
		t.Error("what is no message ends without an error")
	}
}

// A repository that is named twice is served once, and those behind it are served, too.
func TestRootsAreServedOnce(t *testing.T) {
	one, two := lamps(t), lamps(t)
	a, _, _ := story.Person(one.Dir, app.Globals{})
	c := &mcpServeCmd{Root: []string{unresolved, "docs", two.Dir}}
	roots, err := c.roots(t.Context(), a, &userconfig.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range roots {
		got = append(got, r.Desk.Repo.Root)
		if err := r.Desk.Close(nil); err != nil {
			t.Error(err)
		}
	}
	want := fmt.Sprint([]string{resolved(t, one.Dir), resolved(t, two.Dir)})
	if fmt.Sprint(got) != want || roots[0].Name == roots[1].Name {
		t.Errorf("%s, want %s", got, want)
	}
}

// resolved is a folder without links in its path.
func resolved(t *testing.T, dir string) string {
	full, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// A port that another program has is told, with what to do.
func TestPortsThatAreTaken(t *testing.T) {
	r := lamps(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	for want, v := range map[string]story.Runner{
		fmt.Sprintf("kb: --port %d: listen tcp ", port):           &serveCmd{Port: port},
		fmt.Sprintf("kb: --http 127.0.0.1:%d: listen tcp ", port): &mcpServeCmd{HTTP: l.Addr().String()},
	} {
		if got := story.Tell(t, r.Dir, app.Globals{}, v); !strings.HasPrefix(got.Err, want) || got.Out != "" {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}

// A bare repository has no file of a client; the person's own names it all the same.
func TestClientsOfABareRepository(t *testing.T) {
	r := lamps(t)
	bare, home := filepath.Join(t.TempDir(), "lamps.git"), t.TempDir()
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	got := story.Tell(t, bare, app.Globals{}, &mcpConfigCmd{Client: "claude"}, "HOME", home)
	if !strings.Contains(got.Err, "has no files for a client to read") || !strings.Contains(got.Err, "--user") {
		t.Errorf("%+v", got)
	}
	got = story.Tell(t, bare, app.Globals{}, &mcpConfigCmd{Client: "windsurf", User: true}, "HOME", home)
	if got.Err != "" || !strings.Contains(got.Out, resolved(t, bare)) {
		t.Errorf("%+v", got)
	}
}
