package words

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/text/fold"
)

// names are the languages of a set, by their places in the list.
func names(l Languages) string {
	var out []string
	for i, name := range strings.Fields("en de fr es pt it nl ru sv da no fi hu ro tr") {
		if l&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, " ")
}

// The language of a question is that of most of its function words; of few, one that the notes speak.
func TestLanguagesOf(t *testing.T) {
	none := func(bool) Languages { return 0 }
	german := func(plain bool) Languages { return map[bool]Languages{false: 2}[plain] }
	for question, want := range map[string][2]string{
		"zzzq por los de la que":            {"es", "es"},
		"quais são as permissões de acesso": {"pt", "pt"},
		"wie lösche ich alte Einträge":      {"de", "de"},
		"comment est-ce que l’on fait":      {"fr", "fr"},
		"come si fa il backup della base":   {"it", "it"},
		"hoe kan ik de database herstellen": {"nl", "nl"},
		"не могу войти в систему":           {"ru", "ru"},
		"hur kan jag göra det och när":      {"sv", "sv"},
		"miten voin olla varma että se on":  {"fi", "fi"},
		"hogyan lehet ezt és azt":           {"hu", "hu"},
		"how do I restore die backups":      {"", ""},
		"the cache of the server":           {"", ""},
		"die casting":                       {"", "de"}, // one word tells what the notes are in
		"Größe":                             {"", "de"},
		"size":                              {"", ""},
		"":                                  {"", ""},
		"\xff ’ '":                          {"", "de"},
		"\u0301 \u200d":                     {"", "de"},
		"Quais SÃO as permissões":           {"pt", "pt"},
	} {
		for i, spoken := range []func(bool) Languages{none, german} {
			if got := names(LanguagesOf(question, spoken)); got != want[i] {
				t.Errorf("%q, %d: %q, want %q", question, i, got, want[i])
			}
		}
	}
}

// A language's function words are left out of its questions, with the articles that cling to a word; the
// forms of a word share a stem.
func TestWordsOfALanguage(t *testing.T) {
	de, fr := Languages(2), Languages(4)
	if !de.Function("Über") || de.Function("Haus") || Languages(0).Function("und") {
		t.Error("function words of German")
	}
	if got := fr.Apart("l’article d'Ann aujourd'hui"); got != "l article d Ann aujourd'hui" {
		t.Errorf("%q", got)
	}
	if got := de.Apart("l'article"); got != "l'article" {
		t.Errorf("%q", got)
	}
	for question, want := range map[string]string{"wo ist das Haus?": "Haus?", "und der": "und der", "Haus": "Haus"} {
		if got := de.Without(question); got != want {
			t.Errorf("%q without function words: %q, want %q", question, got, want)
		}
	}
	for i, pair := range strings.Fields("de:hauser:haus fr:serveurs:serveur es:columnas:columna pt:configurações:configuração " +
		"it:chiavi:chiave nl:sleutels:sleutel " +
		"ru:хранилищах:хранилище sv:nycklar:nycklarna da:nogler:noglerne no:nokler:noklene fi:talossa:talo " +
		"hu:hazban:hazak ro:casele:casa tr:evler:ev") {
		part := strings.Split(pair, ":")
		if l := Languages(2 << i); names(l) != part[0] || l.Stems(part[1])[0] != l.Stems(part[2])[0] {
			t.Errorf("%s is %s: %q, %q", part[0], names(l), l.Stems(part[1]), l.Stems(part[2]))
		}
	}
}

