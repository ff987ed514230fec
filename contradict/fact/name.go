package fact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

var namePatterns = sync.OnceValue(func() (p struct{ constant, declared, introduced *regexp.Regexp }) {
	p.constant = regexp.MustCompile(`\b` + constantName + `\b`)
	gate := "`?([A-Z][a-z0-9]*[A-Z][A-Za-z0-9]{3,})`?"
	p.declared = regexp.MustCompile(`(?i:^\W*feature (?:gate|flag) name\W*?:?)\s*\**\s*` + gate)
	p.introduced = regexp.MustCompile(
		`(?i:\bnew (?:\w+ )?feature (?:gate|flag)),?(?: called| named)?:? ` + gate + `|(?i:^feature gate),?:? ` + gate + `,`,
	)
	return p
})

// orphans finds a constant that a note defines and never names again, beside one like it that the note
// uses and never defines: one thing under two names.
func orphans(units []unit) (found []Disagreement) {
	var sections [][2]string
	names := map[string]*named{}
	var order []string
	for i := range units {
		u := &units[i]
		if !strings.Contains(u.text, "_") {
			continue
		}
		defines := definedBy(u)
		for _, name := range namePatterns().constant.FindAllString(u.text, -1) {
			if u.kind == prose && !strings.Contains(u.text, "`"+name) {
				continue // the words of a link
			}
			n := names[name]
			if n == nil {
				n = &named{first: u}
				names[name] = n
				order = append(order, name)
			}
			n.times++
			n.plain = n.plain || u.kind == field ||
				slices.ContainsFunc(u.headings, func(h string) bool { return strings.Contains(h, name) })
			if name == defines {
				n.defined = u
			}
		}
	}
	defined := 0
	for _, n := range names {
		if n.defined != nil {
			defined++
		}
	}
	const aList = 2 // definitions from which on a note defines what it uses
	if defined < aList {
		return nil
	}
	for _, lost := range order {
		if n := names[lost]; n.defined == nil || n.times > 1 {
			continue
		}
		used := likeliest(lost, order, names)
		if used != "" && names[used].first != names[lost].defined && !madeOf(names[lost].defined.text, used) {
			found = append(found, disagree(Name, "constant", names[lost].defined, lost, names[used].first, used))
			sections = append(sections, sectionsOf(names[lost].defined, names[used].first))
		}
	}
	return single(found, sections)
}

// madeOf reports whether a definition has another constant in it: `KEY_B64=$(base64 <<<"$KEY")`.
func madeOf(definition, name string) bool {
	return slices.Contains(namePatterns().constant.FindAllString(definition, -1), name)
}

// named is how often a constant is named, and where it is defined.
type named struct {
	times          int
	plain          bool // it is what the note, or a section, is about
	first, defined *unit
}

// definedBy is the constant that a row of a table or a line of code defines.
func definedBy(u *unit) string {
	switch u.kind {
	case row:
		if m := constantPatterns().name.FindStringSubmatch(cells(u.text)[0]); m != nil {
			return m[1]
		}
	case code:
		name := namePatterns().constant.FindString(u.text)
		behind := u.text[strings.Index(u.text, name)+len(name):]
		rest := strings.TrimLeft(behind, " `")
		shell := len(behind) > 1 && behind[0] == '=' && behind[1] != ' ' // NAME=value: a variable of the environment, used by programs
		if name != "" && !shell && (strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") || strings.HasPrefix(rest, ":")) {
			return name
		}
	}
	return ""
}

// likeliest is the one constant that is used, never defined, and has most of its words in common.
func likeliest(lost string, order []string, names map[string]*named) (used string) {
	for _, name := range order {
		if names[name].defined != nil || names[name].plain || !alike(lost, name) || isFamily(name, lost, order) {
			continue
		}
		if used != "" {
			return "" // two could be meant
		}
		used = name
	}
	return used
}

// isFamily tells a name that others than the lost one begin or end with: they are its members.
func isFamily(name, lost string, order []string) bool {
	for _, other := range order {
		if other != lost && (strings.HasPrefix(other, name+"_") || strings.HasSuffix(other, "_"+name)) {
			return true
		}
	}
	return false
}

// alike reports whether the words of one name are among those of the other, in order, at least two, and
// the first or the last is the same.
func alike(x, y string) bool {
	a, b := shorterFirst(strings.Split(x, "_"), strings.Split(y, "_"))
	if len(a) < 2 || len(b)-len(a) > len(a)-1 || len(b)-len(a) > 2 || a[0] != b[0] && a[len(a)-1] != b[len(b)-1] {
		return false
	}
	if len(a) == len(b) {
		differ := 0
		for i := range a {
			if a[i] != b[i] {
				differ++
				if !strings.HasPrefix(a[i], b[i]) && !strings.HasPrefix(b[i], a[i]) || min(len(a[i]), len(b[i])) < 3 {
					return false
				}
			}
		}
		return differ == 1
	}
	if last := b[len(b)-1]; last != a[len(a)-1] && aspect(last) {
		return false
	}
	at := 0
	for _, w := range b {
		if at < len(a) && a[at] == w {
			at++
		}
	}
	return at == len(a)
}

// aspect tells the last word of a name that is of another thing than the name without it.
func aspect(word string) bool {
	switch word {
	case "OPCODE", "ADDRESS", "PREFIX", "SUFFIX", "TYPE", "ID", "INDEX", "OFFSET", "SIZE", "LENGTH", "MASK", "BIT", "FLAG", "HASH",
		"BYTES", "COUNT", "MAX", "MIN", "MESSAGE", "NAME", "VALUE", "DEFAULT", "TIMESTAMP", "BLOCK", "EPOCH", "SLOT", "ROOT", "BITS",
		"SUCCESS", "FAILURE", "FAILED", "ERROR", "RESULT", "REQUEST", "RESPONSE":
		return true
	}
	return false
}

// namesFeature tells a text with "feature gate" or "feature flag", as far as is cheap to tell.
func namesFeature(text string) bool {
	has := func(part string) bool { return strings.Contains(text, part) }
	return has("eature") && (has("ate") || has("lag") || has("ATE") || has("LAG"))
}

// gates finds a feature gate that is introduced under another name than the note declares.
func gates(units []unit) (found []Disagreement) {
	p := namePatterns()
	var declared []string
	var at *unit
	introduced := map[string]*unit{}
	var order []string
	for i := range units {
		u := &units[i]
		if u.kind != prose || !namesFeature(u.text) {
			continue
		}
		if m := p.declared.FindStringSubmatch(u.text); m != nil {
			if at == nil {
				at = u
			}
			between := func(r rune) bool { return strings.ContainsRune(" ,;`*:()/", r) }
			declared = append(declared, strings.FieldsFunc(u.text, between)...)
			continue
		}
		if m := p.introduced.FindStringSubmatch(u.text); m != nil {
			name := m[1] + m[2]
			if introduced[name] == nil {
				introduced[name] = u
				order = append(order, name)
			}
		}
	}
	if at == nil {
		return nil
	}
	right := p.declared.FindStringSubmatch(at.text)[1]
	for _, name := range order { // the sentence that introduces it says more than the form that declares it
		if slices.Contains(declared, name) {
			right, at = name, introduced[name]
			break
		}
	}
	for _, name := range order {
		if !slices.Contains(declared, name) {
			found = append(found, disagree(Name, "feature gate", introduced[name], name, at, right))
		}
	}
	return found
}
