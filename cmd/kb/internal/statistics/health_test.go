package statistics

import "testing"

// Health is the share of the notes against which nothing speaks; each part counts what there is to do.
func TestHealth(t *testing.T) {
	h := OfHealth([]Standing{
		{Path: "a", Fresh: true},
		{Path: "b", Fresh: true, Opposed: 2},
		{Path: "c", Fresh: true, Broken: 3},
		{Path: "d", Stale: true},
		{Path: "e", Fresh: true},
		{Path: "f", Fresh: true, Opposed: 2, Broken: 1, Stale: true},
	}, 2)
	if h.Score != 33 || h.Active != 6 || h.Sound != 2 {
		t.Errorf("%+v", h)
	}
	for i, want := range []Part{{"fresh", 5, 83, 1}, {"agreed", 4, 66, 2}, {"linked", 4, 66, 4}, {"current", 4, 66, 2}} {
		if h.Parts[i] != want {
			t.Errorf("part %d is %+v, want %+v", i, h.Parts[i], want)
		}
	}
	if none := OfHealth(nil, 0); none.Score != 100 || none.Parts[0].Share != 100 {
		t.Errorf("without notes: %+v", none)
	}
	// One of a thousand is not nothing.
	if h := OfHealth(append(make([]Standing, 1), fresh(999)...), 0); h.Score != 99 {
		t.Errorf("999 of 1000: %d", h.Score)
	}
}

func fresh(n int) []Standing {
	out := make([]Standing, n)
	for i := range out {
		out[i].Fresh = true
	}
	return out
}
