package rank

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestChooseByHand(t *testing.T) {
	same := Shingles(Words("the token expires after twelve hours and is then renewed"), ShingleWords)
	near := Shingles(Words("The token expires after twelve hours, and is then renewed!"), ShingleWords)
	for _, c := range []struct {
		name  string
		items []Item
		pack  Packing
		want  []int
	}{
		{"nothing", nil, Packing{Budget: 100, Repeat: 1}, nil},
		{"the better first", []Item{{Tokens: 10, Score: 1}, {Tokens: 10, Score: 3}, {Tokens: 10, Score: 2}}, Packing{Budget: 30, Repeat: 1}, []int{1, 2, 0}},
		{"what does not fit is passed over", []Item{{Tokens: 50, Score: 9}, {Tokens: 60, Score: 5}, {Tokens: 50, Score: 1}}, Packing{Budget: 100, Repeat: 1}, []int{0, 2}},
		{"ties by number", []Item{{Tokens: 50, Score: 1}, {Tokens: 50, Score: 1}, {Tokens: 50, Score: 1}}, Packing{Budget: 100, Repeat: 1}, []int{0, 1}},
		{"worthless ones are left", []Item{{Tokens: 10}, {Tokens: 10, Score: -1}, {Tokens: 10, Score: math.NaN()}}, Packing{Budget: 100, Repeat: 1}, nil},
		{"a debt pays nothing", []Item{{Tokens: -50, Score: 1}, {Tokens: 101, Score: 1}}, Packing{Budget: 100, Repeat: 1}, []int{0}},
		{"no budget", []Item{{Tokens: 1, Score: 1}}, Packing{Budget: -1, Repeat: 1}, nil},
		{"near-duplicates once", []Item{{Tokens: 10, Score: 1, Shingles: same}, {Tokens: 10, Score: 2, Shingles: near}}, Packing{Budget: 100, Repeat: 1}, []int{1}},
		{"seven shared shingles of ten are too many", []Item{{Tokens: 10, Score: 2, Shingles: upTo(10)}, {Tokens: 10, Score: 1, Shingles: append(upTo(7), 20, 21, 22)}}, Packing{Budget: 100, Repeat: 1}, []int{0}},
		{"six are not", []Item{{Tokens: 10, Score: 2, Shingles: upTo(10)}, {Tokens: 10, Score: 1, Shingles: append(upTo(6), 20, 21, 22, 23)}}, Packing{Budget: 100, Repeat: 1}, []int{0, 1}},
		{"an opening pays nothing", []Item{{Tokens: 10, Score: 2}}, Packing{Budget: 9, Opening: []int{-5}, Repeat: 1}, nil},
		{"a group that nobody named opens for nothing", []Item{{Tokens: 10, Score: 2, Group: -1}, {Tokens: 10, Score: 1, Group: 1}}, Packing{Budget: 20, Opening: []int{9}, Repeat: 1}, []int{0, 1}},
		{"an endless worth is no measure for others", []Item{{Tokens: 10, Score: math.Inf(1), Class: "a"}, {Tokens: 10, Score: 2, Class: "a"}, {Tokens: 10, Score: 1, Class: "b"}},
			Packing{Budget: 20, Shares: map[string]float64{"a": 0.5, "b": 0.5}, Repeat: 1}, []int{0, 2}},
		{"a group is opened once", []Item{{Tokens: 10, Score: 2}, {Tokens: 10, Score: 1}}, Packing{Budget: 40, Opening: []int{20}, Repeat: 1}, []int{0, 1}},
		{"an opening can be too dear", []Item{{Tokens: 10, Score: 2}, {Tokens: 10, Score: 1, Group: 1}}, Packing{Budget: 40, Opening: []int{20, 20}, Repeat: 1}, []int{0}},
		{"the second of a group is worth less", []Item{{Tokens: 10, Score: 4}, {Tokens: 10, Score: 3}, {Tokens: 10, Score: 2, Group: 1}}, Packing{Budget: 20, Repeat: 0.5}, []int{0, 2}},
		{"a class keeps to its share while others wait", []Item{{Tokens: 40, Score: 9, Class: "a"}, {Tokens: 40, Score: 8, Class: "a"}, {Tokens: 40, Score: 5, Class: "b"}},
			Packing{Budget: 80, Shares: map[string]float64{"a": 0.5, "b": 0.5}, Repeat: 1}, []int{0, 2}},
		{"a share is no gift to what is weak", []Item{{Tokens: 40, Score: 9, Class: "a"}, {Tokens: 40, Score: 8, Class: "a"}, {Tokens: 40, Score: 4, Class: "b"}},
			Packing{Budget: 80, Shares: map[string]float64{"a": 0.5, "b": 0.5}, Repeat: 1}, []int{0, 1}},
		{"what a share leaves goes to all", []Item{{Tokens: 40, Score: 9, Class: "a"}, {Tokens: 40, Score: 8, Class: "a"}},
			Packing{Budget: 80, Shares: map[string]float64{"a": 0.5, "b": 0.5}, Repeat: 1}, []int{0, 1}},
	} {
		if got := c.pack.Choose(c.items); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// upTo is n shingles from 1 on.
func upTo(n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(i + 1)
	}
	return out
}

// Whatever is packed: it fits by a count of its own, repeats nothing, is the same again, and
// nothing that would have fitted is left.
func TestChooseHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		item := rapid.Custom(func(t *rapid.T) Item {
			return Item{
				Tokens: rapid.IntRange(
					0,
					50,
				).Draw(
					t,
					"tokens",
				), Score: float64(rapid.IntRange(0, 20).Draw(t, "score")), Group: rapid.IntRange(0, 3).Draw(t, "group"),
				Class:    rapid.SampledFrom([]string{"gotcha", "pattern", "other", ""}).Draw(t, "class"),
				Shingles: slices.Compact(slices.Sorted(slices.Values(rapid.SliceOfN(rapid.Uint64Range(1, 6), 0, 5).Draw(t, "shingles")))),
			}
		})
		items := rapid.SliceOfN(item, 0, 12).Draw(t, "items")
		p := Packing{
			Budget:  rapid.IntRange(0, 200).Draw(t, "budget"),
			Opening: []int{5, 0, 9, 1},
			Repeat:  rapid.Float64Range(0.1, 1).Draw(t, "repeat"),
			Shares:  rapid.SampledFrom(Phases()).Draw(t, "phase").Shares(),
		}
		chosen := p.Choose(items)
		if again := p.Choose(items); !slices.Equal(chosen, again) {
			t.Fatalf("%v, then %v", chosen, again)
		}
		if spent := bill(p, items, chosen); spent > p.Budget {
			t.Fatalf("%v costs %d of %d", chosen, spent, p.Budget)
		}
		for i := range items {
			if slices.Contains(chosen, i) {
				continue
			}
			repeated := slices.ContainsFunc(
				chosen,
				func(j int) bool { return Containment(items[i].Shingles, items[j].Shingles) >= NearDuplicate },
			)
			if with := bill(p, items, append(slices.Clone(chosen), i)); items[i].Score > 0 && !repeated && with <= p.Budget {
				t.Fatalf("%v leaves %d, with which it would cost %d of %d", chosen, i, with, p.Budget)
			}
		}
		for k, i := range chosen {
			for _, j := range chosen[:k] {
				if Containment(items[i].Shingles, items[j].Shingles) >= NearDuplicate {
					t.Fatalf("%d and %d say the same", i, j)
				}
			}
		}
	})
}

