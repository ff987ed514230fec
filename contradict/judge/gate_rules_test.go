package judge

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

func parse(text string) *read.Parsed { return read.Parse(read.Statement{Text: text}) }

// askTexts asks a rule of each statement of which it is to hold, and of each of which it is not.
func askTexts(t *testing.T, name string, rule func(p *read.Parsed) bool, holds, fails []string) {
	t.Helper()
	for _, text := range holds {
		if !rule(parse(text)) {
			t.Errorf("%s does not hold of %q", name, text)
		}
	}
	for _, text := range fails {
		if rule(parse(text)) {
			t.Errorf("%s holds of %q", name, text)
		}
	}
}

func TestWhatAStatementIsLike(t *testing.T) {
	askTexts(t, "begins with a verb", beginsWithVerb,
		[]string{"Returns the name.", "Returns a name.", "Allocates and optionally fills the room.", "Opens and closes the room.",
			"Opens or closes a room.", "Is not equal to.", "Supported in all rooms.", "Allocates 8 bytes.", "Does require access.",
			"Opens its doors.", "Opens each door.", "**Id** Specifies the room."},
		[]string{"The room opens.", "Opens", "Opens doors daily.", "Opens and closes", "Opens and closes doors.",
			"Opens and shut a door.",
			"`opens` the door daily.", "Class the room daily.", "Us the room daily.", "Bus the room daily.", "Locked doors open daily.",
			"Open the door daily.", "8 rooms open daily."})
	askTexts(t, "is done at a screen", isStep,
		[]string{"Press the key.", "Click it.", "Then select it.", "Do not click it.", "Never tap it.", "Double-click it."},
		[]string{"The press is on.", "Select", "Doors open.", "Then do not", "You then click it."}[0:1])
	askTexts(t, "is a field", isField, []string{"Implementation: optional", "Room: one two three four five six"},
		[]string{"Implementation optional", ": optional", "Room: one two three four five six seven", "It is: optional",
			"It must: close", "Close it now"})
	askTexts(t, "leads elsewhere", leadsElsewhere, []string{"It opens.", "They open.", "This opens.", "These open.", "Must open.", ""},
		[]string{"The room opens.", "Rooms open."})
	for word, want := range map[string]bool{"opens": true, "class": false, "status": false, "bus": false, "its": false, "open": false,
		"cans": true} {
		if isThirdPerson(word) != want {
			t.Errorf("%q may be a verb of the third person: %v", word, !want)
		}
	}
	for text, want := range map[string]string{
		"*Check*: the light is on": "check", "**Check:** the light": "check", "*Check* the light": "", "Check: the light": "", "": "",
		"*Check":              "",
		"_Check_ : the light": "check", "**Check**: on": "check",
	} {
		if got := emphasised(parse(text)); got != want {
			t.Errorf("the label of %q is %q, not %q", text, got, want)
		}
	}
}

// aligned is a pair as it is when the gates are asked.
func aligned(t *testing.T, a, b read.Statement) *pair {
	t.Helper()
	p := newPair(read.Parse(a), read.Parse(b), Uniform)
	t.Cleanup(p.release)
	p.alignWords()
	p.pairAntonyms()
	p.find(wordSignals[:])
	p.measureMismatch()
	return p
}

// said is a statement of a section of a note.
func said(text, document string, context ...string) read.Statement {
	s := read.Statement{Text: text, Document: document, Context: context}
	if document != "" {
		s.Title = document[:len(document)-len(".md")]
	}
	return s
}

