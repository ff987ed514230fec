package choice

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/contradict/words"
)

// token is one word or sign of a sentence.
type token struct {
	text  string // as written
	low   string // in lower case
	name  bool   // a capital inside of the sentence, a digit, or code
	sign  bool
	start int
}

// Bounds of what is read, in tokens.
const (
	maxTokens  = 60
	maxName    = 4
	maxPurpose = 8
)

// tokens cuts a sentence into words and signs: marks of emphasis and the targets of links are left out.
func tokens(s string) (list []token) {
	s = unmarked(s)
	for i := 0; i < len(s) && len(list) < maxTokens; {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '`' || r == '"' || r == '“' || r == '”' || r == '\'':
			if end := strings.IndexRune(s[i+n:], r); r == '`' && end > 0 && !strings.Contains(s[i+n:i+n+end], " ") {
				word := s[i+n : i+n+end]
				list = append(list, token{text: word, low: strings.ToLower(word), name: true, start: i})
				n += end + 1
			}
		case r == ']' && strings.HasPrefix(s[i:], "]("):
			if end := strings.IndexByte(s[i:], ')'); end > 0 {
				n = end + 1
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '@':
			end := i + n
			for end < len(s) {
				r, m := utf8.DecodeRuneInString(s[end:])
				inner := strings.ContainsRune("-_./+#'’", r)
				if next, _ := utf8.DecodeRuneInString(s[end+m:]); !unicode.IsLetter(r) && !unicode.IsDigit(r) && !(inner &&
					(unicode.IsLetter(next) || unicode.IsDigit(next)) || r == '+' || r == '#') {
					break
				}
				end += m
			}
			word := strings.TrimSuffix(strings.TrimSuffix(s[i:end], "'s"), "’s")
			first := len(list) == 0
			named := strings.IndexFunc(word, unicode.IsDigit) >= 0 || strings.IndexFunc(word[n:], unicode.IsUpper) >= 0 ||
				!first && unicode.IsUpper(r)
			list = append(list, token{text: word, low: strings.ToLower(word), name: named, start: i})
			n = end - i
		case !unicode.IsSpace(r) && r != '[' && r != ']':
			list = append(list, token{text: s[i : i+n], low: s[i : i+n], sign: true, start: i})
		}
		i += n
	}
	return list
}

// vocabulary is the words by which a sentence chooses.
type vocabulary struct {
	takes, leaves, moves, replaces map[string]bool // verbs
	runs                           map[string]bool // verbs of what is so, before one of links
	links, purposes                map[string]bool // prepositions
	ends                           map[string]bool // what a name or a purpose ends before
	asides                         map[string]bool // what a sentence only mentions stands behind
	kinds                          map[string]bool // of things, no part of their names
}

var vocabularyOnce = sync.OnceValue(func() *vocabulary {
	set := func(list string) map[string]bool {
		m := map[string]bool{}
		for word := range strings.FieldsSeq(list) {
			m[word] = true
		}
		return m
	}
	return &vocabulary{
		takes: set("follow use using used utilise utilize adopt adopted choose chose chosen select selected pick picked prefer keep " +
			"employ introduce standardise standardize embrace add"),
		leaves: set("left remove removed drop dropped retire retired abandon abandoned discontinue discontinued decommission " +
			"decommissioned ditch stop"),
		moves:    set("move moved moving migrate migrated migrating switch switched switching transition transitioned change changed"),
		replaces: set("replace replaced replaces replacing supersede supersedes superseded"),
		runs: set("run runs live lives use uses using rely relies log logs written hosted deployed built stored implemented managed sent " +
			"kept served tested provisioned published handled processed"),
		links:    set("as in on with by using to via through from at"),
		purposes: set("for as to in on across within"),
		ends: set("because since so which that when where while if but although due given until unless after before via by through " +
			"instead rather over from than not is are was were will"),
		asides: set("that which who such like if when because e.g"),
		kinds:  set("gem library package framework pattern plugin module crate tool tools service services database server"),
	}
})

// sentence is one that is read.
type sentence struct {
	Place
	list    []token
	title   bool
	purpose [][]string // of the title
	d       *Decision
	*vocabulary
}

