package secret

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ownRules has the rules of our own: what gitleaks leaves to its rule for generic keys, which takes much
// of ordinary prose for secrets. Each is a name or a place that says secret, and a measure of the value
// that stands there. A name in braces in an expression stands for one of the parts: a name and its value
// may be written as in YAML, JSON (also within a string), environment files, headers, markdown
// ("**Password:** `…`"), tables and sentences of some languages.
//
//go:embed own.json
var ownRules []byte

// ownFile reads them, and the other patterns of this package.
var ownFile = sync.OnceValue(func() (file struct {
	Patterns, Parts map[string]string
	Rules           []rule
}) {
	if err := json.Unmarshal(ownRules, &file); err != nil {
		panic("own.json cannot be read: " + err.Error()) // a test reads it
	}
	return file
})

// pattern returns what compiles a pattern of that file when it is first needed.
func pattern(name string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(ownFile().Patterns[name]) })
}

// own lists the rules of our own, in the order in which they are tried, behind those of gitleaks.
func own() []rule {
	const near = 384
	file := ownFile()
	checks := map[string]func(value string) bool{"chosen": chosen, "drawn": drawn, "credential": credential, "pair": pair,
		"quoted": func(value string) bool { return plain(value) && !names().MatchString(value) }}
	var parts []string
	for name, text := range file.Parts {
		parts = append(parts, "{"+name+"}", text)
	}
	whole := strings.NewReplacer(parts...)
	for i := range file.Rules {
		r := &file.Rules[i]
		r.own, r.Near, r.Regex = true, cmp.Or(r.Near, near), whole.Replace(r.Regex)
		r.check = checks[r.Check]
		if r.ID == "password-column" {
			r.find = columns
		}
	}
	return file.Rules
}

// columns finds the cells of tables below a head that says secret.
func columns(part []byte) [][]int {
	var found [][]int
	const maxColumns = 16
	column, at, head := -1, 0, -1
	for line := range strings.Lines(string(part)) {
		cells := strings.Split(strings.Trim(line, "| \t\r\n"), "|")
		switch {
		case len(cells) < 2 || len(cells) > maxColumns:
			column, head = -1, -1
		case strings.Trim(line, "|-: \t\r\n") == "":
			column = head
		case column < 0:
			head = slices.IndexFunc(cells, secretColumn().MatchString)
		case column < len(cells):
			value := strings.Trim(cells[column], " \t`*\"'")
			if start := strings.Index(line, value); len(value) >= minDrawn && !strings.ContainsAny(value, " \t") {
				found = append(found, []int{at + start, at + start + len(value)})
			}
		}
		at += len(line)
	}
	return found
}

// secretColumn matches the head of a column of secrets.
var secretColumn = pattern("column")
