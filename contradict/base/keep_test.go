package base

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// TestForgottenStatementsAreReadAgain finds the same in a base that keeps next to none of its statements.
func TestForgottenStatementsAreReadAgain(t *testing.T) {
	statements := parsedRequirements()
	statements = append(statements, read.Parse(read.Statement{Text: "The importer keeps audit records for 9 days.", Document: "new.md"}))
	plain, forgetful := New(statements), New(statements)
	want := verdicts(plain.All(judge.Warn))
	forgetful.Forget(func(i int) *read.Parsed {
		if i%3 == 0 {
			forgetful.letGo(1)
		}
		return statements[i]
	})
	for range 2 {
		got := verdicts(forgetful.All(judge.Warn))
		if !slices.EqualFunc(got, want, func(x, y judge.Verdict) bool { return x.Energy == y.Energy && x.Signal == y.Signal }) ||
			len(want) == 0 {
			t.Errorf("found %v, expected %v", got, want)
		}
		if many := forgetful.kept.many.Load(); many == 0 || int(many) > len(statements) {
			t.Errorf("%d of %d statements are kept", many, len(statements))
		}
	}
	if forgetful.letGo(0); forgetful.kept.many.Load() != 0 {
		t.Errorf("%d statements are left", forgetful.kept.many.Load())
	}
	for i := range forgetful.entries {
		if forgetful.entry(i).parsed.Load() != nil {
			t.Fatal("a statement is kept that is not counted")
		}
	}
}
