package line

import "testing"

// What is offered to be typed is taken by a shell as it is meant.
func TestWordsForCompletion(t *testing.T) {
	for word, want := range map[string]string{"docs/a.md": "docs/a.md", "a b": `a\ b`, "#a": `\#a`, "a#b": "a#b", "~a": `\~a`, "a~": "a~",
		"ü (x)": `ü\ \(x\)`, `$'"`: `\$\'\"`, "": ""} {
		if got := shellQuoted(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
