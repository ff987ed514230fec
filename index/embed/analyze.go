package embed

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/text/fold"
	"github.com/9aea2451/kb/text/stem"
)

// maxTokenBytes is the longest token that counts: longer runs are encoded data, not words.
const maxTokenBytes = 64

// analyze splits a text into the stems that LSA counts: lower case, no stop words, Porter stems,
// identifiers whole and in parts. Scripts written without spaces give pairs of neighbouring
// characters.
func analyze(text string) []string {
	var stems []string
	scan(text, func(token []byte) {
		if stem := normalize(token); stem != "" {
			stems = append(stems, stem)
		}
	})
	return stems
}

// normalize returns the stem of a lower-case token, or "" for one that does not count.
func normalize(token []byte) string {
	if len(token) > maxTokenBytes || utf8.RuneCount(token) < 2 {
		return ""
	}
	word := string(token)
	if stopWords()[word] {
		return ""
	}
	return stem.Porter(word)
}

// A scanner cuts a text into compounds, runs of letters and digits held together by single '_' and
// '.', and hands on each compound's tokens.
//
//	parseHTTPHeader   → parsehttpheader parse http header
//	max_retries.count → max_retries.count max retries count
type scanner struct {
	emit     func(token []byte)
	compound []byte // lower case, so far
	starts   []int  // where the parts begin in compound
	previous class  // of the last rune
	before   class  // of the rune before that
}

// class is what a rune does to a compound.
type class uint8

const (
	gap       class = iota // ends it
	connector              // '_' or '.': holds two parts together
	lower                  // also letters without case, marks and digits
	upper
	spaceless // a script without spaces between words
)

// scan calls emit with each lower-case token of the text. The token is only valid during the call.
func scan(text string, emit func(token []byte)) {
	s := scanner{emit: emit}
	text = fold.Composed(text)
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		s.add(r, text[i+size:])
		i += size
	}
	s.flush()
}

// add takes the next rune; rest is the text after it.
func (s *scanner) add(r rune, rest string) {
	c := classify(r)
	switch c {
	case gap:
		s.flush()
		return
	case connector:
		if s.previous < lower || !startsWord(rest) {
			s.flush()
			return
		}
	case spaceless:
		if s.previous != spaceless {
			s.flush()
		}
		_, size := utf8.DecodeLastRune(s.compound)
		s.compound = append(s.compound[:0], s.compound[len(s.compound)-size:]...)
		s.compound = utf8.AppendRune(s.compound, r)
		if s.previous == spaceless {
			s.emit(s.compound)
		}
		s.previous = spaceless
		return
	case upper:
		if s.previous == lower {
			s.starts = append(s.starts, len(s.compound))
		}
	}
	if s.previous == spaceless {
		s.flush()
	}
	s.splitAcronym(c, r, rest)
	if s.previous == connector {
		s.starts = append(s.starts, len(s.compound))
	}
	s.compound = appendLower(s.compound, r, c)
	s.before, s.previous = s.previous, c
}

// splitAcronym begins a part at the last capital of "HTTPServer", but not of the plural "URLs".
func (s *scanner) splitAcronym(c class, r rune, rest string) {
	if c != lower || s.previous != upper || s.before != upper || r < 'a' || r > 'z' {
		return
	}
	if r == 's' && !startsWord(rest) {
		return
	}
	_, size := utf8.DecodeLastRune(s.compound)
	s.starts = append(s.starts, len(s.compound)-size)
}

// flush emits the compound whole and, if it has several, its parts.
func (s *scanner) flush() {
	if s.previous != spaceless && len(s.compound) > 0 {
		s.emit(s.compound)
		if len(s.starts) != 0 {
			from := 0
			for _, start := range append(s.starts, len(s.compound)) {
				part := s.compound[from:start]
				for len(part) > 0 && (part[len(part)-1] == '_' || part[len(part)-1] == '.') {
					part = part[:len(part)-1]
				}
				s.emit(part)
				from = start
			}
		}
	}
	s.compound, s.starts = s.compound[:0], s.starts[:0]
	s.previous, s.before = gap, gap
}

// startsWord tells whether a text begins with a letter or a digit, but of no script without spaces:
// a dot before it is within a name, as in "v1.2", and otherwise ends a sentence.
func startsWord(text string) bool {
	if text == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text)
	c := classify(r)
	return c == lower || c == upper
}

// classify gives the class of a rune; gap for bytes that are no UTF-8.
func classify(r rune) class {
	switch {
	case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
		return lower
	case r >= 'A' && r <= 'Z':
		return upper
	case r == '_', r == '.':
		return connector
	case r < utf8.RuneSelf, r == utf8.RuneError:
		return gap
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
		return spaceless
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return lower
	}
	return gap
}

// appendLower appends a rune of the class c in lower case. ASCII, which most text is, goes
// without Unicode's tables.
func appendLower(b []byte, r rune, c class) []byte {
	switch {
	case c != upper && r < utf8.RuneSelf:
		return append(b, byte(r))
	case r < utf8.RuneSelf:
		return append(b, byte(r)+'a'-'A')
	}
	return utf8.AppendRune(b, unicode.ToLower(r))
}

// stopWords holds function words, question words and the pieces that apostrophes leave: they say
// nothing of what a text is about.
var stopWords = sync.OnceValue(func() map[string]bool {
	words := strings.Fields(stopWordList)
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
})

const stopWordList = `
a about above across actually after afterwards again against ago all almost along already also although always am among amongst an and
another any anybody anyhow anyone anything anyway anywhere apart are aren around as aside at away
be became because become becomes been before beforehand behind being below beside besides between beyond both but by
came can cannot cant come comes could couldn
did didn do does doesn doing don done down due during
each e.g eg either else elsewhere enough especially et etc even ever every everybody everyone everything everywhere except
few for former formerly from further furthermore
gave get gets getting give given gives go goes going gone got
had hadn has hasn have haven having he hence her here hereby herein hers herself him himself his how however
i i.e ie if in indeed inside instead into is isn it its itself
just keep kept know known knows
last lately later latter least less let like likely ll
made mainly make makes making many may maybe me mean means meanwhile might mine more moreover most mostly much must mustn my myself
namely near nearly neither never nevertheless next no nobody none nonetheless nor not nothing now nowhere
of off often oh on once one ones only onto or other others otherwise ought our ours ourselves out over own
per perhaps please put
quite rather re really regarding
said same say says see seem seemed seeming seems seen several shall shan she should shouldn since so some somebody somehow someone
something sometime sometimes somewhat somewhere soon still such
take taken tell than that the their theirs them themselves then thence there thereafter thereby therefore therein these they thing things
this those though through throughout thru thus to together too took toward towards tried tries truly try trying
under unless until unto up upon us use used uses using usually
various ve very via
want wants was wasn way we well went were weren what whatever when whence whenever where whereas whereby wherein whereupon wherever
whether which whichever while who whoever whole whom whose why will with within without won would wouldn
yes yet you your yours yourself yourselves
`
