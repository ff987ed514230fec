package fact

import (
	"fmt"
	"strings"
	"testing"
)

// unrelated are a sentence, code, a table and a list that say nothing of what the examples speak of.
const unrelated = "The hall is tall: it has other walls than `this_hall`. See the `hall`.\n\n```\nhall_of_fame\n```\n\n" +
	"| Hall | Wall |\n|---|---|\n| a_b | `c` |\n\nThe halls, for two times:\n\n- one\n" +
	"- this O(n) `hall`\n\n[hall](wall)\n\nIt has two doors:\n\n- one\n- two\n\n" +
	"| Name | Default |\n|---|---|\n| `hall_age` | 3 |\n| `hall_age` | 4 |\n\n"

// What a note says beside it changes no disagreement but its lines.
func TestUnrelatedTextChangesNothing(t *testing.T) {
	moved := strings.Count(unrelated, "\n")
	for _, test := range append(append(values(), names()...), edges()...) {
		if strings.HasPrefix(test.text, "---") {
			continue
		}
		silent := func(h []string) bool { return strings.Contains(strings.Join(h, " "), "Alternatives") }
		before, after := Find(test.text, silent), Find(unrelated+test.text+"\n\n# End\n\n"+unrelated, silent)
		for i := range before {
			before[i].A.Line += moved
			before[i].B.Line += moved
			before[i].A.EndLine += moved
			before[i].B.EndLine += moved
			for k := range before[i].More {
				before[i].More[k].Line += moved
				before[i].More[k].EndLine += moved
			}
		}
		if got, want := fmt.Sprint(after), fmt.Sprint(before); got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, want)
		}
	}
}

