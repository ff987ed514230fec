package markdown

import "bytes"

// scenario gathers the GIVEN and WHEN lines that the THEN lines below stand under.
type scenario struct {
	given []string
	then  bool // a THEN came: the next GIVEN or WHEN begins another case
}

func (s *scenario) conditions() []string { return s.given }

// take reads a block that opens with a key word. A condition is kept and done;
// of a THEN line it returns how many bytes the key word takes.
func (s *scenario) take(text []byte) (keyword int, done bool) {
	word, n := scenarioWord(text)
	switch word {
	case "GIVEN", "WHEN", "IF":
		if isWhole(text[n:]) {
			return 0, false // "WHEN x THEN the system SHALL y" states all of it
		}
		if s.then {
			*s = scenario{}
		}
		s.given = append(s.given, joinLines(text[n:]))
		return n, true
	case "AND", "BUT":
		if !s.then && len(s.given) > 0 {
			s.given = append(s.given, joinLines(text[n:]))
			return n, true
		}
		return n, false
	case "THEN":
		s.then = true
		return n, false
	}
	return 0, false
}

// isWhole tells whether a WHEN line says what follows as well.
func isWhole(text []byte) bool {
	for _, word := range [...]string{" THEN ", " SHALL ", " MUST ", " shall ", " must "} {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

// opensScenarioLine tells a line of a scenario by its first word.
func opensScenarioLine(text []byte) bool {
	word, _ := scenarioWord(text)
	return word != ""
}

// scenarioWord returns the key word that a line opens with, in capitals or bold, and the bytes up
// to what it says.
func scenarioWord(text []byte) (word string, n int) {
	rest := bytes.TrimLeft(text, "*_")
	bold := len(rest) < len(text)
	end := 0
	for end < len(rest) && letter(rest[end]) {
		end++
	}
	word = string(rest[:end])
	if upper := string(bytes.ToUpper(rest[:end])); bold {
		word = upper
	}
	switch word {
	case "GIVEN", "WHEN", "THEN", "AND", "BUT", "IF":
	default:
		return "", 0
	}
	n = len(text) - len(rest) + end
	for n < len(text) && bytes.IndexByte([]byte("*_: \t\n\r,"), text[n]) >= 0 {
		n++
	}
	return word, n
}
