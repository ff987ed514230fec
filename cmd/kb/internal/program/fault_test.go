package program

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// A panic ends a command as a fault of kb: with exit code 2, the stack, and where to report it.
func TestPanicIsReported(t *testing.T) {
	var out, errs bytes.Buffer
	code := Run(t.Context(), app.World{
		Args: []string{"status"}, Getenv: func(string) string { return "" }, Getwd: func() (string, error) { panic("no \x1b[31mfolder") },
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Now: time.Now,
	})
	said := errs.String()
	for _, want := range []string{"met a fault of kb: no ", "https://github.com/9aea2451/kb/issues", "fault_test.go", "goroutine "} {
		if !strings.Contains(said, want) {
			t.Errorf("stderr lacks %q:\n%s", want, said)
		}
	}
	if code != app.ExitError || out.Len() > 0 || strings.Contains(said, "\x1b") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), said)
	}
}
