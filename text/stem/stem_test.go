package stem

import (
	"fmt"
	"strings"
	"testing"
)

// What a Stemmer remembers changes nothing of what it answers, and is bounded.
func TestStemmerForgets(t *testing.T) {
	s := New(func(word string) string {
		if word == "the" {
			return ""
		}
		return strings.ToLower(word)
	})
	for i := range maxKept + 10 {
		s.Stem(fmt.Sprintf("w%d", i))
		if len(s.kept) > maxKept {
			t.Fatalf("%d stems are kept", len(s.kept))
		}
	}
	for word, want := range map[string]string{"Running": "run", "the": "", "w7": "w7", "is": "is"} {
		for range 2 {
			if got := s.Stem(word); got != want {
				t.Errorf("%s: %q, want %q", word, got, want)
			}
		}
	}
}

// The two stems of a word differ where words of one family say different things.
func TestPorterAndLight(t *testing.T) {
	for _, c := range []struct{ word, porter, light string }{
		{"signing", "sign", "sign"}, {"signed", "sign", "sign"}, {"general", "general", "general"}, {"generate", "generat", "generat"},
		{"policies", "polici", "policy"}, {"stopped", "stop", "stop"}, {"classes", "class", "class"}, {"run2", "run2", "run2"},
		{"größte", "größte", "größt"}, {"as", "as", "as"}, {"increasingly", "increas", "increas"},
	} {
		if got := Porter(c.word); got != c.porter {
			t.Errorf("Porter(%s) = %s, want %s", c.word, got, c.porter)
		}
		if got := Light(c.word); got != c.light {
			t.Errorf("Light(%s) = %s, want %s", c.word, got, c.light)
		}
	}
}
