package base

import (
	"reflect"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// TestDropLeavesNoTrace compares a base that statements were taken out of with one that never had them.
func TestDropLeavesNoTrace(t *testing.T) {
	kept := []read.Statement{
		{Text: "Sessions MUST expire after 12 hours.", Document: "a.md"},
		{Text: "Sessions MUST expire after 30 minutes.", Document: "b.md"},
		{Text: "The gateway retries failed uploads.", Document: "b.md"},
	}
	gone := []read.Statement{
		{Text: "Sessions MUST expire after 9 hours.", Document: "c.md"},
		{Text: "Sessions MUST expire after 8 hours.", Document: "d.md"},
		{Text: "The gateway never retries failed uploads.", Document: "d.md"},
	}
	plain, dropped := New(nil), New(nil)
	for _, s := range kept {
		plain.Add(read.Parse(s))
	}
	for i := range gone {
		dropped.Add(read.Parse(gone[i]))
		dropped.Add(read.Parse(kept[i]))
	}
	dropped.Drop("c.md", "d.md")
	if got, want := verdicts(dropped.All(0)), verdicts(plain.All(0)); !reflect.DeepEqual(got, want) || len(want) == 0 {
		t.Errorf("after a drop %v, without what was dropped %v", got, want)
	}
	for _, term := range []string{"session", "gateway"} {
		if dropped.Rarity(term) != plain.Rarity(term) {
			t.Errorf("%s weighs %v after a drop, %v without", term, dropped.Rarity(term), plain.Rarity(term))
		}
	}
}

func verdicts(found []Finding) (out []judge.Verdict) {
	for _, f := range found {
		out = append(out, f.Verdict)
	}
	return out
}

// TestSinceJudgesWhatWasAddedLast leaves the pairs alone that stood before.
func TestSinceJudgesWhatWasAddedLast(t *testing.T) {
	b := New(nil)
	for i, text := range []string{"Sessions expire after 12 hours.", "Sessions expire after 30 minutes.",
		"Sessions expire after 45 minutes."} {
		b.Add(read.Parse(read.Statement{Text: text, Document: string(rune('a' + i))}))
	}
	if all, since := len(b.All(judge.Warn)), len(b.Since(2, judge.Warn)); all != 3 || since != 2 {
		t.Errorf("%d pairs in all and %d of the last, expected 3 and 2", all, since)
	}
}
