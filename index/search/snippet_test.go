package search

import (
	"testing"
)

func TestSnippet(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"# Head\n\nBelow it.", "Below it."},
		{"# Only a head\n", "# Only a head\n"},
		{"\n## Head\n\nBelow it.", "Below it."},
		{"#tag at the start\nrest", "rest"},
	} {
		if got := belowHeading(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
	s, marks := oneLine("a  word\n\n here", [][2]int{{3, 7}, {10, 14}})
	if s != "a word here" || s[marks[0][0]:marks[0][1]] != "word" || s[marks[1][0]:marks[1][1]] != "here" {
		t.Errorf("%q %v", s, marks)
	}
}
