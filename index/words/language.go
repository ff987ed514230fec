package words

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/da"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/es"
	"github.com/blevesearch/bleve/v2/analysis/lang/fi"
	"github.com/blevesearch/bleve/v2/analysis/lang/fr"
	"github.com/blevesearch/bleve/v2/analysis/lang/hu"
	"github.com/blevesearch/bleve/v2/analysis/lang/it"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/blevesearch/bleve/v2/analysis/lang/no"
	"github.com/blevesearch/bleve/v2/analysis/lang/pt"
	"github.com/blevesearch/bleve/v2/analysis/lang/ro"
	"github.com/blevesearch/bleve/v2/analysis/lang/ru"
	"github.com/blevesearch/bleve/v2/analysis/lang/sv"
	"github.com/blevesearch/bleve/v2/analysis/lang/tr"

	"github.com/9aea2451/kb/text/fold"
)

// Languages is a set of languages beside English, a bit for each.
type Languages uint32

// english is the bit of English in what is counted; no set holds it.
const english = 1

// language holds what the analysis needs of one: its function words, and what takes its endings off.
type language struct {
	code string // of ISO 639
	stop []byte
	stem analysis.TokenFilter
}

// known lists the languages in the order of their bits.
var known = sync.OnceValue(func() []language {
	return []language{
		{"en", en.EnglishStopWords, nil},
		{"de", de.GermanStopWords, de.NewGermanLightStemmerFilter()},
		{"fr", fr.FrenchStopWords, fr.NewFrenchLightStemmerFilter()},
		{"es", es.SpanishStopWords, es.NewSpanishLightStemmerFilter()},
		{"pt", pt.PortugueseStopWords, pt.NewPortugueseLightStemmerFilter()},
		{"it", it.ItalianStopWords, it.NewItalianLightStemmerFilterFilter()},
		{"nl", nl.DutchStopWords, nl.NewDutchStemmerFilter()},
		{"ru", ru.RussianStopWords, ru.NewRussianStemmerFilter()},
		{"sv", sv.SwedishStopWords, sv.NewSwedishStemmerFilter()},
		{"da", da.DanishStopWords, da.NewDanishStemmerFilter()},
		{"no", no.NorwegianStopWords, no.NewNorwegianStemmerFilter()},
		{"fi", fi.FinnishStopWords, fi.NewFinnishStemmerFilter()},
		{"hu", hu.HungarianStopWords, hu.NewHungarianStemmerFilter()},
		{"ro", ro.RomanianStopWords, ro.NewRomanianStemmerFilter()},
		{"tr", tr.TurkishStopWords, tr.NewTurkishStemmerFilter()},
	}
})

// stopWords gives the function words of all languages, each with the place of its language.
func stopWords(yield func(language int, word string) bool) {
	for i, l := range known() {
		for line := range strings.Lines(string(l.stop)) {
			if at := strings.IndexAny(line, "|#"); at >= 0 {
				line = line[:at]
			}
			for word := range strings.FieldsSeq(line) {
				if !yield(i, word) {
					return
				}
			}
		}
	}
}

// stopLists are the function words of each language in the order of its list, without marks, and the languages of each.
var stopLists = sync.OnceValues(func() (lists [][]string, of map[string]Languages) {
	lists, of = make([][]string, len(known())), make(map[string]Languages, 4096)
	for i, word := range stopWords {
		word = fold.Word(word)
		lists[i] = append(lists[i], word)
		of[word] |= 1 << i
	}
	return lists, of
})

// Has reports whether the set has a language, by its code of ISO 639.
func (l Languages) Has(code string) bool {
	at := slices.IndexFunc(known(), func(of language) bool { return of.code == code || code == "nb" && of.code == "no" })
	return at > 0 && l&(1<<at) != 0
}

// Function reports whether a word is a function word of one of the languages.
func (l Languages) Function(word string) bool {
	if l == 0 {
		return false
	}
	_, of := stopLists()
	return of[fold.Word(strings.ToLower(fold.Form(word)))]&l != 0
}

// minEvidence is the number of function words of a language that tell it where the notes do not speak it.
const minEvidence = 2

// functionWords finds of which languages some words are function words, by the words without marks.
func functionWords(asked []string) map[string]Languages {
	of := make(map[string]Languages, len(asked))
	var begin [utf8.RuneSelf]bool // how they begin, where marks do not change that
	for _, word := range asked {
		if word = fold.Word(word); word != "" {
			of[word], begin[word[0]%utf8.RuneSelf] = 0, true
		}
	}
	for i, word := range stopWords {
		if word[0] < utf8.RuneSelf && !begin[word[0]] {
			continue
		}
		word = fold.Word(word)
		if its, there := of[word]; there {
			of[word] = its | 1<<i
		}
	}
	return of
}

