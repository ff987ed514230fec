package story

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// Told is what a verb said when it ran in a folder: on stdout and stderr, and its error with the advice.
type Told struct{ Out, Said, Err string }

// Runner is the struct of a verb's flags and arguments.
type Runner interface {
	Run(ctx context.Context, a *app.App) error
}

// Noon is when verbs run that Tell runs.
func Noon() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }

// Person runs verbs in a folder, without models and a record of use; env has pairs of a variable and its value.
func Person(dir string, g app.Globals, env ...string) (a *app.App, out, said *bytes.Buffer) {
	vars := map[string]string{"KB_EMBED_PROVIDER": "none", "KB_NO_TRACK": "1"}
	for i := 0; i+1 < len(env); i += 2 {
		vars[env[i]] = env[i+1]
	}
	out, said = &bytes.Buffer{}, &bytes.Buffer{}
	a = app.New(app.World{
		Getenv: func(name string) string { return vars[name] }, Getwd: func() (string, error) { return dir, nil },
		Stdin: strings.NewReader(""), Stdout: out, Stderr: said, Now: Noon,
	}, g)
	return a, out, said
}

// Tell runs a verb in the test's own process: no command is started for it, as a story does.
func Tell(t testing.TB, dir string, g app.Globals, v Runner, env ...string) Told {
	t.Helper()
	a, out, said := Person(dir, g, env...)
	var wrong strings.Builder
	if err := v.Run(t.Context(), a); err != nil {
		app.Explain(&wrong, err)
	}
	if err := a.Flush(); err != nil {
		t.Fatal(err)
	}
	return Told{out.String(), said.String(), wrong.String()}
}

// Expect runs a verb in a folder and compares all that it says.
func Expect(t testing.TB, dir string, v Runner, want Told) {
	t.Helper()
	if got := Tell(t, dir, app.Globals{}, v); got != want {
		t.Errorf("%+v says\n%s--- beside it\n%s--- wrong\n%s\nwant\n%s--- beside it\n%s--- wrong\n%s", v, got.Out, got.Said, got.Err,
			want.Out, want.Said, want.Err)
	}
}
