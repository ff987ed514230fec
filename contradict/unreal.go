package contradict

import "strings"

// isUnreal tells a statement about what was, was only proposed, or is only imagined.
func (r *slotReader) isUnreal() bool {
	if r.dated() {
		return true
	}
	for i := range r.raw[:r.head] {
		for _, phrase := range r.l.unreal[r.raw[i].text] {
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
	year := at.kind == numberToken && len(at.text) == 4 && (strings.HasPrefix(at.text, "19") || strings.HasPrefix(at.text, "20"))
	version := at.kind == numberToken && strings.Contains(at.text, ".") || len(at.text) > 1 && at.text[0] == 'v' && isDigit(at.text[1])
	switch r.raw[0].text {
	case "in", "during":
		return year
	case "until", "before", "till":
		return year || version
	}
	return false
}

func (r *slotReader) says(phrase []string, i int) bool {
	for k, word := range phrase {
		if i+k >= len(r.raw) || r.raw[i+k].text != word {
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
	switch r.raw[i-1].text {
	case "we", "they", "it", "i", "you", "there", "people", "which", "that":
		return false
	}
	return i+2 >= len(r.raw) ||
		r.raw[i+2].text != "be" && r.raw[i+2].text != "have" && r.raw[i+2].text != "live" && r.raw[i+2].text != "run"
}

func (l *lexicon) readUnreal() {
	for _, line := range listLines("unreal") {
		phrase := tokenizeWith(l, strings.TrimSpace(line))
		if len(phrase) == 0 {
			continue
		}
		l.unreal[phrase[0]] = append(l.unreal[phrase[0]], phrase)
	}
}

// tokenizeWith splits a phrase of a list while the lexicon is still being read.
func tokenizeWith(_ *lexicon, phrase string) []string {
	return strings.Fields(strings.ReplaceAll(phrase, "'s", ""))
}
