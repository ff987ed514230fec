package fact

import (
	"regexp"
	"strings"
	"sync"
)

var defaultPatterns = sync.OnceValue(func() []*regexp.Regexp {
	const (
		name   = "`-{0,2}([A-Za-z_][\\w.-]{2,60})(?:=[^`]*)?`"
		amount = `[0-9][\w.%]*(?: ?(?:ms|s|seconds?|minutes?|hours?|days?|[KMG]i?B|bytes|%))?`
		value  = "(`[^`]{1,40}`|\"[^\"]{1,40}\"|" + amount + "|true|false|enabled|disabled|on|off)"
		noun   = `(?: field| flag| option| parameter| setting| value)?`
	)
	return []*regexp.Regexp{
		regexp.MustCompile(name + noun + `,? (?:(?:which|that|it) )?(?:defaults? to|has a default (?:value )?of) (?:be )?` + value),
		regexp.MustCompile(`(?i)\bdefault (?:value )?(?:of|for) (?:the )?` + name + noun + ` (?:is|will be|would be) ` + value),
		regexp.MustCompile(name + "[^.;()`]{0,30}\\((?:[^()`]{0,20})?defaults?(?: value)?(?::| is|=| to)? ?" + value),
		regexp.MustCompile(name + `(?: is)? (?:enabled|disabled) by default`),
	}
})

// asSwitch writes a switch in one way.
var asSwitch = strings.NewReplacer("enabled", "true", "disabled", "false")

// describedBy is the name that a description begins with, "`--wal-dir`: …", empty without one.
func describedBy(text string) string {
	if !strings.HasPrefix(text, "`") {
		return ""
	}
	name, rest, _ := strings.Cut(text[1:], "`")
	if !strings.HasPrefix(rest, ":") {
		return ""
	}
	return strings.TrimLeft(name, "-")
}

// bareAmount tells one amount of which a side gives the number only: what it counts stands elsewhere.
func bareAmount(a, b string) bool {
	a, b = shorterFirst(a, b)
	unit, same := strings.CutPrefix(b, a)
	digit := func(r rune) bool { return r >= '0' && r <= '9' || r == '.' }
	return same && a != "" && strings.TrimLeftFunc(a, digit) == "" && !strings.ContainsFunc(unit, digit)
}

// isTask tells an item that is yet to be done: "[ ] on by default".
func isTask(u *unit) bool { return u.item && strings.HasPrefix(u.text, "[ ]") }

// setting is one default of what a name says.
type setting struct {
	name, written, value string
	unit                 *unit
}

// settingOf makes a setting of a name and a default. value has no quotes or capitals and one word
// for a switch, so that "`True`" is "enabled"; written is for people.
func settingOf(name, written string, u *unit) setting {
	plain := asSwitch.Replace(strings.ToLower(strings.Trim(written, "`\"'. ")))
	return setting{strings.TrimLeft(name, "-"), strings.TrimRight(written, "."), plain, u}
}

// settingsOfRow reads the defaults out of a row of a table.
func settingsOfRow(u *unit) (list []setting) {
	row := cells(u.text)
	for k := 1; k < min(len(row), len(u.header)); k++ {
		if strings.HasPrefix(strings.ToLower(u.header[k]), "default") && strings.HasPrefix(row[0], "`") && row[k] != "" {
			list = append(list, settingOf(strings.Trim(row[0], "`"), row[k], u))
		}
	}
	return list
}

// settingsOfSentence reads the defaults out of a sentence.
func settingsOfSentence(u *unit) (list []setting) {
	if !strings.Contains(u.text, "efault") || strings.Contains(u.text, "eature gate") || tellsOfChange(u.text) || isTask(u) {
		return nil
	}
	for n, p := range defaultPatterns() {
		for _, m := range p.FindAllStringSubmatch(u.text, 4) {
			if described := describedBy(u.text); n == 2 && described != "" && described != m[1] {
				continue // "`wal-dir`: the log inside `data-dir` (default: …)"
			}
			if n == 3 {
				state := map[bool]string{true: "enabled", false: "disabled"}[strings.Contains(m[0], "enabled")]
				list = append(list, settingOf(m[1], state, u))
			} else {
				list = append(list, settingOf(m[1], m[2], u))
			}
		}
	}
	return list
}

// defaults finds a setting with two defaults.
func defaults(units []unit) (found []Disagreement) {
	byName := map[string][]setting{}
	var names []string
	for i := range units {
		var list []setting
		switch u := &units[i]; u.kind {
		case row:
			list = settingsOfRow(u)
		case prose:
			list = settingsOfSentence(u)
		}
		for _, s := range list {
			if byName[s.name] == nil {
				names = append(names, s.name)
			}
			byName[s.name] = append(byName[s.name], s)
		}
	}
	for _, name := range names {
		list := byName[name]
		if list[0].unit.kind == row && list[len(list)-1].unit.kind == row {
			continue
		}
		for _, s := range list[1:] {
			if s.value != list[0].value && !bareAmount(s.value, list[0].value) {
				found = append(found, disagree(Default, name, list[0].unit, list[0].written, s.unit, s.written))
				break
			}
		}
	}
	return found
}
