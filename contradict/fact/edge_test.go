package fact

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// furtherEdges are notes of which one word or number more, or less, would change what is found.
func furtherEdges() []example {
	const amounts = "# Summary\n\nNodes target growth %sof 100 GiB.\n\n# Detail\n\nNodes target growth %sof 75 GiB."
	two := func(a, b string) string { return "# A\n\n" + a + "\n\n# B\n\n" + b }
	return slices.Concat(edgesOfSettings(), []example{
		{"no other, twice", "No other `repr` attribute may stand there.\n\nNo other `repr` attribute may stand here.", ""},
		{"one of two values said again in another section", "# A\n\n" + fmt.Sprintf(table, "16") +
			"\n# B\n\nHere `POOL_SIZE_MAX` is 32.\n\nThere `POOL_SIZE_MAX` is 32.", "constant POOL_SIZE_MAX 5/9 16 / 32"},
		{"a lead-in in code", "```\nIt has two parts:\n```\n\n- a\n- b\n- c", ""},
		{"a case of the first alone", two("The list of rooms SHOULD be read aloud by test crews below.",
			"The list of rooms MUST be read aloud by test crews."), ""},
		{"a case of the second alone", two("The list of rooms SHOULD be read aloud by test crews.",
			"The list of rooms MUST be read aloud by test crews below."), ""},
		{"forbidden of one word", two("The list of open rooms and halls MUST stay.",
			"The list of open rooms and halls MUST NOT stay."), ""},
		{"forbidden, eight words of ten", two("The list, rooms, halls, attics, barns MUST be read by test crews today, aloud.",
			"The list, rooms, halls, cellars, sheds MUST NOT be read by test crews today, aloud."), "force MUST 3/7 MUST / MUST NOT"},
		{"forbidden, seven words of ten", two("The list, rooms, halls, attics, barns MUST be read by test crews today, aloud.",
			"The list, rooms, stairs, cellars, sheds MUST NOT be read by test crews today, aloud."), ""},
		{"the same code in both", two("The `list` SHOULD be read by test crews.", "The `list` MUST be read by test crews."),
			"force SHOULD 3/7 SHOULD / MUST"},
		{"a reading of four signs", "Here `i @ pq` means `(i @ pq)`.\n\nThus `i @ pq` associates as `i (@ pq)`.",
			"formula i (@ pq) 1/3 (i@pq) / i(@pq)"},
		{"a reading behind one of nothing", "Here `a (b)`, and `i @ p | q` means `(i @ p) | q`.\n\nThus `i @ p | q` associates as " +
			"`i @ (p | q)`.", "formula i @ (p | q) 1/3 (i@p)|q / i@(p|q)"},
		{"a reading in code", "```\nHere `i @ p | q` means `(i @ p) | q`.\nThus `i @ p | q` associates as `i @ (p | q)`.\n```", ""},
		{"links in code", "```\nSee [#1791](https://example.org/issues/1797).\n```", ""},
		{"links in the front matter", "---\nsee: \"[#1791](https://example.org/issues/1797)\"\n---\n", ""},
		{"a link without a number, and one with", "See [rooms](https://example.org/issues/1797), " +
			"[#1791](https://example.org/issues/1797).", "link #1791 1/1 #1791 / issues/1797"},
		{"a link to no number, and one to one", "See [#12](https://example.org/rooms), [#1791](https://example.org/issues/1797).",
			"link #1791 1/1 #1791 / issues/1797"},
		{"an amount in the code of the summary", "# Summary\n\n```\nNodes target state growth of 100 GiB per year.\n```\n\n# Detail\n\n" +
			"Nodes target state growth of 75 GiB per year.", ""},
		{"amounts below a line that begins with a span of code", "```go run .``` starts the nodes.\n\n" +
			fmt.Sprintf(amounts, "yearly ", "yearly "), "amount gib 5/9 100 GiB / 75 GiB"},
		{"an amount with four words in common", fmt.Sprintf(amounts, "yearly ", "yearly "), "amount gib 3/7 100 GiB / 75 GiB"},
		{"an amount with three words in common", fmt.Sprintf(amounts, "", ""), ""},
		{"an amount with half of the words in common", fmt.Sprintf(amounts, "yearly, low, fair, calm, good ",
			"yearly, high, wild, wide, bad "), "amount gib 3/7 100 GiB / 75 GiB"},
		{"an amount with fewer than half of the words in common", fmt.Sprintf(amounts, "yearly, low, fair, calm, good, warm ",
			"yearly, high, wild, wide, bad, cold "), ""},
		{"a second amount of the summary", "# Summary\n\nRooms are 12 feet long. Nodes target state growth of 100 GiB yearly.\n\n" +
			"# Detail\n\nA room of 12 feet. Nodes target state growth of 75 GiB yearly.", "amount gib 3/7 100 GiB / 75 GiB"},
		{"literals among others", "The prefix `0xab02`. The prefix `0xef01`, prefix `0xef01`.\n\nThe prefix `0xef0100`.",
			"constant prefix 1/3 0xef01 / 0xef0100"},
	})
}

