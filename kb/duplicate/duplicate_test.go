package duplicate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// form is what all notes have in common.
const form = "## Summary\n\nThis section tells in a few sentences what the note is about and why anyone should read it.\n\n## " +
	"Motivation\n\nList the goals and the non goals of this proposal, and who asked for it.\n\n"

// prose draws sentences about a topic: its own words and common ones.
func prose(rng *rand.Rand, topic, words int) string {
	var b strings.Builder
	for i := range words {
		if rng.IntN(3) == 0 {
			fmt.Fprintf(&b, "topic%d-%d ", topic, rng.IntN(40))
		} else {
			fmt.Fprintf(&b, "word%d ", int(float64(600)*rng.Float64()*rng.Float64()))
		}
		if i%12 == 11 {
			b.WriteString(".\n")
		}
	}
	return b.String()
}

// lightly changes some words of a text, drops a sentence and adds one.
func lightly(rng *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	lines = append(lines[:len(lines)/2:len(lines)/2], lines[len(lines)/2+1:]...)
	words := strings.Split(strings.Join(lines, "\n"), " ")
	for range len(words) / 16 {
		words[rng.IntN(len(words))] = fmt.Sprintf("changed%d", rng.IntN(1000))
	}
	return strings.Join(words, " ") + "One more sentence stands at the end of the copy."
}

// Of 2,000 notes of one form, of twenty to a topic, a hundred have lightly edited copies: those are
// found, and hardly anything else.
func TestFindsLightlyEditedCopies(t *testing.T) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(11, seed))
		var texts []string
		for i := range 1900 {
			texts = append(texts, form+prose(rng, i/20, 80+rng.IntN(300)))
		}
		for i := range 100 {
			texts = append(texts, lightly(rng, texts[i*19]))
		}
		right, wrong := 0, 0
		for _, p := range Find(texts, 0.55) {
			if p.B >= 1900 && p.A == (p.B-1900)*19 {
				right++
			} else {
				wrong++
			}
		}
		if right < 95 || wrong > 2 {
			t.Errorf("seed %d: %d copies found, and %d pairs that are none", seed, right, wrong)
		}
	}
}

// Whatever the texts are: the result is in order, symmetric in their order, and a text resembles
// itself wholly.
func TestFindIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom(strings.Fields("a b c d e f g h"))
		var texts []string
		for range rapid.IntRange(2, 12).Draw(t, "texts") {
			texts = append(texts, strings.Join(rapid.SliceOfN(word, 15, 40).Draw(t, "words"), " "))
		}
		texts = append(texts, texts[0])
		backwards := make([]string, len(texts))
		for i := range texts {
			backwards[len(texts)-1-i] = texts[i]
		}
		there, back := Find(texts, 0.3), Find(backwards, 0.3)
		if len(there) != len(back) {
			t.Fatalf("%d pairs, backwards %d", len(there), len(back))
		}
		same := false
		for i, p := range there {
			if p.A >= p.B || p.Resemblance < 0.3 || p.Resemblance > 1 || i > 0 && p.Resemblance > there[i-1].Resemblance {
				t.Fatalf("pair %d: %+v", i, p)
			}
			same = same || p.A == 0 && p.B == len(texts)-1 && p.Resemblance == 1
		}
		if !same && len(strings.Fields(texts[0])) >= minWords {
			t.Fatal("a text and its copy are no pair")
		}
	})
}

// Two drivers that are described in the same words are two drivers.
func TestParallelTextsAreNoCopies(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	text := strings.Repeat("The alpha driver mounts volumes. ", 4) + prose(rng, 1, 300)
	if pairs := Find([]string{text, strings.ReplaceAll(text, "alpha", "beta")}, 0.5); len(pairs) != 0 {
		t.Errorf("%+v", pairs)
	}
	if pairs := Find([]string{text, strings.Replace(text, "alpha", "beta", 1)}, 0.5); len(pairs) != 1 {
		t.Errorf("an edited copy: %+v", pairs)
	}
}

// Many copies of one text are all found, though their shingles are common.
func TestManyCopies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := prose(rng, 1, 100)
	var texts []string
	for i := range 200 {
		texts = append(texts, prose(rng, i+2, 100))
		if i%4 == 0 {
			texts = append(texts, text)
		}
	}
	if pairs := Find(texts, 0.9); len(pairs) != 49 {
		t.Errorf("%d pairs, want each of 49 copies with the first one", len(pairs))
	}
}

// Two notes of one form that say the same few words are found, though most of what they share is the
// form's.
func TestCopiesOfAForm(t *testing.T) {
	for _, notes := range []int{2, 12, 13, 14, 40} {
		texts := []string{form + "Nothing was decided.", form + "Nothing was decided."}
		for i := len(texts); i < notes; i++ {
			texts = append(texts, form+fmt.Sprintf("Room%d is let%d.", i, i))
		}
		if pairs := Find(texts, 0.9); len(pairs) == 0 || pairs[0] != (Pair{0, 1, 1}) {
			t.Errorf("of %d notes: %+v", notes, pairs)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 3))
	var texts []string
	for i := range 2000 {
		texts = append(texts, form+prose(rng, i/20, 300))
	}
	b.ResetTimer()
	for b.Loop() {
		Find(texts, 0.5)
	}
}
