package merge

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What everyday changes of two people give, to the letter: the golden file has each merge with its conflicts.
// UPDATE_GOLDEN=1 writes it.
func TestEverydayMerges(t *testing.T) {
	var told strings.Builder
	sec := func(names ...string) string {
		out := "# N\n"
		for _, n := range names {
			title, text, _ := strings.Cut(n, ":")
			out += "\n## " + title + "\n\n" + text + "\n"
		}
		return out
	}
	const a, b, c, d = "the first of all rooms is warm", "a second room has two beds", "the third one faces the yard",
		"room four is for the cook"
	for _, c := range [][4]string{
		{"two renamed by one, edited by the other", sec("A:"+a, "B:"+b, "C:"+c, "D:"+d), sec("A:"+a, "Beds:"+b, "C:"+c,
			"Kitchen:"+d), sec("A:"+a, "B:"+b+" now", "C:"+c, "D:"+d+" now")},
		{"renamed and reworded a little", sec("A:"+a, "B:"+b, "C:"+c), sec("A:"+a, "Beds:a second room has three beds", "C:"+c),
			sec("A:"+a, "B:"+b+" now", "C:"+c)},
		{"one before a renamed one", sec("A:"+a, "B:"+b), sec("New:what nobody knew before", "A:"+a, "Beds:"+b), sec("A:"+a,
			"B:"+b+" now")},
		{"two of one title", sec("A:"+a, "A:"+b), sec("A:"+a+" now", "A:"+b), sec("A:"+a, "A:"+b+" now")},
		{"two of one text", sec("A:"+a, "B:"+a), sec("A:"+a+" now", "B:"+a), sec("A:"+a, "B:"+a+" now")},
		{"moved by both, differently", sec("A:"+a, "B:"+b, "C:"+c, "D:"+d), sec("B:"+b, "C:"+c, "D:"+d, "A:"+a), sec("B:"+b, "A:"+a,
			"C:"+c, "D:"+d)},
		{"moved by one, added after it by the other", sec("A:"+a, "B:"+b, "C:"+c), sec("C:"+c, "A:"+a, "B:"+b), sec("A:"+a, "B:"+b,
			"C:"+c, "D:"+d)},
		{"removed by both", sec("A:"+a, "B:"+b, "C:"+c), sec("A:"+a, "C:"+c), sec("A:"+a+" now", "C:"+c)},
		{"below another", sec("A:"+a, "B:"+b, "C:"+c), "# N\n\n## A\n\n" + a + "\n\n### B\n\n" + b + "\n\n## C\n\n" + c + "\n",
			sec("A:"+a, "B:"+b+" now", "C:"+c)},
		{"subsections by both", sec("A:" + a), sec("A:"+a) + "\n### X\n\none thing\n", sec("A:"+a) + "\n### Y\n\nanother thing\n"},
		{"paragraphs of an item", "- one item\n\n  its second paragraph\n\n- two items\n",
			"- one new item\n\n  its second paragraph\n\n- two items\n", "- one item\n\n  its last paragraph\n\n- two items\n"},
		{"loose and tight", "- one\n- two\n", "- one\n\n- two\n", "- one\n- two\n- three of them\n"},
		{"items with code", "- one\n\n  ```\n  a\n  ```\n\n- two\n", "- one\n\n  ```\n  b\n  ```\n\n- two\n",
			"- one\n\n  ```\n  a\n  ```\n\n- two of them\n"},
		{"inner lists", "- a\n  - b\n  - c\n- d\n", "- a\n  - b\n  - x new\n  - c\n- d\n", "- a\n  - b\n  - c\n  - y new\n- d\n"},
		{"lists by both", "text\n", "text\n\n- one apple\n", "text\n\n- two pears\n"},
		{"a list and numbers by both", "text\n", "text\n\n- one apple\n", "text\n\n1. two pears\n"},
		{"definitions by both", "text\n", "text\n\n[a]: /a\n", "text\n\n[b]: /b\n"},
		{"two lists by one", "text\n", "text\n\n- one apple\n\ntext between them\n\n- a third thing\n", "text\n\n- two pears\n"},
		{"quotes by both", "text\n", "text\n\n> one apple\n", "text\n\n> two pears\n"},
		{"paragraphs by both", "text\n", "text\n\nhere is an apple tree\n", "text\n\nthere are two pear trees\n"},
		{"the same paragraph, one reworded", "text\n", "text\n\nhere is one apple tree\n", "text\n\nhere is one old apple tree\n"},
		{"code by both", "```\na\nb\nc\n```\n", "```\na1\nb\nc\n```\n", "```\na\nb\nc1\n```\n"},
		{"one line of code by both", "```\na\n```\n", "```\na1\n```\n", "```\na2\n```\n"},
		{"markers in the text", "a\n\n<<<<<<< x\nb\n", "a1\n\n<<<<<<< x\nb\n", "a\n\n<<<<<<< x\nb1\n"},
		{"other markers in the text", "a\n\n>>>>>>> x\nb\n", "a1\n\n>>>>>>> x\nb\n", "a\n\n>>>>>>> x\nb1\n"},
		{"a zero at the beginning", "a\n", "\x00b\n", "c\n"},
		{"everything removed by one", "a\n", "", "a\nb\n"},
		{"everything removed by both", "a\n", "", ""},
		{"front matter by both", "a\n", "---\nx: 1\n---\na\n", "---\ny: 2\n---\na\n"},
		{"front matter removed by one", "---\nx: 1\n---\na\n", "a\n", "---\nx: 1\n---\na b\n"},
		{"front matter removed by one, changed by the other", "---\nx: 1\n---\na\n", "a\n", "---\nx: 2\n---\na\n"},
		{"front matter alone by both", "", "---\nx: 1\n---\n", "---\ny: 2\n---\n"},
		{"a text below front matter by one", "---\nx: 1\n---\n", "---\nx: 1\n---\n\na\n", "---\nx: 2\n---\n"},
		{"a comment of a key that is gone", "---\n# why\nx: 1\ny: 2\n---\na\n", "---\ny: 2\n---\na\n",
			"---\n# why, truly\nx: 1\ny: 2\n---\na\n"},
		{"a key moved by one", "---\nx: 1\ny: 2\nz: 3\n---\n", "---\ny: 2\nz: 3\nx: 1\n---\n", "---\nx: 5\ny: 2\nz: 3\n---\n"},
		{"bad yaml by one", "---\nx: 1\n---\na\n", "---\nx: [\n---\na\n", "---\nx: 1\n---\nb\n"},
		{"sentences by both", "One here. Two here. Three here.\n", "Zero here. One here. Two here. Three here.\n",
			"One here. Two here. Three here. Four here.\n"},
		{"a sentence removed and one changed", "One is here. Two is here. Three is here.\n", "One is here. Three is here.\n",
			"One is here. Two is here. Three is not here.\n"},
		{"a sentence split", "One is here and two is there.\n", "One is here. Two is there.\n",
			"One is here and two is there. Three is gone.\n"},
		{"table columns and rows", "| a | b |\n|---|---|\n| 1 | 2 |\n", "| a | c | b |\n|---|---|---|\n| 1 | 9 | 2 |\n",
			"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"},
		{"rows of other widths", "| a | b |\n|---|---|\n| 1 | 2 |\n", "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n",
			"| a | b |\n|---|---|\n| 1 | 5 |\n"},
		{"numbers and an inner list", "1. a step\n   - x\n2. b step\n", "1. a step\n   - x\n   - new y\n2. b step\n",
			"1. new step\n2. a step\n   - x\n3. b step\n"},
		{"all ones", "1. a step\n1. b step\n", "1. a step\n1. c step\n1. b step\n", "1. a step\n1. b step\n1. d step\n"},
		{"a task done by both", "- [ ] one task\n", "- [x] one task\n", "- [X] one task\n"},
		{"a bullet sign changed", "- one item\n- two items\n", "* one item\n* two items\n", "- one item\n- two items\n- three items\n"},
	} {
		r := Merge([]byte(c[1]), []byte(c[2]), []byte(c[3]), Options{Ours: "o", Base: "b", Theirs: "t", Rule: frontRule})
		fmt.Fprintf(&told, "== %s: %d %v\n%s\n", c[0], r.Conflicts, r.Binary, r.Text)
	}
	file := filepath.Join("testdata", "everyday.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(told.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if diff := cmp.Diff(string(want), told.String()); err != nil || diff != "" {
		t.Errorf("%v, (-want +got)\n%s", err, diff)
	}
}

// A note that both sides gave a title and a text of its own is a conflict, and not two notes in one.
func TestTitlesOfBothSides(t *testing.T) {
	const base, ours, theirs = "# New note\n", "# Redis\n\nWe use Redis.\n", "# Kafka\n\nQueues are Kafka's.\n"
	if r := Merge([]byte(base), []byte(ours), []byte(theirs), Options{}); r.Conflicts == 0 {
		t.Errorf("%s", r.Text)
	}
	for _, v := range [][3]string{{base, ours, base}, {base, base, ours}, {base, ours, ours}} {
		if r := Merge([]byte(v[0]), []byte(v[1]), []byte(v[2]), Options{}); r.Conflicts > 0 || string(r.Text) != ours {
			t.Errorf("%q: %s", v, r.Text)
		}
	}
}
