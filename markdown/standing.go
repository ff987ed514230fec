package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// Standing is whether what a text says is asserted and holds, or how else it stands there.
type Standing byte

// The standings of texts, in the order in which readers want them.
const (
	InForce   Standing = iota // asserted, as far as is known
	Proposed                  // not agreed upon yet
	NotChosen                 // weighed and left, or ruled out
	History                   // what was, or was replaced
	Example                   // shown, to be filled in, or made by a program
)

// Standings are the names of the standings, in their order.
func Standings() []string {
	return []string{"in force", "proposed", "not chosen", "history", "example"}
}

// String returns the name of the standing, "in force".
func (s Standing) String() string { return Standings()[s] }

// MarshalText writes the name of the standing.
func (s Standing) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote; a name that is none is in force.
func (s *Standing) UnmarshalText(text []byte) error {
	*s = Standing(max(0, slices.Index(Standings(), string(text))))
	return nil
}

// SectionStanding returns the standing that headings give what stands below them: of the outermost one that
// tells any. The title of the note, which names what it is about, counts only where it is a word for such a text alone.
func SectionStanding(title string, path []string) Standing {
	for i, heading := range path {
		name := strings.ToLower(plainHeading(heading))
		standing := standingBelow(name)
		if standing == InForce && isEntry(strings.ToLower(heading)) {
			standing = History
		}
		if standing != InForce && (i > 0 || title != path[0] || isWholly(name, standing)) {
			return standing
		}
	}
	return InForce
}

// plainHeading returns a heading without a number and marks before it, and without a colon or brackets behind it.
func plainHeading(heading string) string {
	if at := strings.IndexAny(heading, "[("); at > 0 {
		heading = heading[:at]
	}
	return strings.TrimRight(strings.TrimLeft(heading, "0123456789.)#*_ \t§"), " :*_.")
}

// isWholly reports whether a heading in small letters is nothing but the name of a part of that standing.
func isWholly(heading string, standing Standing) bool {
	return slices.Contains(partsOf(standing), heading)
}

// partsOf are the headings of parts of documents that stand so, in small letters.
func partsOf(standing Standing) []string {
	switch standing {
	case Proposed:
		return []string{"future work", "future possibilities", "future considerations", "future enhancements", "future directions",
			"unresolved questions", "open questions", "open issues", "open points", "unresolved issues"}
	case NotChosen:
		return []string{"alternatives", "alternatives considered", "alternative approaches", "alternative designs", "alternative solutions",
			"alternatives considered and rejected", "considered alternatives", "rejected alternatives", "considered options",
			"options considered", "pros and cons", "pros and cons of the options", "pros and cons of the alternatives", "rejected ideas",
			"rejected", "considered and rejected", "rejected approaches", "rejected options", "rejected designs", "rejected proposals",
			"rejected solutions", "non-goals",
			"non goals", "nongoals", "goals not in scope", "out of scope", "not in scope", "previous design", "previous designs",
			"previous approach", "previous approaches", "other options", "other approaches", "other designs", "discarded alternatives",
			"discarded ideas", "what we decided against", "options not chosen", "alternative options"}
	case History:
		return []string{"changelog", "change log", "change history", "release notes", "revision history", "version history",
			"document history", "implementation history", "edit history", "history of changes", "removed requirements", "history"}
	case Example:
		return []string{"example", "examples", "sample", "samples", "usage example", "usage examples", "code example", "code examples",
			"code sample", "code samples", "example usage", "sample code", "sample output", "example output"}
	}
	return nil
}

// standingBelow returns the standing of what stands below a heading in small letters.
func standingBelow(heading string) Standing {
	for standing := Proposed; standing <= Example; standing++ {
		if isWholly(heading, standing) {
			return standing
		}
	}
	for _, sign := range []string{": ", " – ", " — ", " - ", " and ", " & ", ", ", "/"} {
		if before, after, ok := strings.Cut(heading, sign); ok && before != "goals" {
			for standing := Proposed; standing <= Example; standing++ {
				if isWholly(before, standing) || standing == NotChosen && isWholly(after, standing) {
					return standing
				}
			}
		}
	}
	return InForce
}

