package fact

import (
	"slices"
	"strings"
)

// thing is a name that a sentence says the kind of: "the metric `x_total`".
type thing struct {
	kind, name string
	words      []string
	unit       *unit
}

// thingsOf lists the things of a note.
func thingsOf(units []unit) (list []thing) {
	const many = 600
	for i := range units {
		u := &units[i]
		if u.kind != prose {
			continue
		}
		for from := 0; len(list) < many; {
			open := strings.IndexByte(u.text[from:], '`')
			if open < 0 {
				break
			}
			open += from
			end := strings.IndexByte(u.text[open+1:], '`')
			if end < 0 {
				break
			}
			end += open + 1
			if name := plainName(u.text[open+1 : end]); name != "" {
				if kind := kindOf(u.text[:open], u.text[end+1:]); kind != "" {
					list = append(list, thing{kind, name, wordsOf(name), u})
				}
			}
			from = end + 1
		}
	}
	return list
}

// plainName is the name in a code span, without dashes before it and arguments behind it; "" where
// it is none.
func plainName(span string) string {
	const short, long = 5, 70
	span, _, _ = strings.Cut(strings.TrimLeft(span, "-"), "(")
	if len(span) < short || len(span) > long || strings.ContainsFunc(span, outsideName) {
		return ""
	}
	return span
}

// outsideName tells the runes that end a name: all but letters and digits of ASCII and "_./:-".
func outsideName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_./:-", r)
}

// kindOf is the kind that the words on either side of a name give it, "" for none.
func kindOf(before, after string) string {
	// Long enough for two words.
	words := strings.Fields(strings.ToLower(before[max(0, len(before)-40):]))
	if n := len(words); n > 0 {
		last := strings.TrimSuffix(words[n-1], ":")
		if n > 1 && isKind(words[n-2]+" "+last) {
			return words[n-2] + " " + last
		}
		if isKind(last) {
			return last
		}
	}
	words = strings.Fields(strings.ToLower(after[:min(len(after), 40)]))
	for n := min(2, len(words)); n > 0; n-- {
		if kind := strings.TrimRight(strings.Join(words[:n], " "), ".,;:"); isKind(kind) && strings.HasPrefix(after, " ") {
			return kind
		}
	}
	return ""
}

// isKind tells the words, in small letters, by which sentences say what a name is of: "metric",
// "feature gate".
func isKind(word string) bool {
	switch word {
	case "feature gate", "feature flag", "metric", "flag", "parameter", "endpoint", "annotation", "label", "header", "event", "condition",
		"field", "option", "opcode", "function", "method", "variable", "constant", "command", "environment variable", "error", "type",
		"trait", "struct", "plugin", "topic":
		return true
	}
	return false
}

// timesNamed counts each word of a note that may be a name.
func timesNamed(units []unit) map[string]int {
	times := map[string]int{}
	for i := range units {
		for w := range strings.FieldsFuncSeq(units[i].text, outsideName) {
			times[strings.TrimLeft(strings.Trim(w, ".:"), "-")]++
		}
	}
	return times
}

// things finds a thing that is named once, beside one of its kind of which the name is nearly the same.
// Where three have such names they are a family.
func things(units []unit) (found []Disagreement) {
	list := thingsOf(units)
	if len(list) < 2 {
		return nil
	}
	times := timesNamed(units)
	for i := range list {
		x := &list[i]
		if times[x.name] != 1 || len(x.words) < 2 {
			continue
		}
		var other *thing
		for k := range list {
			y := &list[k]
			if y.kind != x.kind || y.name == x.name || y.unit == x.unit || other != nil && y.name == other.name {
				continue
			}
			if !(slip(x.name, y.name) && !shortWords(x.words, y.words)) &&
				!(exact(x.kind) && nearWords(x.words, y.words) && !listedBeside(x, y.name, list)) {
				continue
			}
			if other != nil {
				other = nil
				break
			}
			other = y
		}
		if other != nil && !family(x, other, times) && !explained(x, other) {
			found = append(found, disagree(Name, x.kind, x.unit, x.name, other.unit, other.name))
		}
	}
	return found
}

// family tells names of which the note has a third that is like both.
func family(x, y *thing, times map[string]int) bool {
	for name := range times {
		if name != x.name && name != y.name && strings.ContainsAny(name, "_-") && nearWords(wordsOf(name), x.words) {
			return true
		}
	}
	return false
}

// explained tells two things by their sentences: the word that one name has more stands beside it too, and
// not in the other's, as in "by email, set `SEND_EMAIL_LIMIT`".
func explained(x, y *thing) bool {
	return saysBeside(x, y) || saysBeside(y, x)
}

// saysBeside reports whether x has a longer name, with one word that y's lacks, and its sentence,
// not y's, has that word beside the name as well.
func saysBeside(x, y *thing) bool {
	more := without(x.words, y.words...)
	return len(x.words) > len(y.words) && len(more) == 1 && len(more[0]) > 2 &&
		slices.Contains(proseWords(x), more[0]) && !slices.Contains(proseWords(y), more[0])
}

// proseWords are the words around the name of a thing.
func proseWords(x *thing) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(x.unit.text, x.name, " ")), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// exact tells kinds of things that are named whole wherever they are named.
func exact(kind string) bool {
	return slices.Contains([]string{"feature gate", "feature flag", "metric", "environment variable"}, kind)
}

// nearWords tells names that have all words but one in common, two or more.
func nearWords(a, b []string) bool {
	n := overlap(a, b)
	return n >= 2 && n >= min(len(a), len(b))-1 && max(len(a), len(b))-n <= 1
}

// listedBeside reports whether a thing of a name is a sibling of x wherever it is named: sentences below
// a list say more of its items.
func listedBeside(x *thing, name string, list []thing) bool {
	return slices.ContainsFunc(list, func(y thing) bool { return y.name == name && siblings(x, &y) })
}

// siblings tells two things of which one has quite another word than the other ("…_iterations_total",
// "…_downsample_total") and that are listed side by side, or are switches of one program.
func siblings(x, y *thing) bool {
	const form = 4 // letters that the forms of a word begin with
	onlyX, onlyY := without(x.words, y.words...), without(y.words, x.words...)
	if len(onlyX) == 0 || len(onlyY) == 0 {
		return false // one has a word more
	}
	a, b := onlyX[0], onlyY[0]
	if len(a) >= form && len(b) >= form && a[:form] == b[:form] {
		return false
	}
	return x.kind == "environment variable" || x.unit.item && y.unit.item && slices.Equal(x.unit.headings, y.unit.headings)
}

// shortWords tells names that differ in a word of four letters or fewer: get, set, read, load.
func shortWords(a, b []string) bool {
	const short = 4
	x, y := without(a, b...), without(b, a...)
	return len(x) == 1 && len(y) == 1 && len(x[0]) <= short && len(y[0]) <= short
}

// slip tells long names that differ in two small letters side by side, or in one, but not in their last.
func slip(x, y string) bool {
	const long = 10
	x, y = shorterFirst(x, y)
	if len(x) < long || len(y)-len(x) > 2 {
		return false
	}
	from, end := 0, 0
	for from < len(x) && x[from] == y[from] {
		from++
	}
	for end < len(x)-from && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	a, b := x[from:len(x)-end], y[from:len(y)-end]
	notSmall := func(r rune) bool { return r < 'a' || r > 'z' }
	return from > 1 && end > 0 && len(b) <= 2 && !strings.ContainsFunc(a+b, notSmall) && vowels(y)*4 >= len(y)
}