// Where two statements stand makes them of two things: each rule holds of the first pair, and of none of the others.
func TestRulesOfPlaces(t *testing.T) {
	const open, shut, often, seldom = "The room is open at night.", "The room is not open at night.", "Rooms hold 8 guests.",
		"Rooms hold 9 guests."
	under := func(s read.Statement, conditions ...string) read.Statement { s.Conditions = conditions; return s }
	for _, c := range []struct {
		name  string
		rule  func(p *pair) bool
		a, b  read.Statement
		holds bool
	}{
		{"points elsewhere", pointsElsewhere, said("It is open.", "a.md"), said("It is not open.", "b.md"), true},
		{"points elsewhere", pointsElsewhere, said(open, "a.md"), said(shut, "b.md"), false},
		{"points elsewhere", pointsElsewhere, said("It is open.", ""), said("It is not open.", ""), false},
		{"points elsewhere", pointsElsewhere, said("It is open.", "a.md", "A"), said("It is not open.", "a.md", "A"), true},
		{"points elsewhere", pointsElsewhere, said("Such a room is open.", "a.md", "A"), said(shut, "a.md", "A"), false},
		{"points elsewhere", pointsElsewhere, said("They are open.", "", "A"), said(shut, "", "A"), true},
		{"no subject", subjectless, said("Allocates 8 bytes for each item.", "a.md"), said("Allocates 6 bytes for each item.",
			"b.md"), true},
		{"no subject", subjectless, said("Allocates 8 bytes for each item.", "a.md", "A"), said("Allocates 6 bytes for each item.",
			"a.md", "B"), true},
		{"no subject", subjectless, said("Allocates 8 bytes for each item.", "a.md"), said("Allocates 6 bytes for each item.",
			"a.md"), false},
		{"no subject", subjectless, said("Defaults to false.", "a.md"), said("Defaults to true.", "b.md"), true},
		{"no subject", subjectless, said("Click the door.", "a.md"), said("Do not click the door.", "b.md"), true},
		{"no subject", subjectless, said("Create a room with 2 doors.", "a.md", "Up"), said("Create a room with 1 door.", "a.md",
			"Down"), true},
		{"no subject", subjectless, said(open, "a.md"), said(shut, "b.md"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "Free plan"), said(shut, "a.md", "Paid plan"), true},
		{"parallel headings", parallelHeadings, said(open, "a.md", "Free plan"), said(shut, "a.md", "Rooms"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "Round 1", "Method"), said(shut, "a.md", "Round 2", "Method"), true},
		{"parallel headings", parallelHeadings, said(open, "a.md", "Method"), said(shut, "a.md", "Round 2", "Method"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md"), said(shut, "a.md", "Paid plan"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "Free plan"), said(shut, "a.md", "Paid plan of rooms and halls"),
			false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "open_room"), said(shut, "a.md", "***closeRoom***"), true},
		{"parallel headings", parallelHeadings, said(open, "a.md", "SEV-1: critical"), said(shut, "a.md", "SEV-2: high"), true},
		{"parallel headings", parallelHeadings, said(open, "a.md", "30–60 Days"), said(shut, "a.md", "60–90 Days"), true},
		{"parallel headings", parallelHeadings, said(open, "a.md", "3. Rooms"), said(shut, "a.md", "4. Halls"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "3."), said(shut, "a.md", "4."), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "open_room()"), said(shut, "a.md", "Rooms"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "Rooms"), said(shut, "a.md", "closeRoom"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "API_ rooms"), said(shut, "a.md", "closeRoom"), false},
		{"parallel headings", parallelHeadings, said(open, "a.md", "Open", "open_room"), said(shut, "a.md", "open_room"), false},
		{"sibling sections", siblingSections, said(open, "a.md", "X", "A"), said(shut, "a.md", "X", "B"), true},
		{"sibling sections", siblingSections, said(open, "a.md", "X", "A"), said(shut, "a.md", "Y", "B"), false},
		{"sibling sections", siblingSections, said(open, "a.md", "X", "A"), said(shut, "b.md", "X", "B"), false},
		{"sibling sections", siblingSections, said(open, "a.md"), said(shut, "a.md", "B"), false},
		{"two sections", partsOfOneNote, said(often, "a.md", "A"), said(seldom, "a.md", "B"), true},
		{"two sections", partsOfOneNote, said(open, "a.md", "X", "A"), said(shut, "a.md", "B"), false},
		{"two sections", partsOfOneNote, said(open, "a.md", "A"), said("The old room is not open at night.", "a.md", "B"), true},
		{"two sections", partsOfOneNote, said(often, "", "X", "A"), said(seldom, "", "B"), false},
		{"two sections", partsOfOneNote, said(often, "a.md", "X", "A"), said(seldom, "b.md", "B"), false},
		{"two sections", partsOfOneNote, said(often, "a.md", "X", "A"), said("Rooms hold 8 guests.", "a.md", "B"), false},
		{"cases of one section", casesOfOneSection, said("The field is optional.", "a.md", "A"), said("The field is mandatory.",
			"a.md", "A"), true},
		{"cases of one section", casesOfOneSection, said("The room must be open at night.", "a.md", "A"), said(shut, "a.md", "A"), true},
		{"cases of one section", casesOfOneSection, said(open, "a.md", "A"), said("The room is not open at noon at night.", "a.md",
			"A"), true},
		{"items of one list", casesOfOneSection, under(said(open, "a.md"), "At home:"), under(said(shut, "a.md"), "At home:"), true},
		{"items of one list", casesOfOneSection, under(said(open, "a.md"), "At home:"), under(said(shut, "b.md"), "At home:"), false},
		{"steps of one section", casesOfOneSection, said(open, "a.md"), said("The room must close.", "a.md"), true},
		{"steps of one section", casesOfOneSection, said("The room must open.", "a.md"), said("The room must not open.", "a.md"), false},
		{"steps of one section", casesOfOneSection, said("Such a room must open.", "a.md"), said("The room must not open.", "a.md"),
			true},
		{"steps of one section", casesOfOneSection, said(open, "a.md"), said(shut, "b.md"), false},
		{"lead-ins differ", leadInsDiffer, under(said(open, "a.md"), "At home:"), under(said(shut, "a.md"), "Abroad:"), true},
		{"lead-ins differ", leadInsDiffer, under(said(open, "a.md"), "At home:"), said(shut, "a.md"), true},
		{"lead-ins differ", leadInsDiffer, said(open, "a.md"), under(said(shut, "a.md"), "At home:"), true},
		{"lead-ins differ", leadInsDiffer, under(said(open, "a.md"), "At home:"), under(said(shut, "a.md"), "At home:"), false},
		{"cases of one heading", parallelSections, said(open, "a.md", "X", "A"), said(shut, "a.md", "X", "B"), true},
		{"cases of one heading", parallelSections, said(often, "a.md", "X", "A"), said(seldom, "a.md", "X", "B"), false},
		{"no verb", noVerb, said("Open rooms", ""), said("Closed rooms", ""), true},
		{"no verb", noVerb, said("Open rooms", ""), said(open, ""), false},
		{"no verb on one side", oneVerb, said("Rooms of the halls", ""), said(shut, ""), true},
		{"no verb on one side", oneVerb, said(open, ""), said(shut, ""), false},
	} {
		for range 2 {
			if got := c.rule(aligned(t, c.a, c.b)); got != c.holds {
				t.Errorf("%s, of %q and %q: %v, want %v", c.name, c.a.Text, c.b.Text, got, c.holds)
			}
			c.a, c.b = c.b, c.a // rules do not know which side is first
		}
	}
}

