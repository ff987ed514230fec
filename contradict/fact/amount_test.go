package fact

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNumberOf(t *testing.T) {
	for text, want := range map[string]string{
		"16": "16", "0x10": "16", "0XfF": "255", "1_000": "1000", "1,000": "1000", "2**10": "1024", "2^10": "1024", "2 ** 10": "1024",
		"3.5": "3.5",
		"":    "none", "x": "none", "2**x": "none", "x**2": "none", "0xg": "none", "0x1234567890abcdef": "1311768467294899700",
		"0x1234567890abcdef0": "none",
	} {
		got := "none"
		if n, ok := numberOf(text); ok {
			got = fmt.Sprintf("%.17g", n)
			if n > 1e18 {
				got = "1311768467294899700"
			}
		}
		if got != want {
			t.Errorf("numberOf(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestRowValue(t *testing.T) {
	for _, c := range []struct {
		row, header []string
		want        string
	}{
		{[]string{"`POOL_SIZE`", "3"}, []string{"Name", "Value"}, "POOL_SIZE 3 "},
		{[]string{"`POOL_SIZE`", "3"}, []string{"Name", "Weight"}, "POOL_SIZE 3 weight"},
		{[]string{"`POOL_SIZE`", "of rooms", "3"}, []string{"Name", "What", "Weight"}, "POOL_SIZE 3 weight"},
		{[]string{"`POOL_SIZE`", "3"}, []string{"Name", "Default"}, "POOL_SIZE 3 "},
		{[]string{"`POOL_SIZE`", "0x3"}, []string{"Name", "Weight"}, "POOL_SIZE 0x3 "},
		{[]string{"`POOL_SIZE`", "3"}, []string{"Name"}, "POOL_SIZE 3 "},
		{[]string{"`POOL_SIZE`", "3", "4"}, []string{"Name", "Low", "High"}, "  "},
		{[]string{"size", "3"}, []string{"Name", "Value"}, "  "},
		{[]string{"`pool_size`", "3"}, []string{"Name", "Value"}, "pool_size 3 "},
		{[]string{"`POOL_SIZE`", "many"}, []string{"Name", "Value"}, "POOL_SIZE  "},
	} {
		name, written, of := rowValue(c.row, c.header)
		if got := name + " " + written + " " + of; got != c.want {
			t.Errorf("rowValue(%q, %q) = %q, want %q", c.row, c.header, got, c.want)
		}
	}
}

func TestNumbersThatDifferByASlip(t *testing.T) {
	askPairs(t, "oneEdit", oneEdit, []yesNo{
		{"1344", "1334", true}, {"1344", "1434", true}, {"1344", "4134", false}, {"1344", "1344", false}, {"1344", "134", false},
		{"1344", "2344", true}, {"1344", "1345", true}, {"1344", "2345", false}, {"3144", "1344", true}, {"1345", "1354", true},
		{"1344", "1435", false}, {"1234", "1524", false}, {"1234", "1354", false},
		{"12345", "12435", true}, {"1234", "1324", true}, {"1234", "1325", false}, {"1234", "1342", false},
	})
}

func TestComparable(t *testing.T) {
	askPairs(t, "comparable", func(a, b string) bool { return citation{series: a}.comparable(citation{series: b}) }, []yesNo{
		{"EIP", "EIP", true}, {"EIP", "RFC", false}, {"", "EIP", true}, {"EIP", "", true}, {"", "RFC", false}, {"RFC", "", false},
		{"", "",
			true},
	})
}

func TestNumbersOf(t *testing.T) {
	for text, want := range map[string]string{
		"See EIP-1344 and EIPs 152, 1334 and 20.": "EIP-1344 EIP-152 EIP-1334",
		"requires: 8134":          "-8134",
		"Requires 8134, and 8135": "-8134 -8135",
		"EIP-12":                  "",
		"In 2024":                 "",
		"EIP 12 of 345":           "",
		"KEP 0123 or 4567":        "KEP-0123 KEP-4567",
	} {
		var got []string
		for _, c := range numbersOf(text) {
			got = append(got, c.series+"-"+c.number)
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("numbersOf(%q) = %q, want %q", text, g, want)
		}
	}
	askPairs(t, "citesNumber", func(a, _ string) bool { return citesNumber(a) }, []yesNo{
		{"EIP 123", "", true}, {"EIP 12", "", false}, {"EIP 12 3", "", false}, {"equires 123", "", true}, {"123 EIP", "", false},
		{"EIP 000", "", true}, {"EIP 999", "", true}, {"EIP 12:", "", false}, {"EIP 12/3", "", false}, {"abc 123", "", false},
	})
}

// Of many places of two numbers those are named whose words have most in common.
func TestNearest(t *testing.T) {
	u := func(k kind, text string) *unit { return &unit{kind: k, text: text} }
	for _, c := range []struct {
		xs, ys cited
		want   string
	}{
		{cited{u(prose, "open the pool"), u(prose, "count the open rooms")}, cited{u(prose, "an attic"), u(prose, "count open rooms")},
			"count the open rooms / count open rooms"},
		{cited{u(field, "requires rooms")}, cited{u(prose, "an attic"), u(prose, "rooms")}, "requires rooms / an attic"},
		{cited{u(field, "requires rooms"), u(prose, "an attic")}, cited{u(prose, "cellars")}, "an attic / cellars"},
		{cited{u(prose, "an attic")}, cited{u(field, "an attic"), u(prose, "cellars")}, "an attic / cellars"},
		{cited{u(prose, "an attic"), u(field, "cellars")}, cited{u(prose, "cellars")}, "an attic / cellars"},
		{cited{u(prose, "rooms")}, cited{u(prose, "rooms"), u(prose, "Rooms")}, "rooms / rooms"},
	} {
		a, b := nearest(c.xs, c.ys)
		if got := a.text + " / " + b.text; got != c.want {
			t.Errorf("nearest: %s, want %s", got, c.want)
		}
	}
}

func TestCounted(t *testing.T) {
	for text, want := range map[string]int{"two": 2, "Three": 3, "ten": 10, "7": 7, "one": 0, "eleven": 0, "x": 0, "12345": 12345,
		"123456": 0} {
		if got, ok := counted(text); got != want || ok != (want > 0) {
			t.Errorf("counted(%q) = %d, %v; want %d", text, got, ok, want)
		}
	}
	if !saysNumber("It has two parts") || saysNumber("It has parts") {
		t.Error("a number is said, or not")
	}
}

func TestTellsOfChange(t *testing.T) {
	for text, want := range map[string]bool{
		"It was three.": true, "Raised (from 2)": true, "It is three.": false, "A fromage": false, "IF so": true, "a-was-z": true,
		"zoo": false, "A razor": false,
	} {
		if got := tellsOfChange(text); got != want {
			t.Errorf("tellsOfChange(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestSameThing(t *testing.T) {
	askPairs(t, "sameThing", func(a, b string) bool { return sameThing(strings.Fields(a), strings.Fields(b)) }, []yesNo{
		{"repr attribute", "representation attribute", true}, {"representation attribute", "repr attribute", true},
		{"repr attribute more", "repr attribute", true}, {"attribute", "attribute", false}, {"repr attribute", "repr methods", false},
		{"rep attribute", "repr attribute", false}, {"repr attribute", "rep attribute", false}, {"", "", false},
	})
	askPairs(t, "inRow", func(a, b string) bool { return inRow(strings.Fields(a), strings.Fields(b)) }, []yesNo{
		{"open the pool", "we open the", true}, {"open pool", "pool open", false}, {"open", "open", false}, {"a b c", "x b c", true},
		{"a b", "a b", true}, {"a b", "a c", false},
	})
}

func TestVerbFamily(t *testing.T) {
	for verb, want := range map[string]string{
		"Defines": "define", "standardizes": "define", "adds": "introduce", "alter": "change", "needs": "require", "Deprecates": "remove",
		"is": "",
	} {
		if got := verbFamily(verb); got != want {
			t.Errorf("verbFamily(%q) = %q, want %q", verb, got, want)
		}
	}
}

func TestPointsElsewhere(t *testing.T) {
	for text, want := range map[string]bool{
		"It MUST open.": false, "It MUST open (see below).": true, "It MUST open, unless it is late.": true,
		"It MUST open if a < b.":   true,
		"Before noon it MUST open": true, "The thesis MUST open": false,
	} {
		if got := pointsElsewhere(text); got != want {
			t.Errorf("pointsElsewhere(%q) = %v, want %v", text, got, want)
		}
	}
}

// A rule has the force of its word; what stands before the first word is the subject of all.
func TestRulesOf(t *testing.T) {
	var got []string
	for _, r := range rulesOf(&unit{text: "The *pools* MUST open `rooms` and SHOULD NOT close attics, but MAY. They SHALL stay."}) {
		got = append(got, fmt.Sprintf("%s%d%v%s%s%s", r.said, r.force, r.denied, r.subject, r.predicate, r.code))
	}
	want := []string{"MUST3false[pool][open room][`rooms`]", "SHOULD NOT2true[pool][clos attic but][`rooms`]",
		"MAY1false[pool][][`rooms`]",
		"SHALL3false[pool][stay][`rooms`]"}
	fifth := rulesOf(&unit{text: "It MUST a, MUST b, MUST c and MAY d, but SHOULD NOT e."})
	if len(fifth) != 4 || !slices.Equal(fifth[3].predicate, []string{"d", "but"}) {
		t.Errorf("the fourth of five rules: %q", fifth[len(fifth)-1].predicate)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestContentOf(t *testing.T) {
	for text, want := range map[string]string{
		"The size of all the rooms": "siz room", "Opens at 90°": "open 90°", "a-z {0} 9:z": "z 0 9 z", "é": "é", "which is not it": "",
	} {
		if got := strings.Join(contentOf(text), " "); got != want {
			t.Errorf("contentOf(%q) = %q, want %q", text, got, want)
		}
	}
	if n := overlap([]string{"a", "b", "a"}, []string{"a", "c", "a"}); n != 1 {
		t.Errorf("words in common are counted once: %d", n)
	}
	if n := distinct([]string{"a", "b", "a"}); n != 2 {
		t.Errorf("%d distinct words, want 2", n)
	}
	if got := without([]string{"pool", "4kb", "9", "0", "open", ":", "/"}, "open"); !slices.Equal(got, []string{"pool", ":", "/"}) {
		t.Errorf("without numbers and a word: %q", got)
	}
}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		want bool
	}{{8192, 8191, true}, {8191, 8192, true}, {8192, 8190, false}, {100, 101, false}, {101, 100, true}, {101, 102, true}, {200, 200,
		false}} {
		if got := near(c.a, c.b); got != c.want {
			t.Errorf("near(%v, %v) = %v", c.a, c.b, got)
		}
	}
}

func TestIsSummary(t *testing.T) {
	for _, c := range []struct {
		u    unit
		want bool
	}{
		{unit{kind: field, text: "description: x"}, true}, {unit{kind: field, text: "summary: x"}, true}, {unit{kind: field,
			text: "title: x"}, true},
		{unit{kind: field, text: "owner: x"}, false}, {unit{headings: []string{"Pool", "TL;DR"}}, true},
		{unit{headings: []string{"Summary",
			"Detail"}}, false},
		{unit{}, false},
	} {
		if got := isSummary(&c.u); got != c.want {
			t.Errorf("isSummary(%+v) = %v", c.u, got)
		}
	}
}

// Amounts are numbers with a unit or a noun; small ones and years are none.
func TestMeasuresOf(t *testing.T) {
	for text, want := range map[string]string{
		"It takes 12 GiB of room.":            "12 GiB|12|gib|tak room",
		"It takes 2 rooms, 3 halls, 4 attics": "3 halls|3|hall|tak room attic; 4 attics|4|attic|tak room hall",
		"In 1999 rooms, 1900 rooms":           "1900 rooms|1900|room|",
		"In 2100 rooms, 2099 rooms":           "2100 rooms|2100|room|",
		"Holds `8,192` [open rooms](x/9)":     "8,192 open rooms|8192|room|hold open",
		"It was 12 rooms":                     "",
		"In block 12000, validators sign":     "",
		"It is":                               "",
		"of 12 and 13":                        "",
	} {
		var got []string
		for _, m := range measuresOf(&unit{text: text}) {
			got = append(got, fmt.Sprintf("%s|%v|%s|%s", m.written, m.number, m.of, strings.Join(m.words, " ")))
		}
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("measuresOf(%q) = %q, want %q", text, g, want)
		}
	}
	if got := numbersIn("1,000 of 3.5 and 12KB, x9"); !slices.Equal(got, []float64{1000, 3.5, 12}) {
		t.Errorf("numbersIn: %v", got)
	}
}

func TestSameSeries(t *testing.T) {
	askPairs(t, "sameSeries", sameSeries, []yesNo{
		{"#", "issues/", true}, {"rfc", "issues/", false}, {"#", "pull/", true}, {"rfc", "", true}, {"#", "", false}, {"rfc", "rfc",
			true},
		{"erc", "eip", true}, {"eip", "erc", true}, {"rfc", "eip", false}, {"eip", "rfc", false}, {"erc", "rfc", false}, {"rfc", "erc",
			false},
	})
}

func TestFormulasOf(t *testing.T) {
	for _, c := range []struct {
		kind kind
		text string
		want string
	}{
		{code, "gas = 23000*k + 115000;", "23000*k + 115000|#*k+#|23000 115000"},
		{code, "23000*k", ""},
		{code, "23000*k + j", ""},
		{code, "3 + 4 * 5", ""},
		{code, "f(3, 4*k + 1)", ""},
		{code, "3*k + 4", "3*k + 4|#*k+#|3 4"},
		{code, "3-k-4", ""},
		{prose, "It is `3*k + 4` here", "3*k + 4|#*k+#|3 4"},
		{prose, "It is `3*k`, `3*k + 4` here", "3*k + 4|#*k+#|3 4"},
		{row, "| a | `3*k*4` |", "3*k*4|#*k*#|3 4"},
		{field, "a: `3*k + 4`", ""},
	} {
		var got []string
		for _, f := range formulasOf(&unit{kind: c.kind, text: c.text}) {
			got = append(got, f.text+"|"+f.skeleton+"|"+f.numbers)
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("formulasOf(%q) = %q, want %q", c.text, g, c.want)
		}
	}
}

func TestShareHeading(t *testing.T) {
	askPairs(t, "shareHeading", func(a, b string) bool {
		return shareHeading(&unit{headings: strings.FieldsFunc(a, func(r rune) bool { return r == '>' })},
			&unit{headings: strings.FieldsFunc(b, func(r rune) bool { return r == '>' })})
	}, []yesNo{
		{"Pairing", "Gas of pairing", true}, {"Pairing>Cost", "Pairing", false}, {"Cost", "Cost", false}, {"Gas", "Gas", false},
		{"Pool>Rooms", "Rooms", true}, {"", "Rooms", false}, {"Rooms", "", false}, {"Hall", "Hall", true},
	})
}

func TestSectionsOfTwoUnits(t *testing.T) {
	in := func(h ...string) *unit { return &unit{headings: h} }
	for _, c := range []struct {
		a, b *unit
		want bool
	}{
		{in("A"), in("A"), true}, {in("A"), in("B"), false}, {in(), in(), true}, {in("A"), in(), false}, {in("A", "B"), in("A", "B"),
			true},
		{in("A", "B"), in("A"), false},
	} {
		if got := sameSection(c.a, c.b); got != c.want {
			t.Errorf("sameSection(%q, %q) = %v", c.a.headings, c.b.headings, got)
		}
	}
}

// Places that may each have a value of their own, and the two values of a switch.
func TestVariantsAndSwitches(t *testing.T) {
	item, sentence, line := &unit{item: true}, &unit{}, &unit{kind: code}
	for _, c := range []struct {
		a, b *unit
		want bool
	}{
		{item, item, true}, {item, sentence, false}, {sentence, item, false}, {line, line, true}, {line, sentence, false}, {sentence,
			line,
			false},
		{item, line, false}, {sentence, sentence, false}, {&unit{kind: row, item: true}, item, false}, {item, &unit{kind: row,
			item: true},
			false},
	} {
		if got := variants(c.a, c.b); got != c.want {
			t.Errorf("variants(%+v, %+v) = %v", *c.a, *c.b, got)
		}
	}
	for _, c := range []struct {
		a, b value
		want bool
	}{
		{value{number: 0, unit: sentence}, value{number: 1, unit: sentence}, true}, {value{number: 1, unit: sentence},
			value{unit: sentence}, true},
		{value{number: 2, unit: sentence}, value{number: -1, unit: sentence}, false}, {value{number: 1, unit: sentence}, value{number: 1,
			unit: sentence}, false},
		{value{number: 1, unit: line}, value{unit: sentence}, false}, {value{number: 1, unit: sentence}, value{unit: line}, false},
		{value{number: 0.5, unit: sentence}, value{number: 0.5, unit: sentence}, false},
	} {
		if got := switches(c.a, c.b); got != c.want {
			t.Errorf("switches(%v, %v) = %v", c.a.number, c.b.number, got)
		}
	}
	for name, want := range map[string]bool{"a_b": true, "z_b": true, "A_B": false, "_a": false, "{a": false} {
		if got := small(name); got != want {
			t.Errorf("small(%q) = %v", name, got)
		}
	}
	for name, want := range map[string]bool{"A_B": true, "Z_B": true, "a_b": false, "[a": false, "9a": false} {
		if got := isUpper(name); got != want {
			t.Errorf("isUpper(%q) = %v", name, got)
		}
	}
}

func TestDescribedBy(t *testing.T) {
	for text, want := range map[string]string{
		"`--wal-dir`: The log": "wal-dir", "`--wal-dir` is the log": "", "The `wal-dir`: x": "", "`open": "",
	} {
		if got := describedBy(text); got != want {
			t.Errorf("describedBy(%q) = %q, want %q", text, got, want)
		}
	}
}
