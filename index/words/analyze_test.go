package words

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// spans are the terms of a text, each with the bytes that it stands for.
func spans(text string) string {
	var out []string
	NewAnalyzer().Tokens(text, func(t Token) { out = append(out, fmt.Sprintf("%s=%s@%d", t.Term, text[t.Start:t.End], t.Start)) })
	return strings.Join(out, " ")
}

// Identifiers are found whole and by their parts, wherever their capitals stand.
func TestIdentifiers(t *testing.T) {
	for text, want := range map[string]string{
		"userID":         "userid=userID@0 user=user@0 id=ID@4",
		"parseURL()":     "parseurl=parseURL@0 pars=parse@0 url=URL@5",
		"HTTPServer":     "httpserver=HTTPServer@0", // a capital that leads, as far as the analyzer can tell,
		"getHTTPServer":  "gethttpserver=getHTTPServer@0 get=get@0 http=HTTP@3 server=Server@7",
		"aB":             "ab=aB@0 b=B@1",
		"toZ":            "toz=toZ@0 z=Z@2",
		"zA_zZ":          "za_zz=zA_zZ@0 z=z@0 z=z@3 z=Z@4",
		"Name":           "name=Name@0",
		"NAME":           "name=NAME@0",
		"MAX_RETRIES":    "max_retries=MAX_RETRIES@0 max=MAX@0 retri=RETRIES@4",
		"__init__":       "init=__init__@0", // what is no part of a longer name counts once
		"_foo foo_":      "foo=_foo@0 foo=foo_@5",
		"_retries":       "retries=_retries@0 retri=retries@1",
		"__and__":        "and=__and__@0",
		"a__b":           "a__b=a__b@0 b=b@3", // a alone tells nothing
		"_":              "",
		"the userID":     "userid=userID@4 user=user@4 id=ID@8",
		"isAdmin the":    "isadmin=isAdmin@0 admin=Admin@2",
		"4runners":       "4runners=4runners@0",
		"its":            "it=its@0",
		"it's the dogs'": "dog=dogs@9",
		"Ann’s rock'n":   "ann=Ann’s@0 rockn=rock'n@8",
		"x'日本":           "x=x@0 日本=日本@2",
		"no日本x":          "日本=日本@2 x=x@8",
		"日":              "日=日@0",
		"日本 語":           "日本=日本@0 語=語@7",
	} {
		if got := spans(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Signs make another name of a short one, where they are not the end of a sentence, a call, a path
// or an operator.
func TestNamesWithSigns(t *testing.T) {
	for text, want := range map[string]string{
		"C++":                    "c++ c",
		"C+++":                   "c",
		"F#":                     "f# f",
		"Zaz++":                  "zaz++ zaz",
		"AZ#":                    "az# az",
		"F##":                    "f",
		"page#part":              "page part",
		".NET":                   ".net net",
		"on .NET":                ".net net",
		"a.NET":                  "net",
		"..NET":                  "net",
		").NET":                  "net",
		"x .map()":               "x map",
		"v2++":                   "v2",
		"abcdefghijklmnop++":     "abcdefghijklmnop++ abcdefghijklmnop",
		"abcdefghijklmnopq++":    "abcdefghijklmnopq",
		"ünd++":                  "ünd ~und",
		"Zeile.":                 "zeil",
		"\n.env\n":               ".env env",
		"See [C#](x) and (.git)": "see c# c x .git git",
	} {
		if got := strings.Join(NewAnalyzer().Terms(text), " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Long runs are cut at whole characters.
func TestLongTerms(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("7", 64):                                       strings.Repeat("7", 64),
		strings.Repeat("7", 65):                                       strings.Repeat("7", 64),
		strings.Repeat("7", 63) + "ü":                                 strings.Repeat("7", 63) + " ~" + strings.Repeat("7", 63),
		strings.Repeat("A_", 300):                                     "", // see below
		strings.Repeat("x", 4*maxTerm) + "_" + strings.Repeat("y", 9): strings.Repeat("x", 64),
	} {
		terms := NewAnalyzer().Terms(text)
		if want != "" && strings.Join(terms, " ") != want {
			t.Errorf("%.80s: %.200q", text, terms)
		}
		if len(terms) > 4*maxTerm {
			t.Errorf("%.80s: %d terms", text, len(terms))
		}
		for _, term := range terms {
			if len(term) > maxTerm {
				t.Errorf("%.80s: a term of %d bytes", text, len(term))
			}
		}
	}
}

// The parts of an identifier are those that it was made of, and its spans lie in it.
func TestPartsOfIdentifiers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.StringMatching(`[b-z][b-z]{2,7}`), 2, 5).Draw(t, "parts")
		camel := parts[0]
		for _, p := range parts[1:] {
			camel += strings.ToUpper(p[:1]) + p[1:]
		}
		for _, word := range []string{camel, strings.Join(parts, "_"), strings.ToUpper(strings.Join(parts, "_"))} {
			var got []string
			eachPart(word, func(from, to int) { got = append(got, strings.ToLower(word[from:to])) })
			if strings.Join(got, " ") != strings.Join(parts, " ") {
				t.Fatalf("%s is made of %q, not of %q", word, got, parts)
			}
		}
	})
}
