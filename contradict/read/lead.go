package read

import (
	"slices"
	"strings"
)

// carried puts the lead-in of a list before its item, where it breaks off at what the item goes on with:
// "The server MUST:" and "log each request" are one sentence, which does not stand under a condition.
func carried(s Statement) Statement {
	n := len(s.Conditions)
	if n == 0 || s.Text == "" || len(s.Text) > maxText {
		return s
	}
	lead := strings.TrimSpace(strings.TrimRight(s.Conditions[n-1], " :*_"))
	if !breaksOff(lead) || !continuesLead(s.Text) {
		return s
	}
	item := s.Text
	if first := item[0]; first >= 'A' && first <= 'Z' && len(item) > 1 && item[1] >= 'a' && item[1] <= 'z' {
		item = string(first|0x20) + item[1:]
	}
	for _, end := range [...]string{"; and", "; or", ", and", ", or", ";", ","} {
		item = strings.TrimSuffix(item, end)
	}
	s.Text, s.Conditions = lead+" "+item, slices.Clip(s.Conditions[:n-1])
	return s
}

// withoutEmphasis takes the marks of emphasis out.
var withoutEmphasis = strings.NewReplacer("*", "", "_", "")

// breaksOff tells a lead-in that ends with its modal verb, and names who is meant: "The server MUST".
func breaksOff(lead string) bool {
	const most = 12 // words of a lead-in without cases of its own
	words := strings.Fields(strings.ToLower(withoutEmphasis.Replace(lead)))
	if len(words) < 2 || len(words) > most {
		return false
	}
	for _, w := range words {
		switch strings.Trim(w, ",") {
		case "if", "when", "unless", "where", "either", "one", "following", "it", "they", "this":
			return false
		}
	}
	last := words[len(words)-1]
	if last == "not" {
		last = words[len(words)-2]
	}
	switch last {
	case "must", "shall", "should", "may", "can", "cannot", "will", "mustn't", "shouldn't", "won't", "can't":
		return true
	}
	return false
}

// continuesLead tells an item that begins with its verb: not with who acts, with a case, or with a rule of its own.
func continuesLead(item string) bool {
	if strings.HasSuffix(item, ":") || strings.HasSuffix(item, "?") {
		return false
	}
	for i, w := range strings.Fields(strings.ToLower(item)) {
		switch w {
		case "must", "shall", "should", "may":
			return false
		case "the", "a", "an", "it", "each", "all", "if", "when", "for", "in", "on", "at", "no", "any", "every", "this", "that", "either":
			if i == 0 {
				return false
			}
		}
	}
	return true
}
