package words

import (
	"slices"
	"strings"
)

// AntonymKind says how two opposite words exclude each other.
type AntonymKind uint8

const (
	NotAntonyms AntonymKind = iota
	Stance                  // accept, reject: one thing has one stance
	Reversible              // open, close: one thing does both in turn
	State                   // enabled, disabled: one thing has one state at a time
	Relational              // before, after
	Prefixed                // valid, invalid: a state by its prefix, not from a list
)

// readAntonyms reads lists of "left words | right words". Where two lists have a pair, the later
// one says its kind.
func (l *Lexicon) readAntonyms() {
	for _, list := range [...]struct {
		name string
		kind AntonymKind
	}{
		{"antonyms-stance", Stance},
		{"antonyms-reversible", Reversible},
		{"antonyms-state", State},
		{"antonyms-relation", Relational},
	} {
		for _, line := range listLines(list.name) {
			left, right, _ := strings.Cut(line, "|")
			l.addAntonyms(strings.Fields(left), strings.Fields(right), list.kind)
		}
	}
}

// readUndone reads which actions undo each other for good.
func (l *Lexicon) readUndone() {
	for _, line := range listLines("antonyms-change") {
		left, right, _ := strings.Cut(line, "|")
		for _, a := range strings.Fields(left) {
			for _, b := range strings.Fields(right) {
				x, y := l.Term(a), l.Term(b)
				l.Undone[x], l.Undone[y] = append(l.Undone[x], y), append(l.Undone[y], x)
			}
		}
	}
}

// addAntonyms opposes each left word to each right one. A later list overrides an earlier one.
func (l *Lexicon) addAntonyms(left, right []string, kind AntonymKind) {
	for _, a := range left {
		for _, b := range right {
			x, y := l.Term(a), l.Term(b)
			if x != y {
				l.oppose(x, y, kind)
				l.oppose(y, x, kind)
			}
		}
	}
}

// oppose notes one direction of a pair.
func (l *Lexicon) oppose(x, y string, kind AntonymKind) {
	if l.Antonyms[x] == nil {
		l.Antonyms[x] = map[string]AntonymKind{}
	}
	l.Antonyms[x][y] = kind
}

// Antonym returns how two stems exclude each other and how strongly: 1 by a list, less by a prefix
// alone, 0 where they do not.
func (l *Lexicon) Antonym(a, b string) (AntonymKind, float64) {
	if a == b {
		return NotAntonyms, 0
	}
	if kind := l.Antonyms[a][b]; kind != NotAntonyms {
		return kind, 1
	}
	if Negates(a, b) {
		return Prefixed, 0.9
	}
	return NotAntonyms, 0
}

// Undoes reports whether the words, as verbs, are actions that undo each other: "enable" beside "enabled".
func (l *Lexicon) Undoes(a, b string) bool { return slices.Contains(l.Undone[a], b) }

// Negates reports whether one of two stems is the other with a negating prefix.
func Negates(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 4 && negatesByPrefix(a, b)
}

// negatesByPrefix reports whether long is short with a negating prefix.
func negatesByPrefix(short, long string) bool {
	prefix, found := strings.CutSuffix(long, short)
	if !found {
		return false
	}
	switch prefix {
	case "un", "in", "im", "ir", "il", "dis", "non", "non-", "de":
		return true
	}
	return false
}
