package words

import (
	"slices"
	"testing"
)

func TestWordListsAreSound(t *testing.T) {
	l := English()
	for x, opposites := range l.Antonyms {
		for y, kind := range opposites {
			if l.Antonyms[y][x] != kind {
				t.Errorf("%s is an antonym of %s one way only", x, y)
			}
		}
	}
	for _, list := range []string{"stop", "labels", "generic", "verbs-finite", "teams"} {
		if len(listWords(list)) < 5 {
			t.Errorf("list %s is nearly empty", list)
		}
	}
	for _, phrases := range l.Phrases {
		for _, p := range phrases {
			if len(p.Pattern) == 0 || p.Pattern[0].Optional {
				t.Errorf("a phrase must begin with a word that is not optional: %v", p)
			}
		}
	}
	names := []string{}
	for _, list := range l.Poles {
		for _, p := range list {
			if p.Dimension.Strength <= 0 || p.Dimension.Strength > 1 {
				t.Errorf("dimension %s has strength %v", p.Dimension.Name, p.Dimension.Strength)
			}
			names = append(names, p.Dimension.Name)
		}
	}
	if slices.Sort(names); len(slices.Compact(names)) < 20 {
		t.Errorf("only %d dimensions", len(slices.Compact(names)))
	}
}
