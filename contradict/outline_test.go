package contradict

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawPlaced draws a statement of a document, with what outlines keep of one.
func drawPlaced(t *rapid.T) Statement {
	conditions := [][]string{nil, {"When a user logs in"}, {"When users log in"}, {"GIVEN a queue", "WHEN it is full"}}
	text := rapid.OneOf(sentence(), rapid.SampledFrom([]string{
		"It MUST be signed.", "They are kept for 9 days.", "This proposal introduces a queue.", "We propose a new gateway.", "Sessions expired after 9 days in the past.",
		"Queue size: 12", "The gateway used to sign requests.", "This is new.",
	})).Draw(t, "text")
	return Statement{
		Text:       text,
		Document:   rapid.SampledFrom([]string{"", "a.md", "b.md", "c.md"}).Draw(t, "document"),
		Context:    rapid.SampledFrom([][]string{nil, {"One"}, {"What is stored?"}, {"Part", "Is it safe?"}}).Draw(t, "headings"),
		Conditions: rapid.SampledFrom(conditions).Draw(t, "conditions"),
		Tentative:  rapid.Bool().Draw(t, "tentative"),
	}
}

// TestOutlinesGiveUpNothingElse holds what outlines tell of two statements of two documents against
// the gates themselves.
func TestOutlinesGiveUpNothingElse(t *testing.T) {
	early := 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := Parse(drawPlaced(t)), Parse(drawPlaced(t))
		if a.Document == b.Document {
			return
		}
		x, y := outlineOf(a), outlineOf(b)
		for _, least := range []float64{0.1, Warn, Reject, sameGate} {
			given := x.doubtful(&y, least)
			if given != y.doubtful(&x, least) || given && (a.Text == b.Text || !doubtful(a, b, least)) {
				t.Fatalf("given up for %v: %+v / %+v", least, a.Statement, b.Statement)
			}
			if given {
				early++
			}
		}
	})
	if early == 0 {
		t.Error("no pair was given up by its outlines")
	}
}

// TestForgottenStatementsAreReadAgain finds the same in a base that keeps next to none of its statements.
func TestForgottenStatementsAreReadAgain(t *testing.T) {
	statements := parsedRequirements()
	statements = append(statements, Parse(Statement{Text: "The importer keeps audit records for 9 days.", Document: "new.md"}))
	plain, forgetful := NewBase(statements), NewBase(statements)
	want := verdicts(plain.All(Warn))
	forgetful.Forget(func(i int) *Parsed {
		if i%3 == 0 {
			forgetful.letGo(1)
		}
		return statements[i]
	})
	for range 2 {
		got := verdicts(forgetful.All(Warn))
		if !slices.EqualFunc(got, want, func(x, y Verdict) bool { return x.Energy == y.Energy && x.Signal == y.Signal }) || len(want) == 0 {
			t.Errorf("found %v, expected %v", got, want)
		}
		if many := forgetful.kept.many.Load(); many == 0 || int(many) > len(statements) {
			t.Errorf("%d of %d statements are kept", many, len(statements))
		}
	}
	if forgetful.letGo(0); forgetful.kept.many.Load() != 0 {
		t.Errorf("%d statements are left", forgetful.kept.many.Load())
	}
	for _, e := range forgetful.entries {
		if e.parsed.Load() != nil {
			t.Fatal("a statement is kept that is not counted")
		}
	}
}
