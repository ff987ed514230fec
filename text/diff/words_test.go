package diff

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"Sessions expire after 12 hours.", "Sessions expire after 30 minutes.", "Sessions expire after [-12 hours-]{+30 minutes+}."},
		{"Use Redis for the cache.", "Use Redis for the session cache.", "Use Redis for the {+session +}cache."},
		{"It may retry.", "It must not retry.", "It [-may-]{+must not+} retry."},
		{"a, b and c", "a, x, b and c", "a, {+x, +}b and c"},
		{"set `max_age` to 5", "set `min_age` to 5", "set `[-max_age-]{+min_age+}` to 5"},
		{"same", "same", "same"},
		{"", "new text", "{+new text+}"},
		{"old text", "", "[-old text-]"},
		{"größer", "größter", "[-größer-]{+größter+}"},
	} {
		if got := Plain(Words(c.old, c.new)); got != c.want {
			t.Errorf("%q → %q: got %q, want %q", c.old, c.new, got, c.want)
		}
	}
}

func drawSentence(t *rapid.T, name string) string {
	words := rapid.SliceOfN(
		rapid.SampledFrom([]string{"the ", "cache ", "is ", "never ", "cold", ", ", ". ", "\xff", "é", "\n", "…"}),
		0,
		20,
	)
	return strings.Join(words.Draw(t, name), "")
}

// side is the old or the new text that words tell of.
func side(words []Word, op Op) string {
	var b strings.Builder
	for _, w := range words {
		if w.Op == Equal || w.Op == op {
			b.WriteString(w.Text)
		}
	}
	return b.String()
}

func TestWordsAreBothTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := drawSentence(t, "old"), drawSentence(t, "new")
		words := Words(old, new)
		if side(words, Removed) != old || side(words, Added) != new {
			t.Fatalf("%q → %q: %v", old, new, words)
		}
		for i := 1; i < len(words); i++ {
			if words[i].Op == words[i-1].Op || words[i].Text == "" {
				t.Fatalf("not joined: %v", words)
			}
		}
	})
}

// Long texts are not compared word by word, and told apart all the same.
func TestWordsOfLongTexts(t *testing.T) {
	old := "begin " + strings.Repeat("a b ", 5000) + "end"
	new := "begin " + strings.Repeat("b c ", 5000) + "end"
	words := Words(old, new)
	if side(words, Removed) != old || side(words, Added) != new || words[0].Text != "begin " {
		t.Errorf("got %d parts", len(words))
	}
}

func TestAlign(t *testing.T) {
	old := []string{"Keep this.", "Sessions expire after 12 hours.", "Drop this entirely, please.", "The end."}
	new := []string{"Keep this.", "A wholly different beginning.", "Sessions expire after 30 minutes.", "The end.", "One more."}
	want := []Pair{{0, 0}, {-1, 1}, {1, 2}, {2, -1}, {3, 3}, {-1, 4}}
	if got := Align(old, new); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Every text stands in one pair, in order on both sides; equal lists pair with themselves.
func TestAlignIsAnAlignment(t *testing.T) {
	texts := rapid.SliceOfN(rapid.SampledFrom([]string{"a b c d", "a b c e", "x y", "x z", "", "q"}), 0, 20)
	rapid.Check(t, func(t *rapid.T) {
		checkAlignment(t, texts.Draw(t, "old"), texts.Draw(t, "new"))
	})
}

func checkAlignment(t interface{ Fatalf(string, ...any) }, old, new []string) {
	i, j := 0, 0
	for _, p := range Align(old, new) {
		if p.Old >= 0 && p.Old != i || p.New >= 0 && p.New != j || p.Old < 0 && p.New < 0 {
			t.Fatalf("pair %v, where %d and %d are next", p, i, j)
		}
		if p.Old >= 0 {
			i++
		}
		if p.New >= 0 {
			j++
		}
		if p.Old >= 0 && p.New >= 0 && old[p.Old] != new[p.New] && alike(bagOf(old[p.Old]), bagOf(new[p.New])) < MinLikeness {
			t.Fatalf("%q and %q are paired", old[p.Old], new[p.New])
		}
	}
	if i != len(old) || j != len(new) {
		t.Fatalf("%d of %d and %d of %d texts are paired", i, len(old), j, len(new))
	}
}

// Beyond what can be compared one with another, near ones are still paired.
func TestAlignManyTexts(t *testing.T) {
	var old, new []string
	for i := range 3000 {
		word := strings.Repeat("x", i%50) + strings.Repeat("y", i/50)
		old, new = append(old, "value of "+word+" is one"), append(new, "value of "+word+" is two")
	}
	checkAlignment(t, old, new)
	paired := 0
	for _, p := range Align(old, new) {
		if p.Old >= 0 && p.Old == p.New {
			paired++
		}
	}
	if paired < 2900 {
		t.Errorf("%d of 3000 are paired with their own", paired)
	}
}
