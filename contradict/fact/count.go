package fact

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

var countPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?i)^(?:[\w'’,-]+ ){0,6}?(?:(?:adds?|has|have|are|introduces?|defines?|following|consists? ` +
			`of|contains?|includes?|supports?|proposes?) |these )` +
			`(two|three|four|five|six|seven|eight|nine|ten|[2-9]) ((?:[\w-]+ ){0,3})([a-z]{3,}s)\b[^.;,]{0,40}:$`,
	)
})

// withoutEmphasis takes the marks of code and emphasis out.
var withoutEmphasis = strings.NewReplacer("`", "", "*", "", "_", "")

// counts finds a lead-in that counts the items of its list, and a list of more or fewer.
func counts(units []unit) (found []Disagreement) {
	for i := range units {
		u := &units[i]
		if u.kind != prose || !strings.HasSuffix(u.text, ":") || !saysNumber(u.text) {
			continue
		}
		m := countPattern().FindStringSubmatch(withoutEmphasis.Replace(u.text))
		if m == nil || isMeasure(m[3]) {
			continue
		}
		noun := countedNoun(m[2], m[3])
		said, ok := counted(m[1])
		n, last := itemsBelow(units, i)
		if !ok || n < 2 || n == said || n > said+2 || n < said-2 || strings.Contains(strings.ToLower(u.text), "these ") ||
			severalEach(units, i, n) || n == said+1 && remarks(last.text) {
			continue
		}
		found = append(found, disagree(Count, noun, u, m[1]+" "+noun, last, strconv.Itoa(n)+" items"))
	}
	return found
}

// countedNoun is what a lead-in counts: "ways" of "two ways around this".
func countedNoun(before, last string) string {
	if last != "this" {
		return last
	}
	for word := range strings.FieldsSeq(before) {
		if strings.HasSuffix(word, "s") {
			return word
		}
	}
	return last
}

// severalEach tells a list of which an item names several things: "`OnceLock`, `LazyLock`", "those of each vault (`A`
// and `B`)".
func severalEach(units []unit, at, n int) bool {
	for i := at + 1; i < len(units) && n > 0; i++ {
		if units[i].item {
			n--
			text := units[i].text
			if (strings.HasPrefix(text, "`") || strings.Contains(text, " each ")) &&
				(strings.Contains(text, "`, `") || strings.Contains(text, "` and `")) {
				return true
			}
		}
	}
	return false
}

// remarks tells the last item of a list that adds a case to what was counted: "If you have an alias, …".
func remarks(item string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(item, "*_")), " ")
	switch strings.TrimRight(first, ",:*_") {
	case "if", "note", "optionally", "otherwise", "also":
		return true
	}
	return false
}

// counted reads a number from two to ten.
func counted(text string) (int, bool) {
	if len(text) > len("three") {
		return 0, false
	}
	for i, word := range [...]string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if strings.EqualFold(word, text) {
			return i + 2, true
		}
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// saysNumber tells a text with a number from two to ten.
func saysNumber(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if _, ok := counted(word); ok {
			return true
		}
	}
	return false
}

// isMeasure tells what amounts are measured in, of which no list has the items:
// "it takes two hours:".
func isMeasure(noun string) bool {
	switch noun {
	case "times",
		"hours",
		"minutes",
		"seconds",
		"days",
		"weeks",
		"months",
		"years",
		"bytes",
		"bits",
		"steps",
		"characters",
		"lines",
		"words",
		"digits":
		return true
	}
	return false
}

// itemsBelow counts the items of the list that follows a unit, and returns the last of them.
func itemsBelow(units []unit, at int) (n int, last *unit) {
	indent := -1
	for i := at + 1; i < len(units); i++ {
		u := &units[i]
		if len(u.headings) != len(units[at].headings) ||
			len(u.headings) > 0 && u.headings[len(u.headings)-1] != units[at].headings[len(u.headings)-1] {
			break
		}
		switch {
		case u.kind == row, u.kind == code && indent < 0:
			return 0, nil
		case u.kind == code:
		case u.item && indent < 0:
			indent, n, last = u.indent, 1, u
		case u.item && u.indent <= indent+1:
			if u.indent < indent {
				return n, last
			}
			n++
			last = u
		case u.item:
		case indent < 0:
			return 0, nil
		case u.indent <= indent && u.paragraph != last.paragraph && u.col == u.indent+1 && !continues(units, i):
			return n, last
		}
	}
	return n, last
}

// continues reports whether the sentence is of the paragraph of the item before it.
func continues(units []unit, i int) bool { return units[i].paragraph == units[i-1].paragraph }
