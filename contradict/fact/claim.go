package fact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// selfNames are what notes call themselves.
var selfNames = []string{"rfc", "eip", "erc", "kep", "proposal", "document", "specification", "standard", "adr", "decision", "change"}

var scopePatterns = sync.OnceValue(func() (p struct{ order, self, other *regexp.Regexp }) {
	p.order = regexp.MustCompile(`\bO\(((?:[^()]|\([^()]*\))+)\)`)
	p.self = regexp.MustCompile(
		`(?i)\bthis (?:` + strings.Join(selfNames, "|") + `) (does not|doesn't|will not|won't|do not)? ?(\w+) ([^.;]*)`,
	)
	p.other = regexp.MustCompile(`(?i)\b(no|any) other ([^,.;:]*)`)
	return p
})

// withoutMarks takes the marks of code, emphasis and formulas out.
var withoutMarks = strings.NewReplacer("*", "", "`", "", "$", "", "_", "")

// orders finds a cost in the letters of another, put together otherwise: O(n·m), O(n + m).
func orders(units []unit) (found []Disagreement) {
	type cost struct {
		text, plain string
		letters     []string
		unit        *unit
	}
	var list []cost
	for i := range units {
		u := &units[i]
		if u.kind == code || !strings.Contains(u.text, "O(") {
			continue
		}
		text := withoutMarks.Replace(u.text)
		for _, m := range scopePatterns().order.FindAllStringSubmatch(text, 6) {
			letters := slices.Sorted(identifiers(m[1]))
			letters = slices.Compact(slices.DeleteFunc(letters, func(l string) bool { return l == "log" }))
			if len(letters) < 2 || strings.Contains(m[1], "<") {
				continue
			}
			list = append(list, cost{m[0], strings.ReplaceAll(m[1], " ", ""), letters, u})
		}
	}
	for i := range list {
		for k := i + 1; k < len(list); k++ {
			a, b := &list[i], &list[k]
			if a.plain != b.plain && slices.Equal(a.letters, b.letters) && a.unit.paragraph != b.unit.paragraph {
				found = append(found, disagree(Formula, "cost", a.unit, a.text, b.unit, b.text))
			}
		}
	}
	return found
}

// speaksOfItself tells a text with "this RFC" and the like, as far as is cheap to tell.
func speaksOfItself(text string) bool {
	for {
		_, behind, ok := strings.Cut(text, "his ")
		if !ok {
			return false
		}
		for _, name := range selfNames {
			if len(behind) > len(name) && strings.EqualFold(behind[:len(name)], name) {
				return true
			}
		}
		text = behind
	}
}

// selves finds what a note says of itself and denies of itself: "This RFC does not define tiers".
func selves(units []unit) (found []Disagreement) {
	type claim struct {
		denied bool
		verb   string
		of     []string
		unit   *unit
	}
	var list []claim
	for i := range units {
		u := &units[i]
		if u.kind != prose || !speaksOfItself(u.text) {
			continue
		}
		for _, m := range scopePatterns().self.FindAllStringSubmatch(u.text, 4) {
			of := contentOf(m[3])
			if family := verbFamily(m[2]); family != "" && len(of) > 0 {
				denied := m[1] != "" != strings.HasPrefix(strings.ToLower(m[3]), "no ")
				list = append(list, claim{denied, family, of, u})
			}
		}
	}
	for i := range list {
		for k := i + 1; k < len(list); k++ {
			a, b := &list[i], &list[k]
			n := min(distinct(a.of), distinct(b.of))
			if a.denied != b.denied && a.verb == b.verb && overlap(a.of, b.of)*4 >= n*3 && n >= 3 && inRow(a.of, b.of) {
				found = append(found, disagree(Force, a.verb, a.unit, doesOrNot(a.denied), b.unit, doesOrNot(b.denied)))
			}
		}
	}
	return found
}

// doesOrNot words a claim of selves for Disagreement.Says.
func doesOrNot(denied bool) string {
	if denied {
		return "does not"
	}
	return "does"
}

// butOrNot words a claim of others for Disagreement.Says; but is whether it names an exception.
func butOrNot(but bool) string {
	if but {
		return "no other, but"
	}
	return "no other"
}

// verbFamily is what a verb says that a document does, "" for others.
func verbFamily(verb string) string {
	switch strings.ToLower(verb) {
	case "define",
		"defines",
		"specify",
		"specifies",
		"describe",
		"describes",
		"prescribe",
		"prescribes",
		"mandate",
		"mandates",
		"standardize",
		"standardizes":
		return "define"
	case "introduce", "introduces", "add", "adds", "propose", "proposes", "include", "includes":
		return "introduce"
	case "change", "changes", "modify", "modifies", "alter", "alters", "affect", "affects":
		return "change"
	case "require", "requires", "need", "needs":
		return "require"
	case "remove", "removes", "deprecate", "deprecates":
		return "remove"
	}
	return ""
}

// others finds "no other X" where the note elsewhere lets one in: "no other X but Y".
func others(units []unit) (found []Disagreement) {
	type claim struct {
		of   []string
		but  bool
		unit *unit
	}
	var list []claim
	for i := range units {
		u := &units[i]
		if u.kind != prose || !strings.Contains(u.text, " other ") {
			continue
		}
		for _, m := range scopePatterns().other.FindAllStringSubmatch(u.text, 4) {
			if strings.EqualFold(m[1], "any") && !strings.Contains(u.text, "not ") {
				continue
			}
			but := false
			rest := m[2]
			for _, w := range []string{" but ", " except ", " besides ", " apart from ", " other than ", " than "} {
				if before, _, ok := strings.Cut(rest, w); ok {
					but, rest = true, before
				}
			}
			words := contentOf(rest)
			list = append(list, claim{words[:min(len(words), 4)], but, u})
		}
	}
	for i := range list {
		for k := i + 1; k < len(list); k++ {
			a, b := &list[i], &list[k]
			if a.but != b.but && a.unit != b.unit && sameThing(a.of, b.of) {
				found = append(found, disagree(Force, "other", a.unit, butOrNot(a.but), b.unit, butOrNot(b.but)))
			}
		}
	}
	return found
}

// inRow tells two words that stand side by side in both.
func inRow(a, b []string) bool {
	for i := range len(a) - 1 {
		for k := range len(b) - 1 {
			if a[i] == b[k] && a[i+1] == b[k+1] {
				return true
			}
		}
	}
	return false
}

// shorterFirst returns both in the order of their lengths.
func shorterFirst[T string | []string](a, b T) (shorter, longer T) {
	if len(a) > len(b) {
		return b, a
	}
	return a, b
}

// sameThing tells nouns of which each word of the shorter begins one of the longer, or is begun by one.
func sameThing(a, b []string) bool {
	a, b = shorterFirst(a, b)
	const stemmed = 4
	for _, x := range a {
		if len(x) < stemmed || !slices.ContainsFunc(b, func(y string) bool {
			return len(y) >= stemmed && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x))
		}) {
			return false
		}
	}
	return len(a) > 1
}
