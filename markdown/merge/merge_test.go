package merge

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMerge(t *testing.T) {
	for _, c := range []struct{ name, base, ours, theirs, want string }{
		{"a section moved by one and edited by the other",
			"# N\n\n## A\n\na one\n\n## B\n\nb one\n", "# N\n\n## B\n\nb one\n\n## A\n\na one\n", "# N\n\n## A\n\na two\n\n## B\n\nb one\n",
			"# N\n\n## B\n\nb one\n\n## A\n\na two\n"},
		{"a section renamed by one and edited by the other",
			"# N\n\n## A\n\nThe first of all.\n", "# N\n\n## Anew\n\nThe first of all.\n",
			"# N\n\n## A\n\nThe first of all. And a second.\n",
			"# N\n\n## Anew\n\nThe first of all. And a second.\n"},
		{"the same section added by both at different places",
			"# N\n\n## A\n\na\n", "# N\n\n## A\n\na\n\n## New\n\ntext of it\n", "# N\n\n## New\n\ntext of it\n\n## A\n\na\n",
			"# N\n\n## A\n\na\n\n## New\n\ntext of it\n"},
		{"two sections added at one place",
			"# N\n", "# N\n\n## A\n\none\n", "# N\n\n## B\n\ntwo\n", "# N\n\n## A\n\none\n\n## B\n\ntwo\n"},
		{"items added at one place, and the same one",
			"- one apple\n", "- one apple\n- both add this\n- red pears\n", "- one apple\n- cold rain\n- both add this\n",
			"- one apple\n- cold rain\n- both add this\n- red pears\n"},
		{"a task done by one and reworded by the other",
			"- [ ] buy some milk\n- [ ] b\n", "- [x] buy some milk\n- [ ] b\n", "- [ ] buy some fresh milk\n- [ ] b\n",
			"- [x] buy some fresh milk\n- [ ] b\n"},
		{"numbers go on counting",
			"1. take the key\n2. open the door\n3. walk in\n", "1. take the key\n2. turn it twice\n3. open the door\n4. walk in\n",
			"1. take the key\n2. open the door\n3. wipe both shoes\n4. walk in\n",
			"1. take the key\n2. turn it twice\n3. open the door\n4. wipe both shoes\n5. walk in\n"},
		{"cells of one row",
			"| a | b |\n|---|---|\n| x | y |\n", "| a | b |\n|---|---|\n| x1 | y |\n", "| a | b |\n|---|---|\n| x | y1 |\n",
			"| a | b |\n|---|---|\n| x1 | y1 |\n"},
		{"sentences of one line",
			"One is red. Two is blue. Three is green.\n", "One is dark red. Two is blue. Three is green.\n",
			"One is red. Two is light blue. Three is green.\n",
			"One is dark red. Two is light blue. Three is green.\n"},
		{"sentences of a quote",
			"> [!NOTE]\n> One is red. Two is blue.\n>\n> Three is green.\n",
			"> [!NOTE]\n> One is dark red. Two is blue.\n>\n> Three is green.\n",
			"> [!NOTE]\n> One is red. Two is light blue.\n>\n> Three is green.\n",
			"> [!NOTE]\n> One is dark red. Two is light blue.\n>\n> Three is green.\n"},
		{"lines broken anew by one, a word changed by the other",
			"One is red. Two is\nblue and long. Three is green.\n", "One is red.\nTwo is blue and long.\nThree is green.\n",
			"One is red. Two is\nblue and long. Three is dark green.\n",
			"One is red.\nTwo is blue and long.\nThree is dark green.\n"},
		{"footnotes at one place",
			"Text.\n\n[a]: /a\n", "Text.\n\n[a]: /a\n[b]: /b\n", "Text.\n\n[a]: /a\n[c]: /c\n", "Text.\n\n[a]: /a\n[b]: /b\n[c]: /c\n"},
		{"line ends changed by one",
			"a\nb\n\n# c\n", "a\r\nb\r\n\r\n# c\r\n", "a\nb\n\n# d\n", "a\r\nb\r\n\r\n# d\r\n"},
		{"no line end at the end", "a\n\nb", "a\n\nb\n\nc", "x\n\nb", "x\n\nb\n\nc"},
		{"blank lines before the text", "\n\na\n\nb\n", "\n\na1\n\nb\n", "\n\na\n\nb1\n", "\n\na1\n\nb1\n"},
	} {
		r := Merge([]byte(c.base), []byte(c.ours), []byte(c.theirs), Options{})
		if string(r.Text) != c.want || r.Conflicts > 0 {
			t.Errorf("%s: %d conflicts, %q, want %q", c.name, r.Conflicts, r.Text, c.want)
		}
	}
}

