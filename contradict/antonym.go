package contradict

import (
	"slices"
	"strings"
)

// antonymKind says how two opposite words exclude each other.
type antonymKind uint8

const (
	notAntonyms antonymKind = iota
	stance                  // accept, reject: one thing has one stance
	reversible              // open, close: one thing does both in turn
	state                   // enabled, disabled: one thing has one state at a time
	relational              // before, after
	prefixed                // valid, invalid: a state by its prefix, not from a list
)

func (l *lexicon) readAntonyms() {
	for _, list := range [...]struct {
		name string
		kind antonymKind
	}{
		{"antonyms-stance", stance},
		{"antonyms-reversible", reversible},
		{"antonyms-state", state},
		{"antonyms-relation", relational},
	} {
		for _, line := range listLines(list.name) {
			left, right, _ := strings.Cut(line, "|")
			l.addAntonyms(strings.Fields(left), strings.Fields(right), list.kind)
		}
	}
}

// readUndone reads which actions undo each other for good.
func (l *lexicon) readUndone() {
	for _, line := range listLines("antonyms-change") {
		left, right, _ := strings.Cut(line, "|")
		for _, a := range strings.Fields(left) {
			for _, b := range strings.Fields(right) {
				x, y := l.term(a), l.term(b)
				l.undone[x], l.undone[y] = append(l.undone[x], y), append(l.undone[y], x)
			}
		}
	}
}

// addAntonyms opposes each left word to each right one. A later list overrides an earlier one.
func (l *lexicon) addAntonyms(left, right []string, kind antonymKind) {
	for _, a := range left {
		for _, b := range right {
			x, y := l.term(a), l.term(b)
			if x != y {
				l.oppose(x, y, kind)
				l.oppose(y, x, kind)
			}
		}
	}
}

func (l *lexicon) oppose(x, y string, kind antonymKind) {
	if l.antonyms[x] == nil {
		l.antonyms[x] = map[string]antonymKind{}
	}
	l.antonyms[x][y] = kind
}

// antonym returns how two stems exclude each other and how strongly, 0 when they do not.
func (l *lexicon) antonym(a, b string) (antonymKind, float64) {
	if a == b {
		return notAntonyms, 0
	}
	if kind := l.antonyms[a][b]; kind != notAntonyms {
		return kind, 1
	}
	if negates(a, b) {
		return prefixed, 0.9
	}
	return notAntonyms, 0
}

// undoes tells whether the words, as verbs, are actions that undo each other: "enable" beside "enabled".
func (l *lexicon) undoes(x antonymPair) bool { return slices.Contains(l.undone[x.a.term], x.b.term) }

// negates tells whether one of two stems is the other with a negating prefix.
func negates(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 4 && negatesByPrefix(a, b)
}

// negatesByPrefix tells whether long is short with a negating prefix.
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
