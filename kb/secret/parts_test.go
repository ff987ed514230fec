package secret

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
)

// Letters, digits and their classes end where ASCII ends them.
func TestClassesOfCharacters(t *testing.T) {
	for r, want := range map[rune]class{'a': small, 'z': small, 'A': capital, 'Z': capital, '0': digit, '9': digit,
		'`': none, '{': none, '@': none, '[': none, '/': none, ':': none, 'é': none} {
		if got := classOf(r); got != want || isLetter(r) != (want == small || want == capital) || isDigit(r) != (want == digit) {
			t.Errorf("%c: %v, letter %v, digit %v", r, got, isLetter(r), isDigit(r))
		}
	}
	if got := string(lower([]byte("AZaz@[09é"))); got != "azaz@[09\x00\x00" {
		t.Errorf("in lower case: %q", got)
	}
}

// A drawn value changes often between letters and digits, or small letters and capitals.
func TestChangesWithinAValue(t *testing.T) {
	for value, want := range map[string]int{
		"": 0, "tea": 0, "Tea": 0, "TEA": 0, "tea1": 1, "1tea": 1, "t1e2": 3, "tea-1": 0, "TEa": 1, "TeA": 1, "teA": 0, "tEA": 0, "A1": 1,
	} {
		if got := changes(value); got != want {
			t.Errorf("%q: %d, want %d", value, got, want)
		}
	}
	for value, want := range map[string]float64{"": 0, "aaaa": 0, "aabb": 1, "abcd": 2, "abcdabcd": 2} {
		if got := entropy(value); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: %v bits, want %v", value, got, want)
		}
	}
}

// What a value looks like: drawn, not spoken, in the place of another.
func TestValues(t *testing.T) {
	value := join("t7Kq2mZ9", "xW4pR1tY")
	for _, tt := range []struct {
		value                      string
		drawn, chosen, placeholder bool
	}{
		{value, true, true, false}, {value[:7], false, true, false}, {"0x2ea74ec5dae199227dff1af715362700", false, true, false},
		{join("a1b2C3d4", "a1b2C3d4"), false, false, true},
		{join("k7z2k7z2", "k7z2k7z2"), false, true, false}, // of two bits a byte
		{"wxk7vqz", false, true, false}, {"horse(s)7", false, false, false}, {"horse7!", false, true, false},
		{"horses7", false, false, false}, {"", false, false, true}, {strings.Repeat("a", 41), false, false, true},
		{"$wxk7vqz", false, false, true}, {"./wxk7vqz", false, false, true}, {"my-example-wxk7vqz", false, false, true},
		{"password123", false, false, true},
	} {
		r, u, p := drawn(tt.value), chosen(tt.value), placeholder(tt.value)
		if r != tt.drawn || u != tt.chosen || p != tt.placeholder {
			t.Errorf("%q: drawn %v, chosen %v, placeholder %v", tt.value, r, u, p)
		}
	}
}

// A secret that two rules find is told once; one that begins where another ends is told too, and none shows.
func TestFindingsOfHits(t *testing.T) {
	text := []byte("tea\nkey abcdefgh and ijk\nabcd")
	at := func(s string) int { return strings.Index(string(text), s) }
	found := func(rule, s string) hit { return hit{rule: rule, start: at(s), end: at(s) + len(s)} }
	var got []string
	for _, f := range findings([]hit{found("1", "abcdef"), found("2", "bcd"), found("3", "gh"), found("4", "ijk")}, text) {
		got = append(got, fmt.Sprintf("%s %d:%d %s", f.Rule, f.Line, f.Col, f.Masked))
	}
	if want := "1 2:5 key •• and •|3 2:11 key •• and •|4 2:18 key •• and •"; strings.Join(got, "|") != want {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	line := "key abcdefgh and ijk"
	for at, want := range map[int]string{0: "tea", 3: "tea", 4: line, 24: line, 25: "abcd", len(text): "abcd"} {
		if start, end := lineAround(text, at); string(text[start:end]) != want {
			t.Errorf("the line about %d is %q", at, text[start:end])
		}
	}
	if start, end := lineAround([]byte("\nab"), 1); start != 1 || end != 3 {
		t.Errorf("behind an empty line: %d-%d", start, end)
	}
	long := []byte(strings.Repeat("x", 2*after))
	if start, end := lineAround(long, before+1); start != 1 || end != before+1+after {
		t.Errorf("of a long line: %d-%d", start, end)
	}
}

// A rule finds what its pattern, its entropy and its lists let pass, up to the limit.
func TestScanOfOneRule(t *testing.T) {
	none := &ruleSet{}
	keys := func(lists ...allowlist) *rule {
		compileLists(lists)
		pattern := regexp.MustCompile(`key=(\w+)`)
		return &rule{ID: "key", find: func(part []byte) [][]int { return pattern.FindAllSubmatchIndex(part, -1) }, Allowlists: lists,
			check: func(value string) bool { return value != "no" }}
	}
	text := "key=no key=aaaa key=staging9 key=wxyz\nkey=last"
	demanding := keys()
	demanding.Entropy = 2
	for _, tt := range []struct {
		name string
		rule *rule
		want string
	}{
		{"all", keys(), "aaaa staging9 wxyz last"},
		{"entropy", demanding, "staging9 wxyz last"},
		{"a stop word", keys(allowlist{StopWords: []string{"STAGING"}}), "aaaa wxyz last"},
		{"a pattern of the secret", keys(allowlist{Regexes: []string{"^a+$"}}), "staging9 wxyz last"},
		{"of the match", keys(allowlist{Regexes: []string{"key=w"}, RegexTarget: "match"}), "aaaa staging9 last"},
		{"of the line", keys(allowlist{Regexes: []string{"no"}, RegexTarget: "line"}), "last"},
		{"of paths and words", keys(allowlist{Paths: []string{"x"}, Condition: "AND", StopWords: []string{"staging"}}),
			"aaaa staging9 wxyz last"},
		{"of words in any path", keys(allowlist{Paths: []string{"x"}, StopWords: []string{"staging"}}), "aaaa wxyz last"},
		{"of words with AND", keys(allowlist{Condition: "AND", StopWords: []string{"staging"}}), "aaaa wxyz last"},
	} {
		var got []string
		for _, h := range tt.rule.scan(nil, none, []byte(text), window{0, len(text)}) {
			got = append(got, text[h.start:h.end])
		}
		if all := strings.Join(got, " "); all != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, all, tt.want)
		}
	}
	if found := keys().scan(nil, none, []byte(text), window{3, 15}); len(found) != 1 || found[0] != (hit{rule: "key", start: 11, end: 15}) {
		t.Errorf("in a part: %v", found)
	}
	for _, tt := range []struct {
		group int
		match []int
		want  string
	}{
		{0, []int{5, 9}, "5-9"}, {0, []int{5, 9, 6, 8}, "6-8"}, {0, []int{5, 9, -1, -1, 7, 8}, "7-8"}, {0, []int{5, 9, 6, 6}, "5-9"},
		{2, []int{5, 9, 6, 8, 7, 8}, "7-8"}, {2, []int{5, 9, 6, 8, -1, -1}, "6-8"}, {2, []int{5, 9, 6, 8}, "6-8"},
		{1, []int{0, 9, 0, 3}, "0-3"},
	} {
		start, end := (&rule{SecretGroup: tt.group}).secret(tt.match)
		if got := fmt.Sprintf("%d-%d", start, end); got != tt.want {
			t.Errorf("group %d of %v: %s, want %s", tt.group, tt.match, got, tt.want)
		}
	}
}