func TestFrontMatter(t *testing.T) {
	for _, c := range []struct{ name, base, ours, theirs, want string }{
		{"different keys", "a: 1\nb: 2 # why\n", "a: 3\nb: 2 # why\n", "a: 1\nb: '4' # why\n", "a: 3\nb: '4' # why\n"},
		{"keys added at one place", "a: 1\n", "a: 1\nb: 2\n", "a: 1\nc: 3\n", "a: 1\nb: 2\nc: 3\n"},
		{"the same key added at different places", "a: 1\nz: 9\n", "a: 1\nk: 2\nz: 9\n", "a: 1\nz: 9\nk: 2\n", "a: 1\nk: 2\nz: 9\n"},
		{"comments stay with their keys", "a: 1\n# of b\nb: 2\n", "a: 1\n# of b, truly\nb: 2\n", "a: 1\n# of b\nb: 3\nc: 4\n",
			"a: 1\n# of b, truly\nb: 3\nc: 4\n"},
		{"sets", "tags: [a, b] # find\n", "tags: [a, b, c] # find\n", "tags: [b, \"d, e\"] # find\n", "tags: [b, c, \"d, e\"] # find\n"},
		{"sets of several forms", "tags: a\n", "tags:\n  - a\n  - b # new\n", "tags: [a, c]\n", "tags:\n  - a\n  - b # new\n  - c\n"},
		{"words", "tags: a, b\n", "tags: a, b, c\n", "tags: b, d\n", "tags: b, c, d\n"},
		{"relations", "tags:\n  - {type: a, target: x}\n", "tags:\n  - {type: a, target: x, strength: 0.5}\n",
			"tags:\n  - {type: a, target: x}\n  - type: b\n    target: y\n",
			"tags:\n  - {type: a, target: x, strength: 0.5}\n  - type: b\n    target: y\n"},
		{"the later date", "updated: 2026-01-02\n", "updated: 2026-02-02\n", "updated: 2026-01-30\n", "updated: 2026-02-02\n"},
		{"order and quotes", "a: 1\nb: 2\n", "b: 2\na: 1\n", "a: 1\nb: \"2\"\n", "b: \"2\"\na: 1\n"},
	} {
		wrap := func(front string) []byte { return []byte("---\n" + front + "---\n# N\n") }
		r := Merge(wrap(c.base), wrap(c.ours), wrap(c.theirs), Options{Rule: frontRule})
		if string(r.Text) != string(wrap(c.want)) || r.Conflicts > 0 {
			t.Errorf("%s: %d conflicts\n%s", c.name, r.Conflicts, r.Text)
		}
	}
}