// Argues reports a heading path under which nothing is asserted, as Statements reads it.
func Argues(path []string) bool { return silentPath(path) }

// silentPath reports a heading path under which nothing is asserted: what was considered, tried,
// illustrated, asked, planned or removed.
func silentPath(path []string) bool {
	for _, heading := range path {
		if silentHeading(strings.ToLower(heading)) {
			return true
		}
	}
	return false
}

// silentHeading reports whether what stands below a heading is weighed, asked or told, and not
// stated.
func silentHeading(heading string) bool {
	for _, phrase := range [...]string{
		"alternative", "considered option", "options considered", "pros and cons", "prior art", "prior work",
		"open question", "unresolved question", "open issue", "future possibilit", "future work", "future consideration",
		"changelog", "change log", "release note", "revision history", "implementation history", "test plan", "test case",
		"user stor", "non-goal", "out of scope", "removed requirement", "renamed requirement", "drawback",
		"reference implementation", "related work", "copyright",
	} {
		if strings.Contains(heading, phrase) {
			return true
		}
	}
	switch heading {
	case "status": // of a decision: read as such
		return true
	case "do", "don't", "yes", "no", "good", "bad": // what to write, and what not
		return true
	case "pros", "cons", "advantages", "disadvantages": // of what is weighed
		return true
	}
	if isEntry(heading) || isOption(heading) || isAside(heading) {
		return true
	}
	for word := range strings.FieldsFuncSeq(heading, func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch word {
		case "example", "examples", "rationale", "faq", "questions", "motivation", "bibliography",
			"glossary", "appendix", "hypothetical", "walkthrough", "tutorial":
			return true
		}
	}
	return false
}

// warns reports a heading path under which stands what is not to be: "Forbidden patterns", "Common mistakes".
func warns(path []string) bool {
	for _, heading := range path {
		for word := range strings.FieldsFuncSeq(strings.ToLower(heading), func(r rune) bool { return r < 'a' || r > 'z' }) {
			switch word {
			case "forbidden", "prohibited", "disallowed", "mistake", "mistakes", "pitfall", "pitfalls",
				"antipattern", "antipatterns", "smells":
				return true
			case "anti":
				if h := strings.ToLower(heading); strings.Contains(h, "anti-pattern") || strings.Contains(h, "anti pattern") {
					return true
				}
			}
		}
	}
	return false
}

// forbids reports whether a sentence forbids something by itself: what else stands where mistakes are listed is one.
func forbids(text, force string) bool {
	words := wordScanner{text: text}
	switch first := strings.ToLower(words.next()); first {
	case "never", "avoid", "don't", "don’t":
		return true
	case "do":
		return isNot(words.next())
	}
	return strings.HasSuffix(force, "NOT")
}

// isAside reports the heading of a part of a document by a word that can be what a section is about as well:
// "References" and "Normative references" are such parts, "Object references" and "Background jobs" are not.
func isAside(heading string) bool {
	if end := strings.IndexAny(heading, ":—–(/&"); end > 0 {
		heading = heading[:end]
	}
	words := strings.FieldsFunc(heading, func(r rune) bool { return r < 'a' || r > 'z' })
	for i, word := range words {
		switch word {
		case "history", "background", "references", "acknowledgements", "acknowledgments", "rejected":
			if len(words) == 1 || i == 0 && followsPart(words[1]) || i > 0 && i == len(words)-1 && leadsPart(words[i-1]) {
				return true
			}
		}
	}
	return false
}

// followsPart reports words behind that of a part: "history of", "background information", "rejected ideas".
func followsPart(word string) bool {
	switch word {
	case "of", "on", "information", "reading", "material", "ideas", "approaches", "options", "designs", "proposals", "solutions":
		return true
	}
	return false
}

// leadsPart reports words before that of a part: "version history", "technical background", "considered and rejected".
func leadsPart(word string) bool {
	switch word {
	case "and", "but", "normative", "informative", "external", "further", "additional", "related", "technical", "general",
		"historical", "design", "research", "project", "document", "revision", "version", "change", "edit", "release":
		return true
	}
	return false
}

