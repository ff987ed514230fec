package rank

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOrderByHand(t *testing.T) {
	same := Shingles(Words("the token expires after twelve hours and is then renewed"), ShingleWords)
	near := Shingles(Words("The token expires after twelve hours, and is then renewed!"), ShingleWords)
	// Three leaders of groups and classes of their own, so that the rule looked at is that of the rest.
	led := func(items ...Item) []Item {
		lead := []Item{{Tokens: 10, Score: 20, Group: 7}, {Tokens: 10, Score: 20, Group: 8}, {Tokens: 10, Score: 20, Group: 9}}
		return append(lead, items...)
	}
	repeat := []float64{1, 0.8, 0.6, 0.4}
	half := map[string]float64{"a": 0.5, "b": 0.5}
	for _, c := range []struct {
		name  string
		items []Item
		pack  Packing
		want  []int
	}{
		{"nothing", nil, Packing{}, nil},
		{"the cheapest of the best three first",
			[]Item{{Tokens: 30, Score: 9}, {Tokens: 5, Score: 1}, {Tokens: 20, Score: 8}, {Tokens: 25, Score: 7}},
			Packing{}, []int{2, 3, 0, 1}},
		{"with what opens its group", []Item{{Tokens: 10, Score: 9}, {Tokens: 15, Score: 8, Group: 1}}, Packing{Opening: []int{9, 3}},
			[]int{1, 0}},
		{"then the better first", led(Item{Score: 1}, Item{Score: 3}, Item{Score: 2}), Packing{}, []int{0, 1, 2, 4, 5, 3}},
		{"ties by number", led(Item{Score: 1}, Item{Score: 1}), Packing{}, []int{0, 1, 2, 3, 4}},
		{"worthless ones are left", []Item{{}, {Score: -1}, {Score: math.NaN()}, {Score: math.Inf(1)}, {Score: 1}}, Packing{}, []int{4}},
		{"near-duplicates once, the better one", []Item{{Score: 1, Shingles: same}, {Score: 2, Shingles: near}}, Packing{}, []int{1}},
		{"seven shared shingles of ten are too many",
			[]Item{{Score: 2, Shingles: upTo(10)}, {Score: 1, Shingles: append(upTo(7), 20, 21, 22)}},
			Packing{}, []int{0}},
		{"six are not", []Item{{Score: 2, Shingles: upTo(10)}, {Score: 1, Shingles: append(upTo(6), 20, 21, 22, 23)}}, Packing{},
			[]int{0, 1}},
		{"the second of a group is worth less", led(Item{Score: 10}, Item{Score: 9}, Item{Score: 8, Group: 1}),
			Packing{Repeat: repeat}, []int{0, 1, 2, 3, 5, 4}},
		{"but not much less", led(Item{Score: 10}, Item{Score: 9}, Item{Score: 7, Group: 1}), Packing{Repeat: repeat},
			[]int{0, 1, 2, 3, 4, 5}},
		{"the fifth as the fourth", led(Item{Score: 10}, Item{Score: 10}, Item{Score: 10}, Item{Score: 10}, Item{Score: 10},
			Item{Score: 4, Group: 1}),
			Packing{Repeat: repeat}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"what is near the best is worth its score", led(Item{Score: 19, Group: 7}, Item{Score: 18.5, Group: 1}), Packing{Repeat: repeat},
			[]int{0, 1, 2, 3, 4}},
		{"a class that has less than its share comes first",
			led(Item{Tokens: 20, Score: 19, Class: "a"}, Item{Tokens: 20, Score: 18, Class: "a"}, Item{Tokens: 20, Score: 12, Class: "b"}),
			Packing{Shares: half}, []int{0, 1, 2, 3, 5, 4}},
		{"unless it is weak", led(Item{Tokens: 20, Score: 19, Class: "a"}, Item{Tokens: 20, Score: 18, Class: "a"},
			Item{Tokens: 20, Score: 9, Class: "b"}),
			Packing{Shares: half}, []int{0, 1, 2, 3, 4, 5}},
	} {
		if got := c.pack.Order(c.items); !slices.Equal(got, c.want) {
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

// Whatever is ordered: nothing twice, nothing that repeats what is better, nothing of worth left
// out but for that, the three best first.
func TestOrderHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		item := rapid.Custom(func(t *rapid.T) Item {
			return Item{
				Tokens:   rapid.IntRange(0, 50).Draw(t, "tokens"),
				Score:    float64(rapid.IntRange(0, 20).Draw(t, "score")),
				Group:    rapid.IntRange(0, 3).Draw(t, "group"),
				Class:    rapid.SampledFrom([]string{"gotcha", "pattern", "other", ""}).Draw(t, "class"),
				Shingles: slices.Compact(slices.Sorted(slices.Values(rapid.SliceOfN(rapid.Uint64Range(1, 6), 0, 5).Draw(t, "shingles")))),
			}
		})
		items := rapid.SliceOfN(item, 0, 12).Draw(t, "items")
		p := Packing{
			Opening: []int{5, 0, 9, 1},
			Repeat:  []float64{1, rapid.Float64Range(0.1, 1).Draw(t, "repeat")},
			Shares:  rapid.SampledFrom(Phases()).Draw(t, "phase").Shares(),
		}
		order := p.Order(items)
		if again := p.Order(items); !slices.Equal(order, again) {
			t.Fatalf("%v, then %v", order, again)
		}
		repeats := func(i, j int) bool {
			return i != j && Containment(items[i].Shingles, items[j].Shingles) >= nearDuplicate
		}
		for i := range items {
			inside := slices.Contains(order, i)
			better := slices.ContainsFunc(order, func(j int) bool { return repeats(i, j) && items[j].Score >= items[i].Score })
			if !inside && !better && items[i].Score > 0 {
				t.Fatalf("%v leaves %d out", order, i)
			}
			if inside && slices.ContainsFunc(order, func(j int) bool { return repeats(i, j) }) {
				t.Fatalf("%v says twice what %d says", order, i)
			}
		}
		for k, i := range order {
			if k >= 3 && slices.ContainsFunc(order[:3], func(j int) bool { return items[j].Score < items[i].Score }) {
				t.Fatalf("%v: %d is better than one of the first three", order, i)
			}
			if slices.Contains(order[:k], i) {
				t.Fatalf("%v has %d twice", order, i)
			}
		}
	})
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
