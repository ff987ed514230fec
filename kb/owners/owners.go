// Package owners reads who owns which files of a repository, as CODEOWNERS files say it.
package owners

import (
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/pattern"
)

// List is the rules of a CODEOWNERS file; the last that matches a path counts.
type List []rule

// rule is one line of CODEOWNERS.
type rule struct {
	match  pattern.List
	flat   int // slashes that a path must have, -1 for any: docs/* means what stands right in docs
	owners []string
}

// maxRules bounds what each path is matched against.
const maxRules = 5000

// Read reads the file of a tree that the forges would read; nil where there is none.
func Read(t *kb.Tree) List {
	for _, p := range []string{".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"} {
		if data, err := t.Setting(p); err == nil {
			return parse(string(data))
		}
	}
	return nil
}

// parse reads lines of a pattern and its owners. Sections of GitLab are left aside, and
// so are the patterns that CODEOWNERS does not know.
func parse(text string) (rules List) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[") || strings.HasPrefix(line, "^[") ||
			strings.HasPrefix(line, "!") {
			continue
		}
		fields := strings.Fields(strings.ReplaceAll(line, `\ `, "\x00"))
		path := strings.ReplaceAll(fields[0], "\x00", " ")
		var owners []string
		for _, f := range fields[1:] {
			if strings.HasPrefix(f, "#") {
				break
			}
			owners = append(owners, f)
		}
		if len(rules) == maxRules {
			break
		}
		r := rule{match: pattern.New([]string{path}), flat: -1, owners: owners}
		if strings.HasSuffix(path, "/*") && !strings.Contains(path, "**") {
			r.flat = strings.Count(strings.TrimPrefix(path, "/"), "/")
		}
		rules = append(rules, r)
	}
	return rules
}

// Of returns the owners of a path.
func (c List) Of(path string) []string {
	for i := len(c) - 1; i >= 0; i-- {
		if c[i].match.Match(path) && (c[i].flat < 0 || strings.Count(path, "/") == c[i].flat) {
			return c[i].owners
		}
	}
	return nil
}