// bill adds up what items cost.
func bill(p Packing, items []Item, chosen []int) int {
	sum := 0
	opened := map[int]bool{}
	for _, i := range chosen {
		if sum += items[i].Tokens; !opened[items[i].Group] {
			sum += p.Opening[items[i].Group]
		}
		opened[items[i].Group] = true
	}
	return sum
}

func TestContainment(t *testing.T) {
	a := Shingles(Words("Sessions are signed tokens that expire after twelve hours."), ShingleWords)
	for _, c := range []struct {
		text string
		want string
	}{
		{"sessions ARE signed, tokens that\nexpire after `twelve` hours", "1.00"},
		{"expire after twelve hours", "1.00"}, // a part of it
		{"Sessions are signed tokens that expire after twenty minutes.", "0.67"},
		{"Nothing of the kind is said in here.", "0.00"},
		{"", "0.00"},
	} {
		if got := fmt.Sprintf("%.2f", Containment(a, Shingles(Words(c.text), ShingleWords))); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
		if Containment(a, Shingles(Words(c.text), ShingleWords)) != Containment(Shingles(Words(c.text), ShingleWords), a) {
			t.Errorf("%q: not symmetric", c.text)
		}
	}
}

func TestPhases(t *testing.T) {
	for _, p := range Phases() {
		sum := 0.0
		for class, share := range p.Shares() {
			sum += share
			if class != other && Class("memory", class) != class && Class(class, "") != class && class != "outcome" {
				t.Errorf("%s: no note is of class %s", p, class)
			}
		}
		if sum > 1+1e-9 || !p.Valid() {
			t.Errorf("%s: shares of %v", p, sum)
		}
		if w := p.Weight("nothing known"); w != 1 {
			t.Errorf("%s: %v for what it does not mind", p, w)
		}
	}
	if Phase("lunch").Valid() {
		t.Error("lunch is no phase")
	}
	if Class("memory", "standard") != "pattern" || Class("spec", "") != "requirement" || Class("doc", "gotcha") != "other" {
		t.Error("classes")
	}
}