func TestEdgesOfRules(t *testing.T) {
	for _, test := range edges() {
		if got := strings.Join(found(test.text), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// edges are notes that just fulfil a rule, or just do not.
func edges() []example {
	const pool = "The pool is closed for the night by the warden of the day"
	steps := func(n int) string { return "The work has four stages:\n\n" + strings.Repeat("- stage\n", n) }
	return append([]example{
		{"a constant with three values has a case each", fmt.Sprintf(table, "16") +
			"\nHere `POOL_SIZE_MAX` is 32.\n\nThere `POOL_SIZE_MAX` is 64.", ""},
		{"a value said three times against one", fmt.Sprintf(table, "16") +
			"\nHere `POOL_SIZE_MAX` is 32.\n\nThere `POOL_SIZE_MAX` is 32.",
			"constant POOL_SIZE_MAX 3/5 16 / 32"},
		{"a field of a table and a sentence", "| f | Value |\n|--|--|\n| `cap_type` | 1 |\n\nThe `cap_type` is 2.",
			"constant cap_type 3/5 1 / 2"},
		{"a third value in another column", fmt.Sprintf(table, "1") + "\n| Name | Weight |\n|---|---|\n| `POOL_SIZE_MAX` | 7 |\n\n" +
			"Here `POOL_SIZE_MAX` is 2.", "constant POOL_SIZE_MAX 3/9 1 / 2"},
		{"a cost in one letter", "It takes O(n) steps.\n\nEach takes O(n · n).", ""},
		{"costs of one paragraph", "It takes O(n + m) steps. Each takes O(n · m).", ""},
		{"costs of other letters", "It takes O(n + m) steps.\n\nEach takes O(n · k).", ""},
		{"a cost twice", "It takes O(n + m) steps.\n\nEach takes O(n+m).", ""},
		{"a cost with a bound", "It takes O(n + m) steps.\n\nIf so, O(n < m).", ""},
		{"costs that only logarithms tell apart", "It takes O(n log m) steps.\n\nEach takes O(n · m).",
			"formula cost 1/3 O(n log m) / O(n · m)"},
		{"it does twice", "This RFC defines the precise tiers of sponsors.\n\nThis RFC defines the precise tiers of sponsors.", ""},
		{"it does and does not, of other things",
			"This RFC does not specify the precise tiers of sponsors.\n\nThis RFC defines the names of the rooms and halls.", ""},
		{"it does not define, and removes",
			"This RFC does not specify the precise tiers of sponsors.\n\nThis RFC removes the precise tiers of sponsors.", ""},
		{"it does not, of two words", "This RFC does not define sponsor tiers.\n\nThis RFC defines sponsor tiers.", ""},
		{"it does not, in another order",
			"This RFC does not define tiers, sponsors, rooms.\n\nThis RFC defines rooms, sponsors, tiers.", ""},
		{"it introduces no such thing", "This RFC introduces no precise tiers of sponsors.\n\nThis RFC adds the precise tiers of " +
			"sponsors.",
			"force introduce 1/3 does not / does"},
		{"no other, and but, of another thing", "No other `repr` attribute may stand there.\n\nNo other letter method but this one.", ""},
		{"any other, and but", "It takes any other `repr` attribute.\n\nThere is no other `repr` attribute but align.", ""},
		{"four items where four are said", steps(4), ""},
		{"three where four are said", steps(3), "count stages 1/5 four stages / 3 items"},
		{"two where four are said", steps(2), "count stages 1/4 four stages / 2 items"},
		{"one where four are said", steps(1), ""},
		{"six where four are said", steps(6), "count stages 1/8 four stages / 6 items"},
		{"seven where four are said", steps(7), ""},
	}, append(edgesOfForce(pool), append(edgesOfLists(), append(edgesOfNames(), furtherEdges()...)...)...)...)
}

func edgesOfLists() []example {
	return []example{
		{"a case behind what was counted", "There are two ways to enter:\n\n- the door\n- the gate\n- If you have a key, the cellar", ""},
		{"an item of one for each", "We have four rooms:\n\n- the `Hall`\n- the rooms of each floor (`Attic`, `Loft` and `Cellar`)", ""},
		{"an item of two names", "It has two locks:\n\n- `OnceLock`, `LazyLock`\n- `Mutex`\n- `Room`", ""},
		{"an item of two names with and", "It has two locks:\n\n- `Mutex`\n- `Room`\n- `OnceLock` and `LazyLock`", ""},
		{"an item of one name", "It has two locks:\n\n- `Mutex`\n- `Room`, or so\n- `Hall`", "count locks 1/5 two locks / 3 items"},
		{"an item behind the list names two", "It has two locks:\n\n- `Mutex`\n- `Room`\n- `Hall`\n\n# More\n\n- `A` and `B`",
			"count locks 1/5 two locks / 3 items"},
		{"a list below another heading", "# A\n\nIt has two locks:\n\n# B\n\n- a\n- b\n- c", ""},
		{"a list that ends at a heading", "# A\n\nIt has two locks:\n\n- a\n- b\n- c\n\n# B\n\n- d",
			"count locks 3/7 two locks / 3 items"},
		{"a table below", "It has two locks:\n\n| a |\n|--|\n| b |\n\n- a\n- b\n- c", ""},
		{"code below", "It has two locks:\n\n```\na\n```\n\n- a\n- b\n- c", ""},
		{"code within the list", "It has two locks:\n\n- a\n  ```\n  x\n  ```\n- b\n- c", "count locks 1/8 two locks / 3 items"},
		{"a sentence within the list", "It has two locks:\n\n- a\n\n  More of a.\n\n- b\n- c", "count locks 1/8 two locks / 3 items"},
		{"a sentence of the item", "It has two locks:\n\n- It opens. It shuts.\n- b\n- c", "count locks 1/5 two locks / 3 items"},
		{"a measure", "It runs for these two days:\n\n- a\n- b\n- c", ""},
		{"days are no items", "It has two days:\n\n- a\n- b\n- c", ""},
		{"a list that is nested", "- Rooms\n  It has two locks:\n  - a\n  - b\n  - c\n- Halls", "count locks 1/5 two locks / 3 items"},
	}
}

func edgesOfForce(pool string) []example {
	two := func(a, b string) string { return "# A\n\n" + a + "\n\n# B\n\n" + b }
	return []example{
		{"a recommendation of three words", two("The list SHOULD be read by test crews.", "The list MUST be read by test crews."),
			"force SHOULD 3/7 SHOULD / MUST"},
		{"a recommendation of two words", two("The list SHOULD be read by crews.", "The list MUST be read by crews."), ""},
		{"of another subject", two("The book SHOULD be read by test crews.", "The list MUST be read by test crews."), ""},
		{"of a subject in part", two("The long list SHOULD be read by test crews.", "The list MUST be read by test crews."),
			"force SHOULD 3/7 SHOULD / MUST"},
		{"of two subjects in part", two("The long list SHOULD be read by test crews.", "The short list MUST be read by test crews."), ""},
		{"without a subject", two("SHOULD be read by test crews.", "MUST be read by test crews."), ""},
		{"four words of five", two("The list SHOULD be read by test crews, twice.", "The list MUST be read by test crews, aloud, twice."),
			"force SHOULD 3/7 SHOULD / MUST"},
		{"three words of five", two("The list SHOULD be read by test crews.", "The list MUST be read by test crews, aloud, twice."), ""},
		{"a case", two("The list SHOULD be read by test crews below.", "The list MUST be read by test crews."), ""},
		{"a case of the other", two("The list SHOULD be read by test crews.", "The list MUST be read by test crews until noon."), ""},
		{"one force", two("The list MUST be read by test crews.", "The list MUST be read by test crews."), ""},
		{"one sentence", "The list MUST be read by test crews, and SHOULD be read by test crews.", ""},
		{"a lead-in", two("The list SHOULD be read by test crews:", "The list MUST be read by test crews."), ""},
		{"required and forbidden in one section", "The list of rooms MUST be read by test crews.\n\nThe list of rooms MUST NOT be " +
			"read by " +
			"test crews.", ""},
		{"required and forbidden", two("The list of rooms MUST be read by test crews.",
			"The list of rooms MUST NOT be read by test crews."),
			"force MUST 3/7 MUST / MUST NOT"},
		{"required and not recommended", two("The list of rooms MUST be read by test crews.",
			"The list of rooms SHOULD NOT be read by test crews."), ""},
		{"forbidden of fewer words", two("The list MUST be read by test.", "The list MUST NOT be read by test."), ""},
		{"code that only one names", two("The `list` SHOULD be read by test crews.", "The list MUST be read by test crews."),
			"force SHOULD 3/7 SHOULD / MUST"},
		{"formulas with a case each", "# Pool\n\n`3*k + 1`\n\n# Pool\n\n`4*k + 2`\n\n# Pool\n\n`5*k + 3`", ""},
		{"formulas of one paragraph", "# Pool\n\nFirst `3*k + 1`, then `4*k + 2`.", ""},
		{"formulas with a case each beside one without", "# Pool\n\n`3*k + 1`\n\n# Pool\n\n`4*k + 2`\n\n# Pool\n\n`5*k + " +
			"3`\n\n`k*2*3`\n\n`k*2*5`",
			"formula k*#*# 13/15 k*2*3 / k*2*5"},
		{"a reading that is short", "Here `i@p` means `(i @p)`.\n\nThus `i@p` associates as `i (@p)`.", ""},
		{"a reading of nothing", "Here `i @ p | q`, and `(i @ p) | q`.\n\nThus `i @ p | q`, and `i @ (p | q)`.", ""},
		{"what a sentence opposes", "Here `i @ p | q` means `(i @ p) | q`, no `i @ (p | q)`.\n\nThus `i @ p | q` means `(i @ p) | " +
			"q`.", ""},
		{"a call of as many arguments", pool + " by `close_pool(a)`.\n\n" + pool + " by `close_pool(b)`.", ""},
		{"a call with more arguments", pool + " by `close_pool(a)`.\n\n" + pool + " by `close_pool(a, b)`.",
			"name close_pool 1/3 close_pool(a) / close_pool(a, b)"},
		{"a call without arguments", pool + " by `close_pool()`.\n\n" + pool + " by `close_pool(a, b)`.", ""},
		{"a call that first had arguments", pool + " by `close_pool(a, b)`.\n\n" + pool + " by `close_pool()`.", ""},
		{"two calls", pool + " by `close_pool(a)`, `open_pool(b)`.\n\n" + pool + " by `close_pool(a, b)`, `open_pool(b)`.", ""},
		{"a short sentence", "So it is: `close_pool(a)`.\n\nSo it is: `close_pool(a, b)`.", ""},
	}
}

func edgesOfNames() []example {
	const gate = "We add a new feature gate `FastPath` for it.\n\n"
	return []example{
		{"a metric named thrice, and one like it in code", "Count `replica_policies`.\n\n```\nreplica_policis\n```", ""},
		{"a name spelt so twice", "Set `replicaPolicy`, `replicaPolicy`.\n\n```\nreplicaPolicy\n```\n\nThe `repilcaPolicy`, " +
			"`repilcaPolicy`.", ""},
		{"a misspelling that is told", "Set `replicaPolicy`, `replicaPolicy`, `replicaPolicy`, not `repilcaPolicy`.", ""},
		{"a private name", "Set `replica_policy`, `replica_policy`, `replica_policy`.\n\nThe `_repilca_policy`.", ""},
		{"an address", "Set `replicaPolicy`, `replicaPolicy`, `replicaPolicy`.\n\nThe `http://x/repilcaPolicy`.", ""},
		{"a name in code that sentences name, too", "Call `check_finalize_it` or " +
			"`check_finalized_it`.\n\n```\ncheck_finalized_it\n```", ""},
		{"two names in code", "Call `check_finalize_it`.\n\n```\ncheck_finalized_it\ncheck_finalizes_it\n```", ""},
		{"two names in sentences", "Call `check_finalize_it`, `check_finalizes_it`.\n\n```\ncheck_finalized_it\n```", ""},
		{"a name that sentences have thrice", "Call `check_finalize_it`, `check_finalize_it`, " +
			"`check_finalize_it`.\n\n```\ncheck_finalized_it\n```", ""},
		{"a name that sentences have twice", "Call `check_finalize_it`, `check_finalize_it`.\n\n```\ncheck_finalized_it\n```",
			"name one name 1/4 check_finalize_it / check_finalized_it"},
		{"defaults of a row and a sentence", "| Name | Default |\n|--|--|\n| `pool_size` | `3` |\n\nThe `pool_size` field defaults to 4.",
			"default pool_size 3/5 `3` / 4"},
		{"defaults of two rows", "| Name | Default |\n|--|--|\n| `pool_size` | 3 |\n\n| Name | Default |\n|--|--|\n| `pool_size` | 4 " +
			"|", ""},
		{"no default in a row", "| Name | Default |\n|--|--|\n| `pool_size` | |\n\nThe `pool_size` field defaults to 4.", ""},
		{"a default of another column", "| Name | Weight |\n|--|--|\n| `pool_size` | 3x |\n\nThe `pool_size` field defaults to 4.", ""},
		{"a default that is no code", "| Name | Default |\n|--|--|\n| pool_size | 3x |\n\nThe `pool_size` field defaults to 4.", ""},
		{"a default of before", "The `pool_size` field defaults to 4.\n\nBefore, the `pool_size` field defaults to 5.", ""},
		{"defaults of a gate", "The `pool_size` feature gate defaults to 4.\n\nThe `pool_size` feature gate defaults to 5.", ""},
		{"enabled and disabled", "Here `useCache` is enabled by default.\n\nThere `useCache` is disabled by default.",
			"default useCache 1/3 enabled / disabled"},
		{"three defaults", "The `pool_size` field defaults to 4.\n\nThe `pool_size` field defaults to 5.\n\nThe `pool_size` field " +
			"defaults to 6.",
			"default pool_size 1/3 4 / 5"},
		{"a gate that is declared nowhere", gate + "It is.", ""},
		{"a gate that is declared first", "- Feature gate name: QuickPath\n\n" + gate, "name feature gate 1/3 QuickPath / FastPath"},
		{"a gate introduced twice", gate + gate + "- Feature gate name: QuickPath", "name feature gate 1/5 FastPath / QuickPath"},
		{"a gate among those declared", gate + "We add a new feature gate `SlowPath` for it.\n\n- Feature gate name: QuickPath, FastPath",
			"name feature gate 1/3 FastPath / SlowPath"},
		{"a link to a branch", "See [#1791](https://example.org/tree/1797).", ""},
		{"links of a line", "See [x](y), [a rule](z), [#1791](https://example.org/issues/1797).", "link #1791 1/1 #1791 / issues/1797"},
		{"a link to its number", "See [#1791](https://example.org/issues/1791), [#1791](https://example.org/pull/1797).",
			"link #1791 1/1 #1791 / pull/1797"},
		{"a prefix of a literal said twice", "The prefix `0xef01`, prefix `0xef01`.\n\nThe prefix `0xef0100`.",
			"constant prefix 1/3 0xef01 / 0xef0100"},
		{"a literal that begins otherwise", "The prefix `0xef01`, prefix `0xef01`.\n\nThe prefix `0xab0100`.", ""},
		{"literals twice each", "The prefix `0xef01`, prefix `0xef01`.\n\nThe prefix `0xef0100`, prefix `0xef0100`.", ""},
		{"a literal of another noun", "The prefix `0xef01`, prefix `0xef01`.\n\nThe mask `0xef0100`.", ""},
		{"a constant in a link", fmt.Sprintf(table, "16") + "| `POOL_AGE_MAX` | 3 |\n\nSee [POOL_ENTRY_SIZE_MAX](x), and `POOL_AGE_MAX`.",
			""},
		{"one definition", fmt.Sprintf(table, "16") + "\nThe pool takes `POOL_ENTRY_SIZE_MAX`.", ""},
		{"two could be meant", fmt.Sprintf(table, "16") +
			"| `POOL_AGE_MAX` | 3 |\n\nThe pool takes `POOL_ENTRY_SIZE_MAX`, `POOL_OPEN_SIZE_MAX`, and `POOL_AGE_MAX`.", ""},
		{"a constant of the heading", fmt.Sprintf(table, "16") + "| `POOL_AGE_MAX` | 3 |\n\n# POOL_ENTRY_SIZE_MAX\n\nThe pool takes " +
			"`POOL_ENTRY_SIZE_MAX`, and `POOL_AGE_MAX`.", ""},
		{"a constant named again", fmt.Sprintf(table, "16") +
			"| `POOL_AGE_MAX` | 3 |\n\nThe pool takes `POOL_ENTRY_SIZE_MAX`, `POOL_SIZE_MAX`, and `POOL_AGE_MAX`.", ""},
		{"a summary of another unit", "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n# Detail\n\nNodes target a " +
			"state growth of 75 MiB per year.", ""},
		{"two amounts in the body", "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n# Detail\n\nNodes target a " +
			"growth of " +
			"the state of 75 GiB per year.\n\nNodes target a growth of the state of 70 GiB per year.", ""},
		{"other words", "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n# Detail\n\nRooms of 75 GiB are open.", ""},
		{"a note of few words", "# Summary\n\nGrowth of 100 GiB.\n\n# Detail\n\nGrowth of 75 GiB.", ""},
	}
}

// A disagreement names the other places that give the number, at most six, each once.
func TestFurtherPlaces(t *testing.T) {
	note := "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n# Detail\n\nNodes target a growth of the state of 75 GiB " +
		"per year.\n\n" +
		strings.Repeat("Say 75.\n\n", 8) + "```\n75\n```\n\n| a |\n|--|\n| 75 |\n"
	all := Find(note, func([]string) bool { return false })
	if len(all) != 1 {
		t.Fatalf("%d disagreements, want 1: %v", len(all), all)
	}
	var lines []int
	for _, p := range all[0].More {
		lines = append(lines, p.Line)
	}
	if got, want := fmt.Sprint(lines), "[9 11 13 15 17 19]"; got != want {
		t.Errorf("further places at lines %s, want %s", got, want)
	}
	few := "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n# Detail\n\nNodes target a growth of the state of 75 GiB " +
		"per year.\n\n" +
		"```\n75\n```\n\n| a |\n|--|\n| 75 |\n\nSay 7.\n"
	all = Find(few, func([]string) bool { return false })
	if len(all) != 1 || len(all[0].More) != 1 || all[0].More[0].Line != 15 {
		t.Errorf("a row gives the number too: %+v", all)
	}
}

// Headings are asked once for the units below them that follow each other.
func TestSilentIsAskedForEachHeading(t *testing.T) {
	var asked []string
	Find("Open.\n\nShut.\n\n# A\n\nOne.\n\nTwo.\n\n## B\n\nThree.\n\n# A\n\nFour.", func(h []string) bool {
		asked = append(asked, strings.Join(h, ">"))
		return false
	})
	if got, want := strings.Join(asked, " "), " A A>B A"; got != want {
		t.Errorf("asked for %q, want %q", got, want)
	}
}

// No more is told of a note than maxFound disagreements, in the order of their lines.
func TestFoundIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range maxFound + 4 {
		fmt.Fprintf(&b, "# S%d\n\n`%c_size_now` is 3.\n\n```\nA%c_MAX = 3\n```\n\n`A%c_MAX` is 4.\n\n", i, 'a'+i, 'A'+i, 'A'+i)
	}
	all := Find(b.String(), func([]string) bool { return false })
	if len(all) != maxFound {
		t.Fatalf("%d disagreements, want %d", len(all), maxFound)
	}
	for i, d := range all {
		if d.A.Line >= d.B.Line || i > 0 && d.A.Line <= all[i-1].A.Line {
			t.Errorf("disagreement %d stands at lines %d and %d", i, d.A.Line, d.B.Line)
		}
	}
}
