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

// Each kind of disagreement, and beside it what looks like one and is none.
func TestFind(t *testing.T) {
	const table = "| Name | Value |\n|---|---|\n| `POOL_SIZE_MAX` | `%s` |\n"
	for _, test := range []struct{ name, text, want string }{
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
		{"a formula", "# Pairing\n\nIt costs `43000*k + 65000`.\n\n## Gas of pairing\n\n```\ngas = 23000*k + 115000;\n```",
			"formula #*k+# 3/8 43000*k + 65000 / 23000*k + 115000"},
		{"formulas of two things", "# Adding\n\nIt costs `4*k + 6 + k`.\n\n# Doubling\n\nIt costs `2*k + 1 + k`.", ""},
		{"two readings", "Here `i @ p | q` means `(i @ p) | q`.\n\nThus `i @ p | q` associates as `i @ (p | q)`.",
			"formula i @ (p | q) 1/3 (i@p)|q / i@(p|q)"},
		{"a call", "Where `k` is computed as `k = slot_tree_keys(key)` once and for all.\n\nWhere `k` is computed as `k = " +
			"slot_tree_keys(address, key)` once and for all.",
			"name slot_tree_keys 1/3 slot_tree_keys(key) / slot_tree_keys(address, key)"},
		{"a constant that is never used", fmt.Sprintf(table, "16") +
			"| `POOL_AGE_MAX` | 3 |\n\nThe pool takes `POOL_ENTRY_SIZE_MAX`, and `POOL_AGE_MAX`.",
			"name constant 3/6 POOL_SIZE_MAX / POOL_ENTRY_SIZE_MAX"},
		{"a member of a family", fmt.Sprintf(table, "16") +
			"| `POOL_AGE_MAX` | 3 |\n\nEach `POOL_SIZE` has a `POOL_SIZE_MIN`, and `POOL_AGE_MAX`.", ""},
		{"a feature gate", "We add a new feature gate `FastPath` for it.\n\n- Feature gate name: QuickPath",
			"name feature gate 1/3 FastPath / QuickPath"},
		{"two feature gates", "We add a new feature gate `FastPath` for it.\n\n- Feature gate name: QuickPath, FastPath", ""},
		{"a list that is longer", "The change has two parts:\n\n- one\n- two\n- three", "count parts 1/5 two parts / 3 items"},
		{"a list with nested items", "The change has two parts:\n\n- one\n  - a\n- two", ""},
		{"a list after another", "The change has two parts:\n\n- one\n- two\n\nBesides:\n\n- three", ""},
		{"references", "See EIP-1344.\n\nIt requires EIPs 152 and 1334.", "reference reference 1/3 1344 / 1334"},
		{"references of two series", "---\nrequires: 8134\n---\n\nAs in RFC 8174, and EIP-8144.", "reference reference 2/5 8134 / 8144"},
		{"references that are far apart", "See EIP-1344 and EIP-2200.", ""},
		{"code that is no table", "```\na | b\n--|--\n```\n\n`POOL_SIZE_MAX` is 1.", ""},
	} {
		if got := strings.Join(found(test.text), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// A note of any lines is read, and each place is one of its lines.
func TestAnyNote(t *testing.T) {
	line := rapid.SampledFrom([]string{
		"", "# A", "## B", "```", "---", "| `X_Y` | 1 |", "| `X_Y` | 2 |", "|---|---|", "`X_Y` is 3.", "X_Y = 4", "- two", "  - a",
		"It has two parts:",
		"<!--", "-->", "EIP-1344 and EIP-1334", "`f_g_hijk(a)`", "~~~", "1. `a*2 + 3*b`", "new feature gate `AbCdEfg`",
		"Feature gate name: AbCdXyz", "\x00", "é",
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
