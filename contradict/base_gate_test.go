package contradict

import (
	"fmt"
	"testing"
)

// filler makes a base in which "feature" and "enabled" are everyday words.
func filler() (list []*Parsed) {
	for i := range 180 {
		list = append(
			list,
			Parse(
				Statement{
					Text:     fmt.Sprintf("The feature of component%d is described in the enabled manual.", i),
					Document: fmt.Sprintf("feature%d.md", i),
				},
			),
			Parse(Statement{Text: fmt.Sprintf("Builder%d compiles package%d.", i, i), Document: fmt.Sprintf("build%d.md", i)}),
		)
	}
	return list
}

// TestGatesOfABase checks what doubts a pair of statements of different documents, beside a pair
// that nothing doubts.
func TestGatesOfABase(t *testing.T) {
	cases := []struct {
		name      string
		a, b      Statement
		low, high float64
	}{
		{
			"a subject of its own",
			Statement{Text: "The upload quota is 5 GB.", Document: "a.md"},
			Statement{Text: "The upload quota is 9 GB.", Document: "b.md"},
			Reject,
			1,
		},
		{
			"everyday words",
			Statement{Text: "The feature is enabled.", Document: "a.md"},
			Statement{Text: "The feature is not enabled.", Document: "b.md"},
			0,
			0.69,
		},
		{
			"two features of one document",
			Statement{Text: "The feature is enabled.", Document: "a.md", Context: []string{"Feature X"}},
			Statement{Text: "The feature is not enabled.", Document: "a.md", Context: []string{"Feature Y"}},
			0,
			Warn,
		},
		{
			"two proposals",
			Statement{Text: "The upload quota is 5 GB.", Document: "a.md", Tentative: true},
			Statement{Text: "The upload quota is 9 GB.", Document: "b.md", Tentative: true},
			Warn,
			0.69,
		},
		{
			"one proposal",
			Statement{Text: "The upload quota is 5 GB.", Document: "a.md", Tentative: true},
			Statement{Text: "The upload quota is 9 GB.", Document: "b.md"},
			Reject,
			1,
		},
		{
			"labels",
			Statement{Text: "**Top 50**: the upload quota is 5 GB", Document: "a.md"},
			Statement{Text: "**Top 10**: the upload quota is 9 GB", Document: "b.md"},
			0,
			Warn,
		},
		{
			"averages",
			Statement{Text: "The average upload takes 50 MB.", Document: "a.md"},
			Statement{Text: "The average upload takes 90 MB.", Document: "b.md"},
			Warn,
			0.69,
		},
		{
			"averages that are near",
			Statement{Text: "The average upload takes 50 MB.", Document: "a.md"},
			Statement{Text: "The average upload takes 53 MB.", Document: "b.md"},
			0,
			Warn,
		},
		{
			"said of each case",
			Statement{Text: "At least 4 keys must be given.", Document: "repeated.md", Context: []string{"Open"}},
			Statement{Text: "At least 2 keys must be given.", Document: "repeated.md", Context: []string{"Close", "Now"}},
			0,
			Warn,
		},
		{
			"items of one list",
			Statement{Text: "The reader accepts the frame.", Document: "a.md", Conditions: []string{"Cases"}},
			Statement{Text: "The reader does not accept the frame.", Document: "a.md", Conditions: []string{"Cases"}},
			0,
			Warn,
		},
	}
	for _, c := range cases {
		b := NewBase(filler())
		b.Add(Parse(Statement{Text: "At least 7 keys must be given.", Document: "repeated.md", Context: []string{"Move"}}))
		b.Add(Parse(c.a))
		first := b.Len()
		b.Add(Parse(c.b))
		energy := 0.0
		for _, f := range b.Since(first, 0.01) {
			if f.B.Document == c.a.Document && f.B.Text == c.a.Text {
				energy = f.Verdict.Energy
			}
		}
		if energy < c.low || energy > c.high {
			t.Errorf("%s: energy %.2f, expected %.2f to %.2f", c.name, energy, c.low, c.high)
		}
	}
}
