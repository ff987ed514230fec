package read

import (
	"strings"
)

// maxLabel is the length of the longest label, in bytes.
const maxLabel = 60

// Label is the emphasised words that name what a statement is of, as in "**Top 50**: 15 %"; empty
// without one.
func (p *Parsed) Label() string {
	if word, ok := p.dashedLabel(); ok {
		return word
	}
	if word, ok := p.fieldLabel(); ok {
		return word
	}
	rest, ok := strings.CutPrefix(p.Text, "**")
	if !ok {
		return ""
	}
	label, after, ok := strings.Cut(rest, "**")
	if !ok || len(label) > maxLabel || !strings.HasSuffix(label, ":") && !strings.HasPrefix(strings.TrimSpace(after), ":") {
		return ""
	}
	return strings.ToLower(strings.TrimSuffix(label, ":"))
}

// dashedLabel is the one word that a list of definitions names its item by, as in "`allOf` - Schemas must …".
func (p *Parsed) dashedLabel() (string, bool) {
	word, rest, ok := strings.Cut(p.Text, " ")
	if !ok || len(word) > maxLabel || !strings.HasPrefix(rest, "- ") && !strings.HasPrefix(rest, "– ") && !strings.HasPrefix(rest, "— ") {
		return "", false
	}
	return strings.ToLower(strings.Trim(word, "`*_\"")), true
}

// fieldLabel is the code that names the field that a statement describes, as in "**`path`** (string, REQUIRED) the path to …".
func (p *Parsed) fieldLabel() (string, bool) {
	rest := strings.TrimLeft(p.Text, "*_")
	if !strings.HasPrefix(rest, "`") {
		return "", false
	}
	word, rest, ok := strings.Cut(rest[1:], "`")
	return strings.ToLower(word), ok && len(word) <= maxLabel && strings.HasPrefix(strings.TrimLeft(rest, "*_ "), "(")
}