// The languages of notes are told by some of the words that each has alone; one word that others have tells none.
func TestSpoken(t *testing.T) {
	for text, want := range map[string]string{
		"aber allem allen aller alles":                  "de",
		"aber house":                                    "",
		"my myself our ours ourselves aber allem alles": "en",
		"que": "",
		"":    "",
	} {
		have := strings.Fields(text)
		told, err := spoken(100, func(word string) (int, error) {
			n := slices.Index(have, word)
			return max(0, 50-n) * min(1, n+1), nil
		})
		its := told.Languages
		if told.MostlyEnglish {
			its |= english
		}
		if got := names(its); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	if _, err := spoken(1, func(string) (int, error) { return 0, fmt.Errorf("no") }); err == nil {
		t.Error("an error is lost")
	}
	dir := filepath.Join(t.TempDir(), "words")
	put(t, dir, nil, doc("a", "aber allem allen anderem anderen anderer anderm ander"), doc("b", "aber"), doc("c", "allen aber"))
	put(t, dir, []string{"b"})
	r := opened(t, dir)
	for of, x := range map[string]Index{"segments": r, "several": Join([]Index{r}, []int{3})} {
		if told, err := SpeechOf(t.Context(), x, 2); err != nil || names(told.Languages) != "de" || told.MostlyEnglish {
			t.Errorf("%s: %q, %v", of, names(told.Languages), err)
		}
	}
	for term, want := range map[string]int{"aber": 2, "allem": 1, "none": 0} {
		list, err := r.Postings(t.Context(), Body, term)
		n, e := r.count(Body, term)
		if err != nil || e != nil || n != len(list) || n != want {
			t.Errorf("%s: %d chunks, %d listed, want %d", term, n, len(list), want)
		}
	}
}

// What nobody sees and emphasis within a word cut nothing; products, lists and bold words are no whole.
func TestHiddenAndEmphasis(t *testing.T) {
	for text, want := range map[string]string{
		"pass\u00adword":         "password",
		"pass\u00ad\u200dword":   "password",
		"pass\u200bword":         "password pass word",
		"pass&shy;word":          "password",
		"pass<wbr>word":          "password",
		"a&amp;b <br>":           "amp b br",
		"**data**lake":           "data datalak lake",
		"re*con*figure":          "re reconfigur con figur",
		"re<b>con</b>figure":     "re reconfigur b con b figur",
		"**re*con*figure**":      "re reconfigur con figur",
		"H<sub>2</sub>O":         "h h2o sub 2 sub o",
		"x*y":                    "x y",
		"2*3*4":                  "2 3 4",
		"**data** lake":          "data lake",
		"* list *b":              "list b",
		"a****b****c":            "b c",
		"データ":                    "デー ータ",
		"ﾃﾞ\u00adｰﾀ":             "デー ータ",
		"日本\u200b語":              "日本 本語",
		"日\ufe0f本":               "日本",
		"ภาษา":                   "ภา าษ ษา",
		"हिन्दी":                 "हिन्दी",
		"l'article o'clock it's": "larticl articl oclock clock",
	} {
		if got := strings.Join(NewAnalyzer().Terms(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, part := range []string{"*a", "a*", "a\u00ad", "\u00ad", "ﾞ", "日\u00ad", "&shy;", "a&shy;", "a<b>", "<b>", "\u0301", "a'", "<",
		"****a"} {
		text := strings.Repeat(part, 1<<16)
		NewAnalyzer().Tokens(text, func(tok Token) {
			if tok.Start < 0 || tok.Start >= tok.End || tok.End > len(text) || len(tok.Term) > maxTerm || len(tok.Folded) > maxTerm {
				t.Fatalf("%q: %+v", part, tok)
			}
		})
	}
}

// Every function word is found as it is written and without its marks, whatever it begins with.
func TestFunctionWordsAreFound(t *testing.T) {
	lists, of := stopLists()
	for i, list := range lists {
		found := functionWords(list)
		for _, word := range list {
			if found[word] != of[word] || found[word]&(1<<i) == 0 {
				t.Errorf("%q is of %b, want %b", word, found[word], of[word])
			}
		}
	}
	n := 0
	for _, word := range stopWords {
		if n++; n%20 > 0 {
			continue
		}
		bare := fold.Word(word)
		if got := functionWords([]string{word})[bare]; got != of[bare] {
			t.Errorf("%q alone is of %b, want %b", word, got, of[bare])
		}
	}
}
