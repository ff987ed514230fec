package mcpclient

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
)

// errInline tells that the servers stand in a form to which no table can be added.
var errInline = errors.New("mcp_servers is written as an inline table: add the lines by hand")

// addTOML adds a table at the end, which is where a table can always stand.
func addTOML(text []byte, table string) ([]byte, error) {
	there := regexp.MustCompile(`^\[\s*(mcp_servers|"mcp_servers"|'mcp_servers')\s*\.\s*(kb|"kb"|'kb')\s*[].]`)
	inline := regexp.MustCompile(`^(mcp_servers|"mcp_servers"|'mcp_servers')\s*[.=]`)
	top := true // above the first table, where keys are of the file itself
	for l := range strings.Lines(string(text)) {
		l = strings.TrimSpace(l)
		switch {
		case there.MatchString(l):
			return nil, ErrThere
		case top && inline.MatchString(l):
			return nil, errInline
		case strings.HasPrefix(l, "["):
			top = false
		}
	}
	eol := lineEnd(text)
	out := bytes.Clone(text)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, eol...)
	}
	if len(bytes.TrimSpace(out)) > 0 {
		out = append(out, eol...)
	}
	return append(out, strings.ReplaceAll(table, "\n", eol)...), nil
}

// cutTOML gives the texts that are left without a table: with the line end before it, which may be
// the table's or the text's, and without.
func cutTOML(text []byte, table string) [][]byte {
	eol := lineEnd(text)
	table = strings.ReplaceAll(table, "\n", eol)
	before, after, ok := bytes.Cut(text, []byte(table))
	if !ok || len(before) > 0 && before[len(before)-1] != '\n' {
		return nil
	}
	whole := bytes.TrimSuffix(before, []byte(eol))
	return [][]byte{
		append(bytes.Clone(whole), after...),
		append(bytes.TrimSuffix(bytes.Clone(whole), []byte(eol)), after...),
		append(bytes.Clone(before), after...),
	}
}

// lineEnd is how the lines of a text end, by its first.
func lineEnd(text []byte) string {
	if at := bytes.IndexByte(text, '\n'); at > 0 && text[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
