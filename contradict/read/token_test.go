package read

import (
	"fmt"
	"strings"
	"testing"
)

// tokensOf writes tokens as text@byte, with a sign for what is no plain word: # number, ` code, ,
// sign, ! force; N for a name.
func tokensOf(text string) string {
	var all []string
	for _, t := range tokenize(nil, text) {
		mark := [...]string{"", "#", "`", ",", "!"}[t.Kind]
		if t.Code {
			mark += "c"
		}
		if t.Name {
			mark += "N"
		}
		if t.Kind == Punctuation {
			mark = ""
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s@%d %s", t.Text, t.Start, mark)))
	}
	return strings.Join(all, ", ")
}

// Words, numbers with their units, signs, code and contractions, each at its byte.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"The cache is big.":               "the@0, cache@4, is@10, big@13",
		"1) The cache":                    "the@3, cache@7",
		"2. cache":                        "cache@3",
		"2.5 GB":                          "2.5@0 #, gb@4 N",
		"No, it is":                       "it@4, is@7",
		"no we do":                        "we@3, do@6",
		"no user may":                     "no@0, user@3, may@8",
		"Note: it is":                     "it@6, is@9",
		"Yes. it is":                      "it@5, is@8",
		"N/A: it":                         "it@5",
		"NB: Note: it":                    "it@10",
		"No":                              "no@0",
		"## Head":                         "head@3",
		"> quoted":                        "quoted@2",
		"**bold** text":                   "bold@2, text@9",
		"[link](http://x.org/a b) text":   "link@1, text@25",
		"text[^12] more":                  "text@0, more@10",
		"don't":                           "do@0, not@0",
		"dont":                            "do@0, not@0",
		"cannot":                          "can@0, not@0",
		"can't":                           "can@0, not@0",
		"won't":                           "will@0, not@0",
		"shan't":                          "shall@0, not@0",
		"it’s":                            "it@0",
		"users' files":                    "users@0, files@7",
		"n't":                             "n't@0",
		"Bob's cat":                       "bob@0, cat@6",
		"isn't it":                        "is@0, not@0, it@6",
		"The wont":                        "the@0, will@4, not@4",
		"plant":                           "plant@0",
		"well-known and/or e.g. it's a.b": "well-known@0, and/or@11, e.g@18, it@23, a.b@28",
		"end. Next":                       "end@0, next@5 N",
		"C++ and C#":                      "c++@0, and@4, c#@8 N",
		"snake_case _em_ __x__":           "snake_case@0 N, em@12, x@18",
		"see https://x.org/A, now":        "see@0, https://x.org/a@4 `N, now@21",
		"key: value":                      "key@0, :@3, value@5",
		"a:b":                             "a@0, :@1, b@2",
		"UserID is OK":                    "userid@0 N, is@7, ok@10 N",
		"iPhone":                          "iphone@0 N",
		"API keys":                        "api@0 N, keys@4",
		"The API":                         "the@0, api@4 N",
		"A dog":                           "a@0, dog@2",
		"über Ärger":                      "über@0, ärger@6 N",
		"5 GB":                            "5@0 #, gb@2 N",
		"5GB":                             "5@0 #, gb@1",
		"5xx":                             "5xx@0 N",
		"5x":                              "5@0 #, x@1",
		"10k":                             "10@0 #, k@2",
		"0x1F":                            "31@0 #",
		"is -0x1F":                        "is@0, -31@3 #",
		"0xZZ":                            "0x@0 `N, zz@2 N",
		"0x12345678":                      "0x12345678@0 `N",
		"1,000":                           "1000@0 #",
		"1,0000":                          "1@0 #, ,@1, 0000@2 #",
		"1,00":                            "1@0 #, ,@1, 00@2 #",
		"1.5.2":                           "1.5.2@0 #",
		"1_000":                           "1_000@0 #",
		"09:30":                           "09:30@0 #",
		"9:3":                             "9@0 #, :@1, 3@2 #",
		"2026-11-20":                      "2026-11-20@0 #",
		"2026-11-201":                     "2026@0 #, 11@5 #, 201@8 #",
		"2026-1-20":                       "2026@0 #, 1@5 #, 20@7 #",
		"-5":                              "5@1 #",
		"a -5":                            "a@0, -5@2 #",
		"a-5":                             "a-5@0",
		"(-5)":                            "5@2 #, )@3",
		"3rd":                             "3rd@0 N",
		"5 %":                             "5@0 #, %@2",
		"$5":                              "$@0, 5@1 #",
		"€5":                              "€@0, 5@3 #",
		"≤ 5":                             "atmost@0, 5@4 #",
		"≥5":                              "atleast@0, 5@3 #",
		"20 °C":                           "20@0 #, °c@3",
		"20°f":                            "20@0 #, °f@2",
		"20 °":                            "20@0 #",
		"1..2":                            "1@0 #, 2@3 #",
		"5.":                              "5@0 #",
		"12abc34":                         "12abc34@0 N",
		"`code`":                          "code@1 cN",
		"`a b`":                           "`a_b@1 `cN",
		"``a`b``":                         "`a_b@2 `cN",
		"`open":                           "open@1",
		"`x = 5`":                         "`x@1 `cN, =@3, 5@5 #cN",
		"`x=\"yes\"`":                     "`x@1 `cN, =@2, yes@4 cN",
		"`key: value`":                    "`key@1 `cN, =@4, value@6 cN",
		"`key:value`":                     "`key_value@1 `cN",
		"`=5`":                            "`5@1 `cN",
		"`x=`":                            "`x@1 `cN",
		"`MUST NOT`":                      "must@1 c, not@6 c",
		"`must`":                          "must@1 c",
		"`1.5`":                           "1.5@1 #cN",
		"`v1.5`":                          "`v1_5@1 `cN",
		"`a.b()`":                         "`a_b@1 `cN",
		"`!!`":                            "",
		"`10 MB`":                         "`10_mb@1 `cN",
		"`two words here`":                "`two_words_here@1 `cN",
		"`ab_c`":                          "`ab_c@1 `cN",
		"`x == y`":                        "`x_y@1 `cN",
		"":                                "",
		" ":                               "",
		"...":                             "",
		"a,b;c:d(e)=f":                    "a@0, ,@1, b@2, ;@3, c@4, :@5, d@6, (@7, e@8, )@9, =@10, f@11",
		"\xff\xfe":                        "",
		"a\xffb":                          "a@0, b@2",
	} {
		if got := tokensOf(text); got != want {
			t.Errorf("%q:\n got  %s\n want %s", text, got, want)
		}
	}
}

func TestTokensAreBounded(t *testing.T) {
	if n := len(tokenize(nil, strings.Repeat("word ", 2*maxTokens))); n != maxTokens {
		t.Errorf("%d tokens are read, want %d", n, maxTokens)
	}
}