func (d *Decision) read(p Place, title bool, purpose [][]string) {
	s := &sentence{Place: p, list: tokens(p.Text), title: title, purpose: purpose, d: d, vocabulary: vocabularyOnce()}
	if strings.HasSuffix(strings.TrimSpace(p.Text), "?") {
		return
	}
	before := len(d.Choices)
	for i := 0; i < len(s.list); i++ {
		i = max(i, s.at(i)-1)
	}
	if len(d.Choices) == before {
		s.subject()
	}
}

// at reads what begins at a token, and returns the one behind it.
func (s *sentence) at(i int) int {
	t := &s.list[i]
	switch {
	case t.sign || t.name && i > 0:
		return i
	case t.low == "chosen" && i+1 < len(s.list) && s.list[i+1].low == "option":
		for i += 2; i < len(s.list) && s.list[i].sign; i++ {
		}
		return s.take(i, false)
	case s.takes[t.low] && s.leads(i) && !(s.title && i+1 < len(s.list) && (s.list[i+1].low == "a" || s.list[i+1].low == "an")):
		return s.take(i+1, s.denied(i))
	case s.leaves[t.low] && s.leads(i) && !s.denied(i):
		if i+1 < len(s.list) && t.low == "stop" {
			i++
		}
		return s.take(i+1, true)
	case s.moves[t.low] && s.leads(i) && !s.denied(i):
		return s.move(i + 1)
	case s.replaces[t.low] && !s.denied(i):
		return s.replace(i)
	}
	return i
}

// leads reports whether a verb is what the sentence says: it stands at its front, or behind who decides or a modal verb.
func (s *sentence) leads(i int) bool {
	if i == 0 {
		return true
	}
	switch s.list[i-1].low {
	case "will", "we", "to", "shall", "should", "must", "longer", "now", "not", "stop", "always", "only", "continue", "instead", ":",
		"decision", "have", "has", "then", "and":
		return true
	}
	return false
}

// denied reports whether the verb at i is denied.
func (s *sentence) denied(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		switch s.list[j].low {
		case "not", "never", "longer", "stop", "don't", "won't", "avoid", "without":
			return true
		}
		if s.list[j].sign {
			return false
		}
	}
	return false
}

// phrase returns the end of the words of a name that begins at i.
func (s *sentence) phrase(i int) int {
	n := i
	for n < len(s.list) && !s.list[n].sign && !s.purposes[s.list[n].low] && !s.ends[s.list[n].low] && s.list[n].low != "with" &&
		s.list[n].low != "and" && s.list[n].low != "or" {
		n++
	}
	return n
}

// take reads the names at i, what they are for, and what is left in their favour.
func (s *sentence) take(i int, left bool) int {
	var names []Name
	for {
		end := s.phrase(i)
		if n, ok := s.name(i, end); ok {
			names = append(names, n)
		}
		i = end
		if i >= len(s.list) || s.list[i].low != "and" && s.list[i].low != "," || len(names) == 0 {
			break
		}
		i++
	}
	if left && i < len(s.list) && s.list[i].low == "from" { // "remove X from Y" leaves it there
		s.list[i].low = "in"
	}
	phrases, i := s.phrases(i)
	for _, n := range names {
		s.d.add(Choice{Place: s.Place, About: s.purpose, Name: n, Left: left, For: phrases})
	}
	if len(names) > 0 && !left {
		i = s.instead(i, phrases)
	}
	return i
}

// instead reads "instead of X", "rather than X", "over X" from i on, and what for behind it.
func (s *sentence) instead(i int, phrases [][]string) int {
	for j := i; j < min(len(s.list), i+3); j++ {
		switch word := s.list[j].low; {
		case word == "over", (word == "instead" || word == "rather") && j+1 < len(s.list):
			if word == "instead" || word == "rather" {
				j++
			}
			end := s.phrase(j + 1)
			more, next := s.phrases(end)
			if n, ok := s.name(j+1, end); ok {
				s.d.add(Choice{Place: s.Place, About: s.purpose, Name: n, Left: true, Beside: true, For: slices.Concat(phrases, more)})
			}
			return next
		}
	}
	return i
}