func frontRule(key string) KeyRule {
	switch key {
	case "tags":
		return Set
	case "updated":
		return Latest
	case "verified":
		return Checked
	}
	return Single
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		name, base, ours, theirs, want string
		style                          Style
	}{
		{"one sentence", "a\n\nIt is red.\n\nb\n", "a\n\nIt is blue.\n\nb\n", "a\n\nIt is green.\n\nb\n",
			"a\n\n<<<<<<< o\nIt is blue.\n=======\nIt is green.\n>>>>>>> t\n\nb\n", Plain},
		{"with the base", "It is red.\n", "It is blue.\n", "It is green.\n",
			"<<<<<<< o\nIt is blue.\n||||||| b\nIt is red.\n=======\nIt is green.\n>>>>>>> t\n", Diff3},
		{"one key", "---\na: 1\nb: 2\n---\n# N\n", "---\na: 3\nb: 2\n---\n# N\n", "---\na: 4\nb: 5\n---\n# N\n",
			"---\n<<<<<<< o\na: 3\n=======\na: 4\n>>>>>>> t\nb: 5\n---\n# N\n", Plain},
		{"an item that one removed and the other changed", "- a red one\n- b\n- c\n", "- b\n- c\n", "- a blue one\n- b\n- c\n",
			"<<<<<<< o\n=======\n- a blue one\n>>>>>>> t\n- b\n- c\n", Plain},
		{"a section that one removed and the other changed", "# N\n\n## A\n\nold text\n\n## B\n\nb\n", "# N\n\n## B\n\nb\n",
			"# N\n\n## A\n\nnew text\n\n## B\n\nb\n",
			"# N\n\n<<<<<<< o\n=======\n## A\n\nnew text\n>>>>>>> t\n\n## B\n\nb\n", Plain},
		{"checked by two who changed the text", "---\nverified: 2026-01-01\n---\none\n\ntwo\n",
			"---\nverified: 2026-02-01\n---\none!\n\ntwo\n", "---\nverified: 2026-03-01\n---\none\n\ntwo!\n",
			"---\n<<<<<<< o\nverified: 2026-02-01\n=======\nverified: 2026-03-01\n>>>>>>> t\n---\none!\n\ntwo!\n", Plain},
		{"a column more", "| a |\n|---|\n| x |\n| z |\n", "| b | a |\n|---|---|\n| 1 | x |\n| 2 | z |\n",
			"| a |\n|---|\n| x |\n| z |\n| y |\n",
			"<<<<<<< o\n| b | a |\n|---|---|\n| 1 | x |\n| 2 | z |\n=======\n| a |\n|---|\n| x |\n| z |\n| y |\n>>>>>>> t\n", Plain},
		{"a section that both moved", "# N\n\n## A\n\nfirst text\n\n## B\n\nsecond text\n\n## C\n\nthird text\n",
			"# N\n\n## B\n\nsecond text\n\n## A\n\nfirst text\n\n## C\n\nthird text\n",
			"# N\n\n## B\n\nsecond text\n\n## C\n\nthird text\n\n## A\n\nfirst text\n",
			"# N\n\n## B\n\nsecond text\n\n## A\n\nfirst text\n\n## C\n\nthird text\n<<<<<<< o\n=======\n\n## A\n\nfirst text\n>>>>>>> t\n",
			Plain},
		{"no line end", "a", "b", "c", "<<<<<<< o\nb\n=======\nc\n>>>>>>> t\n", Plain},
		{"windows", "a\r\n", "b\r\n", "c\r\n", "<<<<<<< o\r\nb\r\n=======\r\nc\r\n>>>>>>> t\r\n", Plain},
		{"steps at one place", "1. go\n", "1. go\n2. stay there\n", "1. go\n2. come back\n",
			"1. go\n<<<<<<< o\n2. stay there\n=======\n2. come back\n>>>>>>> t\n", Plain},
	} {
		r := Merge([]byte(c.base), []byte(c.ours), []byte(c.theirs),
			Options{Ours: "o", Base: "b", Theirs: "t", Style: c.style, Rule: frontRule})
		if string(r.Text) != c.want || r.Conflicts != 1 {
			t.Errorf("%s: %d conflicts, %q, want %q", c.name, r.Conflicts, r.Text, c.want)
		}
	}
}

// What cannot be read as markdown is merged by lines, or not at all.
func TestOddBytes(t *testing.T) {
	if r := Merge([]byte("a\n"), []byte("b\x00\n"), []byte("c\n"), Options{}); !r.Binary || r.Conflicts != 1 ||
		string(r.Text) != "b\x00\n" {
		t.Errorf("binary: %+v", r)
	}
	if r := Merge([]byte("caf\xe9\n\nb\n"), []byte("caf\xe9!\n\nb\n"), []byte("caf\xe9\n\nb\xe9\n"), Options{}); r.Conflicts != 0 ||
		string(r.Text) != "caf\xe9!\n\nb\xe9\n" {
		t.Errorf("Latin-1: %+v", r)
	}
	if r := Merge([]byte("a\r\nb\n\nc\n"), []byte("a\r\nb\n\nd\n"), []byte("x\r\nb\n\nc\n"), Options{}); r.Conflicts != 0 ||
		string(r.Text) != "x\r\nb\n\nd\n" {
		t.Errorf("mixed line ends: %q", r.Text)
	}
	left := "<<<<<<< x\na\n=======\nb\n>>>>>>> y\n"
	if r := Merge([]byte(left), []byte(left+"\nc\n"), []byte("z\n\n"+left), Options{}); r.Conflicts != 0 ||
		string(r.Text) != "z\n\n"+left+"\nc\n" {
		t.Errorf("markers: %q", r.Text)
	}
	twice := "---\na: 1\na: 2\n---\n"
	if r := Merge([]byte(twice+"x\n"), []byte(twice+"y\n"), []byte("---\na: 1\na: 3\n---\nx\n"), Options{}); !strings.Contains(
		string(r.Text),
		"a: 3",
	) ||
		!strings.Contains(string(r.Text), "y") {
		t.Errorf("a key twice: %q", r.Text)
	}
}