// How two statements are worded makes them of two things.
func TestRulesOfWords(t *testing.T) {
	of := func(text, document, title string) read.Statement {
		return read.Statement{Text: text, Document: document, Title: title}
	}
	for _, c := range []struct {
		name  string
		rule  func(p *pair) bool
		a, b  read.Statement
		holds bool
	}{
		{"few words of two notes", saidElsewhere, of("Tabs are allowed.", "a.md", "Editors"), of("No tabs are allowed.", "b.md",
			"Printers"), true},
		{"few words of two notes", saidElsewhere, of("Tabs are allowed.", "a.md", "Tabs"), of("No tabs are allowed.", "b.md",
			"Printers"), false},
		{"few words of two notes", saidElsewhere, of("Tabs are allowed.", "a.md", "Editors"), of("No tabs are allowed.", "a.md",
			"Editors"), false},
		{"few words of two notes", saidElsewhere, of("Tabs are allowed in long quiet rooms.", "a.md", "Editors"),
			of("No tabs are allowed in long quiet rooms.", "b.md", "Printers"), false},
		{"few words of two notes", saidElsewhere, of("`Tabs` are allowed.", "a.md", "Editors"), of("No `tabs` are allowed.", "b.md",
			"Printers"), false},
		{"few words of two notes", saidElsewhere, of("Keep 3 tabs.", "a.md", "Editors"), of("Keep 4 tabs.", "b.md", "Printers"), false},
		{"several amounts", severalAmounts, of("It is 120 pixels wide, 80 bytes long.", "a.md", ""),
			of("It is 90 pixels wide, 60 bytes long.", "b.md", ""), true},
		{"several amounts", severalAmounts, of("It is 120 pixels wide.", "a.md", ""), of("It is 90 pixels wide.", "b.md", ""), false},
		{"several amounts", severalAmounts, of("It is 120 pixels wide, 80 bytes long.", "a.md", ""),
			of("It is 90 pixels wide, 60 bytes long.", "a.md", ""), false},
		{"fields of two things", fieldsOfTwo, of("Implementation: optional", "a.md", ""), of("Implementation: required", "b.md", ""),
			true},
		{"fields of two things", fieldsOfTwo, of("Implementation: optional", "a.md", ""), of("Implementation: required", "a.md", ""),
			false},
		{"fields of two things", fieldsOfTwo, of("Implementation: optional", "", ""), of("Implementation: required", "", ""), false},
		{"fields of two things", fieldsOfTwo, of("*Check*: the light is on", "a.md", ""), of("*Check*: the light is off", "a.md", ""),
			true},
		{"fields of two things", fieldsOfTwo, of("*Check*: the light is on", "a.md", ""), of("*Look*: the light is off", "a.md", ""),
			false},
		{"fields of two things", fieldsOfTwo, of("Implementation: optional", "a.md", ""), of("The room is open.", "b.md", ""), false},
		{"roles swapped", rolesSwapped, of("The gateway calls the broker.", "", ""), of("The broker does not call the gateway.", "",
			""), true},
		{"roles swapped", rolesSwapped, of("The gateway calls the broker.", "", ""), of("The gateway does not call the broker.", "",
			""), false},
		{"roles swapped", rolesSwapped, of("The gateway calls the broker.", "", ""), of("The broker is not called by the gateway.",
			"", ""), false},
		{"a word more elsewhere", saidElsewhere, of("The old room is open.", "a.md", ""), of("The room is not open.", "b.md", ""), true},
		{"a word more elsewhere", saidElsewhere, of("The old room is open.", "a.md", ""), of("The room is not open.", "a.md", ""), false},
	} {
		for range 2 {
			if got := c.rule(aligned(t, c.a, c.b)); got != c.holds {
				t.Errorf("%s, of %q and %q: %v, want %v", c.name, c.a.Text, c.b.Text, got, c.holds)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

// A slip of the finger exchanges two letters; in longer words one letter is more, less or another.
func TestMisspelled(t *testing.T) {
	for _, c := range []struct {
		x, y string
		want bool
	}{
		{"recieve", "receive", true}, {"room", "romo", true}, {"rom", "orm", false}, {"room", "roam", false}, {"received", "receaved",
			true},
		{"receive", "receave", false}, {"receiv", "receive", true}, {"recei", "receiv", false}, {"receiver", "receive", true},
		{"room", "room", true}, {"rom", "rom", true}, {"room1", "room2", false}, {"a_room", "a_orom", false}, {"receivers", "receive",
			false},
		{"room", "rmoo", false}, {"rooms", "roosm", true},
	} {
		if misspelled(c.x, c.y) != c.want || misspelled(c.y, c.x) != c.want {
			t.Errorf("%q is %q misspelled: not %v", c.x, c.y, c.want)
		}
	}
}

// Numerals are what a reader sees: neither targets of links nor footnotes have any.
func TestNumerals(t *testing.T) {
	for text, want := range map[string][]string{
		"10 of 9a8": {"10", "8", "9"}, "[2 rooms](x/3) of 4": {"2", "4"}, "[2 rooms][3] of 4": {"2", "4"}, "text[^5] of 6": {"6"},
		"":    nil,
		"](7": {"7"}, "[^7": {"7"},
	} {
		if got := numerals(text); !slices.Equal(got, want) {
			t.Errorf("the numerals of %q are %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string][]string{"`a  b` of `c`": {"ab", "c"}, "`` `x": {"x"}, "none": nil, "`z` `a`": {"a", "z"}} {
		if got := codeSpans(text); !slices.Equal(got, want) {
			t.Errorf("the code of %q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]int{"It is not open.": 1, "It is open.": 0, "It is neither open nor shut.": 1} {
		if got := denials(parse(text)); got != want {
			t.Errorf("%q denies %d times, not %d", text, got, want)
		}
	}
}
