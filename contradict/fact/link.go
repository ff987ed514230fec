package fact

import (
	"regexp"
	"strings"
	"sync"
)

var linkPatterns = sync.OnceValue(func() (p struct{ link, said, target *regexp.Regexp }) {
	p.link = regexp.MustCompile(`\[([^\]\[]{3,80})\]\(([^)\s]{3,300})\)`)
	const series = `eip|erc|rfc|kep|pep|bip|adr|simd|cip|ics|jep`
	p.said = regexp.MustCompile(`(?i)^\W*(?:\w+/\w+)?(` + series + `|se|#)[- #]*([0-9]{1,5})\b([^0-9]{0,60})$`)
	p.target = regexp.MustCompile(
		`(?i)(?:^|[^a-z])(` + series + `|issues?/|pull/)[-_#]?([0-9]{2,5})(?:[^0-9a-z].*)?$|/([0-9]{4})-[a-z]`,
	)
	return p
})

// links finds a link whose words name one number of a series and whose target is another.
func links(units []unit) (found []Disagreement) {
	for i := range units {
		u := &units[i]
		if u.kind == code || u.kind == field || !strings.Contains(u.text, "](") || !strings.ContainsAny(u.text, digits) {
			continue
		}
		for _, m := range linkPatterns().link.FindAllStringSubmatch(u.text, 20) {
			said := linkPatterns().said.FindStringSubmatch(m[1])
			if said == nil {
				continue
			}
			target, _, _ := strings.Cut(m[2], "#")
			to := linkPatterns().target.FindStringSubmatch(target)
			if to == nil {
				continue
			}
			a, b := strings.TrimLeft(said[2], "0"), strings.TrimLeft(to[2]+to[3], "0")
			series, of := strings.ToLower(said[1]), strings.ToLower(to[1])
			if a == b || b == "" || !sameSeries(series, of) || of == "" && isYear(to[3]) { // 0000 is what has no number yet
				continue
			}
			found = append(found, disagree(Link, m[1], u, strings.TrimSpace(m[1]), u, to[1]+to[2]+to[3]))
		}
	}
	return found
}

// sameSeries reports whether a target can be what the words name: an issue or a pull request for
// "#12", an ERC for an EIP, and for any series a file with a number alone, "".
func sameSeries(said, target string) bool {
	switch target {
	case "issue/", "issues/", "pull/":
		return said == "#"
	case "":
		return said != "#"
	}
	return said == target || said == "erc" && target == "eip" || said == "eip" && target == "erc"
}

// isYear tells the number of a folder or note that is called by its year: "2021-stricter-names".
func isYear(number string) bool {
	return strings.HasPrefix(number, "19") || strings.HasPrefix(number, "20")
}
