package read

import (
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// isUnreal tells a statement about what was, was only proposed, or is only imagined.
func (r *slotReader) isUnreal() bool {
	if r.dated() {
		return true
	}
	for i := range r.raw[:r.head] {
		if r.raw[i].Class&words.OpensUnreal == 0 {
			continue
		}
		for _, phrase := range r.l.Unreal[r.raw[i].Text] {
			if r.says(phrase, i) && !r.isPurpose(phrase, i) {
				return true
			}
		}
	}
	return false
}

// dated tells a sentence that begins with another time: "In 2021, …", "Until 2.0 …", "Before v3 …".
func (r *slotReader) dated() bool {
	if len(r.raw) < 3 {
		return false
	}
	at := &r.raw[1]
	year := at.Kind == NumberToken && len(at.Text) == 4 && (strings.HasPrefix(at.Text, "19") || strings.HasPrefix(at.Text, "20"))
	version := at.Kind == NumberToken && strings.Contains(at.Text, ".") ||
		len(at.Text) > 1 && at.Text[0] == 'v' && words.IsDigit(at.Text[1])
	switch r.raw[0].Text {
	case "in", "during":
		return year
	case "until", "before", "till":
		return year || version
	}
	return false
}

// says reports whether the tokens from i on are the words of the phrase, as written.
func (r *slotReader) says(phrase []string, i int) bool {
	for k, word := range phrase {
		if i+k >= len(r.raw) || r.raw[i+k].Text != word {
			return false
		}
	}
	return true
}

// isPurpose tells "the key is used to sign" and "the key used to sign" from "we used to sign".
func (r *slotReader) isPurpose(phrase []string, i int) bool {
	if phrase[0] != "used" {
		return false
	}
	if i == 0 {
		return true
	}
	switch r.raw[i-1].Text {
	case "we", "they", "it", "i", "you", "there", "people", "which", "that":
		return false
	}
	return i+2 >= len(r.raw) ||
		r.raw[i+2].Text != "be" && r.raw[i+2].Text != "have" && r.raw[i+2].Text != "live" && r.raw[i+2].Text != "run"
}
