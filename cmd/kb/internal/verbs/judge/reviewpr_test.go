package judge

import (
	"slices"
	"testing"
)

func TestRevisionsOfARequest(t *testing.T) {
	if got := named("", " main ", "--all", "x"); !slices.Equal(got, []string{"main", "x"}) {
		t.Errorf("%q", got)
	}
	if remoteBranch("") != "" || remoteBranch("main") != "refs/remotes/origin/main" {
		t.Error(remoteBranch("main"))
	}
}
