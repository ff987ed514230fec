package fact

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// value is one value of a constant.
type value struct {
	name    string
	of      string // the head of its column, "" where there is none or it says no more than value
	written string
	number  float64
	unit    *unit
}

const digits = "0123456789"

const (
	fieldName    = `[a-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+|[A-Z][a-z0-9]+)+`
	constantName = `[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+`
	literal      = `0[xX][0-9a-fA-F_]+|[0-9][0-9_,]*(?:\.[0-9]+)?(?:\s*(?:\*\*|\^)\s*[0-9]+)?`
)

var constantPatterns = sync.OnceValue(func() (p struct{ name, literal, assigned, said *regexp.Regexp }) {
	p.name = regexp.MustCompile("^(?:`?(" + constantName + ")`?|`(" + fieldName + ")`)$")
	p.literal = regexp.MustCompile("^`?(" + literal + ")`?$")
	p.assigned = regexp.MustCompile(`^(?:#define |(?:pub |static |export )*(?:const |let |var |final )*)(?:\w+ )?(` + constantName +
		`)(?:\s*:\s*[A-Za-z]\w*\s*=|\s*:=|\s*=|\s*:|\s)\s*(` + literal + `)\s*[;,]?\s*(?:(?://|#|--).*)?$`)
	p.said = regexp.MustCompile(
		"(?:^|[^-+*/%<>=] )(?:`?(" + constantName + ")`?|`(" + fieldName + ")`)" +
			`\s*(?:=|:=|is|is set to|is defined as|of|equals|is equal to|set to)\s*` +
			"`?(" + literal + ")`?" + `(?:[\s,;)]|\.(?:\s|$)|$)`,
	)
	return p
})

// constants finds named constants with two values: in tables, in code and in sentences. One that has
// three is another in each case.
func constants(units []unit) (found []Disagreement) {
	byName := map[string][]value{}
	var names []string
	var sections [][2]string // of each that is found
	for i := range units {
		v := valueOf(&units[i])
		if v.name == "" {
			continue
		}
		if byName[v.name] == nil {
			names = append(names, v.name)
		}
		byName[v.name] = append(byName[v.name], v)
	}
	for _, name := range names {
		list := byName[name]
		first, other, distinct := list[0], value{}, 1
		for _, v := range list[1:] {
			if v.of != first.of {
				continue
			}
			if v.number != first.number && (distinct == 1 || v.number != other.number) {
				other = v
				distinct++
			}
		}
		if distinct == 2 && !variants(first.unit, other.unit) && !switches(first, other) &&
			!(small(name) && first.unit.kind == other.unit.kind) {
			found = append(found, disagree(Constant, name, first.unit, first.written, other.unit, other.written))
			sections = append(sections, sectionsOf(first.unit, other.unit))
		}
	}
	return single(found, sections)
}

// valueOf reads the value of a constant out of a unit: one without a name where it gives none.
func valueOf(u *unit) value {
	if !strings.ContainsAny(u.text, "_`") || !strings.ContainsAny(u.text, digits) {
		return value{}
	}
	p := constantPatterns()
	var name, written, of string
	switch u.kind {
	case row:
		name, written, of = rowValue(cells(u.text), u.header)
	case code:
		if m := p.assigned.FindStringSubmatch(u.text); m != nil {
			name, written = m[1], m[2]
		}
	case prose:
		all := p.said.FindAllStringSubmatch(u.text, 2)
		if len(all) != 1 || tellsOfChange(u.text) {
			return value{}
		}
		name, written = all[0][1]+all[0][2], all[0][3]
	}
	written = strings.TrimRight(written, ",_")
	number, ok := numberOf(written)
	if !ok {
		return value{}
	}
	return value{name, of, written, number, u}
}

// rowValue reads a row that begins with a constant and has one cell with a literal, and what the head of
// that column says of it.
func rowValue(row, header []string) (name, written, of string) {
	p := constantPatterns()
	m := p.name.FindStringSubmatch(row[0])
	if m == nil {
		return "", "", ""
	}
	for i, cell := range row[1:] {
		l := p.literal.FindStringSubmatch(cell)
		if l == nil {
			continue
		}
		if written != "" {
			return "", "", ""
		}
		written = l[1]
		if i+1 < len(header) {
			of = strings.ToLower(header[i+1])
		}
	}
	if strings.Contains(of, "value") || strings.Contains(of, "default") || strings.HasPrefix(written, "0x") {
		of = ""
	}
	return m[1] + m[2], written, of
}

// plainNumber writes a literal without what groups its digits.
var plainNumber = strings.NewReplacer("_", "", ",", "", " ", "", "^", "**")

// numberOf reads a literal.
func numberOf(text string) (float64, bool) {
	text = plainNumber.Replace(text)
	if base, power, ok := strings.Cut(text, "**"); ok {
		b, err1 := strconv.ParseFloat(base, 64)
		e, err2 := strconv.ParseFloat(power, 64)
		return math.Pow(b, e), err1 == nil && err2 == nil
	}
	if hex, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		if len(hex) > 16 {
			return 0, false
		}
		n, err := strconv.ParseUint(hex, 16, 64)
		return float64(n), err == nil
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// tellsOfChange tells a sentence of what was, will be or would be, which may have another value.
func tellsOfChange(text string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch word {
		case "from", "was", "were", "previously", "formerly", "instead", "old", "increase", "increased", "increases", "reduce",
			"reduced", "lower", "lowered", "raise", "raised", "if", "when", "example", "assume", "assuming", "suppose", "say", "would",
			"could", "might", "before", "currently", "new", "initially", "later", "test", "changed", "change", "changes", "doubled",
			"maximum", "minimum", "compared", "versus", "unless", "or":
			return true
		}
	}
	return false
}

// variants tells places that may each have a value of their own: items of one list, and code that sets
// it twice.
func variants(a, b *unit) bool {
	return a.kind == prose && b.kind == prose && a.item && b.item || a.kind == code && b.kind == code
}

// switches tells the two values of a switch that sentences say to set: 0 to disable, 1 to enable.
func switches(a, b value) bool {
	return a.unit.kind == prose && b.unit.kind == prose && a.number+b.number == 1 && a.number*b.number == 0
}

// small tells the name of a field or setting, which each table may give the value of one case.
func small(name string) bool { return name[0] >= 'a' && name[0] <= 'z' }

// sectionsOf names the two sections in which units stand.
func sectionsOf(a, b *unit) [2]string {
	return [2]string{strings.Join(a.headings, "\n"), strings.Join(b.headings, "\n")}
}

// single leaves out disagreements between two sections that disagree about several things: those are two
// settings, or two cases. What one section says twice stays.
func single(found []Disagreement, sections [][2]string) (kept []Disagreement) {
	times := map[[2]string]int{}
	for _, s := range sections {
		times[s]++
	}
	for i, s := range sections {
		if times[s] == 1 || s[0] == s[1] {
			kept = append(kept, found[i])
		}
	}
	return kept
}