// phrases reads "for Y", "as Y", "to do Y" from i on.
func (s *sentence) phrases(i int) (list [][]string, end int) {
	for i < len(s.list) && s.purposes[s.list[i].low] {
		from := i + 1
		for i = from; i < len(s.list) && i < from+maxPurpose && !s.list[i].sign && !s.ends[s.list[i].low] &&
			(!s.purposes[s.list[i].low] || s.list[i].low == "to" && i == from); i++ {
		}
		list = addPhrase(list, s.list[from:i])
	}
	return list, i
}

// move reads "move Z from X to Y": what is moved says what for.
func (s *sentence) move(i int) int {
	from := i
	for i < len(s.list) && s.list[i].low != "to" && s.list[i].low != "from" && !s.list[i].sign {
		i++
	}
	purpose := addPhrase(nil, s.list[from:i])
	var old Name
	if i < len(s.list) && s.list[i].low == "from" {
		end := s.phrase(i + 1)
		old, _ = s.name(i+1, end)
		i = end
	}
	if i >= len(s.list) || s.list[i].low != "to" {
		return i
	}
	name, _ := s.name(i+1, s.phrase(i+1))
	more, end := s.phrases(s.phrase(i + 1))
	s.both(name, old, slices.Concat(purpose, more))
	return end
}

// replace reads "replace X with Y", "X is replaced by Y" and "Y replaces X".
func (s *sentence) replace(i int) int {
	end := s.phrase(i + 1)
	old, _ := s.name(i+1, end)
	name := Name{}
	switch {
	case strings.HasSuffix(s.list[i].low, "s"):
		name, _ = s.name(0, i)
	case end < len(s.list) && (s.list[end].low == "with" || s.list[end].low == "by"):
		if i > 0 && words.English().Is(s.list[i-1].low, words.BeVerb) {
			old, _ = s.name(0, s.phrase(0))
		}
		from := end + 1
		end = s.phrase(from)
		name, _ = s.name(from, end)
	}
	phrases, end := s.phrases(end)
	s.both(name, old, phrases)
	return end
}

// both keeps what is taken in place of what is left.
func (s *sentence) both(name, old Name, phrases [][]string) {
	s.d.add(Choice{Place: s.Place, About: s.purpose, Name: name, For: phrases})
	s.d.add(Choice{Place: s.Place, About: s.purpose, Name: old, Left: true, For: phrases})
}

// subject reads what is said of a thing: "All pipelines run on X", "services are written in X", "keys are X", "X is our Y",
// "X is no longer used", "X for Y".
func (s *sentence) subject() {
	if end := s.phrase(0); s.title && end < len(s.list) && (s.list[end].low == "as" || s.list[end].low == "for" && s.isMember(0, end)) {
		s.take(0, false)
		return
	}
	l := words.English()
	for i := 1; i < len(s.list); i++ {
		t, before := &s.list[i], &s.list[i-1]
		end := s.phrase(i)
		switch {
		case t.sign || s.asides[t.low] || l.Is(s.list[0].low, words.Anaphor):
			return
		case l.Is(before.low, words.BeVerb) && (t.low == "our" || t.low == "the"):
			name, ok := s.name(0, s.phrase(0))
			phrases, next := s.phrases(end)
			s.said(ok, name, slices.Concat(addPhrase(nil, s.list[i+1:end]), phrases), next)
			return
		case l.Is(before.low, words.BeVerb) && (s.leaves[t.low] || t.low == "no" && end > i+2 && s.list[i+1].low == "longer"):
			if name, ok := s.name(0, s.phrase(0)); ok {
				s.d.add(Choice{Place: s.Place, About: s.purpose, Name: name, Left: true})
			}
			return
		case l.Is(before.low, words.BeVerb) || s.links[before.low] && !s.denied(i):
			name, ok := s.name(i, end)
			verb := i > 1 && s.runs[s.list[i-2].low]
			if ok && (verb || s.isMember(i, end)) {
				phrases, next := s.phrases(end)
				s.said(true, name, slices.Concat(addPhrase(nil, s.list[:i-1]), phrases), next)
				return
			}
		case s.runs[before.low] && s.isMember(i, end) && !s.denied(i):
			name, ok := s.name(i, end)
			phrases, next := s.phrases(end)
			s.said(ok, name, slices.Concat(addPhrase(nil, s.list[:i-1]), phrases), next)
			return
		}
	}
}

