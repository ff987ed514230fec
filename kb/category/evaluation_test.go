package category

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// labelled is a note with the category that a person gave it, "" for none.
type labelled struct{ want, title, text string }

// readLabelled gives the odd notes of each label, on which constants were chosen, and the even
// ones, which were held out.
func readLabelled(t *testing.T) (chosen, held []labelled) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "labelled.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 3 {
			t.Fatalf("not three cells: %q", line)
		}
		l := labelled{strings.TrimPrefix(cells[0], "-"), cells[1], cells[2]}
		if count[l.want]++; count[l.want]%2 == 1 {
			chosen = append(chosen, l)
		} else {
			held = append(held, l)
		}
	}
	return chosen, held
}

// measure gives precision and recall of the categories that are given at a threshold.
func measure(notes []labelled, threshold float64) (precision, recall float64) {
	m := NewMatcher(Defaults())
	given, right, all := 0, 0, 0
	for _, n := range notes {
		best := m.Match(n.title, nil, n.text)
		if n.want != "" {
			all++
		}
		if best.Score >= threshold {
			given++
			if best.Name == n.want {
				right++
			}
		}
	}
	return float64(right) / float64(max(given, 1)), float64(right) / float64(all)
}

func TestThreshold(t *testing.T) {
	chosen, held := readLabelled(t)
	if len(chosen) != 80 || len(held) != 80 {
		t.Fatalf("%d and %d notes", len(chosen), len(held))
	}
	for i := 10; i <= 60; i += 5 {
		threshold := float64(i) / 100
		p, r := measure(chosen, threshold)
		hp, hr := measure(held, threshold)
		t.Logf("%.2f: precision %.3f recall %.3f F1 %.3f | held out: precision %.3f recall %.3f F1 %.3f", threshold, p, r,
			f1(p, r), hp, hr, f1(hp, hr))
	}
	if p, r := measure(chosen, Threshold); p < 0.93 || r < 0.84 {
		t.Errorf("precision %.3f and recall %.3f on the notes that the threshold was chosen on", p, r)
	}
	if p, r := measure(held, Threshold); p < 0.96 || r < 0.80 {
		t.Errorf("precision %.3f and recall %.3f on the notes that were held out", p, r)
	}
	if testing.Verbose() {
		explainMistakes(t, chosen)
	}
}

func f1(p, r float64) float64 { return 2 * p * r / max(p+r, 1e-9) }

func explainMistakes(t *testing.T, notes []labelled) {
	m := NewMatcher(Defaults())
	for _, n := range notes {
		all := m.MatchAll(n.title, nil, n.text)
		name := ""
		if all[0].Score >= Threshold {
			name = all[0].Name
		}
		if name != n.want {
			t.Logf("%q is %s, got %s %.2f %v, then %s %.2f %v", n.title, n.want, all[0].Name, all[0].Score, all[0].Terms,
				all[1].Name, all[1].Score, all[1].Terms)
		}
	}
}
