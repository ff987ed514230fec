package words

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/text/stem"
)

// Two long stems that differ in their last letters are forms of one word.
func TestInflected(t *testing.T) {
	for _, tt := range []struct {
		x, y string
		want bool
	}{
		{"encrypt", "encrypted", true}, {"config", "configur", true}, {"confi", "confira", true}, {"deployment", "deployed", true},
		{"cache", "cached", true}, {"user", "users", false}, {"port8080", "port8081", false}, {"release", "relax", false},
		{"validator", "validat", true}, {"abc12", "abc123", false}, {"serve", "servers", true},
	} {
		if got := Inflected(tt.x, tt.y); got != tt.want {
			t.Errorf("Inflected(%q, %q) = %v", tt.x, tt.y, got)
		}
		if got := Inflected(tt.y, tt.x); got != tt.want {
			t.Errorf("Inflected(%q, %q) = %v", tt.y, tt.x, got)
		}
	}
}

func TestContractions(t *testing.T) {
	for word, want := range map[string]string{
		"can't": "can not", "cannot": "can not", "won't": "will not", "wont": "will not", "shan't": "shall not", "dont": "do not",
		"isn't": "is not", "mustnt": "must not", "want": "want", "limit": "limit", "test": "test", "n't": "n't", "don": "don",
	} {
		verb, negated := SplitNot(word)
		if negated {
			verb += " not"
		}
		if verb != want {
			t.Errorf("%q is %q, want %q", word, verb, want)
		}
	}
}

// What the lists say of words: which exclude each other, undo each other, and fill one place.
func TestWhatWordsAreToEachOther(t *testing.T) {
	l := English()
	for _, tt := range []struct {
		a, b     string
		kind     AntonymKind
		strength float64
	}{
		{"enabled", "disabled", State, 1}, {"optional", "mandatory", State, 1}, {"before", "after", Relational, 1},
		{"accept", "reject", Stance, 1}, {"accept", "refuse", Stance, 1}, {"start", "stop", Reversible, 1},
		{"stable", "unstable", State, 1}, {"linear", "nonlinear", Prefixed, 0.9},
		{"accept", "accept", NotAntonyms, 0}, {"tea", "coffee", NotAntonyms, 0}, {"able", "cable", NotAntonyms, 0},
		{"it", "unit", NotAntonyms, 0},
	} {
		kind, strength := l.Antonym(l.Term(tt.a), l.Term(tt.b))
		again, back := l.Antonym(l.Term(tt.b), l.Term(tt.a))
		if kind != tt.kind || strength != tt.strength || again != kind || back != strength {
			t.Errorf("%s, %s: %v %v, and the other way round %v %v; want %v %v", tt.a, tt.b, kind, strength, again, back, tt.kind,
				tt.strength)
		}
	}
	if a, b := l.Term("enable"), l.Term("disable"); !l.Undoes(a, b) || !l.Undoes(b, a) || l.Undoes(a, a) {
		t.Error("to enable and to disable undo each other")
	}
	for pair, want := range map[[2]string]bool{
		{"postgresql", "mysql"}: true, {"go", "rust"}: true, {"postgresql", "rust"}: true, {"mysql", "mysql"}: false,
		{"mysql", "table"}: false,
	} {
		a, b := l.Term(pair[0]), l.Term(pair[1])
		shared := l.SharedClass(a, b) != ""
		if pair[0] == "go" && !shared || pair[1] == "table" && shared {
			t.Errorf("%v share a class: %v", pair, shared)
		}
		if got := l.Unlike(a, b); got != (want && !shared) {
			t.Errorf("%v are things of two kinds: %v", pair, got)
		}
	}
	for word, want := range map[string]bool{"mysql": true, "c++": true, "kettle": false, "windows": true} {
		if got := l.IsMember(word); got != want {
			t.Errorf("%q is one of a class: %v", word, got)
		}
	}
	if !l.Is("never", NegationCue) || !l.Is("all", Universal) || l.Is("never", Universal) || l.Is("table", NegationCue) {
		t.Error("never denies, and all is all")
	}
}

// The phrases that place a thing at one of two poles, and those that say who owns it.
func TestPhrasesOfPoles(t *testing.T) {
	l := English()
	match := func(book PoleBook, text string) string {
		s := &Spelling{}
		for _, word := range strings.Fields(text) {
			s.Text, s.Plain = append(s.Text, word), append(s.Plain, stem.Light(word))
		}
		for i := range s.Text {
			if p, end := book.Match(s, i); p != nil {
				return fmt.Sprintf("%s %v: %s", p.Dimension.Name, p.Negative, strings.Join(s.Text[i:end], " "))
			}
		}
		return ""
	}
	for text, want := range map[string]string{
		"the cache is turned off":   "lifecycle true: turned off",
		"the disk is encrypted":     "encryption false: encrypted",
		"the disk is in plain text": "encryption true: plain text",
		"the disk encrypts":         "",
		"nothing of the kind":       "",
	} {
		if got := match(l.Poles, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"anna owns billing": "owner false: owns",
		"anna is responsible for billing": "owner false: is responsible for"} {
		if got := match(l.Owners.Before, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	book := PoleBook{}
	book.add(&Dimension{"service", 1}, "shut ~ down, closed", true)
	for text, want := range map[string]string{
		"we shut down":                          "service true: shut down",
		"we shut the old server down":           "service true: shut the old server down",
		"we shut the very old mail server down": "",
		"they shut it":                          "",
		"it is closed":                          "service true: closed",
		"it closes":                             "",
	} {
		if got := match(book, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestPatternsOfPhrases(t *testing.T) {
	p := parsePhrase("$be|get [+ly] ready ! for|to")
	if got, want := fmt.Sprint(*p), "{[{[is are be being was were get] false false} {[] true true} {[ready] false false}] [for to] "+
		"false []}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