func edgesOfSettings() []example {
	const defined = "| Name | Value |\n|---|---|\n| `POOL_SIZE_MAX` | 16 |\n| `POOL_AGE_MAX` | 3 |\n\n"
	gate := func(name string) string { return "We add a new feature gate `" + name + "` for it.\n\n" }
	return []example{
		{"a description of its own default", "- `wal-dir`: The log (default: `a`).\n\nThe `wal-dir` field defaults to `b`.",
			"default wal-dir 1/3 `a` / `b`"},
		{"a description of two defaults", "- `wal-dir`: The log in `data-dir` (default: `c`), as `wal-dir` (default: `a`).\n\n" +
			"The `wal-dir` field defaults to `b`.", "default wal-dir 1/3 `a` / `b`"},
		{"a setting that is in the first column", "| Default name | Size |\n|--|--|\n| `pool_size` | 3 |\n\nThe `pool_size` field " +
			"defaults to 4.", ""},
		{"a setting behind one that only tables have", "| Name | Default |\n|--|--|\n| `hall_size` | 3 |\n\n| Name | Default |\n|--|--|\n" +
			"| `hall_size` | 4 |\n\nThe `pool_size` field defaults to 4.\n\nThe `pool_size` field defaults to 5.",
			"default pool_size 9/11 4 / 5"},
		{"a constant behind one in a link", defined + "See [ROOM_AGE_MAX](x), it takes `POOL_ENTRY_SIZE_MAX` and `POOL_AGE_MAX`.",
			"name constant 3/6 POOL_SIZE_MAX / POOL_ENTRY_SIZE_MAX"},
		{"a constant behind one that is not defined", "The `LOST_HALL` is shut.\n\n" + defined +
			"It takes `POOL_ENTRY_SIZE_MAX` and `POOL_AGE_MAX`.", "name constant 5/8 POOL_SIZE_MAX / POOL_ENTRY_SIZE_MAX"},
		{"a constant that the front matter names", "---\ntitle: POOL_ENTRY_SIZE_MAX\n---\n\n" + defined +
			"It takes `POOL_ENTRY_SIZE_MAX` and `POOL_AGE_MAX`.", ""},
		{"the first gate that is declared", gate("FastPath") + gate("QuickPath") + gate("OtherPath") +
			"- Feature gate name: FastPath, QuickPath", "name feature gate 1/5 FastPath / OtherPath"},
		{"a misspelling of two names", "Set `replicaPolicy`, `replicaPolicy`, `replicaPolicy`.\n\nGet `replicaPolivy`, `replicaPolivy`, " +
			"`replicaPolivy`.\n\nThe `replicaPolixy`.", "name one name 1/5 replicaPolicy / replicaPolixy"},
		{"a name behind an address", "Set `replicaPolicy`, `replicaPolicy`.\n\nAt `http://pool` set `replicaPolicy`.\n\nThe " +
			"`http://pool` and `repilcaPolicy` hold.", "name one name 1/5 replicaPolicy / repilcaPolicy"},
		{"a slip in a field", "The field `replica_policy` is set.\n\nSee the `repilca_policy` field.",
			"name field 1/3 replica_policy / repilca_policy"},
		{"a slip in one of two kinds", "The field `replica_policy` is set.\n\nSee the `repilca_policy` flag.", ""},
		{"a slip in one sentence", "The field `replica_policy` is set, and the field `repilca_policy`.", ""},
		{"a slip in names that stand twice", strings.Repeat("The field `replica_policy` is set.\n\nSee the `repilca_policy` field.\n\n", 2),
			""},
		{"two slips of one name", "The field `replica_policy` is set.\n\nSee the `repilca_policy` field.\n\nSee the `replica_polcy` field.",
			"name field 1/3 replica_policy / repilca_policy; name field 1/5 replica_policy / replica_polcy"},
		{"a slip behind a field", "The field `open_rooms` is set.\n\nThe field `replica_policy` is set.\n\nSee the `repilca_policy` field.",
			"name field 3/5 replica_policy / repilca_policy"},
		{"a slip in a short word", "The field `replica_get_size` is set.\n\nSee the `replica_set_size` field.", ""},
		{"another word of a field", "The field `pool_full_seats` is set.\n\nSee the `pool_closed_seats` field.", ""},
	}
}

