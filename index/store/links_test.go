package store

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
)

// What is packed comes back as it was, and bytes that are cut short are damage.
func TestLinksArePacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.StringMatching(`([a-c]{1,3}/){0,2}[a-c]{1,3}\.md`).Draw(t, "from")
		link := rapid.Custom(func(t *rapid.T) LinkRecord {
			l := LinkRecord{
				From: from, Line: rapid.IntRange(1, 1<<20).Draw(t, "line"), Kind: string(rapid.SampledFrom(linkKinds()).Draw(t, "kind")),
				Type: rapid.SampledFrom([]string{"", "supersedes"}).Draw(t, "type"), Fragment: rapid.String().Draw(t, "fragment"),
				Target:   rapid.StringMatching(`(\.\./)?[a-c]{1,3}(\.md)?`).Draw(t, "target"),
				State:    rapid.SampledFrom(linkStates()).Draw(t, "state"),
				Strength: rapid.SampledFrom([]float64{kb.DefaultStrength, 0, 1, 0.3}).Draw(t, "strength"),
				Inverse:  rapid.Bool().Draw(t, "inverse"),
			}
			switch rapid.IntRange(0, 2).Draw(t, "leads") {
			case 1:
				l.To = joined(from, l.Target)
			case 2:
				l.To = rapid.StringMatching(`([a-c]{1,3}/){0,2}[a-c]{1,3}\.md`).Draw(t, "to")
			}
			if rapid.Bool().Draw(t, "ambiguous") {
				l.Candidates = rapid.SliceOfN(rapid.String(), 1, 3).Draw(t, "candidates")
			}
			return l
		})
		want := rapid.SliceOfN(link, 0, 5).Draw(t, "links")
		data := PackLinks(want)
		got, err := UnpackLinks(from, string(data))
		if err != nil || !cmp.Equal(want, got) {
			t.Fatalf("%v: %s", err, cmp.Diff(want, got))
		}
		if len(data) > 0 {
			short, err := UnpackLinks(from, string(data[:len(data)-1]))
			if err == nil && len(short) >= len(want) || err != nil && !errors.Is(err, ErrDamaged) {
				t.Fatalf("cut short: %v, %v", short, err)
			}
		}
	})
}

// Each destination counts once, and links that lead nowhere have none.
func TestDestinations(t *testing.T) {
	got := destinations([]LinkRecord{{To: "b.md"}, {To: ""}, {To: "a.md"}, {To: "b.md"}})
	if want := []string{"a.md", "b.md"}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}
