package base

import (
	"fmt"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// filler makes a base in which "feature" and "enabled" are everyday words.
func filler() (list []*read.Parsed) {
	for i := range 180 {
		list = append(
			list,
			read.Parse(
				read.Statement{
					Text:     fmt.Sprintf("The feature of component%d is described in the enabled manual.", i),
					Document: fmt.Sprintf("feature%d.md", i),
				},
			),
			read.Parse(read.Statement{Text: fmt.Sprintf("Builder%d compiles package%d.", i, i), Document: fmt.Sprintf("build%d.md", i)}),
		)
	}
	return list
}

// TestGatesOfABase checks what doubts a pair of statements of different documents, beside a pair
// that nothing doubts.
func TestGatesOfABase(t *testing.T) {
	cases := []struct {
		name      string
		a, b      read.Statement
		low, high float64
	}{
		{
			"a subject of its own",
			read.Statement{Text: "The upload quota is 5 GB.", Document: "a.md"},
			read.Statement{Text: "The upload quota is 9 GB.", Document: "b.md"},
			judge.Reject,
			1,
		},
		{
			"everyday words",
			read.Statement{Text: "The feature is enabled.", Document: "a.md"},
			read.Statement{Text: "The feature is not enabled.", Document: "b.md"},
			0,
			0.69,
		},
		{
			"two features of one document",
			read.Statement{Text: "The feature is enabled.", Document: "a.md", Context: []string{"Feature X"}},
			read.Statement{Text: "The feature is not enabled.", Document: "a.md", Context: []string{"Feature Y"}},
			0,
			judge.Warn,
		},
		{
			"two proposals",
			read.Statement{Text: "The upload quota is 5 GB.", Document: "a.md", Tentative: true},
			read.Statement{Text: "The upload quota is 9 GB.", Document: "b.md", Tentative: true},
			judge.Warn,
			0.69,
		},
		{
			"one proposal",
			read.Statement{Text: "The upload quota is 5 GB.", Document: "a.md", Tentative: true},
			read.Statement{Text: "The upload quota is 9 GB.", Document: "b.md"},
			judge.Reject,
			1,
		},
		{
			"labels",
			read.Statement{Text: "**Top 50**: the upload quota is 5 GB", Document: "a.md"},
			read.Statement{Text: "**Top 10**: the upload quota is 9 GB", Document: "b.md"},
			0,
			judge.Warn,
		},
		{
			"averages",
			read.Statement{Text: "The average upload takes 50 MB.", Document: "a.md"},
			read.Statement{Text: "The average upload takes 90 MB.", Document: "b.md"},
			judge.Warn,
			0.69,
		},
		{
			"averages that are near",
			read.Statement{Text: "The average upload takes 50 MB.", Document: "a.md"},
			read.Statement{Text: "The average upload takes 53 MB.", Document: "b.md"},
			0,
			judge.Warn,
		},
		{
			"items of one list",
			read.Statement{Text: "The reader accepts the frame.", Document: "a.md", Conditions: []string{"Cases"}},
			read.Statement{Text: "The reader does not accept the frame.", Document: "a.md", Conditions: []string{"Cases"}},
			0,
			judge.Warn,
		},
	}
	for _, c := range cases {
		b := New(filler())
		b.Add(read.Parse(c.a))
		first := b.Len()
		b.Add(read.Parse(c.b))
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

// How sure a verdict is does not depend on how much else a base says.
func TestEnergyIsThatOfThePair(t *testing.T) {
	a := read.Statement{Text: "Feature nine is described in the manual.", Document: "a.md"}
	b := read.Statement{Text: "Feature nine is not described in the manual.", Document: "b.md"}
	base := New(filler())
	base.Add(read.Parse(a))
	found := base.Conflicts([]*read.Parsed{read.Parse(b)}, judge.Warn)
	if alone := judge.Judge(read.Parse(a), read.Parse(b), nil); len(found) == 0 || found[0].Verdict.Energy != alone.Energy {
		t.Errorf("%.2f alone, in a base %+v", alone.Energy, found)
	}
}