// LanguagesOf are the languages that a question may be in: those with the most function words in it. spoken
// are those of the notes, which decide where there is little to tell by. None is English, and what has
// as many of its words.
func LanguagesOf(question string, spoken func(plain bool) Languages) Languages {
	counts := make([]int, len(known()))
	all := strings.FieldsFunc(strings.ToLower(fold.Form(question)), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M) })
	of := functionWords(all)
	for _, word := range all {
		its := of[fold.Word(word)]
		if functionWord(word) || Filler(word) {
			its |= english
		}
		for ; its != 0; its &= its - 1 {
			counts[bits.TrailingZeros32(uint32(its))]++
		}
	}
	most := 0
	var leading Languages
	for i, n := range counts[1:] {
		if n > most {
			most, leading = n, 0
		}
		if n == most {
			leading |= 2 << i
		}
	}
	switch {
	case most == 0 && counts[0] == 0:
		return spoken(fold.ASCII(question))
	case counts[0] >= most:
		return 0
	}
	if its := leading & spoken(false); its != 0 || most < minEvidence {
		return its
	}
	return leading
}

// Apart is a question with a blank for each apostrophe behind a function word, as in l'article.
func (l Languages) Apart(question string) string {
	if l == 0 || !strings.ContainsAny(question, "'’") {
		return question
	}
	parts := strings.Split(strings.ReplaceAll(question, "’", "'"), "'")
	var b strings.Builder
	for i, part := range parts {
		b.WriteString(part)
		if i == len(parts)-1 {
			break
		}
		from := strings.LastIndexFunc(part, func(r rune) bool { return !unicode.IsLetter(r) }) + 1
		if l.Function(strings.TrimSpace(part[from:])) {
			b.WriteByte(' ')
		} else {
			b.WriteByte('\'')
		}
	}
	return b.String()
}

// Without is a question without the function words of the languages, unless it has no others.
func (l Languages) Without(question string) string {
	if l == 0 {
		return question
	}
	list := slices.DeleteFunc(strings.Fields(question), func(w string) bool { return l.Function(strings.Trim(w, ",.:;!?¿¡")) })
	return cmp.Or(strings.Join(list, " "), question)
}

// Stems are the stems of a word, as fold.Word writes it, in the languages of the set.
func (l Languages) Stems(word string) []string {
	var out []string
	for ; l != 0; l &= l - 1 {
		of := known()[bits.TrailingZeros32(uint32(l))].stem
		out = append(out, string(of.Filter(analysis.TokenStream{{Term: []byte(word)}})[0].Term))
	}
	return out
}

// Of a language that notes speak.
const (
	probes   = 16   // of its own words that are looked for
	minFound = 4    // of those
	minShare = 0.01 // of all chunks have one of its words
)

// Speech is which languages a collection is in.
type Speech struct {
	Languages     Languages // beside English
	MostlyEnglish bool      // English is the first of all
}

// SpeechOf finds the languages of so many chunks, by how many of them have a word.
func SpeechOf(ctx context.Context, x Index, chunks int) (Speech, error) {
	having := func(term string) (int, error) {
		list, err := x.Postings(ctx, Body, term)
		return len(list), err
	}
	if r, ok := x.(*Reader); ok {
		having = func(term string) (int, error) { return r.count(Body, term) }
	}
	return spoken(chunks, func(word string) (int, error) {
		n, err := having(word)
		if err != nil {
			return 0, err
		}
		folded, err := having(Folded(word))
		return n + folded, err
	})
}

// spoken is SpeechOf by how many chunks have a word, with marks or without.
func spoken(chunks int, having func(word string) (int, error)) (s Speech, err error) {
	lists, of := stopLists()
	most := 0
	for i, list := range lists {
		found, best, looked := 0, 0, 0
		for _, word := range list {
			if of[word] != 1<<i || len(word) < 3 || (looked >= probes && found < minFound) {
				continue
			}
			looked++
			n, err := having(word)
			if err != nil {
				return Speech{}, err
			}
			if best = max(best, n); n > 0 {
				found++
			}
		}
		if found < minFound || float64(best) < minShare*float64(chunks) {
			continue
		}
		if i > 0 {
			s.Languages |= 1 << i
		}
		if best > most {
			most, s.MostlyEnglish = best, i == 0
		}
	}
	return s, nil
}
