package read

import (
	"strings"
	"testing"
)

// An item goes on with its lead-in in small letters, but for a name in capitals; long lead-ins and
// single words are none.
func TestCarriedLetters(t *testing.T) {
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("big ", n)) }
	for _, tt := range []struct{ lead, item, want string }{
		{"The server MUST:", "Accept it", "The server MUST accept it"},
		{"The server MUST:", "Zip it", "The server MUST zip it"},
		{"The server MUST:", "HTTP it", "The server MUST HTTP it"},
		{"The server MUST:", "X it", "The server MUST X it"},
		{"The server MUST:", "Aa it", "The server MUST aa it"},
		{"The server MUST:", "Az it", "The server MUST az it"},
		{"The server MUST:", "`x` it", "The server MUST `x` it"},
		{"The server MUST:", "[x] it", "The server MUST [x] it"},
		{"The server MUST:", "A{ it", "The server MUST A{ it"},
		{"The server MUST:", "B{ it", "The server MUST B{ it"},
		{"They must:", "log it", "log it"},
		{"Servers must:", "log it", "Servers must log it"},
		{words(11) + " must:", "log it", words(11) + " must log it"},
		{words(12) + " must:", "log it", "log it"},
		{"Servers must not:", "log it", "Servers must not log it"},
		{"Servers may:", "log it; or", "Servers may log it"},
		{"Servers may:", "log it, and", "Servers may log it"},
		{"Servers may:", "log it?", "log it?"},
	} {
		if got := Parse(Statement{Text: tt.item, Conditions: []string{tt.lead}}).Text; got != tt.want {
			t.Errorf("%q, %q: %q, want %q", tt.lead, tt.item, got, tt.want)
		}
	}
}

