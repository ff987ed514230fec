package ask

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// Lines hold a text whose words stand in them one after the other, whatever marks surround them.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		lines, text string
		want        bool
	}{
		{"- **Sessions** expire\n  after 12 hours.", "Sessions expire after 12 hours.", true},
		{"Sessions never expire after 12 hours.", "Sessions expire after 12 hours.", false},
		{"Sessions expire after 12 hours.", "Sessions expire after 13 hours.", false},
		{"Sessions expire.", "", false},
		{"", "Sessions", false},
		{"> ÄRGER mit `x_y`", "ärger mit x y", true},
	} {
		if got := Holds(c.lines, c.text); got != c.want {
			t.Errorf("%q in %q: %v", c.text, c.lines, got)
		}
	}
}

// A citation of lines that are not there holds nothing.
// Lines support a sentence whose numbers and most of whose words stand there, and that they do not contradict.
func TestSupports(t *testing.T) {
	asked := 0 // the lines are read first, the sentence is what is looked for in them
	stems := func(text string, question bool) []string {
		if asked++; question != (asked == 2) {
			t.Errorf("call %d, of %q: a question %v", asked, text, question)
		}
		return strings.Fields(strings.ToLower(strings.Trim(text, ".")))
	}
	const quote = "Sessions expire after 12 hours."
	for _, c := range []struct {
		text  string
		above []string
		want  bool
	}{
		{"Sessions expire after 12 hours.", nil, true},
		{"Sessions expire.", nil, true},
		{"Guest sessions expire after 12 hours.", []string{"Guest"}, true},
		{"Sessions expire after 13 hours.", nil, false},
		{"Sessions never expire after 12 hours.", nil, false},
		{"Nobody pays for cakes on Mondays.", nil, false},
		{"", nil, false},
		{"Let me say: sessions expire after 12 hours.", nil, false},
		{"I will say sessions expire after 12 hours.", nil, false},
		{strings.TrimSpace(strings.Repeat("sessions expire after 12 hours ", 25)), nil, false}, // too long
	} {
		asked = 0
		if got := Supports(c.text, quote, c.above, stems); got != c.want {
			t.Errorf("%.60q: %v", c.text, got)
		}
	}
}

func TestQuoteBounds(t *testing.T) {
	s := source{lines: []string{"a", "b"}}
	for _, c := range [][2]int{{0, 1}, {1, 3}, {2, 1}, {-5, -1}} {
		if q, ok := s.quote(c[0], c[1]); ok {
			t.Errorf("%v: %q", c, q)
		}
	}
	if q, ok := s.quote(1, 2); !ok || q != "a\nb" {
		t.Errorf("%q", q)
	}
}

// What sums a note up is told by its heading.
func TestGist(t *testing.T) {
	for heading, want := range map[string]float64{"Summary": 1, "1. Abstract": 1, "Motivation and goals": 0.5, "Details": 0, "": 0} {
		if got := Gist([]string{"x", heading}); got != want {
			t.Errorf("%q: %v", heading, got)
		}
	}
	if Gist(nil) != 0 {
		t.Error("no heading")
	}
}

// What says nothing when it stands alone is not quoted.
func TestQuotable(t *testing.T) {
	for text, want := range map[string]bool{
		"The base fee per gas is burned.":                       true,
		"foo_bar is set by the server at its start.":            true,
		"to be run as regular containers, which are restarted.": false,
		"The following instructions are added to the machine:":  false,
		"Should the base fee be burned or paid to the miner?":   false,
		"[Move constructors](move-constructors-cpp.md)":         false,
		"[One](one.md) and [the other](other.md)":               true,
		"BASE_FEE = 1000000000 FORK_BLOCK = 10 DENOMINATOR = 8": false,
		"認証トークンは十五分で失効します。":                                     true,
		"数据库迁移需要备份。":                                            true,
		"如何迁移数据库？":                                              false,
		"需要备份以下内容：":                                             false,
		"备份。":                                                   false,
		"Too short.":                                            false,
		"The default port is 8080":                              true,
	} {
		if got := quotable(&markdown.Passage{Text: text, Kind: markdown.Paragraph}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if quotable(&markdown.Passage{Text: "func a() { return the base fee }", Kind: markdown.CodeLine}) {
		t.Error("code")
	}
	if !quotable(&markdown.Passage{Text: "the fee is burned at the end of a block", Kind: markdown.Item}) {
		t.Error("an item of a list")
	}
}

// A question of a kind wants the heading under which documents answer it.
func TestWants(t *testing.T) {
	for _, c := range []struct {
		asked, heading string
		want           float64
	}{
		{"why do sessions expire", "Motivation", 1},
		{"why are tokens not encrypted", "Alternatives considered", 1},
		{"what is left for later", "Future directions", 1},
		{"does it break existing code", "Source compatibility", 1},
		{"when do sessions expire", "Motivation", 0},
		{"why do sessions expire", "Specification", 0},
		{"whyever", "Motivation", 0},
	} {
		if got := (&question{text: c.asked}).wants([]string{"Note", c.heading}); got != c.want {
			t.Errorf("%s under %s: %v", c.asked, c.heading, got)
		}
	}
	if (&question{text: "why"}).wants(nil) != 0 {
		t.Error("no heading")
	}
}

// A passage stands under the last heading of its chunk that begins no section.
func TestUnder(t *testing.T) {
	text := []byte("### Storage\n\nTokens are kept.\n\n#### Keys\n\nKeys are kept.\n\n#### Logs\n\nLogs are kept.\n")
	doc := markdown.Parse(text)
	var got []string
	for _, p := range markdown.Passages(doc, text) {
		got = append(got, under(doc, &p))
	}
	if want := []string{"", "Keys", "Logs"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