// said keeps what is said of a thing, beside what the title says of it.
func (s *sentence) said(ok bool, name Name, phrases [][]string, next int) {
	if ok {
		s.d.add(Choice{Place: s.Place, About: s.purpose, Name: name, For: phrases})
		s.instead(next, phrases)
	}
}

// name returns the words of [from, end) as a name, where they are one.
func (s *sentence) name(from, end int) (n Name, ok bool) {
	if from >= end {
		return n, false
	}
	n = nameOf(s.list[from:end])
	capital := from == 0 && end == 1 && unicode.IsUpper(rune(s.list[0].text[0])) && !words.English().Is(s.list[0].low, words.Anaphor)
	if len(n.Terms) == 0 || len(n.Terms) > maxName || !capital && !s.isName(from, end) {
		return Name{}, false
	}
	return n, true
}

// isMember reports whether one of the words is a member of an exclusive class.
func (s *sentence) isMember(from, end int) bool {
	return slices.ContainsFunc(s.list[from:end], func(t token) bool {
		return len(words.English().Classes[words.English().Term(t.low)]) > 0 && words.English().IsMember(t.low)
	}) || end-from > 1 && len(words.English().Classes[words.English().Term(s.list[from].low+"-"+s.list[from+1].low)]) > 0
}

// isName reports whether words name something: one is written as a name, or a member of a class; in a title all do.
func (s *sentence) isName(from, end int) bool {
	return s.title && end-from <= maxName || s.isMember(from, end) ||
		slices.ContainsFunc(s.list[from:end], func(t token) bool { return t.name })
}

// nameOf returns words as a name.
func nameOf(list []token) Name {
	var n Name
	l := words.English()
	for i, t := range list {
		little := !t.name && l.Is(t.low, words.StopWord|words.Determiner|words.GenericWord|words.Bearer)
		if t.sign || little || vocabularyOnce().kinds[t.low] {
			continue
		}
		if i+1 < len(list) && len(l.Classes[l.Term(t.low+"-"+list[i+1].low)]) > 0 {
			n.Terms = append(n.Terms, l.Member(l.Term(t.low+"-"+list[i+1].low)))
			continue
		}
		if i > 0 && len(l.Classes[l.Term(list[i-1].low+"-"+t.low)]) > 0 {
			continue
		}
		for part := range strings.SplitSeq(strings.TrimSuffix(t.low, ".js"), "/") {
			if part != "" {
				n.Terms = append(n.Terms, l.Member(l.Term(part)))
			}
		}
	}
	if len(list) > 0 {
		var text []string
		for _, t := range list {
			text = append(text, t.text)
		}
		n.Text = strings.Join(text, " ")
	}
	return n
}

// addPhrase appends words that say what something is for, as stems in order, and their initials.
func addPhrase(list [][]string, phrase []token) [][]string {
	l := words.English()
	var terms []string
	short := initials
	for _, t := range phrase {
		if l.Is(t.low, words.Sole) || t.low == "whole" || t.low == "everywhere" {
			return list // all there is: it narrows nothing
		}
		if !t.sign && !l.Is(t.low, words.StopWord|words.Determiner|words.Universal) && !vocabularyOnce().runs[t.low] {
			for part := range strings.SplitSeq(t.low, "-") {
				terms = append(terms, l.Term(singular(part)))
				short += part[:min(1, len(part))]
			}
		}
	}
	switch {
	case len(terms) == 0:
		return list
	case len(terms) > 1:
		terms = append(terms, short)
	}
	slices.Sort(terms)
	return append(list, slices.Compact(terms))
}

// singular cuts the mark of the plural, which stems of rare words keep: APIs.
func singular(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return word
}
