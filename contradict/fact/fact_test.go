package fact

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func found(text string) (list []string) {
	for _, d := range Find(text, func(h []string) bool { return strings.Contains(strings.Join(h, " "), "Alternatives") }) {
		list = append(list, fmt.Sprintf("%s %s %d/%d %s / %s", d.Kind, d.Subject, d.A.Line, d.B.Line, d.Says[0], d.Says[1]))
	}
	return list
}

// table is one with a constant.
const table = "| Name | Value |\n|---|---|\n| `POOL_SIZE_MAX` | `%s` |\n"

type example struct{ name, text, want string }

// Each kind of disagreement, and beside it what looks like one and is none.
func TestFind(t *testing.T) {
	for _, test := range append(values(), names()...) {
		if got := strings.Join(found(test.text), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func values() []example {
	return []example{
		{"a table and a sentence", fmt.Sprintf(table, "16") + "\nThe value of `POOL_SIZE_MAX` is high.\n\nHere `POOL_SIZE_MAX` is 32.",
			"constant POOL_SIZE_MAX 3/7 16 / 32"},
		{"one value in two spellings", fmt.Sprintf(table, "0x10") + "\nHere `POOL_SIZE_MAX` is 16.", ""},
		{"a sentence of another time", fmt.Sprintf(table, "16") + "\nBefore, `POOL_SIZE_MAX` was set to 8.", ""},
		{"below alternatives", fmt.Sprintf(table, "16") + "\n## Alternatives\n\nHere `POOL_SIZE_MAX` is 32.", ""},
		{"two columns of other things", fmt.Sprintf(table, "1") + "\n| Name | Weight |\n|---|---|\n| `POOL_SIZE_MAX` | 7 |\n", ""},
		{"two settings", "# A\n\n| N | Value |\n|---|---|\n| `POOL_SIZE` | 1 |\n| `POOL_AGE` | 2 |\n\n# B\n\n```\nPOOL_SIZE = 3\n" +
			"POOL_AGE = 4\n```", ""},
		{"a constant in code", fmt.Sprintf(table, "16") + "\n```go\nconst POOL_SIZE_MAX = 20 // entries\n```",
			"constant POOL_SIZE_MAX 3/6 16 / 20"},
		{"a switch", "Set `POOL_OPTIONS_ON=1` to use it.\n\nIt can be left out by `POOL_OPTIONS_ON=0`.", ""},
		{"two tiers", "# One\n\nThe list MAY be read by all test crews.\n\nThe list MAY be sent to all test crews.\n\n# Two\n\n" +
			"The list MUST be read by all test crews.\n\nThe list MUST be sent to all test crews.", ""},
		{"rules of two things in code", "# One\n\nIt MAY be configured to set the `age` by the kind of pool.\n\n# Two\n\n" +
			"It MUST be configured to set the `size` by the kind of pool.", ""},
		{"rules without a subject", "# One\n\nMUST be inclusive of any fees that are charged against assets of the vault.\n\n# Two\n\n" +
			"MUST NOT be inclusive of any fees that are charged against assets of the vault.", ""},
		{"a rule with a subject", "# One\n\nGuests of the hotel MUST be counted with the fees of the vault.\n\n# Two\n\n" +
			"Guests of the hotel MUST NOT be counted with the fees of the vault.", "force MUST 3/7 MUST / MUST NOT"},
		{"a default without a unit", "The `poll-age` is kept (default: 10s).\n\n| Setting | Default |\n|---|---|\n" +
			"| `poll-age` | `10` |", ""},
		{"another without its unit", "The `poll-age` is kept (default: 10s).\n\n| Setting | Default |\n|---|---|\n" +
			"| `poll-age` | `15` |",
			"default poll-age 1/5 10s / `15`"},
		{"a default to be", "`poll-age` is disabled by default.\n\n- [ ] `poll-age` enabled by default", ""},
		{"a default that is", "`poll-age` is disabled by default.\n\n- [x] `poll-age` enabled by default",
			"default poll-age 1/3 disabled / enabled"},
		{"a default that another name stands before", "- `--wal-dir`: The log inside `data-dir` (default: `a/wal`).\n" +
			"- `--data-dir`: The path (default: `a`).", ""},
		{"one rule of two sections", "# One\n\nThe list MAY be read by all test crews.\n\n# Two\n\n" +
			"The list MUST be read by all test crews.", "force MAY 3/7 MAY / MUST"},
		{"a formula", "# Pairing\n\nIt costs `43000*k + 65000`.\n\n## Gas of pairing\n\n```\ngas = 23000*k + 115000;\n```",
			"formula #*k+# 3/8 43000*k + 65000 / 23000*k + 115000"},
		{"calculations of two examples", "# Pool of 12\n\nThat is `10 MiB * 60 s * 12 cores`.\n\n# Pool of 16\n\nThat is " +
			"`25 MiB * 60 s * 16 cores`.", ""},
		{"formulas of two things", "# Adding\n\nIt costs `4*k + 6 + k`.\n\n# Doubling\n\nIt costs `2*k + 1 + k`.", ""},
		{"two readings", "Here `i @ p | q` means `(i @ p) | q`.\n\nThus `i @ p | q` associates as `i @ (p | q)`.",
			"formula i @ (p | q) 1/3 (i@p)|q / i@(p|q)"},
		{"a call", "Where `k` is computed as `k = slot_tree_keys(key)` once and for all.\n\nWhere `k` is computed as `k = " +
			"slot_tree_keys(address, key)` once and for all.",
			"name slot_tree_keys 1/3 slot_tree_keys(key) / slot_tree_keys(address, key)"},
		{"a constant made of another", fmt.Sprintf(table, "16") +
			"\nSee `POOL_ENTRY_SIZE`.\n\n```\nPOOL_ENTRY_SIZE_B64 = $(base64 $POOL_ENTRY_SIZE)\n```", ""},
		{"a constant with a word more", fmt.Sprintf(table, "16") + "\nSee `POOL_ENTRY_SIZE`.\n\n```\nPOOL_ENTRY_SIZE_B64 = 7\n```",
			"name constant 5/8 POOL_ENTRY_SIZE / POOL_ENTRY_SIZE_B64"},
		{"a constant that is never used", fmt.Sprintf(table, "16") +
			"| `POOL_AGE_MAX` | 3 |\n\nThe pool takes `POOL_ENTRY_SIZE_MAX`, and `POOL_AGE_MAX`.",
			"name constant 3/6 POOL_SIZE_MAX / POOL_ENTRY_SIZE_MAX"},
		{"a member of a family", fmt.Sprintf(table, "16") +
			"| `POOL_AGE_MAX` | 3 |\n\nEach `POOL_SIZE` has a `POOL_SIZE_MIN`, and `POOL_AGE_MAX`.", ""},
		{"a feature gate", "We add a new feature gate `FastPath` for it.\n\n- Feature gate name: QuickPath",
			"name feature gate 1/3 FastPath / QuickPath"},
		{"two feature gates", "We add a new feature gate `FastPath` for it.\n\n- Feature gate name: QuickPath, FastPath", ""},
		{"a list of what was counted above", "These two parts are built as follows:\n\n- one\n- two\n- three", ""},
		{"a list that is longer", "The change has two parts:\n\n- one\n- two\n- three", "count parts 1/5 two parts / 3 items"},
		{"a noun with what follows it", "There are two ways around this bug:\n\n- one\n- two\n- three",
			"count ways 1/5 two ways / 3 items"},
		{"a list with nested items", "The change has two parts:\n\n- one\n  - a\n- two", ""},
		{"a list after another", "The change has two parts:\n\n- one\n- two\n\nBesides:\n\n- three", ""},
		{"references", "See EIP-1344.\n\nIt requires EIPs 152 and 1334.", "reference reference 1/3 1344 / 1334"},
		{"references of two series", "---\nrequires: 8134\n---\n\nAs in RFC 8174, and EIP-8144.", "reference reference 2/5 8134 / 8144"},
		{"references of which one stands in several places", "See CIP-112.\n\n- CIP 113\n\nIt was CIP-0113.\n\nSee CIP-113.",
			"reference reference 1/7 112 / 113"},
		{"references that stand in several places each",
			strings.Repeat("See EIP-1344.\n\nIt is EIP-1344.\n\nSee EIP-1334.\n\nIt is EIP-1334.\n\n", 2), ""},
		{"references that are far apart", "See EIP-1344 and EIP-2200.", ""},
	}
}

func names() []example {
	return []example{
		{"a resource and its group", "Read `orders.example.com`.\n\nOf `orders.example.com`, `orders.example.com` and more.\n\n" +
			"The kind is `order.example.com`.", ""},
		{"a link of a chain", "The limit is `10 - seat[row].price`.\n\nBut `10 - seats[row].price` is spare.\n\n" +
			"So `seats[row].price` counts.",
			"name one name 1/3 seat[row].price / seats[row].price"},
		{"a slip in a chain", "Set `order.cusomer.name`.\n\nThe `order.customer.name` is printed.",
			"name one name 1/3 order.cusomer.name / order.customer.name"},
		{"a chain in both forms often", strings.Repeat("Set `order.items.name`.\n\nThe `order.item.name` is printed.\n\n", 2), ""},
		{"a kind and its group", "Read `orders.shop.example.com`.\n\nThe kind is `order.shop.example.com`.", ""},
		{"two fields of one program", "```\na = box.lefthand.size\nb = box.lefthands.size\n```", ""},
		{"the last link", "Set `order.item.name`.\n\nThe `order.item.names` are printed.", ""},
		{"a name that is misspelt", "Set `replicaPolicy`, the `replicaPolicy`:\n\n```\nreplicaPolicy: 1\n```\n\nThen " +
			"`repilcaPolicy` holds.",
			"name one name 1/7 replicaPolicy / repilcaPolicy"},
		{"a name that begins otherwise", "Set `replicaPolicy`, the `replicaPolicy`, `replicaPolicy`.\n\nThe `preplicaPolicy` holds.", ""},
		{"a name of before", "Set `replicaPolicy`, the `replicaPolicy`, `replicaPolicy`.\n\nIt was called `repilcaPolicy` once.", ""},
		{"the name of a field before", "It was called `check_and_finalize_it` then.\n\n```\ndef check_and_finalized_it():\n```", ""},
		{"a word in another form", "Call `check_and_finalize_it` then.\n\n```\ndef check_and_finalized_it():\n```",
			"name one name 1/4 check_and_finalize_it / check_and_finalized_it"},
		{"several of a thing", "All `ResourceSlices` are read.\n\n```\ntype ResourceSlice struct\n```", ""},
		{"two entries", strings.Repeat("See `room.doors.state`.\n\n", 3) + "`room.door.state` has these values.",
			"name one name 1/7 room.doors.state / room.door.state"},
		{"two entries of a list", "`room.doors.state` has these values.\n\n`room.door.state` has these values.\n\n" +
			strings.Repeat("See `room.doors.state`.\n\n", 3), ""},
		{"a metric under two names", "It counts in the metric `sidecar_duration_seconds`.\n\nLook at the " +
			"`sidecar_operation_seconds` metric.",
			"name metric 1/3 sidecar_duration_seconds / sidecar_operation_seconds"},
		{"a family of metrics", "See the metric `pool_low_seats`.\n\nSee the metric `pool_high_seats`, and `pool_middle_seats`.", ""},
		{"metrics side by side", "- The metric `pool_full_total` grows.\n- The metric `pool_open_total` does not.", ""},
		{"metrics side by side, of which more is said below", "- The metric `pool_full_total` grows.\n- The metric " +
			"`pool_open_total` does not.\n\nThe metric `pool_open_total` is of the day.", ""},
		{"a metric with a word more", "- The metric `pool_full_total` grows.\n- The metric `pool_full_seats_total` does not.",
			"name metric 1/2 pool_full_total / pool_full_seats_total"},
		{"two switches", "Set the environment variable `POOL_ALLOW_SEATS`.\n\nSet the environment variable `POOL_LIMIT_SEATS`.", ""},
		{"required of some, allowed of all", "Any label name MAY be enclosed in double quotes.\n\n# Names\n\nLabel names not of the " +
			"alphabet MUST be enclosed in double quotes.", ""},
		{"a link to another number", "See [#1791](https://example.org/issues/1797).", "link #1791 1/1 #1791 / issues/1797"},
		{"a link to a folder of a year", "See [RFC 84](../2021-stricter-names/README.md).", ""},
		{"a link to another folder", "See [RFC 84](../0083-stricter-names/README.md).", "link RFC 84 1/1 RFC 84 / 0083"},
		{"a word more that the sentence says", "By mail it is set in the environment variable `POOL_LIMIT_SEATS`.\n\nBy phone it is " +
			"set in the environment variable `POOL_LIMIT_PHONE_SEATS`.", ""},
		{"a word more that both sentences say", "By phone it is set in the environment variable `POOL_LIMIT_SEATS`.\n\nOf a phone it " +
			"is the environment variable `POOL_LIMIT_PHONE_SEATS`.",
			"name environment variable 1/3 POOL_LIMIT_SEATS / POOL_LIMIT_PHONE_SEATS"},
		{"rules of two fields", "# Room unit\n\nThe reader SHOULD treat it as an opaque string.\n\n# Room title\n\nThe reader MUST treat " +
			"it as an opaque string.", ""},
		{"rules of one field", "# Rooms\n\nThe reader SHOULD treat it as an opaque string.\n\n# Titles\n\nThe reader MUST treat " +
			"it as an opaque string.", "force SHOULD 3/7 SHOULD / MUST"},
		{"a link to what has no number yet", "See [RFC 1791](https://example.org/text/0000-pools.md).", ""},
		{"amounts of the summary in another order", "# Summary\n\nA size limit of 4KB per step, 12KB per run holds.\n\n# Detail\n\n" +
			"The size limit is 12KB per run and 4KB per step.", ""},
		{"a link to another series", "See [RFC 1791](https://example.org/pull/1797), [SE-0198 review](/t/se-0198-x/9448/16).", ""},
		{"required and recommended", "Icon images MUST be square with 96 pixels.\n\n# Images\n\nThe image SHOULD be squared with " +
			"96 pixels.",
			"force MUST 1/5 MUST / SHOULD"},
		{"rules of two kinds", "Readers MUST support the open format of old rooms.\n\nReaders SHOULD support the closed format of old " +
			"rooms.", ""},
		{"rules of one kind", "Readers MUST support the open format of old rooms.\n\nReaders SHOULD support the open format of " +
			"rooms.", "force MUST 1/3 MUST / SHOULD"},
		{"two cases", "Nodes MUST send the whole list before the fork.\n\n# After\n\nNodes MUST NOT send the whole list after the " +
			"fork.", ""},
		{"required and forbidden", "If the reward is zero, its address MUST be included as a read.\n\n# B\n\nA zero reward MUST " +
			"NOT cause the " +
			"address to be included as a read.", "force MUST 1/5 MUST / MUST NOT"},
		{"the summary gives another number", "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n# Detail\n\nNodes " +
			"target a growth of the state of 75 GiB per year.", "amount gib 3/7 100 GiB / 75 GiB"},
		{"the summary gives a number of the body", "# Summary\n\nNodes target a state growth of 100 GiB per year.\n\n# Detail\n\nNodes " +
			"target a growth of the state of 75 GiB per year, at most 100.", ""},
		{"one more than there are", "---\ndescription: Serves the last 8192 block hashes\n---\n\nThe buffer has room for 8191 hashes.",
			"amount hash 2/5 8192 block hashes / 8191 hashes"},
		{"a literal and its beginning", "See (prefix `0xef0100`).\n\nThe prefix `0xef0100` says so.\n\nOr the code prefix `0xef01`.",
			"constant prefix 1/5 0xef0100 / 0xef01"},
		{"two costs", "It takes O((n + m) · k) steps.\n\nEach takes O(n · m · k).", "formula cost 1/3 O((n + m) · k) / O(n · m · k)"},
		{"what it does not say", "This RFC does not specify the precise tiers of sponsors.\n\nThis RFC defines how money comes, " +
			"and the precise tiers of its sponsors.",
			"force define 1/3 does not / does"},
		{"no other, but one", "No other `repr` attribute may stand there.\n\nIt cannot stand with any other representation " +
			"attribute but align.",
			"force other 1/3 no other / no other, but"},
		{"two defaults", "The `maxRetries` field defaults to 3.\n\nSee `maxRetries` (default: 5).", "default maxRetries 1/3 3 / 5"},
		{"one default in two spellings", "The `useCache` field defaults to true.\n\nBesides, `useCache` is enabled by default.", ""},
		{"a field of each case", "| f | v |\n|--|--|\n| `cap_type` | 1 |\n\nThen:\n\n| f | v |\n|--|--|\n| `cap_type` | 2 |", ""},
		{"code that is no table", "```\na | b\n--|--\n```\n\n`POOL_SIZE_MAX` is 1.", ""},
	}
}

// A note of any lines is read, and each place is one of its lines.
func TestAnyNote(t *testing.T) {
	line := rapid.SampledFrom([]string{
		"", "# A", "## B", "```", "---", "| `X_Y` | 1 |", "| `X_Y` | 2 |", "|---|---|", "`X_Y` is 3.", "X_Y = 4", "- two", "  - a",
		"It has two parts:",
		"<!--", "-->", "EIP-1344 and EIP-1334", "`f_g_hijk(a)`", "~~~", "1. `a*2 + 3*b`", "new feature gate `AbCdEfg`",
		"Feature gate name: AbCdXyz", "\x00", "é", "`a_long_name` metric", "metric `a_long_mane`", "[#12](x/issues/13)",
		"It MUST do so O(a+b).", "This RFC does not define x y z.", "`x_y` defaults to 3", "prefix `0x01`", "`", "no other x",
	})
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(line, 0, 40).Draw(t, "lines")
		for _, d := range Find(strings.Join(lines, "\n"), func([]string) bool { return false }) {
			for _, p := range []Place{d.A, d.B} {
				if p.Line < 1 || p.EndLine < p.Line || p.EndLine > len(lines) || p.Col < 1 {
					t.Fatalf("%+v of %d lines", p, len(lines))
				}
			}
		}
	})
}