// Calls of one sentence are compared when it has forty bytes, twenty of them without code.
func TestShortestSentenceOfACall(t *testing.T) {
	for _, c := range []struct {
		sentence string // with %s for the arguments
		want     int
	}{
		{"So `close_pool(%s)` shuts the pool, at ten", 1},    // 40 without arguments
		{"So `close_pool(%s)` shuts the pool, at 10", 0},     // 39
		{"`close_pool(%s)` shuts the pool for the night", 1}, // a call may begin it
		{"`close_pool(%s), open_hall_of_rooms` shuts them now all.", 1},
		{"`close_pool(%s), open_hall_of_rooms` shut them now all.", 0}, // 19 outside of the code
	} {
		note := fmt.Sprintf(c.sentence, "a") + "\n\n" + fmt.Sprintf(c.sentence, "a, b")
		if got := signatures(read(note)); len(got) != c.want {
			t.Errorf("%q: %v, want %d", c.sentence, got, c.want)
		}
	}
}

// What has more amounts, rules or numbers than a note that argues is a list of them.
func TestListsAreLeftOut(t *testing.T) {
	count := func(note string) int { return len(Find(note, func([]string) bool { return false })) }
	amounts := func(n int) string {
		return "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n" + strings.Repeat("It has 12 rooms.\n\n", n-1) +
			"# Detail\n\nNodes target a state growth of 75 GiB per year. It has 12 rooms."
	}
	rules := func(n int) string {
		return "# A\n\nThe list MUST be read by test crews.\n\n# B\n\nThe list SHOULD be read by test crews.\n\n" +
			strings.Repeat("Crews MAY.\n\n", n-2)
	}
	numbers := func(n int) string {
		note := "See EIP-1344.\n\n"
		for i := range n - 2 {
			note += fmt.Sprintf("See EIP-%d.\n\n", 20000+i*100)
		}
		return note + "See EIP-1334."
	}
	for name, got := range map[string][2]int{
		"amounts": {count(amounts(40)), count(amounts(41))},
		"rules":   {count(rules(400)), count(rules(401))},
	} {
		if got != [2]int{1, 0} {
			t.Errorf("%s: %d and %d found, want one up to the bound", name, got[0], got[1])
		}
	}
	for n, want := range map[int]bool{60: true, 61: false} {
		said := fmt.Sprint(references(read(numbers(n))))
		if got := strings.Contains(said, "1344 1334"); got != want {
			t.Errorf("of %d numbers two are compared: %v, want %v", n, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	var got []string
	note := "Set `pool_ab`, `pool_abc`, `poolabcd`.\n\nAnd `pool_abc` here.\n\n```\npool_abc = open_rooms\n```\n"
	for _, m := range mentions(read(note)) {
		got = append(got, fmt.Sprintf("%s %d %d", m.name, m.times, m.code))
	}
	if want := []string{"pool_abc 3 1", "open_rooms 1 1"}; !slices.Equal(got, want) {
		t.Errorf("mentions are %q, want %q", got, want)
	}
	var b strings.Builder
	for i := range manyNames + 5 {
		fmt.Fprintf(&b, "pool_room_%d\n", i)
	}
	if n := len(mentions(read("```\n" + b.String() + "```\n"))); n != manyNames {
		t.Errorf("%d names are looked at, want %d", n, manyNames)
	}
}

func TestSayTheSame(t *testing.T) {
	sentence, line := &unit{text: "Set pool now."}, &unit{kind: code, text: "Set pool now."}
	for _, c := range []struct {
		x, y *unit
		want bool
	}{
		{sentence, &unit{text: "Set room now."}, true}, {sentence, &unit{text: "Set room then."}, false},
		{line, &unit{text: "Set room now."}, false}, {&unit{text: "Set room now."}, line, false},
	} {
		x, y := "pool", "room"
		if !strings.Contains(c.x.text, x) {
			x, y = y, x
		}
		if got := sayTheSame(x, c.x, y, c.y); got != c.want {
			t.Errorf("%q and %q say the same: %v, want %v", c.x.text, c.y.text, got, c.want)
		}
	}
}

func TestProseWords(t *testing.T) {
	x := &thing{name: "pool_size", unit: &unit{text: "Az09: `pool_size` (by e-mail)"}}
	if got, want := strings.Join(proseWords(x), " "), "az09 by e mail"; got != want {
		t.Errorf("words beside the name are %q, want %q", got, want)
	}
}

// A word that only one name has tells two things apart when it stands beside that name alone.
func TestSaysBeside(t *testing.T) {
	for _, c := range []struct {
		x, besideX, y, besideY string
		want                   bool
	}{
		{"pool_mail_size", "By mail:", "pool_size", "By hand:", true},
		{"pool_mail_size", "By mail:", "pool_size", "By mail:", false},
		{"pool_mail_size", "By hand:", "pool_size", "By hand:", false},
		{"pool_my_size", "By my:", "pool_size", "By hand:", false}, // of two letters
		{"pool_all_size", "By all:", "pool_size", "By hand:", true},
		{"pool_mail_size", "By mail:", "pool_open_size", "By hand:", false},
		{"pool_mail_big_size", "By mail:", "pool_size", "By hand:", false},
	} {
		x := &thing{name: c.x, words: wordsOf(c.x), unit: &unit{text: c.besideX + " " + c.x}}
		y := &thing{name: c.y, words: wordsOf(c.y), unit: &unit{text: c.besideY + " " + c.y}}
		if got := saysBeside(x, y); got != c.want {
			t.Errorf("%s beside %s, %s beside %s: %v, want %v", c.besideX, c.x, c.besideY, c.y, got, c.want)
		}
	}
}

// A number that three places cite, with zeros or without, was meant; what two say may be copied.
func TestNumbersThatWereMeant(t *testing.T) {
	for text, want := range map[string][2]bool{
		"See CIP-112.\n\nSee CIP-113.\n\nSee CIP 113.":                    {false, false},
		"See CIP-112.\n\nSee CIP-113.\n\nSee CIP 113.\n\nSee CIP-0113.":   {false, true},
		"See CIP-0112.\n\nSee CIP-112.\n\nSee CIP 112.\n\n\nSee CIP-113.": {true, false},
		"See [CIP-112: Doors](doors.md).\n\nSee CIP-113.":                 {true, false}, // a note without a number
		"See [CIP-112: Doors](cip-112.md).\n\nSee CIP-113.":               {false, false},
		"See [Doors](doors.md), CIP-112.\n\nSee CIP-113.":                 {false, false},
	} {
		found := references(read(text))
		if len(found) != 1 || found[0].Meant != want {
			t.Errorf("%q: %+v, want %v", text, found, want)
		}
	}
}

// The side that stands first in the note is A, and whether its number was meant goes with it.
func TestMeantIsOfItsSide(t *testing.T) {
	const note = "See EIP-4844 first.\n\nSee EIP-4844 again.\n\nThe blobs of EIP-4484 end.\n\nThe blobs of EIP-4844 begin."
	found := Find(note, func([]string) bool { return false })
	if len(found) != 1 || found[0].Meant[0] != (found[0].Says[0] == "4844") || found[0].Meant[1] != (found[0].Says[1] == "4844") {
		t.Errorf("%+v", found)
	}
}

// One call in two languages is written as each has it; in sentences and code of one note it is one name.
func TestCallsInTwoLanguages(t *testing.T) {
	const python, script = "```python\nclient.messaging_profiles.create()\n```\n", "```js\nclient.messagingProfiles.create()\n```\n"
	for text, want := range map[string]int{
		"# A\n\n" + python + "\nOr:\n\n" + script:                                          0,
		"# A\n\nCall `client.messagingProfiles.create`, which is quick.\n\n" + python:      1,
		"# A\n\n| host |\n|---|\n| `sip-au.doors.com` |\n| `sip-eu.doors.com` |\n":         0,
		"# A\n\nAsk `spec.server.port` first.\n\n```\nspec.servers.port: 1\n```\n":         1,
		"# A\n\n```\nspec.server.port: 1\nspec.servers.port: 1\n```\n\nPorts are small.\n": 0,
	} {
		if found := chains(read(text)); len(found) != want {
			t.Errorf("%q: %+v", text, found)
		}
	}
}
