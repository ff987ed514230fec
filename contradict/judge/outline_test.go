package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
	"pgregory.net/rapid"
)

// drawPlaced draws a statement of a document, with what outlines keep of one.
func drawPlaced(t *rapid.T) read.Statement {
	conditions := [][]string{nil, {"When a user logs in"}, {"When users log in"}, {"GIVEN a queue", "WHEN it is full"}}
	text := rapid.OneOf(sentence(), rapid.SampledFrom([]string{
		"It MUST be signed.", "They are kept for 9 days.", "This proposal introduces a queue.", "We propose a new gateway.",
		"Sessions expired after 9 days in the past.",
		"Queue size: 12", "The gateway used to sign requests.", "This is new.",
	})).Draw(t, "text")
	return read.Statement{
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
		a, b := read.Parse(drawPlaced(t)), read.Parse(drawPlaced(t))
		if a.Document == b.Document {
			return
		}
		x, y := OutlineOf(a), OutlineOf(b)
		for _, least := range []float64{0.1, Warn, Reject, SameGate} {
			given := x.Doubtful(&y, least)
			if given != y.Doubtful(&x, least) || given && (a.Text == b.Text || !Doubtful(a, b, least)) {
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
