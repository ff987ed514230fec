package git

import (
	"errors"
	"strings"
	"testing"
)

// What git says of a failure is told without how its process ended, and a repository that belongs
// to somebody else comes with git's way out.
func TestWhatGitSaid(t *testing.T) {
	ended := errors.New("exit status 128")
	err := gitError("status", "fatal: bad object HEAD\n", ended)
	if err.Error() != "git status: fatal: bad object HEAD" || !errors.Is(err, ended) {
		t.Error(err)
	}
	if e, ok := errors.AsType[*saidError](err); !ok || e.Advice() != "" {
		t.Errorf("%v advises", err)
	}
	err = gitError("status", "fatal: detected dubious ownership in repository at '/srv/notes'\nTo add an exception, call:\n\n\t"+
		"git config --global --add safe.directory /srv/notes\n", ended)
	e, ok := errors.AsType[*saidError](err)
	if !ok || !strings.HasSuffix(e.Error(), "ownership in repository at '/srv/notes'") {
		t.Error(err)
	}
	if got := e.Advice(); !strings.HasSuffix(got, ": git config --global --add safe.directory /srv/notes") {
		t.Error(got)
	}
	if err = gitError("status", " ", ended); err.Error() != "git status: exit status 128" {
		t.Error(err)
	}
}
