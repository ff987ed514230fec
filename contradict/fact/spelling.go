package fact

import (
	"iter"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/words"
	"github.com/9aea2451/kb/text/stem"
)

// identifiers yields the names of a text: words that begin with a letter, joined by dots and dashes.
func identifiers(text string) iter.Seq[string] {
	inWord := func(i int) bool {
		return i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] == '_' || text[i] >= '0' && text[i] <= '9')
	}
	return func(yield func(string) bool) {
		for from := 0; from < len(text); from++ {
			if !inWord(from) || text[from] <= '9' {
				continue
			}
			end := from + 1
			for inWord(end) || end < len(text) && (text[end] == '-' || text[end] == '.') && inWord(end+1) {
				end++
			}
			if !yield(text[from:end]) {
				return
			}
			from = end
		}
	}
}

// mention is how an identifier is used in a note.
type mention struct {
	name  string
	words []string // lower case
	times int
	code  int // of times: in lines of code and cells of tables
	first *unit
}

// manyNames is how many identifiers of a note are looked at.
const manyNames = 2000

// mentions lists the identifiers of two words or more that a note has in code and in code spans.
func mentions(units []unit) (list []*mention) {
	byName := map[string]*mention{}
	for i := range units {
		u := &units[i]
		var texts []string
		switch u.kind {
		case code:
			texts = append(texts, u.text)
		case prose, row:
			texts = spansOf(u.text, 40)
		}
		for _, text := range texts {
			if strings.Contains(text, "://") || len(list) >= manyNames {
				continue
			}
			for name := range identifiers(text) {
				words := wordsOf(name)
				if len(words) < 2 || len(name) < 8 {
					continue
				}
				m := byName[name]
				if m == nil {
					m = &mention{name: name, words: words, first: u}
					byName[name] = m
					list = append(list, m)
				}
				m.times++
				if u.kind != prose {
					m.code++
				}
			}
		}
	}
	return list
}

// wordsOf splits an identifier at its marks and humps, in lower case.
func wordsOf(name string) (parts []string) {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		parts = append(parts, words.Humps(part)...)
	}
	return parts
}

// spellings finds a name that a note has once, beside the one that it has often and that differs in a
// letter: the same thing, misspelt.
func spellings(list []*mention) (found []Disagreement) {
	const often = 3
	for _, rare := range list {
		if rare.times > 1 || strings.HasPrefix(rare.name, "_") {
			continue
		}
		for _, m := range list {
			if m.times >= often && misspelt(rare, m) && !strings.Contains(rare.first.text, m.name) && // both: of the misspelling
				!sayTheSame(rare.name, rare.first, m.name, m.first) && !calledBefore(rare.first, m.first) {
				found = append(found, disagree(Name, "one name", rare.first, rare.name, m.first, m.name))
				break
			}
		}
	}
	return found
}

// calledBefore reports whether one of two sentences tells what something was called once: then it has two names by right.
func calledBefore(units ...*unit) bool {
	once := [...]string{"was called", "were called", "renamed", "previously", "formerly", "used to be", "earlier version", "old name"}
	return slices.ContainsFunc(units, func(u *unit) bool {
		text := strings.ToLower(u.text)
		return u.kind == prose && slices.ContainsFunc(once[:], func(said string) bool { return strings.Contains(text, said) })
	})
}

// sayTheSame tells two names of which sentences say the very same: entries of a list that has both.
func sayTheSame(x string, ofX *unit, y string, ofY *unit) bool {
	return ofX.kind == prose && ofY.kind == prose && strings.ReplaceAll(ofX.text, x, "") == strings.ReplaceAll(ofY.text, y, "")
}

// misspelt tells names that differ in one letter of a word, or in the order of two neighbouring words.
func misspelt(rare, m *mention) bool {
	if len(rare.words) != len(m.words) || marksOf(rare.name) != marksOf(m.name) {
		return false
	}
	i := 0
	for i < len(m.words) && rare.words[i] == m.words[i] {
		i++
	}
	switch {
	case i == len(m.words):
		return false
	case slices.Equal(rare.words[i+1:], m.words[i+1:]):
		return oneLetter(rare.words[i], m.words[i])
	}
	return len(m.words) > 2 && !strings.Contains(m.name, ".") && rare.words[i] == m.words[i+1] && rare.words[i+1] == m.words[i] &&
		slices.Equal(rare.words[i+2:], m.words[i+2:])
}

