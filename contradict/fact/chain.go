package fact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

var chainPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[A-Za-z_][\w-]*(?:\[\w+\]|\.[A-Za-z_][\w-]*){2,}`)
})

// chain is a name that is reached through others: types[index].inputs, spec.servers.port.
type chain struct {
	text  string
	links []string
	times int
	first *unit
}

// chainMarks are the marks between the links.
func chainMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if isLinkMark(r) {
			return r
		}
		return -1
	}, text)
}

func isLinkMark(r rune) bool { return r == '.' || r == '[' || r == ']' }

// chains finds a chain that a note has once, beside one that is the same but for a letter of one link, or
// the s of several: type[index].inputs, types[index].inputs.
func chains(units []unit) (found []Disagreement) {
	shapes := map[string][]*chain{} // by all but one link, and the marks
	told := map[[2]string]bool{}    // links, so that one name is one finding
	var list []*chain
	byText := map[string]*chain{}
	for i := range units {
		u := &units[i]
		if u.kind == field || !strings.ContainsAny(u.text, ".[") || strings.Contains(u.text, "://") {
			continue
		}
		texts := []string{u.text}
		if u.kind != code {
			texts = spansOf(u.text, 40)
		}
		for _, text := range texts {
			if strings.Count(text, ".")+strings.Count(text, "[") < 2 {
				continue
			}
			for _, found := range chainPattern().FindAllString(text, 20) {
				c := byText[found]
				if c == nil && len(list) < manyNames {
					c = &chain{text: found, links: strings.FieldsFunc(found, isLinkMark), first: u}
					byText[found] = c
					list = append(list, c)
				}
				if c != nil {
					c.times++
				}
			}
		}
	}
	for _, c := range list {
		for i, link := range c.links[:len(c.links)-1] {
			rest := slices.Concat(c.links[:i], []string{""}, c.links[i+1:])
			shape := strings.Join(rest, ".") + " " + chainMarks(c.text)
			for _, other := range shapes[shape] {
				pair := [2]string{other.links[i], link}
				if !told[pair] && mistaken(other, c, i) {
					told[pair], told[[2]string{link, other.links[i]}] = true, true
					found = append(found, disagree(Name, "one name", other.first, other.text, c.first, c.text))
				}
			}
			shapes[shape] = append(shapes[shape], c)
		}
	}
	return found
}

// mistaken tells chains of which the i-th link, the only one that differs, is the same name.
func mistaken(x, y *chain, i int) bool {
	a, b := x.links[i], y.links[i]
	if min(x.times, y.times) > 1 || x.first == y.first || x.first.kind != prose && x.first.paragraph == y.first.paragraph ||
		sayTheSame(x.text, x.first, y.text, y.first) {
		return false // lines of one program or table have one register or field beside another
	}
	if x.first.kind == code && y.first.kind == code && sameLetters(a, b) {
		return false // in two languages: messaging_profiles, messagingProfiles
	}
	if plural(a, b) {
		return !slices.ContainsFunc(x.links, isDomain) // a kind of resource and its group
	}
	return oneLetter(strings.ToLower(a), strings.ToLower(b))
}

// isDomain tells the end of a domain name.
func isDomain(link string) bool {
	return slices.Contains([]string{"io", "com", "org", "net", "dev", "sh"}, link)
}

// sameLetters tells names that are one but for case and marks.
func sameLetters(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}
