package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func parse(text string) *Parsed { return Parse(Statement{Text: text}) }

// What was, or was only thought of, asserts nothing of today.
func TestUnreal(t *testing.T) {
	for text, want := range map[string]bool{
		"In 2021, the cache was big.":           true,
		"In 1999 the cache was big.":            true,
		"During 2020 the cache was big.":        true,
		"Until 2021 the cache was big.":         true,
		"Before 2021 the cache was big.":        true,
		"Until 2.0 the port was 80.":            true,
		"Before v3 the port was 80.":            true,
		"Till 1.5 the port was 80.":             true,
		"In 2100 cases the cache is big.":       false,
		"In 3021 the cache is big.":             false,
		"In 12 regions the cache is big.":       false,
		"In 2.0 the port is 80.":                false,
		"In v3 the port is 80.":                 false,
		"Until Friday the port is 80.":          false,
		"Before 12 users the port is 80.":       false,
		"Before values the port is 80.":         false,
		"After 2021 the cache is big.":          false,
		"In 2021.":                              false,
		"We used to sign tokens.":               true,
		"The service used to be slow.":          true,
		"The service used to have a cache.":     true,
		"The queue used to run on Mondays.":     true,
		"The data used to live in the cellar.":  true,
		"The key is used to sign tokens.":       false,
		"The key used to sign tokens is secret": false,
		"Used to sign tokens.":                  false,
		"It says what a key is used to":         false,
		"The cache is big.":                     false,
	} {
		if got := parse(text).Unreal; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Pointers, pictures, questions and what a template leaves assert nothing.
func TestSilent(t *testing.T) {
	for text, want := range map[string]bool{
		"See the handbook.":          true,
		"See also our handbook":      true,
		"cf. the handbook":           true,
		"Refer to the handbook.":     true,
		"Refer users elsewhere.":     false,
		"See":                        false,
		"The handbook is long.":      false,
		"![The cache is](cache.png)": true,
		"![The cache is](a.png) but it is ![small](b.png)":       false,
		"![The cache is](a.png) big.":                            false,
		"<!-- the cache is big -->":                              true,
		"<-- the cache is big":                                   true,
		"{{ the cache is big }}":                                 true,
		"{% the cache is big %}":                                 true,
		"{{ name }} is big.":                                     false,
		"{% name %} is big.":                                     false,
		"The cache is {{ size }}":                                false,
		"The cache is {% size %}":                                false,
		"The words are to be interpreted as described in RFC 7.": true,
		"The key words of RFC 2119 are used.":                    true,
		"The keywords of RFC 2119 are used.":                     true,
		"The sections of RFC 2119 are used.":                     false,
		"The key words of the search are used.":                  false,
		"Is the cache big?":                                      true,
		"Is the cache big?_)\"":                                  true,
		"The price may, or may not, be high.":                    true,
		"The price may or may not be high.":                      true,
		"The price may be high.":                                 false,
	} {
		if got := parse(text).Silent; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// slotsOf writes the answers of one kind: name, words, and whether they are denied.
func slotsOf(text string, kind SlotKind) string {
	var all []string
	for _, s := range parse(text).Slots {
		if s.Kind != kind {
			continue
		}
		said := s.Name + " " + strings.Join(s.Fillers, " ")
		if len(s.Fillers) == 0 {
			said += s.Text
		}
		if s.Negative {
			said = "not " + said
		}
		if s.Condition {
			said = "if " + said
		}
		all = append(all, said)
	}
	return strings.Join(all, ", ")
}

func TestDefaultsOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"The region defaults to Frankfurt.":                    "default frankfurt",
		"The default is Frankfurt.":                            "default frankfurt",
		"The default of the region is Frankfurt.":              "default frankfurt",
		"Frankfurt is the default.":                            "default frankfurt",
		"Default: Frankfurt.":                                  "default frankfurt",
		"Caching is on by default.":                            "default on",
		"Caching is off by default.":                           "default off",
		"The default is 5 minutes.":                            "",
		"The default is that nobody reads it.":                 "",
		"The region is Frankfurt.":                             "",
		"If no region is given, Frankfurt is used.":            "default frankfurt",
		"If no region is given, Frankfurt is assumed.":         "default frankfurt",
		"If no region is given, Frankfurt is taken.":           "default frankfurt",
		"If no region is given, Frankfurt is chosen.":          "default frankfurt",
		"If no region is given, Frankfurt is applied.":         "default frankfurt",
		"If no region is given, Frankfurt is far.":             "",
		"If no region is given, Frankfurt was closed.":         "",
		"If the region is missing, it is `eu`.":                "default eu",
		"If the region is absent, it falls back to Frankfurt.": "default frankfurt",
		"If the region is omitted, Frankfurt is used.":         "default frankfurt",
		"If the region is unset, Frankfurt is used.":           "default frankfurt",
		"If the region is unspecified, Frankfurt is used.":     "default frankfurt",
		"If the region is given, Frankfurt is used.":           "",
		"If nothing is configured, Frankfurt is used.":         "default frankfurt",
		"No region here: if it is set, Frankfurt is used.":     "",
		"It comes back to Frankfurt.":                          "",
		"If no region is given, it goes on to Frankfurt.":      "",
	} {
		if got := slotsOf(text, DefaultSlot); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Only what is said not to be there is absent, by its name.
func TestAbsencesOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"There is no `develop` branch.":   "develop",
		"There is no cache.":              "cach",
		"The page loads without cookies.": "",
		"There is no":                     "",
		"It runs without `sudo`.":         "sudo",
		"The cache has entries.":          "",
	} {
		var got []string
		for _, s := range parse(text).Slots {
			if s.Kind == AbsentSlot {
				got = append(got, s.Fillers...)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A member of a class is chosen, unless it is named as where something holds, or as what is gone.
func TestChoicesOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"We use PostgreSQL.":                      "database postgresql",
		"We use it instead of PostgreSQL.":        "not database postgresql",
		"We do not use PostgreSQL.":               "not database postgresql",
		"It replaces PostgreSQL.":                 "not database postgresql",
		"The build for Linux is slow.":            "",
		"The build for the Linux users is slow.":  "",
		"Windows and macOS prevent it.":           "os window, os maco",
		"Windows or macOS prevent it.":            "os window, os maco",
		"Windows with macOS prevents it.":         "os window",
		"Linux penguins prevent it.":              "",
		"If we use PostgreSQL, it is slow.":       "if database postgresql",
		"The service never stores it in MongoDB.": "not database mongodb",
	} {
		if got := slotsOf(text, ChoiceSlot); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestPlacesOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"Logs are stored in the cellar.":      "place cellar",
		"We keep logs in the cellar.":         "place cellar",
		"Logs are not stored in the cellar.":  "not place cellar",
		"Data stored in the cellar is old.":   "",
		"To store it in the cellar is wrong.": "",
		"Logs are stored by the server.":      "",
		"Logs are stored in 2.0.":             "",
		"Logs are sent to ensure safety.":     "",
		"Logs are sent to be safe.":           "",
		"Logs are written to `stdout`.":       "place stdout",
		"Logs are stored on Mondays.":         "",
		"Logs are kept from growing.":         "",
		"They stored logs in the cellar.":     "place cellar",
	} {
		if got := slotsOf(text, PlaceSlot); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestOwnersOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"The service is owned by the payments team.": "owner payment",
		"The service is owned by Anna.":              "owner anna",
		"The payments team owns the service.":        "owner payment",
		"Anna owns the service.":                     "owner anna",
		"The service owns a lock.":                   "",
	} {
		if got := slotsOf(text, OwnerSlot); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"The service is owned by the payments team.": true,
		"The service is owned by Anna.":              true,
		"The service is owned by `a/b` team.":        false,
	} {
		p := parse(text)
		i := slices.IndexFunc(p.Slots, func(s Slot) bool { return s.Kind == OwnerSlot })
		if got := i >= 0 && p.NamesOwner(&p.Slots[i]); got != want {
			t.Errorf("%s names an owner: %v", text, got)
		}
	}
}

func TestClocksAndOrders(t *testing.T) {
	for text, want := range map[string]string{
		"The job runs at 23:00.":        "time of day 23:00",
		"It ends in 2027.":              "year 2027",
		"It ends in March 2027.":        "year 2027",
		"It has 2027 users.":            "",
		"It ends on 2026-11-20.":        "date 2026-11-20",
		"If it is 23:00, the job runs.": "if time of day 23:00",
		"It ends in 3027.":              "",
	} {
		if got := slotsOf(text, ClockSlot); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Tests run before the merge.":             "order merg",
		"Tests run after the merge.":              "not order merg",
		"Tests run once the branch is merged.":    "not order branch merg",
		"Tests run after 5 minutes.":              "",
		"Tests run after two minutes.":            "",
		"It ends in May, after which it is gone.": "",
		"Tests run before":                        "",
	} {
		if got := slotsOf(text, OrderSlot); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A number that belongs to a name tells it from others of its family.
func TestDesignators(t *testing.T) {
	for text, want := range map[string]string{
		"We speak HTTP/1.1 here.":         "http/# http/1.1",
		"HTTP/2 is used.":                 "http/# http/2 subject",
		"ERC-20 is old.":                  "erc-# erc-20 subject",
		"We use OAuth 2.0 here.":          "oauth # oauth 2.0",
		"Phase 1 is over.":                "phase # phase 1 subject",
		"Python 3.8 is old.":              "python # python 3.8 subject",
		"Python 3.8 came.":                "",
		"python 3.8 is old.":              "",
		"The API 5 MB limit is old.":      "",
		"It takes at least 5.":            "",
		"It is 10mb large.":               "",
		"There are no 5 apples.":          "",
		"Over 5 apples, and all 7, fall.": "",
		"5 is the limit.":                 "",
		"See sections 3 and 4.":           "sections # sections 3",
	} {
		var all []string
		for _, d := range parse(text).Designators {
			said := d.Family + " " + d.Name
			if d.Subject {
				said += " subject"
			}
			all = append(all, said)
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if n := len(parse("We use " + strings.Repeat("ERC-20 and ", maxDesignators+2) + "more.").Designators); n != maxDesignators {
		t.Errorf("%d designators are read", n)
	}
}

// Which words of a sentence stand in its condition.
func TestConditionsOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"If it is full, the cache waits.":               "if: it is full",
		"The cache waits if it is full.":                "if: it is full",
		"If it is full the cache must wait.":            "if: it is full",
		"When full the cache waits.":                    "when: full the cache waits",
		"On weekends the cache of the shop sleeps here": "on: weekends the cache of the",
		"For guests, it is closed.":                     "for: guests",
		"It is closed; for guests, it opens.":           "for: guests",
		"It is made for guests.":                        "",
		"By default, it is closed.":                     "",
		"After 15 minutes, it closes.":                  "",
		"It closes after 15 minutes.":                   "",
		"After the meeting, it closes.":                 "after: the meeting",
		"It closes, where it opened.":                   "",
		"It opens, while the shop closes.":              "",
		"It is open except that it rains.":              "",
		"It is open except on Mondays.":                 "except: on mondays",
		"It is read once a day.":                        "",
		"It closes once the shop is empty.":             "once: the shop is empty",
		"It waits until it is full, then it goes.":      "until: it is full",
	} {
		p := parse(text)
		var all []string
		for _, c := range p.Clauses {
			var said []string
			for _, token := range p.Tokens[c.start+1 : c.end] {
				said = append(said, token.Text)
			}
			all = append(all, c.Opener+": "+strings.Join(said, " "))
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestDenialsOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"It is not cached.":                     "cach",
		"No user may write.":                    "user",
		"See item no 5.":                        "",
		"There are no 2 locks.":                 "lock",
		"no: it is open.":                       "",
		"not - it is open.":                     "",
		"Fields which are not cached are read.": "cach if",
		"We ensure that it is not cached.":      "cach",
		"We noticed that are not cached.":       "cach",
		"The cache never sleeps.":               "sleep",
		"Nobody reads it.":                      "read",
	} {
		var all []string
		for _, n := range parse(text).Negations {
			said := n.Target
			if n.Condition {
				said += " if"
			}
			all = append(all, said)
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Whether a sentence has a verb, and binds to what stood before.
func TestShapesOfSentences(t *testing.T) {
	for text, want := range map[string]string{
		"The cache is big.":               "verb",
		"Default constructor":             "",
		"The item to be included":         "",
		"We cache pages":                  "verb",
		"Caching of pages":                "",
		"The cache holds pages":           "verb",
		"The shops":                       "",
		"Size: bytes of pages":            "",
		"It never sleeps":                 "verb goes on",
		"This cache is big.":              "verb goes on",
		"The following cache is big.":     "verb goes on",
		"The preceding cache is big.":     "verb goes on",
		"A cache of the following is big": "verb",
		"But the cache is big.":           "verb goes on",
		"The new cache is big.":           "verb",
		"128 bytes":                       "",
	} {
		p := parse(text)
		var got []string
		for _, is := range []struct {
			what string
			is   bool
		}{{"verb", p.Finite}, {"goes on", p.Anaphoric}} {
			if is.is {
				got = append(got, is.what)
			}
		}
		if fmt.Sprint(strings.Join(got, " ")) != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// The terms of conditions are one set, with what they count and deny, and the words that turn them round.
func TestTermSet(t *testing.T) {
	got := TermSet([]string{"the user is not known", "it is on, for 5 minutes", "with the user, after or before it is off"})
	want := []string{"!known", "#300", "after", "befor", "before", "known", "off", "on", "user", "with"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestQuantifiers(t *testing.T) {
	for text, want := range map[string]string{
		"All users write.": "all", "Some users write.": "some", "Nobody writes.": "none", "No user writes.": "no", "Users write.": "one",
	} {
		if got := parse(text).Quantifier.String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