// A setting in code is a key with its value; paths, times and comparisons are none.
func TestSettings(t *testing.T) {
	for span, want := range map[string]string{
		"key = value": "key value", "key=value": "key value", "key: value": "key value", "a.b-c_d9=\"yes\"": "a.b-c_d9 yes",
		"Az=1": "Az 1", "zA= 5": "zA 5",
		"key:value": "", "=value": "", "key=": "", "k=v": "k v", "a b=c": "", "a/b=c": "", "key = two words": "", "a{=c": "",
		"a`=c": "", "a==b": "", "key: 'x'": "key x",
		"": "", "word": "", "key = MUST NOT": "key MUST NOT",
	} {
		key, value, sign, ok := setting(span)
		got := ""
		if ok {
			if got = key + " " + value; span[sign] != '=' && span[sign] != ':' {
				t.Errorf("%q has its sign at %d", span, sign)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", span, got, want)
		}
	}
}

// Numbers within names are told from amounts with their unit, and stand for a family.
func TestNumbersOfNames(t *testing.T) {
	for name, want := range map[string]string{"http/1.1": "http/#", "erc-20": "erc-#", "v2": "v#", "1.2.3": "#", "a1b22c": "a#b#c",
		"x1.": "x#.", "x1.y": "x#.y", "": "", "abc": "abc",
		"9": "#", "1..2": "#..#"} {
		if got := numberFamily(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for text, want := range map[string]bool{"10mb": true, "10": true, "1.5s": true, "1,000": true, "5xx": false, "v2": false,
		"3rd": false, "mb": false} {
		if got := (&Token{Text: text}).IsMeasure(); got != want {
			t.Errorf("%q is a measure: %v", text, got)
		}
	}
}

// What a statement has and mentions, by stem.
func TestWhatAStatementMentions(t *testing.T) {
	p := parse("The importer closes idle sessions of `billing_api`.")
	for _, c := range p.Contents {
		if !p.Has(c.Term) || !p.Mentions(c.Term) {
			t.Errorf("%s is not there", c.Term)
		}
	}
	if len(p.Contents) < 3 || p.Has("garden") || p.Mentions("garden") {
		t.Errorf("%+v", p.Contents)
	}
	for _, a := range p.Anchors {
		if !p.Mentions(a.Term) {
			t.Errorf("the anchor %s is not mentioned", a.Term)
		}
	}
}

// What denies a choice or an answer, from how far, and what does not.
func TestHowFarADenialReaches(t *testing.T) {
	for text, want := range map[string]string{
		"We do not use PostgreSQL.":                                "not database postgresql",
		"We do not ever really use PostgreSQL.":                    "database postgresql",
		"We never ever do really use PostgreSQL.":                  "not database postgresql",
		"We never in all our long years use PostgreSQL.":           "database postgresql",
		"We not only use PostgreSQL.":                              "database postgresql",
		"No service of the whole large shop here uses PostgreSQL.": "not database postgresql",
		"No service waits, we use PostgreSQL.":                     "database postgresql",
		"We no longer use PostgreSQL.":                             "not database postgresql",
		"No service of the shop, if old, uses PostgreSQL.":         "database postgresql",
		"No service is able to use PostgreSQL.":                    "not database postgresql",
		"In it nobody of us here now uses PostgreSQL.":             "not database postgresql",
		"We have none in the shop that use PostgreSQL.":            "not database postgresql",
		"We do not wait and use PostgreSQL.":                       "database postgresql",
		"We do not wait but use PostgreSQL.":                       "database postgresql",
		"PostgreSQL is gone.":                                      "not database postgresql",
		"It is used for PostgreSQL.":                               "",
		"It is used for the PostgreSQL.":                           "",
		"for PostgreSQL it is used.":                               "",
	} {
		if got := slotsOf(text, ChoiceSlot); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Duties, permissions and other poles that a sentence states, and what only narrows a noun.
func TestPolesOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"The header is required.":                 "obligation is required",
		"The header is not required.":             "not obligation",
		"The header must be sent.":                "obligation",
		"The header must not be sent.":            "not permission",
		"The header may be sent.":                 "permission",
		"The gas required by the call is small.":  "",
		"Plugins which are optional are listed.":  "",
		"The second, optional, argument is long.": "",
		"The phone: required.":                    "obligation required",
		"The header stays required.":              "obligation required",
		"The header is up to you.":                "not obligation up to you",
		"The door is turned off.":                 "not lifecycle turned off",
		"The door is switched right off.":         "not lifecycle switched right off",
		"The value must not exceed 5 MB.":         "",
	} {
		got := slotsOf(text, PoleSlot)
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Numbers that are names, ranges that are none, and words that bound a number before them.
func TestNumbersThatAreNoAmounts(t *testing.T) {
	for text, want := range map[string]string{
		"Sections 3 and 4 are old.":              "3 label, 4 label",
		"Port 8080 is used.":                     "8080 label",
		"The port is 8080.":                      "8080 after",
		"Code 4 of the list is an error.":        "4 label",
		"At least 4 users of it must wait.":      "at least 4 count",
		"If 4 users wait, it closes.":            "4 count",
		"It holds 9 to 5 users.":                 "9 after, 5 count",
		"It holds 5 to users.":                   "5 after",
		"It holds 5 to 5 users.":                 "5..5 count",
		"Keep it 5 or 10 days.":                  "5 after, 864000 time",
		"It is 1.2.3 to 5.":                      "1.2.3 after, 5 after",
		"It is valid for 2 hundred days.":        "1.728e+07 time",
		"It is valid for two hundred days.":      "1.728e+07 time",
		"It is valid for one hundred and 5 days": "100 after, 432000 time",
		"It is sent every two weeks.":            "8.267195767195768e-07 rate",
		"It is sent every few weeks.":            "",
		"It is sent every h.":                    "",
	} {
		if got := amountsOf(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// An amount is told as it is written, with its unit, its currency and the end of its range.
func TestAmountsOfRanges(t *testing.T) {
	for text, want := range map[string]string{
		"It waits 5 to 10 million days.":        "5 to 10 million days",
		"It waits 5 and 10 million days.":       "5 / 10 million days",
		"It waits between 5 and 10 days of it.": "5 and 10 days",
		"It waits 5-10 days.":                   "5-10 days",
		"It waits 5 – 10 thousand times here.":  "5 – 10 thousand times",
		"It waits 2 million times.":             "2 million times",
		"It costs $5 to $10 each.":              "$5 / $10",
	} {
		p := parse(text)
		var got []string
		for i := range p.Quantities {
			got = append(got, p.Amount(&p.Quantities[i]))
		}
		if said := strings.Join(got, " / "); said != want {
			t.Errorf("%q: %q, want %q", text, said, want)
		}
	}
}

// The target of a link is no word of the sentence; one that never ends is read on.
func TestWordsOfLinks(t *testing.T) {
	for text, want := range map[string]string{"[the door](a) opens.": "door open", "[the door][a] opens.": "door open",
		"See [the door](lamp.md for it.": "see door lamp.md", "See [the door][lamp for it.": "see door lamp"} {
		if got := strings.Join(parse(text).Terms(), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
