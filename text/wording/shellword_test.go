package wording

import "testing"

// What is told to be typed is taken by a shell as it is meant.
func TestWordsForShells(t *testing.T) {
	for word, want := range map[string]string{"docs/a-b_c.md": "docs/a-b_c.md", "a b": "'a b'", "it's": `'it'\''s'`, "ü": "'ü'", "": "",
		"Z9": "Z9", "z0A": "z0A"} {
		if got := ShellWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
