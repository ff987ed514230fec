package wording

import (
	"slices"
	"testing"
)

func TestBelow(t *testing.T) {
	const title = "Synthetic PoRep"
	for first, repeated := range map[string]bool{
		"Synthetic PoRep": true, "synthetic porep": true, "FIP-0061: Synthetic PoRep": true, "12 Synthetic PoRep": true,
		"[FIP 61] Synthetic PoRep": true, "RFC – Synthetic PoRep": true,
		"Costs of Synthetic PoRep": false, "Non-Synthetic PoRep": false, "Synthetic PoReps": false, "PoRep": false, "": false,
	} {
		want := []string{first, "Costs"}
		if repeated {
			want = want[1:]
		}
		if got := Below(title, []string{first, "Costs"}); !slices.Equal(got, want) {
			t.Errorf("%q: %q", first, got)
		}
	}
	if got := Below("", []string{"Costs"}); !slices.Equal(got, []string{"Costs"}) {
		t.Errorf("without a title: %q", got)
	}
	if got := Below(title, nil); len(got) != 0 {
		t.Errorf("no headings: %q", got)
	}
}