// marksOf are the marks between the words of a name.
func marksOf(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' {
			return r
		}
		return -1
	}, name)
}

// oneLetter tells words that differ in one letter that is added, lacking, another, or changed places with
// its neighbour. Short words and abbreviations differ so by right, and so do the beginnings and ends of words.
func oneLetter(x, y string) bool {
	const long = 6
	x, y = shorterFirst(x, y)
	if len(x) < long-1 || len(y) < long || len(y)-len(x) > 1 || vowels(y) < 2 || vowels(y) < len(y)/4 {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	if i == 0 || i >= len(x)-1 || digit(x[i]) || digit(y[i]) {
		return false
	}
	if len(x) < len(y) {
		return x[i:] == y[i+1:]
	}
	return x[i+1:] == y[i+1:] || x[i] == y[i+1] && x[i+1] == y[i] && x[i+2:] == y[i+2:]
}

// vowels counts the small vowels of ASCII, y included: abbreviations have few.
func vowels(word string) (n int) {
	for i := range len(word) {
		if strings.IndexByte("aeiouy", word[i]) >= 0 {
			n++
		}
	}
	return n
}

// strays finds a name that sentences have and the code of the note has not, beside one that the code has and
// no sentence names.
func strays(list []*mention) (found []Disagreement) {
	for _, x := range list {
		if x.code > 0 || x.times > 2 {
			continue
		}
		var other *mention
		n := 0
		for _, y := range list {
			if y.code == y.times && kindred(x, y) {
				other = y
				n++
			}
		}
		if n == 1 {
			several := slices.ContainsFunc(list, func(z *mention) bool { return z != x && z.code == 0 && kindred(z, other) })
			if !several && !sayTheSame(x.name, x.first, other.name, other.first) && !calledBefore(x.first, other.first) {
				found = append(found, disagree(Name, "one name", x.first, x.name, other.first, other.name))
			}
		}
	}
	return found
}

// kindred tells names that differ in the form of one word: checkpoint, checkpoints. What has happened or
// goes on is another thing than what is done: ReleaseRequested, ReleaseRequest.
func kindred(x, y *mention) bool {
	if len(x.words) != len(y.words) || marksOf(x.name) != marksOf(y.name) || isUpper(x.name) != isUpper(y.name) {
		return false
	}
	i := 0
	for i < len(x.words) && x.words[i] == y.words[i] {
		i++
	}
	if i == len(x.words) || !slices.Equal(x.words[i+1:], y.words[i+1:]) {
		return false
	}
	a, b := x.words[i], y.words[i]
	last := len(x.words) - 1
	if strings.Contains(x.name, ".") && last > 0 {
		last-- // SKILL.md, SKILLS.md
	}
	several := i >= last || slices.ContainsFunc(x.words, isDomain) || asksFor(x.words[0])
	if plural(a, b) && several || strings.Contains(x.name, "-") {
		return false // several of the thing, or a kind of resource and its group
	}
	if shorter, longer := shorterFirst(a, b); i == len(x.words)-1 && isFormOf(longer, shorter) {
		return false
	}
	return oneLetter(a, b) || min(len(a), len(b)) > 3 && stem.Light(a) == stem.Light(b)
}

// asksFor tells the verb of a call that there is for one thing and for several: GetOrder, GetOrders.
func asksFor(verb string) bool {
	switch verb {
	case "get", "list", "find", "fetch", "query", "read", "load", "create", "update", "delete", "remove", "add":
		return true
	}
	return false
}

// plural tells a word from several of it.
func plural(a, b string) bool {
	a, b = shorterFirst(a, b)
	return a+"s" == b || a+"es" == b || strings.TrimSuffix(a, "y")+"ies" == b
}

// isUpper reports whether a name, which is not empty, begins with a capital of ASCII.
func isUpper(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }

// isFormOf tells what has happened, or goes on, from what is done: requested, requesting, request.
func isFormOf(longer, shorter string) bool {
	return longer == shorter+"ed" || longer == shorter+"d" || longer == shorter+"ing"
}
