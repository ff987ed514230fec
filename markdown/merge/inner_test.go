package merge

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Which section of one version is which of another: by its text, by its heading below the same one, by its
// heading, by its neighbours, by its words.
func TestMatchingParts(t *testing.T) {
	const red, blue, green, grey = "\n\nred apples\n\n", "\n\nblue boats\n\n", "\n\ngreen grass\n\n", "\n\ngrey stones\n\n"
	old, renamed := "# Old\n\nkeep red apples fresh\n\n", "# New\n\nkeep red boats dry\n\n"
	for name, tt := range map[string]struct {
		a, b string
		want []int
	}{
		"the same": {"a\n\n# A" + red + "# B" + blue, "a\n\n# A" + red + "# B" + blue, []int{0, 1, 2}},
		"below another one": {"# A\n\none\n\n## B" + red + "# C\n\nthree\n", "# A\n\none\n\n# C\n\nthree\n\n## B" + blue,
			[]int{0, 2, 1}},
		"of a name that another has": {"# N\n\none\n\n# P\n\np\n\n## N" + red, "# N\n\none\n\n## N" + blue + "# P\n\np\n", []int{0,
			2, 1}},
		"of two alike below two": {"# A\n\n## N" + red + "# B\n\n## N" + blue, "# A\n\n## N" + green + "# B\n\n## N" + grey,
			[]int{0, 1, 2, 3}},
		"below two that moved": {"# A\n\n## N" + red + "# B\n\n## N" + blue, "# B\n\n## N" + green + "# A\n\n## N" + grey,
			[]int{2, 3, 0, 1}},
		"two of a name below one": {"# A\n\n## N" + red + "## N" + blue, "# A\n\n## N" + green + "## N" + grey, []int{0, 1, 2}},
		"below one that is new": {"# A\n\n## N" + red + "## N" + blue,
			"# Z\n\nz\n\n## N" + green + "# A\n\n## N" + grey + "## N\n\nwhite", []int{2, 3, 4}},
		"the first of a name as it was": {"# N\n\none\n\n# N" + red, "# N\n\none\n\n# N" + blue, []int{0, 1}},
		"renamed between two":           {"# A\n\na\n\n" + old + "# C\n\nc\n", "# A\n\na\n\n" + renamed + "# C\n\nc\n", []int{0, 1, 2}},
		"renamed, with a word in common": {"# A\n\na\n\n# O\n\nred a b\n\n# C\n\nc\n", "# A\n\na\n\n# P\n\nred d e\n\n# C\n\nc\n",
			[]int{0, 1, 2}},
		"renamed, with none": {"# A\n\na\n\n# O" + red + "# C\n\nc\n", "# A\n\na\n\n# P" + blue + "# C\n\nc\n", []int{0, -1,
			2}},
		"renamed at the beginning": {old + "# C\n\nc\n", renamed + "# C\n\nc\n", []int{0, 1}},
		"renamed at the end":       {"# A\n\na\n\n" + old, "# A\n\na\n\n" + renamed, []int{0, 1}},
		"at another level":         {"# A\n\na\n\n" + old + "# C\n\nc\n", "# A\n\na\n\n#" + renamed + "# C\n\nc\n", []int{0, -1, 2}},
		"one of two": {"# A\n\na\n\n" + old + "# C\n\nc\n", "# A\n\na\n\n" + renamed + "# P" + blue + "# C\n\nc\n",
			[]int{0, -1, 3}},
		"two that are like one": {"# X\n\none two three four five\n\n# Y\n\none two three four six\n",
			"# Z\n\none two three four five\n", []int{0, -1}},
		"one that is like two": {"# X\n\none two three four five\n",
			"# Z\n\none two three four five\n\n# W\n\none two three four six\n", []int{0}},
		"moved, with half of its words": {"# X\n\nred apples fall\n\n# M\n\nm\n", "# M\n\nm\n\n# Y\n\nred apples rise\n", []int{1, 0}},
		"moved, with less than half":    {"# X\n\nred apples fall\n\n# M\n\nm\n", "# M\n\nm\n\n# Y\n\nred pears rise\n", []int{-1, 0}},
		"text before a heading and one": {"red apples fall down\n\n# M\n\nm\n", "# M\n\nm\n\n# Red\n\nred apples fall down\n",
			[]int{-1, 0}},
		"nothing":              {"", "# A\n", []int{}},
		"nothing in the other": {"# A\n", "", []int{-1}},
	} {
		if got := matchParts(newVersion(tt.a).parts, newVersion(tt.b).parts, nil); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	a, b := newVersion("# A\n\na\n\n"+old+"# C\n\nc\n").parts, newVersion("# A\n\na\n\n"+renamed+"# C\n\nc\n").parts
	if got := matchParts(a, b, bothHave(b, b)); !slices.Equal(got, []int{0, -1, 2}) {
		t.Errorf("what a third version has, too, is not taken for one that was renamed: %v", got)
	}
	if both := bothHave(a, b); !both[a[0].text] || both[b[1].text] || !both[a[2].text] {
		t.Errorf("both have %v", both)
	}
}

// orderOf writes the sections of a merge in their order, each with the versions that have it.
func orderOf(base, ours, theirs string) string {
	list, ok := newOutline(newVersion(base).parts, newVersion(ours).parts, newVersion(theirs).parts).order()
	if !ok {
		return "open"
	}
	var all []string
	for _, n := range list {
		name := ":"
		for i, p := range []*part{n.base, n.ours, n.theirs} {
			if p != nil {
				name += "bot"[i : i+1]
			}
		}
		for _, p := range []*part{n.theirs, n.base, n.ours} {
			if p != nil {
				name = p.heading + name[strings.IndexByte(name, ':'):]
			}
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

// The sections of a merge: what both have, what one added, in an order that both would know.
func TestOrderOfParts(t *testing.T) {
	const ab = "# A\n\nfirst part\n\n# B\n\nsecond part\n"
	for name, tt := range map[string]struct{ base, ours, theirs, want string }{
		"as it was": {ab, ab, ab, "A:bot B:bot"},
		"one added by each": {ab, "# A\n\nfirst part\n\n# O\n\no\n\n# B\n\nsecond part\n", ab + "\n# T\n\nt\n",
			"A:bot O:o B:bot T:t"},
		"two at one place": {ab, "# A\n\nfirst part\n\n# O\n\no\n\n# B\n\nsecond part\n",
			"# A\n\nfirst part\n\n# T\n\nt\n\n# B\n\nsecond part\n", "A:bot O:o T:t B:bot"},
		"two at the beginning": {ab, "# O\n\no\n\n" + ab, "# T\n\nt\n\n" + ab, "O:o T:t A:bot B:bot"},
		"with one below it": {ab, "# A\n\nfirst part\n\n## O\n\no\n\n### P\n\np\n\n# B\n\nsecond part\n",
			"# A\n\nfirst part\n\n## T\n\nt\n\n# B\n\nsecond part\n", "A:bot O:o P:o T:t B:bot"},
		"deeper than the other": {ab, "# A\n\nfirst part\n\n## O\n\no\n\n# B\n\nsecond part\n",
			"# A\n\nfirst part\n\n### T\n\nt\n\n# B\n\nsecond part\n", "A:bot T:t O:o B:bot"},
		"moved by theirs": {ab, ab + "\n# O\n\no\n", "# B\n\nsecond part\n\n# T\n\nt\n\n# A\n\nfirst part\n",
			"B:bot O:o T:t A:bot"},
		"moved by both": {ab, "# B\n\nsecond part\n\n# O\n\no\n\n# A\n\nfirst part\n",
			"# B\n\nsecond part\n\n# T\n\nt\n\n# A\n\nfirst part\n", "B:bot O:o T:t A:bot"},
		"moved by both to other places": {ab + "\n# C\n\nc\n", "# C\n\nc\n\n" + ab,
			"# B\n\nsecond part\n\n# A\n\nfirst part\n\n# C\n\nc\n", "open"},
		"removed by ours":           {ab, "# A\n\nfirst part\n", ab, "A:bot"},
		"removed by theirs":         {ab, ab, "# B\n\nsecond part\n", "B:bot"},
		"removed by both":           {ab, "# B\n\nsecond part\n", "# B\n\nsecond part\n", "B:bot"},
		"removed and changed":       {ab, "# A\n\nfirst part\n", "# A\n\nfirst part\n\n# B\n\nsecond part, more\n", "A:bot B:bt"},
		"changed and removed":       {ab, "# A\n\nfirst part\n\n# B\n\nsecond part, more\n", "# A\n\nfirst part\n", "A:bot B:bo"},
		"one heading added by both": {ab, ab + "\n# N\n\nred apples\n", ab + "\n# n\n\nblue boats\n", "A:bot B:bot N:ot"},
		"below two": {ab, "# A\n\nfirst part\n\n## N\n\nred apples\n\n# B\n\nsecond part\n",
			ab + "\n## N\n\nblue boats\n", "A:bot N:o B:bot N:t"},
		"four words of five": {ab, ab + "\n# X\n\none two three four\n", ab + "\n# Y\n\none two three four\n",
			"A:bot B:bot X:ot"},
		"three words of five": {ab, ab + "\n# X\n\none two three four\n", ab + "\n# Y\n\none two three five\n",
			"A:bot B:bot X:o Y:t"},
		"a text and a heading": {ab, "one two three four\n\n" + ab, ab + "\n# One\n\none two three four\n",
			":o A:bot B:bot One:t"},
		"the same added twice": {ab, ab + "\n# N\n\nn\n\n# N\n\nn\n", ab + "\n# N\n\nn\n", "A:bot B:bot N:ot N:o"},
	} {
		got := orderOf(tt.base, tt.ours, tt.theirs)
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// unitsOf makes units of the texts between bars.
func unitsOf(text string) []*unit {
	var out []*unit
	for line := range strings.SplitSeq(text, "|") {
		if line != "" {
			out = append(out, &unit{kind: paragraph, text: line, key: line, sep: "\n"})
		}
	}
	return out
}

// Units that were changed are known again by their words, in order, whatever stands before and behind.
func TestAlikeUnits(t *testing.T) {
	for _, tt := range []struct {
		base, side string
		want       []int
	}{
		{"one two three four", "five six seven", []int{0}}, // alone in its place
		{"one two three four|five six seven eight", "five six seven nine", []int{-1, 0}},
		{"one two three four|five six seven eight", "one two three nine", []int{0, -1}},
		{"one two three four", "x y z|one two three nine", []int{1}},
		{"one two three four|five six seven eight", "one two three nine|five six seven ten", []int{0, 1}},
		{"one two three four|five six seven eight", "five six seven nine|one two three nine", []int{-1, 0}},
		{"one two three four|five six seven eight", "x y z|five six seven nine", []int{-1, 1}},
		{"one two three four|five six seven eight|a b c d", "five six seven nine|a b c e", []int{-1, 0, 1}},
		{"one two three four five|u v w", "one two a b c", []int{0, -1}},
		{"one two three four five|u v w", "one a b c d", []int{-1, -1}},
		{"one two three|u v w", "a b c|d e f", []int{-1, -1}},
		{"one two three four|one two three five", "one two three six", []int{0, -1}},
	} {
		for before := range 3 {
			s := &sequence{rules: rules{same: 0.4}}
			lead, tail := strings.Repeat("same same|", before), strings.Repeat("|end end", before)
			s.base = unitsOf(lead + tt.base + tail)
			got := s.align(unitsOf(lead + tt.side + tail))[before : before+len(tt.want)]
			for i := range got {
				if got[i] >= 0 {
					got[i] -= before
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q and %q behind %d: %v, want %v", tt.base, tt.side, before, got, tt.want)
			}
		}
	}
	other := unitsOf("one two three four")
	other[0].kind = quote
	if s := (&sequence{rules: rules{same: 0.4}, base: unitsOf("one two three four five")}); s.align(other)[0] != -1 {
		t.Error("a paragraph and a quote are one")
	}
}

// Sequences of units: what is kept, what is added once, and what is left to a person.
func TestMergedUnits(t *testing.T) {
	for name, tt := range map[string]struct {
		base, ours, theirs string
		loose, inline      bool
		want               string
	}{
		"one added by each":             {"a b c|d e f", "a b c|x y z|d e f", "a b c|d e f|u v w", false, false, "a b c|x y z|d e f|u v w"},
		"two at one place":              {"a b c", "a b c|x y z", "a b c|u v w", false, false, "a b c|<|x y z|=|u v w|>"},
		"two that stand for themselves": {"a b c", "a b c|x y z", "a b c|u v w", true, false, "a b c|x y z|u v w"},
		"two that are alike":            {"a b c", "a b c|x y z", "a b c|x y w", true, false, "a b c|<|x y z|=|x y w|>"},
		"two within a line":             {"a b c", "a b c|x y z", "a b c|u v w", false, true, "none"},
		"the same at two places":        {"a b c|d e f", "x y z|a b c|d e f", "a b c|d e f|x y z", false, false, "x y z|a b c|d e f"},
		"two words at two places":       {"a b c|d e f", "x y|a b c|d e f", "a b c|d e f|x y", false, false, "x y|a b c|d e f|x y"},
		"two words that stand alone":    {"a b c|d e f", "x y|a b c|d e f", "a b c|d e f|x y", true, false, "x y|a b c|d e f"},
		"a mark at two places":          {"a b c|d e f", "-|a b c|d e f", "a b c|d e f|-", true, false, "-|a b c|d e f|-"},
		"once and twice": {"a b c|d e f", "x y z|a b c|d e f", "a b c|d e f|x y z|x y z", false, false,
			"x y z|a b c|d e f|x y z"},
		"both the same, and more":     {"a b c", "a b c|p q r|x y z", "a b c|x y z|u v w", false, false, "a b c|p q r|x y z|u v w"},
		"both the same, and other":    {"a b c", "a b c|p q r|x y z", "a b c|u v w|x y z", false, false, "a b c|<|p q r|=|u v w|>|x y z"},
		"both the same, turned round": {"a b c", "a b c|p q r|x y z", "a b c|x y z|p q r", false, false, "a b c|p q r|x y z"},
		"two removed side by side":    {"a b c|d e f|g h i", "d e f|g h i", "a b c|g h i", false, false, "g h i"},
		"all removed by one":          {"a b c|d e f", "", "a b c|d e f", false, false, ""},
		"both changed one":            {"a b c d|e f g", "a b c x|e f g", "a b c y|e f g", false, false, "<|a b c x|=|a b c y|>|e f g"},
		"both changed it alike":       {"a b c d|e f g", "a b c x|e f g", "a b c x|e f g", false, false, "a b c x|e f g"},
		"changed by one":              {"a b c d|e f g", "a b c x|e f g", "a b c d|e f g", false, false, "a b c x|e f g"},
		"changed by the other":        {"a b c d|e f g", "a b c d|e f g", "a b c d|e f x", false, false, "a b c d|e f x"},
		"changed side by side":        {"a b c d|e f g h", "a b c x|e f g h", "a b c d|e f g y", false, false, "a b c x|e f g y"},
		"changed and removed":         {"a b c d|e f g", "a b c x|e f g", "e f g", false, false, "<|a b c x|=|>|e f g"},
	} {
		pieces := mergeUnits(unitsOf(tt.base), unitsOf(tt.ours), unitsOf(tt.theirs), rules{sep: "\n", same: 0.4, loose: tt.loose,
			inline: tt.inline,
			refine: func(b, o, t *unit) []piece { return []piece{conflictOf(b.text, o.text, t.text, "")} }})
		got, _ := render(pieces, Options{MarkerSize: 1})
		if got = strings.ReplaceAll(got, "\n", "|"); pieces == nil {
			got = "none"
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	if joined(unitsOf("a|b|c")) != "a\nb\nc" || joined(nil) != "" || lastSep(nil, nil, nil) != "" || lastSep(unitsOf("a"), nil,
		unitsOf("b|c")) != "\n" {
		t.Error("units are not put together as they stand")
	}
}

// Conflicts as git writes them in its three styles.
func TestStylesOfConflicts(t *testing.T) {
	c := &conflict{base: []string{"b"}, ours: []string{"p", "q", "x", "r", "s"}, theirs: []string{"p", "q", "y", "z", "r", "s"}}
	for style, want := range map[Style]string{Plain: "p q < x = y z > r s", ZDiff3: "p q < x | b = y z > r s",
		Diff3: "< p q x r s | b = p q y z r s >"} {
		lines, open := c.marked(Options{MarkerSize: 1, Style: style})
		if got := strings.Join(lines, " "); got != want || open != 1 {
			t.Errorf("%d: %s, want %s", style, got, want)
		}
	}
	same := &conflict{ours: []string{"p", "q"}, theirs: []string{"p", "q"}}
	if lines, open := same.marked(Options{}); open != 0 || strings.Join(lines, " ") != "p q" {
		t.Errorf("both say the same: %q, %d", lines, open)
	}
	if n := weight([]piece{{text: "a"}, {conflict: c}, {conflict: same}}); n != 2+11+2+4 {
		t.Errorf("weight %d", n)
	}
	if got := fmt.Sprint(join([]piece{{text: "a"}, {text: "b", sep: " "}}, "\n")); got != "[{a \n <nil>} {b   <nil>}]" {
		t.Errorf("%q", got)
	}
}

// The length of a marker is bounded: a repository says it, for whoever merges in it.
func TestMarkersAreBounded(t *testing.T) {
	for size, want := range map[int]int{-1: 7, 0: 7, 1: 1, 20: 20, 1000: 1000, 1001: 7, 2_000_000_000: 7} {
		if got := len(marker('<', size, "")); got != want {
			t.Errorf("%d: %d, want %d", size, got, want)
		}
	}
}