// isOption reports the heading of one of several ways that are weighed: "Option 2", "Option B: a queue".
func isOption(heading string) bool {
	label, found := strings.CutPrefix(heading, "option ")
	if !found || label == "" || (label[0] < '1' || label[0] > '9') && (label[0] < 'a' || label[0] > 'z') {
		return false
	}
	after := strings.TrimLeft(label[1:], " ")
	return after == "" || !unicode.IsLetter(rune(after[0])) && !unicode.IsDigit(rune(after[0]))
}

// isEntry reports the heading of an entry of a log or of minutes: "2026-05-04", "[1.4.0] -
// 2026-05-04", "May 4, 2026", "Attendees".
func isEntry(heading string) bool {
	switch heading {
	case "attendees", "agenda", "action items":
		return true
	}
	if !strings.ContainsAny(heading, "0123456789") {
		return false
	}
	words := strings.FieldsFunc(heading, func(r rune) bool { return r != '-' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') })
	day, other := false, 0
	for _, word := range words {
		digits := strings.Count(strings.Map(isDigitMark, word), "#")
		switch {
		case digits == 8 && strings.Count(word, "-") == 2 && (word[0] == '1' || word[0] == '2'):
			day = true
		case word == "-" || digits > 0: // a version, a number of the day
		case isMonth(word):
			day = day || len(words) <= 4
		default:
			other++
		}
	}
	return day && other <= 3
}

// isDigitMark writes each digit as #, and drops all else, for strings.Map.
func isDigitMark(r rune) rune {
	if r >= '0' && r <= '9' {
		return '#'
	}
	return -1
}

// isMonth reports whether a word in small letters is the English name of a month, or its short
// form.
func isMonth(word string) bool {
	switch word {
	case "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec":
		return true
	}
	return false
}

// asserts reports whether a block can hold statements: not a question alone, not boilerplate.
func asserts(text []byte) bool {
	return !bytes.Contains(text, []byte("RFC 2119")) && !bytes.Contains(text, []byte("RFC2119")) &&
		!bytes.Contains(text, []byte("interpreted as described in"))
}

// endsOpen reports a question, a lead-in, which asserts only together with what follows it, and what breaks off.
func endsOpen(text string) bool {
	text = strings.TrimRight(text, " *_\"')”")
	return isQuestion(text) || strings.HasSuffix(text, ":") || strings.HasSuffix(text, "...") || strings.HasSuffix(text, "…")
}

// isQuestion reports a text that asks, whatever marks follow its question mark.
func isQuestion(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " *_\"')"), "?")
}

// isLink reports an entry of a table of contents.
func isLink(text string) bool {
	return strings.HasPrefix(text, "[") && strings.HasSuffix(text, ")") && strings.Count(text, "](") == 1
}

// isLabel reports a title within a text: emphasised as a whole, without a stop, each long word with a capital.
func isLabel(text string) bool {
	inner, begins := strings.CutPrefix(text, "**")
	inner, ends := strings.CutSuffix(inner, "**")
	if !begins || !ends || inner == "" || strings.Contains(inner, "**") || strings.HasSuffix(inner, ".") || strings.HasSuffix(inner, "!") {
		return false
	}
	for word := range strings.FieldsSeq(inner) {
		if first := []rune(word)[0]; len(word) > 3 && unicode.IsLower(first) {
			return false
		}
	}
	return true
}

// illustrates reports a lead-in of examples: "**Examples:**", "For instance:".
func illustrates(lead string) bool {
	switch strings.ToLower(strings.Trim(lead, " *_:-+")) {
	case "example", "examples", "for example", "for instance", "e.g", "e.g.":
		return true
	}
	return false
}

// hasBlank reports a sentence of a form with places that are yet to be filled in: "XXX votes as of October
// XX". One XX alone may be a size, and a lone X a variable.
func hasBlank(text string) bool {
	if !strings.Contains(text, "XX") {
		return false
	}
	blanks := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(word) > 1 && strings.Trim(word, "X") == "" {
			blanks++
		}
	}
	return blanks > 1
}