// TestLinesAreKept merges texts of few different lines, of every form that markdown has: what a
// side says is there, unless the other one took it away.
func TestLinesAreKept(t *testing.T) {
	line := rapid.SampledFrom(
		[]string{
			"",
			"",
			"one two three",
			"four five. Six seven.",
			"- apple",
			"- pear",
			"  - below it",
			"1. first",
			"2. second",
			"# Head",
			"## Other",
			"```",
			"| left | right |",
			"|---|---|",
			"| cell |",
			"> quote",
			"---",
			"key: value",
			"<!-- comment",
			"-->",
			"    indented",
			"\ttabbed",
			"[label]: /target",
			"Title",
			"=====",
			"  ",
			"- [ ] task",
		},
	)
	text := func(t *rapid.T, name string) string {
		eol := rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, "eol")
		return strings.Join(rapid.SliceOfN(line, 0, 14).Draw(t, name), eol) + rapid.SampledFrom([]string{"", eol}).Draw(t, "end")
	}
	rapid.Check(t, func(t *rapid.T) {
		base := text(t, "base")
		edited := func(name string) string {
			if rapid.Bool().Draw(t, "anew") {
				return text(t, name)
			}
			lines := strings.Split(base, "\n")
			at := rapid.IntRange(0, len(lines)-1).Draw(t, "at")
			lines[at] = line.Draw(t, "line")
			return strings.Join(lines, "\n")
		}
		ours, theirs := edited("ours"), edited("theirs")
		r := Merge([]byte(base), []byte(ours), []byte(theirs), Options{Style: Diff3})
		in, result := bag(base), bag(string(r.Text))
		for _, sides := range [][2]map[string]int{{bag(ours), bag(theirs)}, {bag(theirs), bag(ours)}} {
			for word := range sides[0] {
				if result[word] == 0 && word != "1" && word != "2" && sides[1][word] >= in[word] {
					t.Fatalf("%s is lost\nbase %q\nours %q\ntheirs %q\nresult %q", word, base, ours, theirs, r.Text)
				}
			}
		}
	})
}

// FuzzMerge merges anything. What one side left as it was takes what the other made of it.
func FuzzMerge(f *testing.F) {
	f.Add([]byte("---\na: 1\n---\n# A\n"), []byte("---\na: 2\n---\n# A\n"), []byte("# B\n\n- x\n"))
	f.Add([]byte("| a |\n|---|\n| b |\n"), []byte("| a |\n|---|\n"), []byte("```\n"))
	f.Add([]byte("---\ntags: [a\n---\n"), []byte("---\ntags:\n- a\n---\n"), []byte("---\ntags: &x [a]\n---\n"))
	f.Fuzz(func(t *testing.T, base, ours, theirs []byte) {
		Merge(base, ours, theirs, Options{Rule: func(string) KeyRule { return Set }})
		if r := Merge(base, base, theirs, Options{}); !bytes.Equal(r.Text, theirs) && !r.Binary {
			t.Errorf("%q became %q", theirs, r.Text)
		}
	})
}

func TestMatching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 12)
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		last, count := -1, 0
		for i, j := range matching(a, b) {
			if j < 0 {
				continue
			}
			if j <= last || a[i] != b[j] {
				t.Fatalf("%q %q: %v", a, b, matching(a, b))
			}
			last, count = j, count+1
		}
		if len(a) == len(b) && strings.Join(a, "") == strings.Join(b, "") && count != len(a) {
			t.Fatalf("%q is not matched with itself", a)
		}
	})
}

// Long texts of one form take no more than a moment: what grows with the square of their length has limits.
func TestLongTexts(t *testing.T) {
	for _, line := range []string{"# h\n", "- item %d\n", "word. ", "| a | b |\n|---|---|\n", "1. x\n\n", "> q\n", "- a\n  - b\n", "x\n\n",
		"- a\n" + strings.Repeat("  b\n", 9000)} {
		base := strings.Repeat(line, 30_000/len(line))
		ours := strings.Replace(base, line, "first change\n\n"+line, 1) + "the end of ours\n"
		theirs := strings.ReplaceAll(base, "a", "other") + "the end of theirs\n"
		Merge([]byte(base), []byte(ours), []byte(theirs), Options{})
		Merge(nil, []byte(ours), []byte(theirs), Options{})
	}
	key := "---\ntags: [" + strings.Repeat("a, ", 20_000) + "b]\n---\n"
	Merge([]byte(key), []byte(strings.Replace(key, "b]", "c]", 1)), []byte(strings.Replace(key, "b]", "d]", 1)), Options{Rule: frontRule})
}
