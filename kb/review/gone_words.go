package review

import (
	"slices"
	"strings"
)

// saysGone reports whether a sentence says of the name at text[from:to] that it is gone or is called otherwise; hard
// tells words that hold of what some code still has, too. listed is of a list of what changed: "Remove X" there.
func saysGone(text string, from, to int, listed bool) (gone, hard bool) {
	if strings.HasSuffix(text[:from], "~~") || strings.HasSuffix(text[:from], "~~`") {
		return true, false
	}
	before := plainWords(text[max(0, from-100):from])
	slices.Reverse(before)
	clause := before[:min(len(before), maxApart)]
	if end := slices.Index(clause, ";"); end >= 0 {
		clause = clause[:end]
	}
	if gone, hard = goneAfter(plainWords(text[to:min(len(text), to+100)])); gone {
		return !slices.ContainsFunc(clause, conditional), hard
	}
	return goneBefore(before, listed)
}

// plainWords returns the words of a text in small letters, with the marks that end a clause as words.
func plainWords(text string) []string {
	text = strings.NewReplacer("`", "", "*", "", "~", "", "\"", "", "(", " ", ")", " ", "|", " ", "[", " ", "]", " ", ";", " ; ",
		". ", " ; ",
		": ", " : ", ", ", " , ", "n't ", " not ", "’", "'").Replace(strings.ToLower(text) + " ")
	return strings.Fields(text)
}

// ended returns how surely a word says that something ended: 0 for not at all, 1 where it is not there, 2 where it has another
// name or should not be used.
func ended(word string) int {
	switch strings.Trim(word, ".,!") {
	case "removed", "deleted", "dropped", "gone", "discontinued", "sunset", "obsolete", "defunct":
		return 1
	case "renamed", "replaced", "superseded", "deprecated", "retired", "decommissioned":
		return 2
	}
	return 0
}

// hedges are words behind which nothing has ended yet, or not everywhere.
func hedges(word string) bool {
	switch word {
	case "not", "never", "will", "would", "should", "can", "could", "may", "might", "must", "to", "cannot", "being":
		return true
	}
	return conditional(word)
}

// conditional are the words that begin what is supposed.
func conditional(word string) bool {
	return slices.Contains([]string{"if", "when", "unless", "until", "before", "once", "whether", "after"}, word)
}

// Words from a name to what is said of it.
const maxApart = 4

// goneAfter reads what follows a name: "was removed", "is no longer used", "(deprecated)".
func goneAfter(words []string) (gone, hard bool) {
	for i, w := range words[:min(len(words), maxApart+3)] {
		last := ""
		if i > 0 {
			last = words[i-1]
		}
		switch w {
		case ";", "that", "which", "who", "because", "since", "so", "but", "from", "using", "with", "uses", "via", "by",
			"has", "have", "use":
			if w != "has" && w != "have" || i+1 < len(words) && words[i+1] != "been" {
				return false, false
			}
		case "no":
			if i+2 < len(words) && words[i+1] == "longer" {
				switch words[i+2] {
				case "exists", "exist", "used", "supported", "available", "deployed", "runs", "maintained", "shipped", "present":
					return true, true
				}
			}
			return false, false
		}
		if hedges(w) {
			return false, false
		}
		if e := ended(w); e > 0 {
			switch last {
			case "was", "were", "been":
				return true, true
			case "", "is", "are", "now", "got", ":", "fully", "->", "→", "-", "–", "—":
				return true, e == 2
			}
			return e == 2 && i < maxApart-1, true // "old-login endpoint retired"
		}
	}
	return false, false
}

// goneBefore reads what stands before a name, the nearest first: "removed the", "replaces", "formerly".
func goneBefore(words []string, listed bool) (gone, hard bool) {
	for i, w := range words[:min(len(words), maxApart)] {
		rest := words[i+1:]
		first := len(rest) == 0 || rest[0] == ";" || rest[0] == "-" || rest[0] == ":"
		switch strings.Trim(w, ",") {
		case ";", ":", ",", "from", "to", "by", "with", "in", "into", "on", "via", "using", "at", "when", "if",
			"is", "are", "was", "not", "and", "or":
			return false, false
		case "no":
			return len(rest) > 1 && rest[0] == "is" && rest[1] == "there", false
		case "formerly", "replaces", "supersedes", "renames", "replacing", "superseding":
			return true, true
		case "remove", "removes", "drop", "drops", "delete", "deletes":
			return listed && first, false
		case "rename", "deprecate", "retire", "replace", "deprecates", "retires":
			return listed && first, true
		}
		if e := ended(w); e > 0 && w != "gone" && w != "obsolete" && (w != "deprecated" || first) {
			return len(rest) == 0 || !hedges(rest[0]) && rest[0] != "be", e == 2
		}
	}
	return false, false
}
